import Ink
import Testing

@testable import Recognition

@Suite("Order of letters")
struct LetterOrderTests {
    /// A letter at a place: a stem of height 10 and a bow to its right.
    private func letter(_ place: Double) -> [Stroke] {
        [stroke([place * 10, 0, place * 10, 10]), stroke([place * 10, 4, place * 10 + 5, 6, place * 10, 10])]
    }

    private func order(_ strokes: [Stroke]) throws -> [Int]? { LetterOrder.sorted(try FeatureExtractor.gather(strokes).ink) }

    @Test("letters in the order of writing stay as they are, and so do late dots and bars")
    func written() throws {
        #expect(try order(letter(0) + letter(1) + letter(2)) == nil)
        let dots = [stroke([0, -3, 0.5, -3]), stroke([11, 5, 16, 5])]
        #expect(try order(letter(0) + letter(1) + letter(2) + dots) == nil)
        #expect(try order([]) == nil && order([stroke([1, 1])]) == nil && order([stroke([0, 0, 9, 0]), stroke([-9, 0, -5, 0])]) == nil)
    }

    @Test("letters written in another order are put from left to right, their strokes together")
    func mixed() throws {
        #expect(try order(letter(2) + letter(0) + letter(1)) == [2, 3, 4, 5, 0, 1])
        // the dot over the letter at 2, drawn last; a comma after the letter at 1, drawn in between
        let comma = stroke([17.5, 10, 17, 12])
        #expect(try order(letter(2) + letter(1) + [comma] + letter(0) + [stroke([21, -3, 21.5, -3])]) == [5, 6, 2, 3, 4, 0, 1, 7])
    }

    @Test("features in order are those of the ink written in order, with the strokes' own numbers")
    func features() throws {
        let ink = [letter(0), letter(1), letter(2)]
        let plain = try FeatureExtractor.features(of: ink.flatMap { $0 })
        let mixed = ink[2] + ink[0] + ink[1]
        #expect(FeatureExtractor.isMixed(mixed) && !FeatureExtractor.isMixed(ink.flatMap { $0 }))
        let sorted = try FeatureExtractor.features(of: mixed, sorted: true)
        #expect(sorted.values == plain.values && sorted.position == plain.position)
        #expect(sorted.stroke == plain.stroke.map { [2, 3, 4, 5, 0, 1][$0] })
        #expect(try FeatureExtractor.features(of: mixed).values != plain.values)
        #expect(!FeatureExtractor.isMixed([stroke([0, .nan])]))
    }

    @Test("every sample of mixed ink belongs to one character")
    func samples() throws {
        let ink = letter(2) + letter(0) + letter(1)
        let transcript = try tinyRecognizer().recognize(ink, alternatives: 2)
        let counts = transcript.words.flatMap(\.ranges).reduce(into: [Int: Int]()) { $0[$1.stroke, default: 0] += $1.last - $1.first + 1 }
        #expect(counts == Dictionary(uniqueKeysWithValues: ink.indices.map { ($0, ink[$0].points.count) }))
    }
}
