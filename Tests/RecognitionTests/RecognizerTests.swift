import Foundation
import Ink
import Testing

@testable import Recognition

@Suite("Recognizer")
struct RecognizerTests {
    @Test("an ink without samples reads as nothing")
    func empty() throws {
        let recognizer = try tinyRecognizer()
        for ink in [[], [stroke([])], [stroke([]), stroke([], id: 1)]] {
            #expect(try recognizer.recognize(ink, alternatives: 3) == Transcript(candidates: [], words: []))
            #expect(try recognizer.greedyText(ink) == "")
        }
    }

    @Test("a single dot can be read")
    func dot() throws {
        let recognizer = try tinyRecognizer()
        let transcript = try recognizer.recognize([stroke([3, 4])], alternatives: 3)
        #expect(!transcript.candidates.isEmpty)
        #expect(transcript.words.flatMap(\.ranges).allSatisfy { $0 == StrokeRange(stroke: 0, first: 0, last: 0) })
    }

    @Test("an ink smaller than numbers can divide is read", arguments: [1, 8, 2e13].map { $0 * Double.leastNonzeroMagnitude })
    func smallest(_ size: Double) throws {
        let recognizer = try tinyRecognizer()
        for corners in [[0, 0, size, 0, size, size], [0, size, size, 0], [1, 0, 1, size], [0, 0, size, 0]] {
            let ink = [stroke(corners), stroke([size, size], id: 1)]
            #expect(try FeatureExtractor.features(of: ink).values.allSatisfy(\.isFinite))
            let scores = try recognizer.recognize(ink, alternatives: 3).candidates.map(\.score)
            #expect(!scores.isEmpty && scores.allSatisfy { $0?.isFinite == true })
        }
    }

    @Test("samples that are no numbers are refused by their place", arguments: [Double.nan, .infinity, -.infinity, 1e300, -2e9])
    func notNumbers(_ value: Double) throws {
        let recognizer = try tinyRecognizer()
        #expect(throws: RecognitionError.coordinate(stroke: 1, point: 1)) {
            _ = try recognizer.recognize([stroke([0, 0]), stroke([1, 1, 2, value])], alternatives: 1)
        }
        #expect(throws: RecognitionError.coordinate(stroke: 0, point: 0)) { _ = try recognizer.greedyText([stroke([value, 0])]) }
    }

    @Test("more ink than is read at once is refused")
    func tooMuch() throws {
        let recognizer = try tinyRecognizer()
        let long = [Double](repeating: 0, count: 2 * (FeatureExtractor.mostPoints + 1))
        #expect(
            throws: RecognitionError.tooMuchInk(what: "samples", count: FeatureExtractor.mostPoints + 1, limit: FeatureExtractor.mostPoints)
        ) {
            _ = try recognizer.greedyText([stroke(long)])
        }
        let many = [Stroke](repeating: stroke([1, 2]), count: FeatureExtractor.mostStrokes + 1)
        #expect(
            throws: RecognitionError.tooMuchInk(
                what: "strokes", count: FeatureExtractor.mostStrokes + 1, limit: FeatureExtractor.mostStrokes)
        ) {
            _ = try recognizer.greedyText(many)
        }
    }

    @Test("candidates are different, ordered and no more than asked for; the first one's words are given")
    func candidates() throws {
        let recognizer = try tinyRecognizer()
        for expected in try Golden.read("golden") {
            let all = try recognizer.recognize(expected.ink, alternatives: 8)
            #expect(Set(all.candidates.map(\.text)).count == all.candidates.count)
            #expect(all.candidates.compactMap(\.score) == all.candidates.compactMap(\.score).sorted(by: >))
            #expect(all.candidates.count <= 8)
            #expect(all.words.map(\.text).joined(separator: " ") == all.text)
            let one = try recognizer.recognize(expected.ink, alternatives: 1)
            #expect(one.candidates == Array(all.candidates.prefix(1)))
        }
    }

    @Test("where the ink lies and how large it is does not matter")
    func invariance() throws {
        let network = try tinyRecognizer()
        let ink = try #require(try Golden.read("golden").first { $0.name == "three strokes and a dot" }).ink
        let moved = ink.map { Stroke(id: $0.id, points: $0.points.map { InkPoint(x: $0.x * 64 + 4096, y: $0.y * 64 - 512) }) }
        #expect(try network.greedyText(ink) == network.greedyText(moved))
        let (a, b) = (try FeatureExtractor.features(of: ink), try FeatureExtractor.features(of: moved))
        #expect(zip(a.values, b.values).allSatisfy { abs($0 - $1) < 1e-5 } && a.rows == b.rows)
    }

    @Test("rows know the samples they come from")
    func positions() throws {
        let ink = [stroke([0, 0, 10, 0, 10, 10]), stroke([]), stroke([20, 5])]
        let features = try FeatureExtractor.features(of: ink)
        #expect(Set(features.stroke) == [0, 2])
        let first = features.position.indices.filter { features.stroke[$0] == 0 }.map { features.position[$0] }
        #expect(first.first == 0 && first.last == 2)
        #expect(first == first.sorted())
        #expect(features.position.indices.filter { features.stroke[$0] == 2 }.allSatisfy { features.position[$0] == 0 })
    }
}
