import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Characters and their samples")
struct SegmenterTests {
    private let alphabet: Alphabet

    init() throws { alphabet = try Alphabet(" abcti") }

    /// A word-like zigzag from x to x + width, a peak every unit.
    private func zigzag(_ x: Double, _ width: Double) -> [Double] {
        (0...Int(width * 2)).flatMap { [x + Double($0) / 2, $0 % 2 == 0 ? 0 : 2.0] }
    }

    /// The characters of the text whose class k is read at the row that `rows` gives for it.
    private func segments(_ strokes: [Stroke], _ classes: [Int], rows: (Features) -> [Int]) throws -> [Segment] {
        let features = try FeatureExtractor.features(of: strokes)
        let steps = rows(features).map { ($0 / 4)...($0 / 4) }
        let spelled = Segment.spelled(by: classes, steps: steps, count: (features.rows + 3) / 4, alphabet: alphabet)
        return Segmenter(strokes: strokes, features: features, rowsPerStep: 4).divide(spelled)
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
            let found = try segments(ink, [2, 1, 3]) { f in
                let cut = f.stroke.firstIndex(of: 1) ?? 0
                return [middle(0, f), cut + late, middle(1, f)]
            }
            #expect(found.map(\.text) == ["a", "b"])
            #expect(found.map(\.word) == [0, 1])
            #expect(found.map(\.ranges) == [[StrokeRange(stroke: 0, first: 0, last: 16)], [StrokeRange(stroke: 1, first: 0, last: 16)]])
        }
    }

    @Test("a stroke that writes two characters is cut between them")
    func cut() throws {
        for classes in [[2, 1, 3], [2, 3]] {
            let found = try segments([stroke(zigzag(0, 20))], classes) { f in
                classes.count == 3 ? [f.rows / 4, f.rows / 2, f.rows * 3 / 4] : [f.rows / 4, f.rows * 3 / 4]
            }
            let ranges = found.flatMap(\.ranges)
            try #require(ranges.count == 2)
            #expect(ranges[0].first == 0 && ranges[1].first == ranges[0].last + 1 && ranges[1].last == 40)
            #expect((15...25).contains(ranges[0].last))
        }
    }

    @Test("a bar and a dot drawn at the end go to the t and the i on which they sit, in whichever word")
    func late() throws {
        let stem = { (x: Double) in [x, 0, x, 2, x + 0.5, 2] }
        // "ti at", a letter each two units, the bars and the dot last
        let letters = [0.0, 2, 8, 10].map(stem)
        let marks = [[1.6, -0.5, 2, -0.4], [-0.5, 0.5, 0.9, 0.5], [9.4, 0.5, 10.8, 0.5]]
        let ink = (letters + marks).enumerated().map { stroke($1, id: $0) }
        let found = try segments(ink, [5, 6, 1, 2, 5]) { f in
            [middle(0, f), middle(1, f), (f.stroke.firstIndex(of: 2) ?? 0) - 1, middle(2, f), middle(3, f)]
        }
        #expect(found.map { $0.ranges.map(\.stroke) } == [[0, 5], [1, 4], [2], [3, 6]])
    }

    @Test("text without a character has no segments")
    func onlySpace() throws {
        #expect(try segments([stroke(zigzag(0, 8))], [1]) { _ in [4] }.isEmpty)
        #expect(try segments([stroke(zigzag(0, 8))], []) { _ in [] }.isEmpty)
    }

    @Test("without an alignment the characters share the ink evenly")
    func unaligned() throws {
        let found = Segment.spelled(by: [2, 3, 1, 4], steps: nil, count: 8, alphabet: alphabet)
        #expect(found.map(\.steps) == [1...1, 3...3, 7...7])
        #expect(found.map(\.word) == [0, 0, 1])
        #expect(Segment.spelled(by: [2, 3], steps: nil, count: 0, alphabet: alphabet).map(\.steps) == [0...0, 0...0])
    }

    @Test("every sample belongs to exactly one character, whatever was read where", arguments: 0..<150)
    func everySample(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let ink = randomInk(&random)
        let features = try FeatureExtractor.features(of: ink)
        let count = (features.rows + 3) / 4
        let read = (0..<count).filter { _ in Bool.random(using: &random) }
        let classes = read.map { _ in Int.random(in: 1...6, using: &random) }
        let steps = Bool.random(using: &random) ? read.map { $0...$0 } : nil
        let spelled = Segment.spelled(by: classes, steps: steps, count: count, alphabet: alphabet)
        let found = Segmenter(strokes: ink, features: features, rowsPerStep: 4).divide(spelled)
        #expect(found.map(\.text).joined() == alphabet.text(classes).filter { $0 != " " })
        guard !found.isEmpty else { return }
        #expect(owners(of: found.map(\.ranges), in: ink).allSatisfy { $0.allSatisfy { $0 == 1 } })
    }
}

/// A few strokes of a few samples anywhere.
func randomInk(_ random: inout SeededGenerator) -> [Stroke] {
    (0..<Int.random(in: 1...8, using: &random)).map { id in
        stroke((0..<(2 * Int.random(in: 0...20, using: &random))).map { _ in Double(Int.random(in: -30...90, using: &random)) }, id: id)
    }
}

/// The number of ranges that hold each sample of the ink.
func owners(of ranges: [[StrokeRange]], in ink: [Stroke]) -> [[Int]] {
    var owners = ink.map { [Int](repeating: 0, count: $0.points.count) }
    for range in ranges.joined() { for sample in range.first...range.last { owners[range.stroke][sample] += 1 } }
    return owners
}
