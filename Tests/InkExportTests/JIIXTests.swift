import Editing
import Foundation
import Ink
import Testing

@testable import InkExport

@Suite("JIIX") struct JIIXTests {
    private func json(_ parts: Set<JIIXPart> = JIIXPart.defaults, block: String = "root") throws -> [String: Any] {
        let letter = try Letter()
        var options = ExportOptions()
        options.jiix = parts
        let part = try #require(letter.root.block(block))
        let bytes = try Export.data(of: part, in: letter.snapshot, as: .jiix, options: options)
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test("the root says what it is, and its children follow")
    func root() throws {
        let root = try json()
        #expect(root["version"] as? String == "3")
        #expect(root["type"] as? String == "Text Document")
        #expect(root["id"] as? String == "root")
        #expect((root["bounding-box"] as? [String: Double])?["width"] == 90)
        let types = (root["children"] as? [[String: Any]])?.compactMap { $0["type"] as? String }
        #expect(types == ["Text", "Text", "Drawing", "Diagram", "Text", "Image"])
    }

    @Test("words have candidates, characters, marks and ink; white space has none of them")
    func words() throws {
        let block = try json(block: "p1")
        #expect(block["type"] as? String == "Text")
        #expect(block["label"] as? String == "Dear all,\ncome at 9.")
        let words = try #require(block["words"] as? [[String: Any]])
        #expect(words.compactMap { $0["label"] as? String } == ["Dear", " ", "all,", "\n", "come", " ", "at", " ", "9."])
        #expect(words[0]["candidates"] as? [String] == ["Dear", "Pear"])
        #expect(words[2]["first-char"] as? Int == 5)
        #expect(words[2]["last-char"] as? Int == 8)
        #expect(words[2]["decorations"] as? [String] == ["underline"])
        #expect(words[1].keys.sorted() == ["first-char", "label", "last-char"])
        let item = try #require((words[0]["items"] as? [[String: Any]])?.first)
        #expect(item["type"] as? String == "stroke")
        #expect(item["full-id"] as? String == "p1/1")
        #expect(item["timestamp"] as? String == "2020-09-13T12:26:40.000Z")
        let counts = ["X", "Y", "F", "T"].map { (item[$0] as? [Double])?.count }
        #expect(Set(counts).count == 1 && counts[0] ?? 0 > 2)
        #expect((item["T"] as? [Double])?.first == 0)
    }

    @Test("characters and lines come when they are asked for, and nothing that is left out")
    func parts() throws {
        let all = try json(Set(JIIXPart.allCases), block: "p1")
        let chars = try #require(all["chars"] as? [[String: Any]])
        #expect(chars.compactMap { $0["label"] as? String }.joined() == "Dear all,\ncome at 9.")
        #expect(chars[5]["word"] as? Int == 2)
        let lines = try #require(all["lines"] as? [[String: Any]])
        #expect(lines.map { $0["first-char"] as? Int } == [0, 10])
        #expect(lines[1]["baseline-y"] as? Double == 20)
        #expect(lines[1]["x-height"] as? Double == 2.5)
        #expect(try json([], block: "p1").keys.sorted() == ["id", "label", "reflow-label", "revision", "type", "version"])
    }

    @Test("characters have the candidates that the word's have in their places")
    func candidates() throws {
        let all = try json(Set(JIIXPart.allCases), block: "p1")
        let chars = try #require(all["chars"] as? [[String: Any]])
        #expect(chars[0]["candidates"] as? [String] == ["D", "P"])
        #expect(chars[1]["candidates"] as? [String] == ["e"])
        // come, came, some
        #expect(chars[10..<14].map { $0["candidates"] as? [String] } == [["c", "s"], ["o", "a"], ["m"], ["e"]])
        let longer = CharacterCandidates(of: ["t", "h", "e"], in: ["the", "then", "tne", "e", ""]).candidates
        #expect(longer == [["t"], ["h", "n"], ["e"]])
    }

    @Test("the label for other widths has a line feed only where a paragraph ends")
    func reflow() throws {
        var sheet = Sheet()
        let lines = [
            "the quick brown fox jumps over a lazy dog", "and runs away from the big dog of his hand-", "some neighbour", "the end",
        ]
        let block = try sheet.text("p", lines.map { $0.split(separator: " ").map { .init(text: String($0)) } })
        var options = ExportOptions()
        options.jiix = [.words]
        let bytes = try Export.data(of: block, in: sheet.snapshot(.text, block), as: .jiix, options: options)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(root["label"] as? String == lines.joined(separator: "\n"))
        #expect(
            root["reflow-label"] as? String
                == "the quick brown fox jumps over a lazy dog and runs away from the big dog of his handsome neighbour\nthe end")
        let words = try #require(root["words"] as? [[String: Any]])
        #expect(words.compactMap { $0["reflow-label"] as? String } == [" ", "hand", ""])
        #expect(try Export.choices(in: Export.readJIIX(bytes), for: block, of: sheet.snapshot(.text, block)) == [])
    }

    @Test("a character's grid goes around its ink")
    func grid() throws {
        var sheet = Sheet()
        let block = try sheet.text("p", [[.init(text: "I")]])
        var options = ExportOptions()
        options.jiix = [.chars]
        let bytes = try Export.data(of: block, in: sheet.snapshot(.text, block), as: .jiix, options: options)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let grid = try #require((root["chars"] as? [[String: Any]])?.first?["grid"] as? [[String: Double]])
        let box = try #require(block.lines[0].words[0].box)
        #expect(grid.count == 4)
        #expect(abs((grid[2]["x"] ?? 0) - box.right) < 1e-3 && abs((grid[2]["y"] ?? 0) - box.bottom) < 1e-3)
    }

    @Test("a diagram's elements have their shapes")
    func diagram() throws {
        let elements = try #require(try json(block: "g1")["elements"] as? [[String: Any]])
        #expect(elements.map { $0["type"] as? String } == ["Node", "Edge"])
        #expect(elements[0]["kind"] as? String == "rectangle")
        #expect(["x", "y", "width", "height"].map { elements[0][$0] as? Double } == [60, 55, 20, 13])
        #expect(elements[1]["kind"] as? String == "line")
        #expect(elements[1]["x2"] as? Double == 100)
        #expect(elements[1]["p2Decoration"] as? String == "arrow-head")
    }

    @Test("shapes are named by their geometry")
    func shapes() throws {
        let places = [(0, 0), (8, 0), (10, 5), (2, 5), (5, 9), (5, 0), (10, 3)].map { Point(x: Double($0), y: Double($1)) }
        func polygon(_ corners: [Int], closed: Bool = true) -> Figure {
            .polygon(points: corners.map { places[$0] }, closed: closed, headAtStart: false, headAtEnd: true)
        }
        func circle(_ x: Double, _ y: Double) -> Figure { .ellipse(center: places[2], radiusX: x, radiusY: y, rotation: 0.5) }
        let figures: [(Figure, String, [String])] = [
            (polygon([0, 1, 4]), "triangle", ["points"]), (polygon([0, 1, 2, 3]), "parallelogram", ["points"]),
            (polygon([0, 1, 2, 4]), "polygon", ["points"]), (polygon([0, 5, 6], closed: false), "polyedge", ["edges"]),
            (polygon([0, 5], closed: false), "line", ["p2Decoration", "x1", "x2", "y1", "y2"]),
            (circle(2, 2), "circle", ["cx", "cy", "r"]),
            (circle(2, 3), "ellipse", ["cx", "cy", "orientation", "rx", "ry"]),
        ]
        for (figure, kind, keys) in figures {
            var block = Block(id: "f", type: .node)
            block.content = .figure(figure, label: kind)
            let bytes = try Export.data(of: block, in: Sheet().snapshot(.diagram, Block(id: "root", type: .diagram)), as: .jiix)
            let found = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            #expect(found["kind"] as? String == kind)
            #expect(Set(found.keys).subtracting(["type", "version", "revision", "id", "kind"]).sorted() == keys)
        }
    }

    @Test("a part of a stroke is named by its samples, and units become millimeters")
    func pieces() throws {
        var sheet = Sheet()
        var block = try sheet.text("p", [[.init(text: "I")]])
        block.lines[0].words[0].ranges = [WordRange(stroke: StrokeID(1), first: 1, last: 2)]
        var snapshot = sheet.snapshot(.text, block)
        snapshot.unitsPerMillimeter = 10
        let imported = try Export.readJIIX(try Export.data(of: block, in: snapshot, as: .jiix))
        let item = try #require(imported.root.words?.first?.strokes.first)
        #expect(item.id == "1:1-2" && item.x.count == 2)
        #expect(abs(item.y[0] - sheet.strokes[0].samples[1].y / 10) < 1e-3)
        block.lines[0].words[0].ranges = [WordRange(stroke: StrokeID(1), first: 5_000, last: .max)]
        #expect(throws: Never.self) { try Export.data(of: block, in: snapshot, as: .jiix) }
    }
}
