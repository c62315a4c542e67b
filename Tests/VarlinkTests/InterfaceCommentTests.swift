import Testing

@testable import Varlink

@Suite struct InterfaceCommentTests {
    private let definition: InterfaceDefinition
    init() throws {
        definition = try InterfaceDefinition(
            parsing: """
                # Not about it.

                # What it is for,
                # in two lines.
                interface org.example.x

                # A colour.
                type Colour (
                  # Like blood.
                  red,
                  green # like grass
                )

                # Not about it either.

                type Point (x: float, # to the right
                  # Downwards,
                  y: float) # behind

                # [Requires 'more' flag]
                # Draws.
                method Draw(point: Point) -> (
                  # How far.
                  share: float
                )

                # Nothing there.
                error Empty ()
                """)
    }

    @Test("comments are kept with what they stand above or beside")
    func comments() {
        #expect(definition.comment(on: []) == ["What it is for,", "in two lines."])
        #expect(definition.comment(on: ["Colour"]) == ["A colour."])
        #expect(definition.comment(on: ["Colour", "red"]) == ["Like blood."])
        #expect(definition.comment(on: ["Colour", "green"]) == ["like grass"])
        #expect(definition.comment(on: ["Point"]) == [])
        #expect(definition.comment(on: ["Point", "x"]) == ["to the right"])
        #expect(definition.comment(on: ["Point", "y"]) == ["Downwards,"])
        #expect(definition.comment(on: ["Draw", "in", "point"]) == [])
        #expect(definition.comment(on: ["Draw", "out", "share"]) == ["How far."])
        #expect(definition.comment(on: ["Empty"]) == ["Nothing there."])
    }

    @Test("members keep their order, and a method that needs 'more' says so")
    func members() {
        #expect(definition.members == [.type("Colour"), .type("Point"), .method("Draw"), .error("Empty")])
        #expect(definition.streams("Draw") && !definition.streams("Paint"))
    }
}
