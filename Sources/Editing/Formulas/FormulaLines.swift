public import Formula
internal import Ink

/// Formulas: the lines of a Math part, and the formulas found among the words of a Text Document. The words of a formula's line are its
/// symbols, and its text is LaTeX.
extension InkEditor {
    /// Whether all lines are formulas: the part is of type `Math`.
    public var hasFormulas: Bool { content.type == .math }

    /// Returns the strokes of a line in the order for the recognizer. The strokes of words are in reading order, from left to right. The
    /// strokes of formulas and of characters are in drawing order, because characters may be written over one another.
    func order(of line: InkLine) -> [StrokeID] {
        isFormula(line.id) || configuration.lineContent != .words ? line.marks.filter { !$0.isTypeset }.map(\.stroke) : line.readingOrder
    }

    /// Returns the decisions about symbols written on a line.
    func symbolDecisions(on line: InkLine) -> [WordChoice] {
        isFormula(line.id) ? symbolDecisions(about: Set(line.marks.map(\.stroke))) : []
    }

    /// Returns the decisions about symbols written with these strokes.
    func symbolDecisions(about strokes: Set<StrokeID>) -> [WordChoice] {
        guard !content.choices.isEmpty else { return [] }
        return strokes.sorted().compactMap { content.choices[$0] }.filter { strokes.isSuperset(of: $0.strokes) }
    }

    /// Returns the formula in the last reading of a line; nil without a reading, or if the line is not a formula.
    public func formula(of line: LineState) -> FormulaNode? { isFormula(line.id) ? node(of: line) : nil }

    /// Returns the formula whose symbols are the words of a line; nil if a word is not a symbol.
    func node(of line: LineState) -> FormulaNode? {
        guard !line.words.isEmpty else { return nil }
        let symbols = line.words.map { word -> LayoutSymbol? in
            guard let symbol = MathSymbol.text(word.text), let box = word.box else { return nil }
            return LayoutSymbol(symbol, box, hook: symbol.text == "√" ? hook(of: word) : nil)
        }
        let known = symbols.compactMap { $0 }
        return known.count == symbols.count ? FormulaNode(of: known) : nil
    }

    /// Returns the x coordinate of the lowest sample of a radical sign.
    private func hook(of word: LineWord) -> Double? {
        let strokes = word.typeset.map { content.words[$0]?.ink ?? [] } ?? word.strokes.compactMap { content.strokes[$0]?.stroke }
        return strokes.flatMap(\.sampled.points).max { $0.y < $1.y }?.x
    }

    /// Marks the symbols with a person's decisions.
    func markDecisions(in state: inout LineState, of line: InkLine) {
        let decided = Dictionary(symbolDecisions(on: line).map { ($0.strokes, $0.text) }) { first, _ in first }
        guard !decided.isEmpty else { return }
        for index in state.words.indices where decided[state.words[index].strokes] == state.words[index].text {
            state.words[index].isChosen = true
        }
    }

    /// Returns the name of a symbol given as LaTeX or in Unicode.
    /// - Throws: `EditError.noSuchSymbol`.
    func symbolName(_ text: String) throws(EditError) -> String {
        guard let symbol = MathSymbol.text(text) ?? MathSymbol.latex(text) else { throw .noSuchSymbol(text) }
        return symbol.text
    }

    /// Requests another reading of a line after a decision about its symbols was added or removed.
    mutating func noticeDecision(_ change: DocumentChange) {
        guard case .choice(let first) = change.key, let line = content.strokes[first]?.line, isFormula(line), layout[line] != nil else {
            return
        }
        readings.invalidate(line, revision: revision)
        unsaved.readings.insert(line)
    }
}

extension SavedReading {
    /// Whether the reading is the reading of a formula: its words are symbols, and its text is the LaTeX of all symbols.
    func isOfFormula(in editor: InkEditor, _ line: LineID, box: Box) -> Bool {
        let state = LineState(
            id: line, revision: 0, text: candidates.first?.text ?? "", stablePrefix: 0, candidates: candidates, words: words,
            confidence: nil, isCurrent: true, isFinal: true, box: box)
        return editor.node(of: state).map { LaTeXWriter.text(of: $0.math) == state.text } ?? (words.isEmpty && state.text.isEmpty)
    }
}
