import Ink
import Testing

@testable import Recognition

@Suite("Baseline")
struct BaselineTests {
    /// A line of letters one unit apart that rises by `slope`, boxes as the letters' kinds have them; x-height 2.
    private func line(_ words: [String], slope: Double = 0, sunk: [Double] = []) -> (segments: [Segment], boxes: [Box?]) {
        var (segments, boxes, x) = ([Segment](), [Box?](), 0.0)
        for (word, text) in words.enumerated() {
            for character in text {
                let bottom = 10 + slope * (x + 0.5) + (sunk.isEmpty ? 0 : sunk[word])
                let top = bottom - ("bdfhklt".contains(character) ? 4 : 2)
                let low = "gpqy".contains(character) ? bottom + 1.5 : bottom
                segments.append(Segment(label: 1, text: String(character), word: word, steps: 0...0))
                boxes.append(character == "'" ? Box(x: x, y: top - 3, width: 1, height: 1) : Box(x: x, y: top, width: 1, height: low - top))
                x += 1
            }
            x += 2
        }
        return (segments, boxes)
    }

    @Test("letters that hang below the line or over it do not move it")
    func level() throws {
        let (segments, boxes) = line(["gypsy", "pupa's", "quay"])
        let baseline = Baseline(segments, boxes: boxes)
        for word in 0..<3 {
            let found = baseline.measures(of: word, at: 5)
            #expect(try abs(#require(found.baseline) - 10) < 1e-9)
            #expect(try abs(#require(found.xHeight) - 2) < 1e-9)
        }
    }

    @Test("a slope is followed", arguments: [-0.2, 0.1, 0.3])
    func slope(_ slope: Double) throws {
        let (segments, boxes) = line(["time", "and", "tide", "wait"], slope: slope)
        let baseline = Baseline(segments, boxes: boxes)
        let found = try #require(baseline.measures(of: 2, at: 12).baseline)
        #expect(abs(found - (10 + slope * 12)) < 0.3)
    }

    @Test("a word that lies lower than its line is followed in part")
    func lower() throws {
        let (segments, boxes) = line(["mean", "time", "between"], sunk: [0, 1, 0])
        let baseline = Baseline(segments, boxes: boxes)
        let first = try #require(baseline.measures(of: 0, at: 2).baseline)
        let second = try #require(baseline.measures(of: 1, at: 8).baseline)
        #expect(second > first + 0.4 && second < first + 1.1)
    }

    @Test("what does not stand on a line has no baseline, and what has no small letters no x-height")
    func unknown() {
        let (segments, boxes) = line(["'", "''"])
        #expect(Baseline(segments, boxes: boxes).measures(of: 1, at: 3) == (nil, nil))
        let (tall, tallBoxes) = line(["hll"])
        let found = Baseline(tall, boxes: tallBoxes).measures(of: 0, at: 1)
        #expect(found.baseline == 10 && found.xHeight == nil)
        #expect(Baseline([], boxes: []).measures(of: 0, at: 0) == (nil, nil))
        #expect(Baseline(segments, boxes: [nil, nil, nil]).measures(of: 0, at: 0) == (nil, nil))
    }
}
