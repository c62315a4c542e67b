internal import Formula
public import Ink

/// A copy of strokes in text that may be a formula.
public struct FormulaSnapshot: Sendable, Hashable {
    /// The strokes in drawing order, and the user's decisions about the symbols that they form.
    public var line: LineSnapshot
    /// The editor's revision when the copy was made.
    public var revision: UInt64
    /// Whether the text contains operators or other signs of a formula, or the strokes contain a fraction. If false, only the low
    /// confidence of the text suggests a formula.
    public var isLikely: Bool
}

/// Formulas among the words of a Text Document. Each formula is a separate line that is recognized as a formula, even if it is side by side
/// with words.
///
/// Lines are read as text first. `FormulaFinder` then selects possible formulas, which become formulas if formula recognition succeeds.
/// Writing on or beside a formula, or removing ink from it, turns its strokes back into text. After their next reading as text, formula
/// recognition is requested for these strokes again.
extension InkEditor {
    /// Whether the line is a formula: its words are symbols, and its text is LaTeX.
    public func isFormula(_ line: LineID) -> Bool { hasFormulas || formulaSearch.found[line] != nil }

    /// Whether formulas are searched for among words.
    private var findsFormulas: Bool { content.type == .textDocument && configuration.formulas.areSearched }

    /// Returns possible formulas on the lines recognized since the last call; empty until all text is recognized.
    public mutating func takeFormulaRequests() -> [FormulaSnapshot] {
        guard findsFormulas, isIdle, !formulaSearch.unsearched.isEmpty else { return [] }
        let asked = formulaSearch.unsearched
        formulaSearch.unsearched = []
        let height = layout.typicalHeight
        let near = asked.compactMap { layout[$0] }.flatMap { layout.lines(near: $0.box, margin: 2 * height) }
        let lines = Set(near.filter { !$0.hasType && formulaSearch.found[$0.id] == nil }.map(\.id)).sorted().compactMap { line($0) }
        var boxes: [StrokeID: Box] = [:]
        for mark in lines.compactMap({ layout[$0.id] }).flatMap(\.marks) { boxes[mark.stroke] = mark.box }
        // a long fraction bar is classified as a drawing, so add such strokes near the lines
        for (stroke, box) in strokeState.beyondLines where content.strokes[stroke]?.line == LineID.drawn && box.height < 0.2 * box.width {
            guard strokeState.highlights[stroke] == nil else { continue }
            if lines.contains(where: { $0.box.intersects(box, margin: height) }) { boxes[stroke] = box }
        }
        let finder = FormulaFinder(lines: lines, boxes: boxes, height: height)
        return finder.groups().filter { group in group.strokes.contains { content.strokes[$0].map { asked.contains($0.line) } ?? false } }
            .map(formulaSnapshot)
    }

    private func formulaSnapshot(_ group: FormulaFinder.Group) -> FormulaSnapshot {
        let strokes = group.strokes.sorted()
        let line = LineSnapshot(
            line: layout.freeName, revision: revision, isFinal: true, strokes: strokes.compactMap { content.strokes[$0]?.stroke.sampled },
            isFormula: true, decisions: symbolDecisions(about: group.strokes))
        return FormulaSnapshot(line: line, revision: revision, isLikely: group.isLikely)
    }

    /// Creates a line for strokes that were recognized as a formula. The change belongs to the last undo step, as do other moves of strokes
    /// between lines.
    ///
    /// - Returns: nil if one of the strokes has been deleted or altered since the snapshot, or if the pen is down. If the pen is down, the
    ///   request is repeated later.
    public mutating func apply(_ formula: Transcript, to snapshot: FormulaSnapshot) -> (effects: EditorEffects, line: LineID)? {
        let names = snapshot.line.strokes.map(\.id)
        guard findsFormulas, !names.isEmpty,
            names.allSatisfy({ content.strokes[$0] != nil && (strokeState.altered[$0] ?? 0) <= snapshot.revision })
        else { return nil }
        guard input.contact == .none else {
            formulaSearch.unsearched.formUnion(names.compactMap { content.strokes[$0]?.line })
            return nil
        }
        let group = Set(names)
        let old = Set(names.compactMap { content.strokes[$0]?.line }).sorted()
        // if all strokes of a line belong to the formula, the formula gets the ID of that line
        let line = old.first { layout[$0]?.marks.allSatisfy { group.contains($0.stroke) } ?? false } ?? layout.freeName
        let reading = SavedReading(
            candidates: formula.candidates, words: formula.words.map { LineWord($0, strokes: names) }, confidence: formula.confidence)
        let effects = settling { editor in
            let wereUnsettled = editor.layout.unsettled
            for name in names { editor.dissolveFigure(of: name, asksAgain: false) }
            var targets = Dictionary(uniqueKeysWithValues: names.map { ($0, line) })
            for (stroke, part) in editor.parts(of: old.filter { $0 != line }, besides: group, free: LineID(line.value &+ 1)) {
                targets[stroke] = part
            }
            editor.revision &+= 1
            let moves = editor.move(targets)
            editor.history.amend(moves)
            editor.unsaved.changes += moves
            editor.formulaSearch.found[line] = editor.revision
            editor.readings.restore(reading, to: line, revision: editor.revision)
            editor.unsaved.readings.insert(line)
            editor.layout.unsettled = wereUnsettled
            editor.readings.finalizeAll()
        }
        return (effects.union(.lineRead), line)
    }

    /// Returns new lines for the words after a formula in the middle of a line, so that the words and the formula are in reading order.
    private func parts(of lines: [LineID], besides group: Set<StrokeID>, free: LineID) -> [StrokeID: LineID] {
        guard
            let box = group.compactMap({ content.strokes[$0]?.stroke.renderBounds }).reduce(
                nil, { (sum: Box?, next) in sum?.union(next) ?? next })
        else { return [:] }
        var parts: [StrokeID: LineID] = [:]
        var name = max(free, layout.freeName)
        for line in lines.compactMap({ layout[$0] }) {
            let rest = line.marks.filter { !group.contains($0.stroke) }
            let behind = rest.filter { $0.box.x + $0.box.width / 2 > box.x + box.width / 2 }
            guard !behind.isEmpty, behind.count < rest.count else { continue }
            for mark in behind { parts[mark.stroke] = name }
            name = LineID(name.value &+ 1)
        }
        return parts
    }

    /// Turns a formula back into text, until the next reading, if strokes were added on or near the formula or removed from it.
    mutating func dissolveFormulas() {
        guard content.type == .textDocument, !formulaSearch.found.isEmpty, !layout.unsettled.isEmpty else { return }
        let height = layout.typicalHeight
        let changed = layout.unsettled.compactMap { layout[$0] }
        for (line, found) in formulaSearch.found.sorted(by: { $0.key < $1.key }) {
            guard let formula = layout[line] else { continue }
            let isTouched =
                layout.unsettled.contains(line)
                || changed.contains { other in
                    other.box.intersects(formula.box, margin: 3 * height)
                        && other.marks.contains { mark in
                            (strokeState.altered[mark.stroke] ?? 0) > found
                                && formula.marks.contains { FormulaGroups.distance($0.box, mark.box, unit: height) <= 1 }
                        }
                }
            guard isTouched else { continue }
            formulaSearch.found[line] = nil
            lineChanged(line)
        }
    }

    /// Marks a line as a formula if its saved reading is a formula.
    mutating func restoreFormula(_ reading: SavedReading, of line: InkLine) {
        guard content.type == .textDocument, !line.hasType, reading.words.count > 2,
            reading.isOfFormula(in: self, line.id, box: line.box)
        else { return }
        formulaSearch.found[line.id] = revision
    }

    // MARK: underlines

    /// Whether an underline may be a fraction bar, because the words above it may be a numerator. The stroke is an underline only if no
    /// denominator follows.
    func mayBeFractionBar(_ gesture: EditGesture) -> Bool {
        findsFormulas && gesture.kind == .underline && gesture.words.allSatisfy { $0.typeset == nil && MathematicalText.mayBePart($0.text) }
    }

    /// Returns the deferred underlines that turned out not to be fraction bars.
    public mutating func takeUnderlines() -> [EditGesture] {
        guard isIdle else { return [] }
        defer { formulaSearch.underlines = [] }
        return formulaSearch.underlines.filter { gesture in
            content.strokes[gesture.stroke].map { formulaSearch.found[$0.line] == nil } ?? false
        }
    }
}
