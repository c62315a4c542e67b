import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Words and their samples")
struct WordSplitterTests {
    private let alphabet: Alphabet

    init() throws { alphabet = try Alphabet(" abct") }

    /// A word-like zigzag from x to x + width, a peak every unit.
    private func zigzag(_ x: Double, _ width: Double) -> [Double] {
        (0...Int(width * 2)).flatMap { [x + Double($0) / 2, $0 % 2 == 0 ? 0 : 2.0] }
    }

    /// The words of the text whose character k is read at the row that `rows` gives for it.
    private func words(_ strokes: [Stroke], _ classes: [Int], rows: (Features) -> [Int]) throws -> [TranscribedWord] {
        let features = try FeatureExtractor.features(of: strokes)
        let steps = rows(features).map { ($0 / 4)...($0 / 4) }
        return WordSplitter(strokes: strokes, features: features, rowsPerStep: 4).words(classes, steps: steps, alphabet: alphabet)
    }

    /// The row in the middle of the stroke.
    private func middle(_ stroke: Int, _ features: Features) -> Int {
        let rows = features.stroke.indices.filter { features.stroke[$0] == stroke }
        return rows[rows.count / 2]
    }

    @Test("two words of a stroke each get their own, though the space is read a little off")
    func pair() throws {
        let ink = [stroke(zigzag(0, 8)), stroke(zigzag(14, 8))]
        for late in [-4, 0, 5] {
            let found = try words(ink, [2, 1, 3]) { f in
                let cut = f.stroke.firstIndex(of: 1) ?? 0
                return [middle(0, f), cut + late, middle(1, f)]
            }
            #expect(found.map(\.text) == ["a", "b"])
            #expect(found.map(\.ranges) == [[StrokeRange(stroke: 0, first: 0, last: 16)], [StrokeRange(stroke: 1, first: 0, last: 16)]])
            #expect(found.first?.box == ink[0].bounds)
        }
    }

    @Test("a stroke that spells two words is cut between them")
    func cut() throws {
        let found = try words([stroke(zigzag(0, 20))], [2, 1, 3]) { [$0.rows / 4, $0.rows / 2, $0.rows * 3 / 4] }
        let ranges = found.flatMap(\.ranges)
        try #require(ranges.count == 2)
        #expect(ranges[0].first == 0 && ranges[1].first == ranges[0].last + 1 && ranges[1].last == 40)
        #expect((15...25).contains(ranges[0].last))
    }

    @Test("a bar drawn at the end goes to the word it crosses")
    func lateBar() throws {
        let ink = [stroke(zigzag(0, 8)), stroke(zigzag(14, 8)), stroke([2, 1, 4, 1])]
        let found = try words(ink, [5, 1, 3]) { f in [middle(0, f), f.stroke.firstIndex(of: 1) ?? 0, middle(1, f)] }
        #expect(found.map { $0.ranges.map(\.stroke) } == [[0, 2], [1]])
    }

    @Test("text without a word gives no words")
    func onlySpace() throws {
        #expect(try words([stroke(zigzag(0, 8))], [1]) { _ in [4] }.isEmpty)
        #expect(try words([stroke(zigzag(0, 8))], []) { _ in [] }.isEmpty)
    }

    @Test("every sample belongs to exactly one word, whatever was read where", arguments: 0..<150)
    func everySample(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let ink = (0..<Int.random(in: 1...8, using: &random)).map { id in
            stroke((0..<(2 * Int.random(in: 0...20, using: &random))).map { _ in Double(Int.random(in: -30...90, using: &random)) }, id: id)
        }
        let features = try FeatureExtractor.features(of: ink)
        let count = (features.rows + 3) / 4
        let read = (0..<count).filter { _ in Bool.random(using: &random) }
        let classes = read.map { _ in Int.random(in: 1...3, using: &random) }
        let found = WordSplitter(strokes: ink, features: features, rowsPerStep: 4).words(
            classes, steps: read.map { $0...$0 }, alphabet: alphabet)
        #expect(found.map(\.text) == alphabet.text(classes).split(separator: " ").map(String.init))
        guard !found.isEmpty else { return }
        var owners = ink.map { [Int](repeating: 0, count: $0.points.count) }
        for range in found.flatMap(\.ranges) { for sample in range.first...range.last { owners[range.stroke][sample] += 1 } }
        #expect(owners.allSatisfy { $0.allSatisfy { $0 == 1 } })
    }
}
