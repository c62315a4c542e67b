import Foundation
import Ink
import Testing

@testable import Recognition

@Suite("Stray strokes")
struct StrayStrokeTests {
    /// A line of zigzags 40 wide and 10 high, one stroke for each word.
    private func words(_ count: Int, top: Double = 0) -> [Stroke] {
        (0..<count).map { word -> Stroke in
            let left = Double(word) * 55
            let places = (0...16).flatMap { step -> [Double] in [left + Double(step) * 2.5, step % 2 == 0 ? top : top + 10] }
            return stroke(places, id: word)
        }
    }

    private func writing(_ strokes: [Stroke]) throws -> [Int]? {
        StrayStrokes.writing(in: try FeatureExtractor.gather(strokes).ink)
    }

    @Test("a small stroke far above or below changes no number", arguments: [-30.0, 40], [0, 1])
    func far(_ y: Double, _ place: Int) throws {
        let ink = words(3)
        var spoilt = ink
        spoilt.insert(stroke([20, y, 20.5, y + 0.2, 21, y + 0.4, 21.5, y + 0.6], id: 9), at: place)
        let (clean, found) = (try FeatureExtractor.features(of: ink), try FeatureExtractor.features(of: spoilt))
        #expect(found.values == clean.values && found.position == clean.position)
        #expect(found.stroke == clean.stroke.map { $0 >= place ? $0 + 1 : $0 })
        #expect(found.strokes == Set(0...3).subtracting([place]))
    }

    @Test("a stroke above a line that is seventy times as wide as high, or of straight strokes alone, is stray")
    func longOrStraight() throws {
        let speck = [20, -30, 20.5, -29.8, 21, -29.6]
        #expect(try writing([stroke(speck, id: 99)] + words(13)) == Array(1...13))
        let tally = (0..<5).map { stroke([Double($0) * 12, 0, Double($0) * 12, 10], id: $0) }
        #expect(try writing(tally + [stroke(speck, id: 99)]) == Array(0...4))
        #expect(try writing(Array(tally.prefix(3)) + [stroke(speck, id: 99)]) == nil)
    }

    @Test("marks, accents and second lines are writing")
    func near() throws {
        let dot = [4.0, -12, 4.2, -12]
        #expect(try writing(words(2) + [stroke(dot, id: 7)]) == nil)
        #expect(try writing(words(4) + words(2, top: 60)) == nil)
        // an i with its dot, however high; a division sign, equal signs, a colon
        #expect(try writing([stroke([0, 0, 0, 10]), stroke([0, -40, 0.5, -40])]) == nil)
        #expect(try writing([stroke([0, 0, 20, 0]), stroke([10, -6]), stroke([10, 6])]) == nil)
        #expect(try writing([stroke([0, 0, 20, 0]), stroke([0, 8, 20, 8])]) == nil)
        #expect(try writing([stroke([0, 0]), stroke([0, 8])]) == nil)
        #expect(try writing([]) == nil && writing([stroke([1, 2])]) == nil)
    }

    @Test("words that climb one above the other are writing")
    func steep() throws {
        let climbing = words(6).enumerated().map { index, word in
            Stroke(id: word.id, points: word.points.map { InkPoint(x: $0.x, y: $0.y - 15 * Double(index)) })
        }
        #expect(try writing(climbing) == nil)
    }

    @Test("the samples of a stray stroke belong to the character under it, whose word it does not make higher")
    func owner() throws {
        let ink = words(2) + [stroke([60, -50, 60.5, -50, 61, -50, 61.5, -50], id: 9)]
        let transcript = try tinyRecognizer().recognize(ink, alternatives: 1)
        try #require(!transcript.words.isEmpty)
        let owners = transcript.words.flatMap(\.graphemes).filter { $0.ranges.contains { $0.stroke == 2 } }
        #expect(owners.count == 1)
        #expect(transcript.words.flatMap(\.ranges).filter { $0.stroke == 2 } == [StrokeRange(stroke: 2, first: 0, last: 3)])
        #expect(transcript.words.allSatisfy { $0.box.map { $0.y >= 0 } ?? true })
    }
}
