internal import Ink

/// The type metrics for the words of a handwritten line: one size, along the slope of the line.
struct TypesetLineMetrics {
    let xHeight: Double
    private let baseline: Double

    /// - Parameter textHeight: the typical height of the line's tall letters, used if no letter gives a better measure.
    init(_ line: LineState, textHeight: Double) {
        // typeset words on the line determine the size of the words beside them
        let typeset = line.words.filter { $0.typeset != nil }
        let words = typeset.isEmpty ? line.words : typeset
        xHeight = Self.middle(words.compactMap(\.xHeight)) ?? max(0.5 * textHeight, .leastNormalMagnitude)
        baseline = Self.middle(words.compactMap(\.baseline)) ?? (line.box.bottom - 0.2 * line.box.height)
    }

    /// Returns the baseline of a word. This is the line's baseline, unless the word's own baseline is far from it because the line slopes.
    func baseline(of word: LineWord) -> Double {
        guard let own = word.baseline else { return baseline }
        return abs(own - baseline) < 0.5 * xHeight ? baseline : own
    }

    static func middle(_ values: [Double]) -> Double? {
        let sorted = values.filter { $0.isFinite && $0 != 0 }.sorted()
        return sorted.isEmpty ? nil : sorted[sorted.count / 2]
    }
}

/// Typeset lines as in print: one size, even gaps, and a common left edge.
struct TypesetPage {
    /// The lines from top to bottom, each from left to right.
    let lines: [[TypesetWord]]

    /// Creates a page from lines of words, each from left to right.
    init(_ lines: [[TypesetWord]]) {
        let all = lines.flatMap { $0 }
        guard let xHeight = TypesetLineMetrics.middle(all.map(\.xHeight)), let left = all.map(\.box.x).min() else {
            self.lines = lines
            return
        }
        self.lines = lines.map { line in
            guard let first = line.first, let baseline = TypesetLineMetrics.middle(line.map(\.baseline)) else { return line }
            // an indent must be larger than the variation of handwriting
            var x = first.box.x - left < 2 * xHeight ? left : first.box.x
            return line.map { word in
                let width = TypesetMetrics.width(of: word.text, xHeight: xHeight)
                defer { x += width + TypesetMetrics.space * xHeight }
                return word.set(x: x, width: width, baseline: baseline, xHeight: xHeight)
            }
        }
    }
}
