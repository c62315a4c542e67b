import Testing
import YAML

@Suite("YAML that is read piece by piece")
struct YAMLStreamTests {
    private func events(_ text: String, pieces: Int = 3) throws -> [YAMLStream.Event] {
        var rest = Array(text.utf8)[...]
        let stream = try YAMLStream {
            defer { rest = rest.dropFirst(pieces) }
            return Array(rest.prefix(pieces))
        }
        var events: [YAMLStream.Event] = []
        while case let event = try stream.next(), event != .finished { events.append(event) }
        return events
    }

    @Test("what there is comes in order, whatever the pieces are")
    func order() throws {
        let wanted: [YAMLStream.Event] = [
            .mapping, .scalar("a"), .sequence, .scalar("1"), .scalar("é"), .end, .scalar("b"), .mapping, .end, .end,
        ]
        for pieces in [1, 2, 7, 1000] { #expect(try events("a: [1, \"é\"]\nb: {}\n", pieces: pieces) == wanted) }
        #expect(try events("") == [])
    }

    @Test("nodes are read as a whole, or passed over")
    func nodes() throws {
        var pieces = [Array("skip: [[1], {a: b}]\nread: {x: [1, 2]}\nlast: z\n".utf8)]
        let stream = try YAMLStream { pieces.popLast() ?? [] }
        #expect(try stream.next() == .mapping && stream.next() == .scalar("skip"))
        try stream.skip(stream.next())
        #expect(try stream.next() == .scalar("read"))
        let node = try stream.node(stream.next())
        #expect(node["x"]?.sequence?.map(\.string) == ["1", "2"] && node.line == 2)
        #expect(try stream.next() == .scalar("last") && stream.line == 3)
    }

    @Test("anchors, aliases, deep nesting, second documents and what is no YAML are refused, with the line")
    func refused() {
        for (text, line) in [
            ("a: 1\nb: &x 1", 2), ("a: *x", 1), (String(repeating: "[", count: 40), 1), ("a: 1\n---\nb: 2", 2), ("a: 1\nb: [1\nc: {", 3),
        ] {
            let error = #expect(throws: YAMLError.self) { try events(text) }
            #expect(error?.line == line, "\(text): \(error?.description ?? "")")
        }
    }
}
