import Ink

/// Gives every sample of an ink to one word of what was read.
///
/// The alignment says at which rows of the features each word begins and ends. A boundary between two words goes where the pen was
/// lifted near there, at the widest jump to the right; a stroke is cut only if there is no such place. Strokes that came late (the
/// dot of an i, the bar of a t) go to the word over or under which they lie.
struct WordSplitter {
    /// How many steps beyond its characters' own a boundary may be moved to a pen lift.
    private static let slack = 2

    let strokes: [Stroke]
    let features: Features
    let rowsPerStep: Int

    /// A word as the alignment has it: rows of its first and last character, and of every character.
    private struct Span {
        var text: String
        var characters: [Int]
        var first: Int
        var last: Int
    }

    /// The words of the text that `classes` spell, with their samples and boxes; none if it has no word.
    ///
    /// - Parameter steps: The steps of every class, as `Alignment` gives them.
    func words(_ classes: [Int], steps: [ClosedRange<Int>], alphabet: Alphabet) -> [TranscribedWord] {
        let spans = spans(classes, steps, alphabet)
        guard !spans.isEmpty, features.rows > 0 else { return [] }
        let cuts = boundaries(spans)
        var owners = [[StrokeRange]](repeating: [], count: spans.count)
        var whole: [(stroke: Int, word: Int, hasCharacter: Bool)] = []
        let characters = Set(spans.flatMap(\.characters).map { features.stroke[$0] })
        for (stroke, rows) in strokeRows() {
            let runs = split(stroke, rows, cuts)
            for run in runs { owners[run.word].append(run.range) }
            if runs.count == 1 { whole.append((stroke, runs[0].word, characters.contains(stroke))) }
        }
        for (stroke, word, hasCharacter) in whole where !hasCharacter { moveIfLate(stroke, from: word, &owners) }
        return zip(spans, owners).map { span, ranges in
            let ranges = ranges.sorted { ($0.stroke, $0.first) < ($1.stroke, $1.first) }
            return TranscribedWord(text: span.text, box: box(ranges), ranges: ranges)
        }
    }

    private func spans(_ classes: [Int], _ steps: [ClosedRange<Int>], _ alphabet: Alphabet) -> [Span] {
        var spans: [Span] = []
        var word: [Int] = []
        func row(_ step: Int) -> Int { min(step * rowsPerStep, features.rows - 1) }
        func finish() {
            defer { word = [] }
            guard let first = word.first, let last = word.last else { return }
            spans.append(
                Span(
                    text: alphabet.text(word.map { classes[$0] }),
                    characters: word.map { row((steps[$0].lowerBound + steps[$0].upperBound) / 2) },
                    first: row(steps[first].lowerBound), last: row(steps[last].upperBound)))
        }
        for index in classes.indices.prefix(steps.count) {
            if classes[index] == alphabet.space { finish() } else { word.append(index) }
        }
        finish()
        return spans
    }

    /// The first row of every word but the first; never falling.
    private func boundaries(_ spans: [Span]) -> [Int] {
        var cuts: [Int] = []
        for (a, b) in zip(spans, spans.dropFirst()) {
            let middle = (a.last + b.first + 1) / 2
            let reach = Self.slack * rowsPerStep
            let low = max(cuts.last ?? 0, a.first, a.last - reach) + 1
            let high = min(features.rows - 1, b.last, b.first + reach)
            var cut = max(middle, low)
            var most = -Float.infinity
            for row in low..<max(low, high + 1) where features.isStart(row) {
                let worth = features.jump(row) - 0.1 * Float(abs(row - middle)) / Float(rowsPerStep)
                if worth > most { (cut, most) = (row, worth) }
            }
            cuts.append(cut)
        }
        return cuts
    }

    /// Every stroke that has samples, and its rows.
    private func strokeRows() -> [(stroke: Int, rows: Range<Int>)] {
        var result: [(stroke: Int, rows: Range<Int>)] = []
        var first = 0
        for row in 1...features.rows where row == features.rows || features.isStart(row) {
            result.append((features.stroke[first], first..<row))
            first = row
        }
        return result
    }

    /// The stroke's samples by the word they belong to, cut where a boundary lies within its rows.
    private func split(_ stroke: Int, _ rows: Range<Int>, _ cuts: [Int]) -> [(word: Int, range: StrokeRange)] {
        let count = strokes[stroke].points.count
        var result: [(word: Int, range: StrokeRange)] = []
        var word = cuts.prefix { $0 <= rows.lowerBound }.count
        var first = 0
        for cut in cuts.dropFirst(word) where cut < rows.upperBound {
            let sample = min(max(Int(features.position[cut].rounded(.up)), first), count)
            if sample > first { result.append((word, StrokeRange(stroke: stroke, first: first, last: sample - 1))) }
            first = sample
            word += 1
        }
        if first < count { result.append((word, StrokeRange(stroke: stroke, first: first, last: count - 1))) }
        return result
    }

    private func moveIfLate(_ stroke: Int, from word: Int, _ owners: inout [[StrokeRange]]) {
        guard let own = strokes[stroke].bounds else { return }
        let others = owners[word].filter { $0.stroke != stroke }
        let centre = own.x + own.width / 2
        func holds(_ box: Box) -> Bool { box.x <= centre && centre <= box.right && box.intersects(own, margin: box.height / 2) }
        guard let rest = box(others), !holds(rest) else { return }
        for other in owners.indices where other != word {
            guard let place = box(owners[other]), holds(place) else { continue }
            owners[other] += owners[word].filter { $0.stroke == stroke }
            owners[word] = others
            return
        }
    }

    private func box(_ ranges: [StrokeRange]) -> Box? {
        Box(around: ranges.lazy.flatMap { strokes[$0.stroke].points[$0.first...$0.last] })
    }
}
