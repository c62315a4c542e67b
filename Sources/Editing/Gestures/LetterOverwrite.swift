public import Ink

/// Writing over one letter of a word. The word is then recognized again, with the new strokes in place of the letter's strokes.
///
/// The decision uses geometry alone. Missing an overwritten letter is preferred over replacing a letter by mistake. New strokes replace a
/// letter if they cover it, lie within it, and at least one of them is curved. Bars, slashes, dots, accents and later additions to a letter
/// therefore do not replace the letter.
public enum LetterOverwrite {
    /// A letter that may be written over.
    public struct Letter: Sendable, Hashable {
        /// The box around the letter's ink, in the unit of the ink.
        public let box: Box
        /// The strokes to remove; empty if the letter shares strokes with other letters, or must not be replaced.
        public let strokes: Set<StrokeID>

        /// Creates a letter.
        public init(box: Box, strokes: Set<StrokeID>) { (self.box, self.strokes) = (box, strokes) }
    }

    /// The minimum fraction of the letter's width, and of its height, that the new strokes cover.
    static let leastCoverage = 0.6
    /// The minimum fraction of the new strokes' width that lies within the letter.
    static let leastWidthWithin = 0.7
    /// The minimum fraction of the new strokes' height that lies within the letter. An added ascender or descender extends farther beyond
    /// the letter.
    static let leastHeightWithin = 0.6
    /// The fraction of the letter's size by which the first of several new strokes may extend beyond the letter.
    static let slack = 0.15
    /// The minimum ratio of the new strokes' width to their height. A stem that is drawn once more is narrower.
    static let leastBreadth = 0.3
    /// The minimum ratio of the distance between a stroke's ends to the stroke's length for which the stroke is straight.
    static let straightness = 0.75
    /// Maximum number of sweeps (``Ink/Stroke/sweeps``) of a new stroke. A stroke with more sweeps is taken for a scratch-out, not for a
    /// letter.
    static let mostSweeps = 4
    /// Maximum number of strokes of a letter.
    static let mostStrokes = 4
    /// The minimum fraction of a stroke's samples that a letter must have for the stroke to belong to the letter.
    static let leastShare = 0.7

    /// Returns the letter that strokes replace; nil if the strokes replace no letter, or if the letter must not be replaced.
    /// - Parameters:
    ///   - strokes: all the new strokes.
    ///   - letters: the letters of the word that the strokes cover.
    public static func letter(under strokes: [Stroke], among letters: [Letter]) -> Letter? {
        guard strokes.count <= mostStrokes, let box = Box(around: strokes.flatMap(\.points)),
            box.width >= leastBreadth * box.height, strokes.allSatisfy({ $0.sweeps <= mostSweeps }),
            strokes.contains(where: { !isStraight($0) })
        else { return nil }
        let covered = letters.filter { covers(box, $0.box) }
        // if the strokes cover two letters, either may be meant
        guard covered.count == 1, let letter = covered.first, !letter.strokes.isEmpty else { return nil }
        return letter
    }

    /// Whether a stroke lies within a letter that can be replaced. Such a stroke may be the new letter, or the beginning of the new letter.
    public static func lies(_ stroke: Box, withinAnyOf letters: [Letter]) -> Bool {
        letters.contains { letter in
            guard !letter.strokes.isEmpty else { return false }
            let (dx, dy) = (slack * letter.box.width, slack * letter.box.height)
            let wide = Box(
                x: letter.box.x - dx, y: letter.box.y - dy, width: letter.box.width + 2 * dx, height: letter.box.height + 2 * dy)
            let common = overlap(stroke, wide)
            return common.width >= leastWidthWithin * stroke.width && common.height >= leastHeightWithin * stroke.height
                && common.width >= 0 && common.height > 0
        }
    }

    private static func covers(_ ink: Box, _ letter: Box) -> Bool {
        let common = overlap(ink, letter)
        return common.width > 0 && common.height > 0
            && common.width >= leastCoverage * letter.width && common.height >= leastCoverage * letter.height
            && common.width >= leastWidthWithin * ink.width && common.height >= leastHeightWithin * ink.height
    }

    /// Returns the overlap of two boxes in both directions; negative if they are apart.
    private static func overlap(_ a: Box, _ b: Box) -> (width: Double, height: Double) {
        (min(a.right, b.right) - max(a.x, b.x), min(a.bottom, b.bottom) - max(a.y, b.y))
    }

    /// Whether a stroke is a bar, a slash or a stem.
    private static func isStraight(_ stroke: Stroke) -> Bool {
        guard let box = stroke.bounds else { return true }
        // steps long enough that hand tremor does not lengthen the path
        let places = stroke.points.map { Point(x: $0.x, y: $0.y) }.steps(of: max(box.width, box.height) / 8)
        guard let first = places.first, let last = places.last, places.count > 2 else { return true }
        return first.distance(to: last) >= straightness * places.pathLength
    }
}

extension InkEditor {
    /// Whether the pen rested before this stroke. A stroke without such a pause continues the text, and is not a correction.
    public func followsPause(_ id: StrokeID) -> Bool {
        guard let stroke = content.strokes[id]?.stroke.sampled else { return false }
        return pause(before: stroke).map { $0 >= GestureSnapshot.flow } ?? true
    }

    /// Returns the letters of the last word on a line, each with the strokes to remove if the letter is overwritten. Some letters must not
    /// be replaced and have no strokes: letters that share strokes with others, punctuation, and the first letter of the line, because the
    /// next word may begin there.
    /// - Parameter kept: the strokes whose text is committed to the field. If the word has other strokes, the result is empty.
    public func letters(ofLastWordOn id: LineID, among kept: Set<StrokeID>) -> [LetterOverwrite.Letter] {
        guard let words = line(id)?.words, let word = words.last, word.typeset == nil, kept.isSuperset(of: word.strokes) else { return [] }
        var owners: [StrokeID: Int] = [:]
        for stroke in word.strokes {
            let total = content.strokes[stroke]?.stroke.samplePlaces.count ?? 0
            owners[stroke] = word.graphemes.firstIndex { grapheme in
                let own = grapheme.ranges.filter { $0.stroke == stroke }.reduce(0) { $0 + $1.last - $1.first + 1 }
                return total > 0 && Double(own) >= LetterOverwrite.leastShare * Double(total)
            }
        }
        let marks = layout[id]?.marks.filter { kept.contains($0.stroke) } ?? []
        let left = marks.map(\.box.x).min() ?? 0
        return word.graphemes.enumerated().compactMap { index, grapheme -> LetterOverwrite.Letter? in
            let touched = Set(grapheme.ranges.map(\.stroke))
            let own = touched.filter { owners[$0] == index }
            let isApart = !own.isEmpty && touched.allSatisfy { owners[$0] != nil }
            let boxes = isApart ? marks.filter { own.contains($0.stroke) }.map(\.box) : grapheme.ranges.compactMap { box(of: $0) }
            guard let first = boxes.first else { return nil }
            let around = boxes.dropFirst().reduce(first) { $0.union($1) }
            let isLetter = grapheme.text.allSatisfy { $0.isLetter || $0.isNumber }
            // if a one-letter word were removed, no word would contain the new ink
            let mayGo = isApart && isLetter && around.x > left && own.count < word.strokes.count
            return LetterOverwrite.Letter(box: around, strokes: mayGo ? own : [])
        }
    }

    private func box(of range: WordRange) -> Box? {
        let places = content.strokes[range.stroke]?.stroke.samplePlaces ?? []
        let (first, last) = (max(0, range.first), min(range.last, places.count - 1))
        guard first <= last else { return nil }
        return Box(around: places[first...last].map { InkPoint(x: $0.x, y: $0.y) })
    }
}
