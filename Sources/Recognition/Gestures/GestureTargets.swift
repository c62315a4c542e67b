import Ink

/// The targets of a gesture: the words and samples that it covers, or the position between words to which it points.
struct GestureTargets {
    /// A word with its box and its index in the context.
    private struct WordInk {
        var index: Int
        var box: Box
        var word: TranscribedWord
        var middle: Double { box.y + box.height / 2 }
    }

    /// The minimum covered fraction of a targeted word.
    private static let leastCoverage = 0.2
    /// The minimum covered fraction of a word targeted by a surrounding line, which is drawn carefully around single letters too.
    private static let leastSurrounded = 0.1

    private let shape: GestureShape
    private let strokes: [Stroke]
    private let words: [WordInk]

    /// Creates the targets of a gesture over a context.
    init(shape: GestureShape, context: TextContext) {
        self.shape = shape
        strokes = context.strokes
        words = context.words.enumerated().compactMap { index, word in
            let box = Box(around: word.ranges.lazy.flatMap { context.strokes[$0.stroke].points[$0.first...$0.last] })
            return box.map { WordInk(index: index, box: $0, word: word) }
        }
    }

    /// Returns the gesture with its targets; nil if it has no targets.
    func reading(_ kind: GestureKind, score: Double) -> GestureReading? {
        switch kind {
        case .join, .split, .insert: pointing(kind, score)
        case .surround: covering(kind, score, of: words, least: Self.leastSurrounded) { shape.encloses($0) }
        case .scratchOut:
            covering(kind, score, of: words, least: Self.leastCoverage) {
                shape.extent.left <= $0.x && $0.x <= shape.extent.right && shape.extent.top <= $0.y && $0.y <= shape.extent.bottom
            }
        case .strikethrough, .underline:
            covering(kind, score, of: line(under: kind == .underline), least: Self.leastCoverage) {
                shape.extent.left <= $0.x && $0.x <= shape.extent.right
            }
        }
    }

    private func covering(
        _ kind: GestureKind, _ score: Double, of words: [WordInk], least: Double, where isBeneath: (Position) -> Bool
    ) -> GestureReading? {
        let touched = words.map { ($0, coverage($0, isBeneath)) }.filter { $0.1 > 0 }
        let most = touched.map(\.1).max() ?? 0
        // if all fractions are small, the largest counts: a gesture over a small part of a long word targets that part
        let meant = touched.filter { $0.1 >= min(least, most) }
        guard !meant.isEmpty else { return nil }
        return GestureReading(
            kind: kind, score: score, words: meant.map { TouchedWord(index: $0.0.index, coverage: $0.1) },
            ranges: meant.flatMap { ranges($0.0, isBeneath) }, insertion: nil)
    }

    /// Returns the covered fraction of a word's ink, with a small weight for dots.
    private func coverage(_ word: WordInk, _ isBeneath: (Position) -> Bool) -> Double {
        var (beneath, all) = (0.0, 0.0)
        let dot = 0.01 * shape.textHeight
        for range in word.word.ranges {
            let positions = strokes[range.stroke].points[range.first...range.last].map { Position(x: $0.x, y: $0.y) }
            for (index, position) in positions.enumerated() {
                let weight = dot + (index > 0 ? positions[index - 1].distance(to: position) : 0)
                all += weight
                if isBeneath(position) { beneath += weight }
            }
        }
        return all > 0 ? beneath / all : 0
    }

    private func ranges(_ word: WordInk, _ isBeneath: (Position) -> Bool) -> [StrokeRange] {
        var result: [StrokeRange] = []
        for range in word.word.ranges {
            var isOpen = false
            for index in range.first...range.last {
                let point = strokes[range.stroke].points[index]
                let isIn = isBeneath(Position(x: point.x, y: point.y))
                if isIn, isOpen {
                    result[result.count - 1].last = index
                } else if isIn {
                    result.append(StrokeRange(stroke: range.stroke, first: index, last: index))
                }
                isOpen = isIn
            }
        }
        return result
    }

    /// Returns the words of the text line along which a horizontal gesture runs: the nearest words, without words of other lines.
    private func line(under isUnder: Bool) -> [WordInk] {
        let (h, y) = (shape.textHeight, shape.center.y)
        let near = words.compactMap { word -> (word: WordInk, distance: Double)? in
            guard word.box.x <= shape.extent.right, shape.extent.left <= word.box.right else { return nil }
            let level = word.word.baseline ?? (word.middle + 0.5 * h)
            // an underline belongs to the line above it
            let distance = isUnder ? y - level : abs(y - level + 0.5 * h)
            return distance > -h ? (word, abs(distance)) : nil
        }
        guard let least = near.map(\.distance).min() else { return [] }
        return near.filter { $0.distance < least + 0.8 * h }.map(\.word)
    }

    private func pointing(_ kind: GestureKind, _ score: Double) -> GestureReading? {
        let tip = kind == .insert ? tip : shape.center
        func distance(_ word: WordInk) -> Double {
            max(word.box.x - tip.x, tip.x - word.box.right, 0) + max(word.box.y - tip.y, tip.y - word.box.bottom, 0)
        }
        guard let nearest = words.min(by: { distance($0) < distance($1) }) else { return nil }
        let line = words.filter { $0.box.y <= nearest.middle && nearest.middle <= $0.box.bottom || $0.index == nearest.index }
        let left = line.filter { $0.box.x + $0.box.width / 2 <= tip.x }.max { $0.box.x < $1.box.x }
        let right = line.filter { $0.box.x + $0.box.width / 2 > tip.x }.min { $0.box.x < $1.box.x }
        // a tenth of the text's height at a word's ends belongs to the gap
        let margin = 0.1 * shape.textHeight
        let within = [left, right].compactMap { $0 }.first { $0.box.x + margin < tip.x && tip.x < $0.box.right - margin }
        let touched = within.map { [$0] } ?? [left, right].compactMap { $0 }
        guard let first = touched.last else { return nil }
        let grapheme = within == nil && right != nil ? 0 : grapheme(at: tip.x, in: first)
        return GestureReading(
            kind: kind, score: score, words: touched.map { TouchedWord(index: $0.index, coverage: 1) }, ranges: [],
            insertion: InsertionPoint(word: first.index, grapheme: grapheme, x: tip.x, y: tip.y))
    }

    /// Returns the number of a word's graphemes left of x; nil if the graphemes are unknown.
    private func grapheme(at x: Double, in word: WordInk) -> Int? {
        guard !word.word.graphemes.isEmpty else { return nil }
        let boxes = word.word.graphemes.map { grapheme in
            Box(around: grapheme.ranges.lazy.flatMap { strokes[$0.stroke].points[$0.first...$0.last] })
        }
        return boxes.lastIndex { $0.map { $0.x + $0.width / 2 < x } ?? false }.map { $0 + 1 } ?? 0
    }

    /// The tip of a caret: the point farthest from the chord between its ends.
    private var tip: Position {
        guard let start = shape.points.first, let end = shape.points.last else { return shape.center }
        func distance(_ p: Position) -> Double { abs((end.x - start.x) * (p.y - start.y) - (end.y - start.y) * (p.x - start.x)) }
        return shape.points.max { distance($0) < distance($1) } ?? shape.center
    }
}
