import Testing
import Varlink

@testable import varlink_generate

@Suite struct GeneratorTests {
    private func definition(_ text: String) throws -> InterfaceDefinition { try InterfaceDefinition(parsing: text) }

    @Test("what has no comment is named")
    func undocumented() throws {
        let definition = try definition(
            """
            interface org.example.x
            # A colour.
            type Colour (red, green)
            method Draw(colour: Colour) -> (
              # How it went.
              outcome: (done, failed)
            )
            error Empty ()
            """)
        #expect(
            definition.undocumented == [
                "org.example.x: the interface", "org.example.x: Colour.red", "org.example.x: Colour.green", "org.example.x: Draw",
                "org.example.x: Draw.in.colour", "org.example.x: Draw.out.outcome.done", "org.example.x: Draw.out.outcome.failed",
                "org.example.x: Empty",
            ])
    }

    @Test("fields, enumerations without a name, words of Swift and shared replies become Swift")
    func types() throws {
        let definition = try definition(
            """
            # What it is for.
            interface org.example.Paint

            # Puts it in.
            method Import(
              # Where.
              in: ?[]float,
              # How.
              mode: (fast, default)
            ) -> (
              # How many.
              count: int
            )

            # [Requires 'more' flag]
            # Waits.
            method Wait() -> (
              # As many.
              count: int
            )
            """)
        let swift = InterfaceGenerator(definition, shared: [:]).swift.text
        for line in [
            "public enum PaintInterface {", "    public enum Import: VarlinkMethod {", "            public var `in`: [Double]?",
            "            public var mode: Mode", "            public enum Mode: String, VarlinkEnumeration {",
            "                case `default`", "            public init(`in`: [Double]? = nil, mode: Mode) {",
            "                self.in = try fields.optional(\"in\")", "                json.optionalMember(\"in\", `in`)",
            "    public enum Wait: StreamingVarlinkMethod {", "        public typealias Parameters = Empty",
            "        public typealias Reply = PaintInterface.Import.Reply", "            /// Where.",
        ] {
            #expect(swift.contains(line + "\n"), "\(line)")
        }
        var service = SwiftText()
        ServiceGenerator.write(definition, to: &service)
        let wait =
            "func wait(_ parameters: PaintInterface.Wait.Parameters, for caller: Caller, to stream: ReplyStream<PaintInterface.Wait>)"
        for line in [
            "public protocol PaintService<Caller>: VarlinkService {", "    \(wait) async throws",
            "    func `import`(_ parameters: PaintInterface.Import.Parameters, for caller: Caller) async throws"
                + " -> PaintInterface.Import.Reply",
        ] {
            #expect(service.text.contains(line + "\n"), "\(line)")
        }
    }

    @Test("a type that an earlier interface has as well is that one's, if all in it is the same")
    func shared() throws {
        let first = try definition("interface a.First\ntype Point (x: float)\ntype Line (points: []Point)\ntype Kind (one, two)")
        let second = try definition("interface a.Second\ntype Line (points: []Point)\ntype Point (x: float)\ntype Kind (two, one)")
        #expect(sharedTypes(of: [first, second]) == [[:], ["Point": "FirstInterface.Point", "Line": "FirstInterface.Line"]])
    }

    @Test("the reference has a table for fields and values")
    func reference() throws {
        let text = ReferenceGenerator.text([
            try definition(
                "# What for.\ninterface a.B\n# A | B.\ntype Kind (\n# The | first.\none)\n"
                    + "# Bad.\nerror Bad (\n# Why.\nreason: ?string)")
        ])
        #expect(text.contains("## a.B\n\nWhat for.\n\n### type Kind\n\nA | B.\n\n| Value | Meaning |\n| --- | --- |\n"))
        #expect(text.contains("\n| `one` | The \\| first. |\n"))
        #expect(
            text.contains("### error Bad\n\nBad.\n\n| Field | Type | Meaning |\n| --- | --- | --- |\n| `reason` | `?string` | Why. |\n"))
    }
}
