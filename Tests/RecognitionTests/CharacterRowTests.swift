import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

private func stroke(_ corners: (Double, Double)..., x: Double = 0) -> Stroke {
    let points = zip(corners, corners.dropFirst()).flatMap { from, to in
        (0...12).map { step in
            let part = Double(step) / 12
            return InkPoint(x: x + from.0 + (to.0 - from.0) * part, y: from.1 + (to.1 - from.1) * part)
        }
    }
    return Stroke(id: StrokeID(0), points: points)
}

/// Characters as strokes from corner to corner, 20 high.
private enum Glyphs {
    static func sun(x: Double = 0) -> [Stroke] {
        [
            stroke((3, 1), (3, 19), x: x), stroke((3, 1), (15, 1), (15, 19), x: x), stroke((3, 10), (15, 10), x: x),
            stroke((3, 19), (15, 19), x: x),
        ]
    }

    static func book(x: Double = 0) -> [Stroke] {
        [
            stroke((2, 5), (20, 5), x: x), stroke((11, 0), (11, 20), x: x), stroke((11, 5), (2, 15), x: x), stroke((11, 5), (20, 15), x: x),
            stroke((7, 15), (15, 15), x: x),
        ]
    }

    static func river(x: Double = 0) -> [Stroke] {
        [stroke((4, 1), (4, 12), (1, 20), x: x), stroke((10, 3), (10, 17), x: x), stroke((17, 1), (17, 20), x: x)]
    }

    static func fullStop(x: Double = 0) -> [Stroke] { [stroke((3, 16), (1, 18), (3, 20), (5, 18), (3, 16), x: x)] }
}

private let models = Golden.folder.appending(path: "../../../models/characters").standardizedFileURL

@Suite("Rows of characters")
struct CharacterRowTests {
    private static let hasModels = FileManager.default.fileExists(atPath: models.appending(path: "ja.safetensors").path)

    private func pieces(_ strokes: [Stroke]) -> CharacterPieces? {
        CharacterPieces(of: strokes.map { Box(around: $0.points) }, along: .horizontal)
    }

    @Test("an ink is divided where nothing lies over the gap, in whatever order it was written")
    func divided() throws {
        let strokes = Glyphs.sun() + Glyphs.river(x: 20)
        let found = try #require(pieces(strokes))
        #expect(found.pieces.map(\.strokes) == [[0], [1, 2, 3], [4], [5], [6]] && abs(found.side - 19) < 1)
        #expect(pieces(strokes.reversed())?.pieces.flatMap(\.strokes).sorted() == Array(0...6))
        #expect(pieces([]) == nil && pieces([Stroke(id: StrokeID(1), points: [])]) == nil)
        // two that run into one another are wider than one is
        #expect(pieces(Glyphs.book() + Glyphs.book(x: 16))?.pieces.map(\.strokes.count) == [5, 5])
    }

    /// Moves strokes down.
    private func down(_ strokes: [Stroke], _ distance: Double) -> [Stroke] {
        strokes.map { stroke in
            Stroke(
                id: stroke.id,
                points: stroke.points.map { point in
                    var point = point
                    point.y += distance
                    return point
                })
        }
    }

    @Test(
        "characters are read in a row, in a column, over one another and alone",
        .enabled(if: hasModels, "needs the models that come with inkd"))
    func read() throws {
        let recognizer = try CharacterRecognizer(modelPath: models.appending(path: "ja.safetensors").path)
        func text(_ strokes: [Stroke], _ layout: CharacterLayout = .automatic) throws -> String {
            try recognizer.recognizeRow(strokes, layout: layout).map(\.text).joined()
        }
        let row = Glyphs.sun() + Glyphs.book(x: 20) + Glyphs.river(x: 44) + Glyphs.fullStop(x: 66)
        #expect(try text(row) == "日本川。" && text(row, .row) == "日本川。")
        #expect(try text(Glyphs.sun() + Glyphs.book(x: -2), .superimposed) == "日本")
        // the full stop is at the upper right of its place
        let column = down(Glyphs.sun(), 0) + down(Glyphs.book(), 24) + down(Glyphs.river(), 48) + down(Glyphs.fullStop(x: 14), 60)
        #expect(try text(column) == "日本川。" && text(column, .column) == "日本川。")
        for (ink, label) in [(Glyphs.sun(), "日"), (Glyphs.book(), "本"), (Glyphs.river(), "川")] { #expect(try text(ink) == label) }
        let read = try recognizer.recognizeRow(row)
        #expect(read.map(\.strokes) == [[0, 1, 2, 3], [4, 5, 6, 7, 8], [9, 10, 11], [12]] && read.allSatisfy { !$0.followsSpace })
        let transcript = try recognizer.transcript(of: row, alternatives: 4)
        #expect(transcript.text == "日本川。" && transcript.candidates.count == 4 && transcript.words.map(\.text) == ["日", "本", "川", "。"])
        #expect(transcript.words.flatMap(\.ranges).map(\.stroke) == Array(row.indices))
        #expect(try recognizer.recognizeRow([]).isEmpty && text([stroke((1, 1), (1, 1))]).isEmpty)
    }

    @Test("a small kana is one that is small among others", .enabled(if: hasModels, "needs the models that come with inkd"))
    func small() throws {
        let large = RowCharacter(
            candidates: [CharacterCandidate(text: "キ", score: 0.9)], strokes: [0], box: Box(x: 0, y: 0, width: 18, height: 20))
        let candidates = [CharacterCandidate(text: "ヤ", score: 0.9), CharacterCandidate(text: "セ", score: 0.05)]
        func second(_ size: Double) throws -> RowCharacter {
            let box = Box(x: 22, y: 20 - size, width: size, height: size)
            let pieces = try #require(CharacterPieces(of: [large.box, box], along: .horizontal))
            let row = [large, RowCharacter(candidates: candidates, strokes: [1], box: box)]
            return CharacterSigns.placed(row, in: row.map { _ in CharacterFrame(pieces) }, script: .japanese)[1]
        }
        #expect(try second(18).candidates.map(\.text) == ["ヤ", "セ"])
        #expect(try second(11).candidates.map(\.text) == ["ャ", "ヤ", "セ"])
    }

    @Test("no ink stops the program")
    func fuzz() throws {
        let recognizer = try CharacterRecognizer(modelPath: Golden.folder.appending(path: "tiny-characters.safetensors").path)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let scales: [Double] = [1e-12, 1, 1e8]
            let scale = scales[Int.random(in: 0..<3, using: &random)]
            let strokes = (0..<Int.random(in: 0...12, using: &random)).map { _ -> Stroke in
                let points = (0..<Int.random(in: 0...6, using: &random)).map { _ -> InkPoint in
                    let (x, y) = (Double(Int.random(in: -3...3, using: &random)), Double(Int.random(in: -3...3, using: &random)))
                    return InkPoint(x: scale * x, y: scale * y)
                }
                return Stroke(id: StrokeID(0), points: points)
            }
            for layout in CharacterLayout.allCases {
                let row = try recognizer.recognizeRow(strokes, layout: layout)
                let used = row.flatMap(\.strokes)
                #expect(Set(used).count == used.count && used.allSatisfy { strokes.indices.contains($0) })
                #expect(row.allSatisfy { !$0.text.isEmpty && $0.candidates.allSatisfy { (0...1).contains($0.score) } })
            }
        }
        #expect(throws: RecognitionError.self) { try recognizer.recognizeRow([stroke((.nan, 0), (1, 1))]) }
    }
}
