internal import Ink

/// Finds possible formulas in the text of a page, from the readings of its lines and the positions of their strokes.
///
/// The finder is too inclusive on purpose: formula recognition reads its results, and decides. A possible formula consists of words with
/// mathematical signs, of words with a low confidence, because the text recognizer cannot read formulas, and of fraction bars with writing
/// above and below them. Neighboring writing belongs to the same formula, because the text layout separates fractions and limits into
/// lines.
struct FormulaFinder {
    /// The lines of the page, with final readings.
    let lines: [LineState]
    /// The boxes of all strokes of the lines, and of straight strokes near the lines that are classified as drawings.
    let boxes: [StrokeID: Box]
    /// The usual height of the handwriting.
    let height: Double

    /// Neighboring words of a line, without any word that certainly belongs to a language; or a bar on no line.
    private struct Run {
        let words: [LineWord]
        let strokes: Set<StrokeID>
        let box: Box
        /// Whether the line has no other words.
        let isWholeLine: Bool
        /// Whether the text contains operators or other signs of a formula.
        let isFormula: Bool
        /// Whether one of the words has a low confidence.
        let isUnsure: Bool
    }

    /// The maximum vertical gap (`across`) and horizontal gap (`along`) within a formula of several lines, and the minimum width of a bar,
    /// as fractions of the usual height.
    private static let (across, along, bar) = (0.45, 0.8, 0.6)
    /// The confidence below which a word is uncertain: in UNIPEN's development lines, 2 % of the correctly recognized words have a
    /// confidence below 0.57.
    private static let unsure = 0.5
    /// Maximum number of characters of an operand: a word next to an operator that may be a row of letters.
    private static let longestOperand = 4
    /// The minimum number of strokes of a formula: 1+1 in cursive writing has three.
    private static let fewest = 3
    /// Maximum number of runs examined on a page.
    private static let mostRuns = 400

    /// Strokes that may be a formula.
    struct Group: Hashable {
        let strokes: Set<StrokeID>
        /// Whether the words look like a formula, or the strokes contain a fraction. If false, only the low confidence of the words
        /// suggests a formula.
        let isLikely: Bool
    }

    /// Returns possible formulas. Each stroke belongs to at most one possible formula.
    func groups() -> [Group] {
        guard height > 0 else { return [] }
        let runs = Array((lines.flatMap(runs) + looseBars).suffix(Self.mostRuns))
        let groups = components(of: runs).compactMap(group).filter { (Self.fewest...FormulaGroups.mostStrokes).contains($0.strokes.count) }
        return groups.sorted { ($0.strokes.min() ?? StrokeID(0)) < ($1.strokes.min() ?? StrokeID(0)) }
    }

    private func runs(of line: LineState) -> [Run] {
        let words = line.words.filter { $0.box != nil && $0.typeset == nil && !$0.ranges.isEmpty }
        return words.indices.split { !mayBePart(words[$0]) }.compactMap { part in
            let run = part.count == words.count ? words : Array(words[withOperands(inner(part, of: words), of: words)])
            guard let box = run.compactMap(\.box).reduce(nil, { (sum: Box?, next) in sum?.union(next) ?? next }) else { return nil }
            return Run(
                words: run, strokes: Set(run.flatMap(\.strokes)), box: box, isWholeLine: run.count == line.words.count,
                isFormula: MathematicalText.isFormula(run.map(\.text).joined(separator: " ")), isUnsure: run.contains(where: isUnsure))
        }
    }

    /// Returns the range of words without the words of ordinary text at both ends.
    private func inner(_ part: Range<Int>, of words: [LineWord]) -> Range<Int> {
        func isOutside(_ place: Int) -> Bool {
            let text = words[place].text
            guard !MathematicalText.isPunctuation(text) else { return true }
            let next = place + 1 < part.upperBound ? words[place + 1].text : ""
            return MathematicalText.isWord(text) && !MathematicalText.beginsWithSign(next)
                || isUnsure(words[place]) && MathematicalText.isLetters(text)
        }
        let first = part.first { !isOutside($0) } ?? part.upperBound
        let last = part.last { !isOutside($0) } ?? first - 1
        return first..<max(first, last + 1)
    }

    /// Returns the range of words, extended by a short operand before an operator at its start, and after an operator at its end.
    private func withOperands(_ part: Range<Int>, of words: [LineWord]) -> Range<Int> {
        guard !part.isEmpty else { return part }
        var part = part
        func isOperand(_ place: Int) -> Bool { words.indices.contains(place) && words[place].text.count <= Self.longestOperand }
        if MathematicalText.beginsWithSign(words[part.lowerBound].text), isOperand(part.lowerBound - 1) {
            part = (part.lowerBound - 1)..<part.upperBound
        }
        if MathematicalText.endsWithSign(words[part.upperBound - 1].text), isOperand(part.upperBound) {
            part = part.lowerBound..<(part.upperBound + 1)
        }
        return part
    }

    private func mayBePart(_ word: LineWord) -> Bool { isUnsure(word) || MathematicalText.mayBePart(word.text) }

    private func isUnsure(_ word: LineWord) -> Bool { !word.isChosen && (word.confidence ?? 1) < Self.unsure }

    /// The bars on no line.
    private var looseBars: [Run] {
        let taken = Set(lines.flatMap { $0.words.flatMap(\.strokes) })
        return boxes.filter { !taken.contains($0.key) && isBar($0.value) }.sorted { $0.key < $1.key }.map { stroke, box in
            Run(words: [], strokes: [stroke], box: box, isWholeLine: true, isFormula: false, isUnsure: false)
        }
    }

    private func isBar(_ box: Box) -> Bool { box.width >= Self.bar * height && box.height <= 0.25 * box.width }

    // MARK: grouping

    private func components(of runs: [Run]) -> [[Run]] {
        var sets = DisjointSets(count: runs.count)
        for b in runs.indices {
            for a in 0..<b where belongTogether(runs[a], runs[b]) { sets.join(a, b) }
        }
        return sets.groups.map { $0.map { runs[$0] } }
    }

    private func belongTogether(_ a: Run, _ b: Run) -> Bool {
        // two formulas of similar size, one below the other, are separate
        if a.isFormula, b.isFormula, min(a.box.height, b.box.height) > 0.75 * max(a.box.height, b.box.height) { return false }
        let across = max(0, b.box.y - a.box.bottom, a.box.y - b.box.bottom)
        let along = max(0, b.box.x - a.box.right, a.box.x - b.box.right)
        return across <= Self.across * height && along <= Self.along * height
    }

    /// Returns the strokes of the runs as a possible formula; nil if nothing indicates a formula.
    private func group(_ runs: [Run]) -> Group? {
        let strokes = runs.reduce(into: Set<StrokeID>()) { $0.formUnion($1.strokes) }
        let isDisplayed = runs.allSatisfy(\.isWholeLine)
        let isLikely = runs.contains(where: \.isFormula) || hasFraction(strokes)
        guard isLikely || runs.contains(where: \.isUnsure) && (isDisplayed || hasSign(runs)) else { return nil }
        return Group(strokes: strokes, isLikely: isLikely)
    }

    private func hasSign(_ runs: [Run]) -> Bool { runs.contains { $0.words.contains { MathematicalText.hasSign($0.text) } } }

    // MARK: fractions

    /// Whether a bar has strokes above and below it.
    private func hasFraction(_ strokes: Set<StrokeID>) -> Bool {
        let own = boxes.filter { strokes.contains($0.key) }
        return own.contains { stroke, bar in
            guard isBar(bar) else { return false }
            let margin = 0.3 * height
            let others = own.filter { $0.key != stroke }.map(\.value)
            let column = others.filter { $0.x >= bar.x - margin && $0.right <= bar.right + margin }
            let middle = bar.y + bar.height / 2
            let over = column.filter { $0.y + $0.height / 2 < middle && bar.y - $0.bottom < Self.across * height }
            let under = column.filter { $0.y + $0.height / 2 >= middle && $0.y - bar.bottom < Self.across * height }
            return isOperand(over) && isOperand(under)
        }
    }

    /// Whether a box is large enough for an operand: larger than a dot, and higher than the second line of an equals sign.
    private func isOperand(_ boxes: [Box]) -> Bool {
        boxes.contains { max($0.height, 0.3 * $0.width) >= 0.35 * height && $0.height > 0.25 * $0.width }
    }
}
