internal import Ink

/// One or two small strokes that were written last, to the right of all other ink, which may be punctuation by their form and position.
struct EndMarks {
    /// The indices of the strokes, in order.
    let strokes: [Int]

    /// The bounding box of each stroke.
    private let boxes: [Box]
    /// The right edge of all other ink.
    private let edge: Double
    /// The box around the previous stroke, if it is also to the right of all others.
    private let before: Box?

    /// The maximum width of a mark, in heights of the writing: a hyphen after small letters.
    private static let widest = 1.5
    /// The distance of the marks from the writing, in heights of small letters: the dot of a slanting i is nearer, the next word farther.
    private static let distance = 0.1...1.2
    /// The size, in heights of small letters, below which a previous stroke also belongs to the marks: three dots, or a longer punctuation
    /// mark.
    private static let smallest = 0.7
    /// Letters with a dot, which may be drawn too far to the right, even beyond the next letter.
    private static let dotted = Set("ij".unicodeScalars)
    /// Letters with a bar or an arm, which may extend to the right.
    private static let barred = Set("ftkFTK".unicodeScalars)

    /// Selects the last one or two strokes; nil if they are not small, or not to the right of all others.
    init?(_ ink: [Stroke], count: Int) {
        let written = ink.indices.compactMap { index in Box(around: ink[index].points).map { (stroke: index, box: $0) } }
        guard let edge = Self.edge(of: written.map(\.box), marks: count) else { return nil }
        (strokes, boxes, self.edge) = (written.suffix(count).map(\.stroke), written.suffix(count).map(\.box), edge)
        before = Self.edge(of: written.map(\.box), marks: count + 1) == nil ? nil : written.dropLast(count).last?.box
    }

    /// Returns the right edge of all boxes except the last `count`; nil unless the last ones are small and to the right of that edge.
    private static func edge(of boxes: [Box], marks count: Int) -> Double? {
        let others = boxes.dropLast(count)
        guard let edge = others.map(\.right).max(), let height = others.map(\.height).selfWeightedMean else { return nil }
        let areMarks = boxes.suffix(count).allSatisfy { $0.x > edge && $0.height < height && $0.width < widest * height }
        return areMarks ? edge : nil
    }

    /// A mark's size and position, in heights of small letters. Positions are measured upward from the baseline.
    private struct Mark {
        var width: Double
        var height: Double
        var bottom: Double

        var top: Double { bottom + height }
        var middle: Double { bottom + height / 2 }
        var size: Double { max(width, height) }

        var isStop: Bool { size <= 0.25 && (-0.25...0.3).contains(middle) }
        var isComma: Bool {
            !isStop && height >= 0.8 * width && height <= 0.8 && (0...0.5).contains(top) && (-0.8...0.1).contains(bottom)
        }
        var isTick: Bool { height >= width && (0.2...1.2).contains(height) && bottom >= 0.7 }
        var isUpperDot: Bool { size <= 0.35 && (0.4...1.2).contains(middle) }
        func isDash(below top: Double) -> Bool { width >= 0.35 && height <= 0.45 * width && (0.2...top).contains(middle) }
    }

    /// Returns the punctuation that the strokes form after a word that was read without them. Returns nil if they do not look like
    /// punctuation, or may be the dot, bar or accent of a letter.
    ///
    /// - Parameters:
    ///   - word: The text of the word before the strokes.
    ///   - baseline: The y of the baseline at the end of the word.
    ///   - xHeight: The height of small letters; positive.
    func sign(behind word: String, baseline: Double, xHeight: Double) -> Unicode.Scalar? {
        guard let letter = word.unicodeScalars.last, letter.properties.isAlphabetic,
            let left = boxes.map(\.x).min(), Self.distance.contains((left - edge) / xHeight)
        else { return nil }
        if let before, max(before.width, before.height) < Self.smallest * xHeight { return nil }
        let marks = boxes.map { Mark(width: $0.width / xHeight, height: $0.height / xHeight, bottom: (baseline - $0.bottom) / xHeight) }
        // any letter beyond ASCII may have an accent
        let hasMark = word.unicodeScalars.suffix(2).contains { Self.dotted.contains($0) || !$0.isASCII }
        guard let last = marks.last else { return nil }
        guard marks.count > 1 else {
            if last.isStop { return "." }
            if last.isComma { return "," }
            if last.isTick { return hasMark ? nil : "'" }
            return last.isDash(below: Self.barred.contains(letter) ? 0.65 : 0.85) ? "-" : nil
        }
        if marks.allSatisfy(\.isTick) { return hasMark ? nil : "\"" }
        guard marks[0].isUpperDot, abs(boxes[0].x - boxes[1].x) <= 0.5 * xHeight else { return nil }
        return last.isStop ? ":" : last.isComma ? ";" : nil
    }
}
