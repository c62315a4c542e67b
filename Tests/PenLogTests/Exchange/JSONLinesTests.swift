import InkTestSupport
import PenLog
import Testing

@Suite("Files of JSON lines and batches")
struct JSONLinesTests {
    private static func read(_ text: String) throws -> (inks: [JSONInk], leftOut: [String]) {
        var leftOut = LeftOut()
        guard case .inks(let inks) = try ExchangeFormat.jsonLines.read(Array(text.utf8), leftOut: &leftOut) else { return ([], []) }
        return (inks, leftOut.sentences)
    }

    @Test("a line that is no ink is left out, and said; a file of such lines is refused")
    func lines() throws {
        let (inks, leftOut) = try Self.read(#"{"id":"a","strokes":[[1,2]]}"# + "\n\nnothing\n" + #"{"id":"b","strokes":[[3,4]]}"#)
        #expect(inks.map(\.id) == ["a", "b"])
        #expect(leftOut == ["1 × line (line 3: \"nothing\" is not ink: it is not JSON)"])
        #expect(throws: RecordingError.self) { try Self.read("nothing\nnothing") }
    }

    @Test("of a line with a damaged stroke, or one that is cut off, the whole strokes come in with their times")
    func strokes() throws {
        let (inks, leftOut) = try Self.read(#"{"id":"a","strokes":[[1,2,3,4],[5,"x",7,8],[9,9]],"t":[[0,10],[20,30],[40]]}"#)
        #expect(inks.first?.strokes.map { $0.map(\.x) } == [[1, 4], [9]] && inks.first?.strokes.last?.last?.time == 40_000)
        #expect(leftOut == ["1 × stroke (line 1: its numbers are incomplete)"])
        let odd = try Self.read(#"{"strokes":[[1,2,3],[9,9]]}"#)
        #expect(odd.inks.first?.strokes.count == 1)
        let cut = try Self.read(#"{"strokes":[[1,2]]}"# + "\n" + #"{"strokes":[[1,2,3,4],[5,6],[7"#)
        #expect(cut.inks.map(\.strokes.count) == [1, 2])
        #expect(cut.leftOut.contains { $0.contains("line 2") }, "\(cut.leftOut)")
    }

    @Test("an object on several lines is one ink, and one that is cut off does not take the next")
    func several() throws {
        let (inks, leftOut) = try Self.read("{\n \"id\": \"a\",\n \"strokes\": [\n[1, 2]\n]\n}\n{\"id\":\"b\",\"strokes\":[[3,4]]}")
        #expect(inks.map(\.id) == ["a", "b"] && leftOut == [])
        let cut = try Self.read("{\"strokes\":[[1,2],[3,4\n{\"id\":\"b\",\"strokes\":[[3,4]]}\n{\"id\":\"c\",\"strokes\":[[3,4]]}")
        #expect(cut.inks.map(\.id) == [nil, "b", "c"], "\(cut)")
    }

    private static let batch = """
        {"configuration": {"lang": "en_US"}, "contentType": "Text", "xDPI": 254, "yDPI": 127, "strokeGroups": [{"strokes": [
        {"id": "s1", "x": [0, 10.5, 20], "y": [5, 5, 10], "t": [1700000000000, 1700000000008, 1700000000016], "p": [0, 0.5, 1], "pointerType": "PEN"},
        {"x": [1], "y": [1], "t": [1700000001000], "p": [0.25], "pointerType": "ERASER"},
        {"x": [1, 2], "y": [1], "t": [1, 2], "p": [1, 1]}
        ]}, {"strokes": [{"x": [30], "y": [40], "t": [1700000002000], "p": [2]}]}]}
        """

    @Test("a request of MyScript's batch mode is a page, of its own scale in both directions")
    func batch() throws {
        let (inks, leftOut) = try Self.read(Self.batch)
        let ink = try #require(inks.first)
        #expect(inks.count == 1 && ink.level == "page" && ink.isTimed)
        let scale = try #require(ink.unitsPerMillimeter)
        let places = ink.strokes.map { $0.map { [Double($0.x) / scale, Double($0.y) / scale] } }
        #expect(places == [[[0, 1], [1.05, 1], [2, 2]], [[3, 8]]])
        #expect(ink.strokes.map { $0.map(\.time) } == [[0, 8000, 16_000], [2_000_000]] && ink.channels[.force] == [[0, 0.5, 1], [1]])
        #expect(leftOut == ["1 × stroke of an eraser", "1 × stroke (line 1: its x and y have different lengths)"])
        let request = try BatchInk(Array(#"{"contentType":"Math","strokeGroups":[{"strokes":[{"x":[96,192],"y":[0,0]}]}]}"#.utf8))
        #expect(request.contentType == "Math" && request.ink.level == nil && !request.ink.isTimed && request.ink.channels == [:])
        #expect(request.ink.unitsPerMillimeter.map { abs($0 - 96 / 25.4) < 1e-9 } == true, "96 dots are an inch where nothing is said")
        #expect(throws: RecordingError.self) { try BatchInk(Array(#"{"strokeGroups":[{"strokes":[]}]}"#.utf8)) }
        #expect(throws: RecordingError.self) { try BatchInk(Array(#"{"strokeGroups":1}"#.utf8)) }
    }
}
