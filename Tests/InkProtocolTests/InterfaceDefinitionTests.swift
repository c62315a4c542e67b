import Foundation
import InkTestSupport
import Testing

@testable import InkProtocol
@testable import Varlink

@Suite struct InterfaceDefinitionTests {
    private func parse(_ text: String) throws(ProtocolError) -> InterfaceDefinition { try InterfaceDefinition(parsing: text) }

    @Test("every embedded interface parses and has the name it is kept under", arguments: Interfaces.descriptions.keys.sorted())
    func embedded(name: String) throws {
        #expect(try parse(#require(Interfaces.descriptions[name])).name == name)
        #expect(Interfaces.definitions[name]?.name == name)
    }

    @Test("every kind of type is understood")
    func types() throws {
        let definition = try parse(
            """
            # A comment, with (signs) -> in it.
            interface org.example.more-2.x
            type T (a: bool, b: ?[]int, c: [string]float, d: (x: object, y: (one, two)), e_1: ?T) # and here
            type Kind (red,
              # a comment
              green)
            method Do(t: T, k: []?Kind)->()
            error Bad (why: string)
            """)
        #expect(definition.name == "org.example.more-2.x")
        #expect(
            definition.types["T"]
                == .structure([
                    .init(name: "a", type: .bool), .init(name: "b", type: .optional(.array(.int))), .init(name: "c", type: .map(.float)),
                    .init(
                        name: "d",
                        type: .structure([.init(name: "x", type: .object), .init(name: "y", type: .enumeration(["one", "two"]))])),
                    .init(name: "e_1", type: .optional(.named("T"))),
                ]))
        #expect(definition.types["Kind"] == .enumeration(["red", "green"]))
        #expect(
            definition.methods["Do"]
                == .init(
                    input: [.init(name: "t", type: .named("T")), .init(name: "k", type: .array(.optional(.named("Kind"))))], output: []))
        #expect(definition.errors["Bad"] == [.init(name: "why", type: .string)])
    }

    @Test(
        "a mistake is an error with its line",
        arguments: [
            ("", 1), ("interface org", 1), ("interface org.x_y", 1), ("interface org.x", 1), ("interface org.-x\ntype A ()", 1),
            ("interface org.x\ntype a ()", 2), ("interface org.x\nfoo A ()", 2), ("interface org.x\ntype A (a: b)", 2),
            ("interface org.x\n\ntype A (a: B)", 3), ("interface org.x\ntype A (a: ??int)", 2), ("interface org.x\ntype A (a: int, b)", 2),
            ("interface org.x\ntype A (a, b: int)", 2), ("interface org.x\ntype A (a: int, a: int)", 2),
            ("interface org.x\ntype A ()\nerror A ()", 3), ("interface org.x\nmethod A () ()", 2),
            ("interface org.x\nmethod A (a) -> ()", 2),
            ("interface org.x\ntype A (a: [int]string)", 2), ("interface org.x\ntype A (a__b: int)", 2), ("interface org.x\ntype A (a:", 2),
            ("interface org.x\ntype A (ä: int)", 2),
        ])
    func mistakes(text: String, line: Int) {
        do {
            _ = try parse(text)
            Issue.record("no error")
        } catch .interfaceSyntax(let found, _) {
            #expect(found == line)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test("types that nest too deeply are an error, not a crash")
    func depth() {
        for open in ["[]", "(a:", "?[]", "[string]"] {
            #expect(throws: ProtocolError.self) { try parse("interface org.x\ntype A (a: " + String(repeating: open, count: 100_000)) }
        }
    }

    @Test("damaged interface texts never crash the parser")
    func fuzz() {
        // comments are most of a text and little of the language: one text keeps them
        let bare = Interfaces.descriptions.values.sorted().map { text in
            text.split(separator: "\n").filter { !$0.contains("#") }.joined(separator: "\n")
        }
        let good = (bare + [Interfaces.descriptions["org.inkd.Client"] ?? ""]).map { Array($0.utf8) }
        var accepted = 0
        let count = Fuzz.run(atLeast: 500, seed: 1) { generator in
            let bytes = Fuzz.damaged(good, using: &generator)
            if (try? parse(String(decoding: bytes, as: UTF8.self))) != nil { accepted += 1 }
        }
        #expect(accepted > 0 && accepted < count)
    }
}

@Suite struct InterfaceCheckTests {
    private let definition: InterfaceDefinition
    init() throws {
        definition = try InterfaceDefinition(
            parsing: """
                interface org.example.x
                type Point (x: float, y: float)
                type Colour (red, green)
                method Draw(points: []Point, colour: ?Colour, tags: [string]int, count: int) -> (next: ?Point)
                error Bad (extra: object)
                """)
    }

    private func misfit(_ json: String, _ message: InterfaceDefinition.Message = .input(of: "Draw")) throws -> String? {
        definition.check(message: try JSONParser.parse(Array(json.utf8)), as: message)?.path
    }

    @Test("a right value fits, optional fields null or left out")
    func fits() throws {
        #expect(try misfit(#"{"points":[{"x":1,"y":2.5}],"colour":"red","tags":{"a":1},"count":0}"#) == nil)
        #expect(try misfit(#"{"points":[],"colour":null,"tags":{},"count":-1}"#) == nil)
        #expect(try misfit("{}", .output(of: "Draw")) == nil)
        #expect(try misfit(#"{"extra":{"any":[1]}}"#, .error("Bad")) == nil)
    }

    @Test("the first misfit is named by its path")
    func paths() throws {
        #expect(try misfit("{}") == "points")
        #expect(try misfit(#"{"points":[{"x":1,"y":2},{"x":1,"y":"a"}],"tags":{},"count":1}"#) == "points[1].y")
        #expect(try misfit(#"{"points":[{"x":1}],"tags":{},"count":1}"#) == "points[0].y")
        #expect(try misfit(#"{"points":[],"colour":"blue","tags":{},"count":1}"#) == "colour")
        #expect(try misfit(#"{"points":[],"tags":{"k":1.5},"count":1}"#) == "tags.k")
        #expect(try misfit(#"{"points":[],"tags":{},"count":1.5}"#) == "count")
        #expect(try misfit(#"{"points":[],"tags":{},"count":1,"colr":1}"#) == "colr")
        #expect(try misfit("[]") == "")
        #expect(try misfit(#"{"extra":[]}"#, .error("Bad")) == "extra")
        #expect(try misfit("{}", .input(of: "Erase")) == "")
    }
}
