internal import FormulaLayout
internal import Ink

/// Finds what may be formulas among the writing of a page, by what its lines were read as and by where their strokes stand.
///
/// It finds more than there is: what it finds is read as a formula, and that reading decides. Two things are looked for: words that have
/// the signs of a formula, and fractions' bars with something over and under them, which lines of text part.
struct FormulaFinder {
    /// The lines of the page, with final readings.
    let lines: [LineState]
    /// The boxes of all strokes of these lines, and of the straight strokes beside them that were taken for drawings.
    let boxes: [StrokeID: Box]
    /// The usual height of the writing.
    let height: Double

    /// A word, and where it stands.
    private struct Token {
        let text: String
        let strokes: Set<StrokeID>
        let box: Box
        let isMathematics: Bool
    }

    /// Of the usual height: the gap between a bar and what is over or under it, the widths of bars, and the gap to what stands beside it.
    private static let (stack, bar, beside) = (0.45, 0.6, 1.5)
    /// The strokes of the smallest formula: 1+1 in joined writing has three.
    private static let fewest = 3
    /// Bars that are looked at in one page.
    private static let mostBars = 100

    /// Groups of strokes, each of which may be a formula, none of which share a stroke.
    func groups() -> [Set<StrokeID>] {
        guard height > 0 else { return [] }
        let tokens = lines.map(tokens)
        let all = tokens.flatMap { $0 }
        var groups = tokens.flatMap(runs)
        for bar in bars() {
            guard let stack = stack(at: bar, among: all) else { continue }
            groups.append(stack)
        }
        groups = groups.map { withLimits($0, tokens) }
        return Self.joined(groups).filter { (Self.fewest...FormulaGroups.mostStrokes).contains($0.count) }.sorted {
            ($0.min() ?? StrokeID(0)) < ($1.min() ?? StrokeID(0))
        }
    }

    private func tokens(of line: LineState) -> [Token] {
        line.words.compactMap { word in
            guard let box = word.box, word.typeset == nil, !word.ranges.isEmpty else { return nil }
            return Token(text: word.text, strokes: Set(word.strokes), box: box, isMathematics: MathematicalText.mayBePart(word.text))
        }
    }

    /// The strokes of neighbouring words that together say what a formula says.
    private func runs(of tokens: [Token]) -> [Set<StrokeID>] {
        var runs: [Set<StrokeID>] = []
        for slice in tokens.split(whereSeparator: { !$0.isMathematics }) {
            let run = MathematicalText.trimmed(Array(slice), \.text)
            guard MathematicalText.isFormula(run.map(\.text).joined(separator: " ")) else { continue }
            runs.append(Set(run.flatMap(\.strokes)))
        }
        return runs
    }

    // MARK: fractions

    /// Level strokes that are much wider than high.
    private func bars() -> [(stroke: StrokeID, box: Box)] {
        let bars = boxes.filter { $0.value.width >= Self.bar * height && $0.value.height <= 0.25 * $0.value.width }
        return bars.map { (stroke: $0.key, box: $0.value) }.sorted { $0.stroke < $1.stroke }.suffix(Self.mostBars)
    }

    /// A bar with what is over and under it, and the signs beside it; nil where it is no fraction's.
    private func stack(at bar: (stroke: StrokeID, box: Box), among tokens: [Token]) -> Set<StrokeID>? {
        let margin = 0.3 * height
        let column = boxes.filter { id, box in
            id != bar.stroke && box.x >= bar.box.x - margin && box.right <= bar.box.right + margin
        }
        let middle = bar.box.y + bar.box.height / 2
        let over = grown(column.filter { $0.value.y + $0.value.height / 2 < middle }, from: bar.box)
        let under = grown(column.filter { $0.value.y + $0.value.height / 2 >= middle }, from: bar.box)
        guard isOperand(over), isOperand(under) else { return nil }
        var group = Set(over.keys).union(under.keys).union([bar.stroke])
        // a word over or under a line is underlined
        let held = tokens.filter { !$0.strokes.isDisjoint(with: group) }
        guard held.allSatisfy(\.isMathematics), held.contains(where: { $0.text.contains(where: \.isNumber) }) || group.count > 3 else {
            return nil
        }
        var box = bar.box
        let row = tokens.filter { abs($0.box.y + $0.box.height / 2 - middle) < 0.8 * height && $0.isMathematics }
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for token in row where !token.strokes.isSubset(of: group) && gap(token.box, box) < Self.beside * height {
                group.formUnion(token.strokes)
                box = box.union(token.box)
                isGrowing = true
            }
        }
        return group
    }

    /// The strokes that stand on a bar, or hang on it, one close to the other.
    private func grown(_ strokes: [StrokeID: Box], from bar: Box) -> [StrokeID: Box] {
        var (taken, top, bottom) = ([StrokeID: Box](), bar.y, bar.bottom)
        let nearest = strokes.sorted {
            (distance($0.value, bar.y, bar.bottom), $0.key) < (distance($1.value, bar.y, bar.bottom), $1.key)
        }
        for (id, box) in nearest where distance(box, top, bottom) <= Self.stack * height {
            taken[id] = box
            (top, bottom) = (min(top, box.y), max(bottom, box.bottom))
        }
        return taken
    }

    /// Something stands there that is more than a dot, and more than the other line of an equals sign.
    private func isOperand(_ strokes: [StrokeID: Box]) -> Bool {
        strokes.values.contains { max($0.height, 0.3 * $0.width) >= 0.35 * height && $0.height > 0.25 * $0.width }
    }

    private func distance(_ box: Box, _ top: Double, _ bottom: Double) -> Double { max(0, top - box.bottom, box.y - bottom) }

    private func gap(_ a: Box, _ b: Box) -> Double { max(0, a.x - b.right, b.x - a.right) }

    // MARK: limits

    /// A group with the small lines right over and under it, which are limits or scripts.
    private func withLimits(_ group: Set<StrokeID>, _ tokens: [[Token]]) -> Set<StrokeID> {
        guard let box = group.compactMap({ boxes[$0] }).reduce(nil, { (sum: Box?, next) in sum?.union(next) ?? next }) else { return group }
        var group = group
        for (line, tokens) in zip(lines, tokens) where !tokens.isEmpty && tokens.allSatisfy(\.isMathematics) {
            let strokes = Set(tokens.flatMap(\.strokes))
            guard strokes.isDisjoint(with: group), line.box.x >= box.x - height, line.box.right <= box.right + height,
                line.box.width < 0.6 * box.width, line.box.height < 0.8 * box.height, distance(line.box, box.y, box.bottom) < Self.stack * height
            else { continue }
            group.formUnion(strokes)
        }
        return group
    }

    /// Groups that share strokes are one.
    private static func joined(_ groups: [Set<StrokeID>]) -> [Set<StrokeID>] {
        var joined: [Set<StrokeID>] = []
        for group in groups {
            let others = joined.filter { !$0.isDisjoint(with: group) }
            joined.removeAll { !$0.isDisjoint(with: group) }
            joined.append(others.reduce(group) { $0.union($1) })
        }
        return joined
    }
}

/// What the texts of words say of whether they are mathematics.
enum MathematicalText {
    private static let operators: Set<Character> = Set("+−-×·*÷/<>≤≥≠≈=^±√∑∏∫∞∂π")
    private static let punctuation: Set<Character> = Set(".,;:!?")
    /// Words of one letter.
    private static let words: Set<String> = ["a", "A", "I", "i", "o", "O", "y", "e", "é", "à", "u", "U"]

    /// A word may be a part of a formula: a number, a sign, a letter, the name of a function.
    static func mayBePart(_ text: String) -> Bool {
        let letters = text.split { !$0.isLetter }
        if text.contains(where: { operators.contains($0) || $0.isNumber }) { return letters.allSatisfy { $0.count < 4 || isFunction($0) } }
        guard text.allSatisfy({ $0.isLetter || punctuation.contains($0) || "()[]{}|'′".contains($0) }) else { return false }
        return letters.allSatisfy { $0.count == 1 || isFunction($0) }
    }

    private static func isFunction(_ text: Substring) -> Bool { FunctionNames.all.contains(text.lowercased()) }

    /// Without the punctuation and the words of one letter at its ends that belong to the text around it.
    static func trimmed<Word>(_ words: [Word], _ text: (Word) -> String) -> [Word] {
        var words = words[...]
        func isOutside(_ word: Word) -> Bool { text(word).allSatisfy { punctuation.contains($0) } }
        while let first = words.first {
            let next = words.dropFirst().first.map(text)?.first
            guard isOutside(first) || Self.words.contains(text(first)) && !(next.map { operators.contains($0) || $0 == "(" } ?? false) else { break }
            words.removeFirst()
        }
        while let last = words.last, isOutside(last) { words.removeLast() }
        return Array(words)
    }

    /// A line, or neighbouring words, say what a formula says: a relation, or numbers with signs between them.
    static func isFormula(_ text: String) -> Bool {
        guard text.contains(where: { $0.isNumber || $0.isLetter }) else { return false }
        // names of functions and units are short
        if text.contains(where: "=≤≥≠≈".contains) { return text.split { !$0.isLetter }.allSatisfy { $0.count < 4 || isFunction($0) } }
        if text.contains(where: "√∑∫".contains) { return true }
        guard text.contains(where: \.isNumber) else { return false }
        // a plus that follows nothing is the beginning of a telephone number
        let signs = text.filter { !$0.isWhitespace }
        func isOperand(_ sign: Character) -> Bool { sign.isNumber || sign.isLetter }
        let triples = zip(zip(signs, signs.dropFirst()), signs.dropFirst(2))
        if triples.contains(where: { (isOperand($0.0) || $0.0 == ")") && "+×·*÷<>^".contains($0.1) && (isOperand($1) || "(√".contains($1)) }) {
            return true
        }
        guard !text.contains(where: \.isLetter) else { return false }
        // dates and telephone numbers have strokes too, but seldom spaces around them, zeros before their numbers, and areas in brackets
        let parts = text.split(whereSeparator: \.isWhitespace)
        let numbers = text.split { !$0.isNumber && $0 != "." && $0 != "," }
        return parts.dropFirst().dropLast().contains { ["-", "−", "/"].contains($0) }
            && !zip(signs, signs.dropFirst()).contains { $0 == ")" && $1.isNumber }
            && !numbers.contains { $0.first == "0" && $0.dropFirst().first?.isNumber == true }
    }
}
