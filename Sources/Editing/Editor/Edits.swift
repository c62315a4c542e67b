public import Ink

/// Reasons why a document refuses an edit.
public enum EditError: Error, Sendable, Hashable {
    /// No stroke has this ID.
    case noSuchStroke(StrokeID)
    /// No line has this ID.
    case noSuchLine(LineID)
    /// The line has no such word.
    case noSuchWord(line: LineID, word: Int)
    /// No block has this name.
    case noSuchBlock(String)
    /// Blocks of this type do not support the operation.
    case unsupported(type: BlockType, operation: String)
    /// The transform has a NaN or an infinite number, flattens ink to a line, shrinks ink to less than a millionth of its original size, or
    /// moves ink farther than a million units from the origin. The limits apply to the combined transform of the ink.
    case badTransform
    /// A text that is not a known symbol of formulas.
    case noSuchSymbol(String)
    /// A stroke without any usable sample, or with a transform that cannot be inverted.
    case badInk
}

/// A person's decisions about a word whose strokes are added.
public struct AddedWord: Sendable, Hashable {
    /// The indices of the word's strokes among the added strokes.
    public var strokes: Range<Int>
    /// The chosen text; nil if the recognized text was not replaced.
    public var text: String?
    /// The decorations of the word.
    public var decorations: Set<Decoration.Kind>

    /// Creates the decisions about a word.
    public init(strokes: Range<Int>, text: String?, decorations: Set<Decoration.Kind>) {
        self.strokes = strokes
        self.text = text
        self.decorations = decorations
    }
}

/// Edits requested by a client.
extension InkEditor {
    /// Sets the text of a word in place of the recognized text. The choice is valid as long as the word's strokes stay the same. In a
    /// formula the word is a symbol, and the formula is recognized again.
    public mutating func choose(_ text: String, line id: LineID, word index: Int) throws(EditError) -> EditorEffects {
        guard let words = line(id)?.words else { throw .noSuchLine(id) }
        guard words.indices.contains(index) else { throw .noSuchWord(line: id, word: index) }
        if var typeset = words[index].typeset.flatMap({ content.words[$0] }) {
            (typeset.text, typeset.isChosen) = (isFormula(id) ? try symbolName(text) : text, true)
            if !typeset.candidates.contains(typeset.text) { typeset.candidates.insert(typeset.text, at: 0) }
            guard let change = content.change(.word(typeset.id), to: .word(typeset)) else { return [] }
            return settling { $0.edit([change]) }
        }
        guard let first = words[index].strokes.first else { throw .noSuchWord(line: id, word: index) }
        let place = words[..<index].count { $0.strokes == words[index].strokes }
        let choice = WordChoice(strokes: words[index].strokes, place: place, text: isFormula(id) ? try symbolName(text) : text)
        guard let change = content.change(.choice(first), to: .choice(choice)) else { return [] }
        return settling { $0.edit([change]) }
    }

    /// Removes strokes.
    public mutating func remove(strokes ids: [StrokeID]) throws(EditError) -> EditorEffects {
        var changes: [DocumentChange] = []
        for id in Set(ids).sorted() {
            guard let change = content.change(.stroke(id), to: nil) else { throw .noSuchStroke(id) }
            changes.append(change)
        }
        return settling { $0.edit(changes) }
    }

    /// Transforms strokes: moves, rotates or scales them.
    public mutating func transform(strokes ids: [StrokeID], by transform: InkTransform) throws(EditError) -> EditorEffects {
        guard transform.inverse != nil else { throw .badTransform }
        var changes: [DocumentChange] = []
        for id in Set(ids).sorted() {
            guard let placed = content.strokes[id] else { throw .noSuchStroke(id) }
            if let change = try moved(placed, by: transform) { changes.append(change) }
        }
        // moved strokes are assigned to lines again, like strokes written at the new position
        return settling { editor in
            editor.commitErasing()
            editor.perform(changes)
            let strokes = changes.compactMap { if case .stroke(let placed)? = $0.after { placed } else { nil } }
            var sorted = editor.sortedIntoLines(strokes)
            editor.perform(sorted)
            for line in Set(strokes.compactMap { editor.content.strokes[$0.stroke.id]?.line }).sorted() {
                sorted += editor.returnToInk(line)
            }
            editor.record((changes + sorted).merged)
        }
    }

    /// Gives strokes another style.
    public mutating func restyle(strokes ids: [StrokeID], as style: InkStyle) throws(EditError) -> EditorEffects {
        var changes: [DocumentChange] = []
        for id in Set(ids).sorted() {
            guard var placed = content.strokes[id] else { throw .noSuchStroke(id) }
            let wasHighlight = isHighlight(placed.stroke)
            placed.stroke = placed.stroke.restyled(as: style, unit: configuration.unitsPerMillimeter)
            if wasHighlight != isHighlight(placed.stroke), let line = line(for: placed.stroke) { placed.line = line }
            if let change = content.change(.stroke(id), to: .stroke(placed)) { changes.append(change) }
        }
        return settling { $0.edit(changes) }
    }

    /// Adds complete strokes, as one step. The strokes get new IDs, in the same order.
    /// - Parameter words: decisions about words of these strokes.
    public mutating func add(
        _ strokes: [InkStroke], words: [AddedWord] = []
    ) throws(EditError) -> (effects: EditorEffects, ids: [StrokeID]) {
        // a stroke whose line an eraser has hidden has no samples
        guard strokes.allSatisfy({ !$0.path.controlPoints.isEmpty && $0.transform.inverse != nil }) else { throw .badInk }
        guard strokes.allSatisfy({ $0.transform == .identity || $0.isWithinReach }) else { throw .badTransform }
        var ids: [StrokeID] = []
        let effects = settling { editor in
            editor.commitErasing()
            var changes: [DocumentChange] = []
            for stroke in strokes { ids.append(editor.putIn(stroke, &changes)) }
            for word in words where !word.strokes.isEmpty && word.strokes.upperBound <= ids.count {
                editor.decide(word, of: ids[word.strokes].sorted(), &changes)
            }
            editor.record(changes)
        }
        return (effects, ids)
    }

    /// Makes the decisions about a word of these strokes. Appends the changes to `changes`.
    private mutating func decide(_ word: AddedWord, of strokes: [StrokeID], _ changes: inout [DocumentChange]) {
        guard let first = strokes.first, strokes.allSatisfy({ content.strokes[$0] != nil }) else { return }
        func make(_ item: DocumentItem, _ key: ItemKey) {
            guard let change = content.change(key, to: item) else { return }
            perform([change])
            changes.append(change)
        }
        if let text = word.text { make(.choice(WordChoice(strokes: strokes, text: text)), .choice(first)) }
        // highlights are derived from ink
        for kind in Decoration.Kind.allCases where kind != .highlight && word.decorations.contains(kind) {
            let id = DecorationID(numbers.decoration &+ 1)
            make(.decoration(Decoration(id: id, kind: kind, strokes: strokes)), .decoration(id))
        }
    }

    /// Replaces strokes with known symbols of formulas, as one step. Strokes that no longer exist are skipped.
    public mutating func replace(
        _ old: Set<StrokeID>, with symbols: [(text: String, strokes: [InkStroke])]
    ) throws(EditError) -> (effects: EditorEffects, ids: [StrokeID]) {
        guard symbols.allSatisfy({ $0.strokes.allSatisfy { !$0.samples.isEmpty && $0.transform.inverse != nil } }) else { throw .badInk }
        let names = try symbols.map { symbol throws(EditError) in try symbolName(symbol.text) }
        var ids: [StrokeID] = []
        let effects = settling { editor in
            editor.commitErasing()
            var changes = old.sorted().compactMap { editor.content.change(.stroke($0), to: nil) }
            editor.perform(changes)
            for (symbol, name) in zip(symbols, names) {
                let own = symbol.strokes.map { editor.putIn($0, &changes) }.sorted()
                ids += own
                guard let first = own.first else { continue }
                let choice = WordChoice(strokes: own, text: name)
                let decision = DocumentChange(key: .choice(first), before: nil, after: .choice(choice))
                editor.perform([decision])
                changes.append(decision)
            }
            editor.record(changes)
        }
        return (effects, ids)
    }

    /// Inserts a stroke under a new ID, on the line at the stroke's position. Appends the changes to `changes`.
    /// - Returns: The new ID.
    mutating func putIn(_ stroke: InkStroke, _ changes: inout [DocumentChange]) -> StrokeID {
        var own = stroke
        own.id = nextStroke()
        own.root = own.id
        var whole = own
        whole.mask = nil
        guard let line = line(for: own) ?? line(for: whole) else { return own.id }
        let change = DocumentChange(key: .stroke(own.id), before: nil, after: .stroke(PlacedStroke(stroke: own, line: line)))
        perform([change])
        changes.append(change)
        changes += returnToInk(line)
        return own.id
    }

    func moved(_ placed: PlacedStroke, by transform: InkTransform) throws(EditError) -> DocumentChange? {
        var after = placed
        after.stroke.transform = placed.stroke.transform.followed(by: transform)
        guard after.stroke.isWithinReach else { throw .badTransform }
        return content.change(.stroke(placed.stroke.id), to: .stroke(after))
    }

    /// Returns changes that assign moved strokes to the lines at their new positions.
    mutating func sortedIntoLines(_ moved: [PlacedStroke]) -> [DocumentChange] {
        guard !isDiagram else { return [] }
        let moved = moved.filter { !isHighlight($0.stroke) }
        var changes: [DocumentChange] = []
        var layout = layout
        for placed in moved { layout.remove(placed.stroke.id, from: placed.line) }
        for placed in moved {
            guard let line = layout.line(for: placed.stroke) else { continue }
            layout.insert(placed.stroke, into: line)
            if let change = content.change(.stroke(placed.stroke.id), to: .stroke(PlacedStroke(stroke: placed.stroke, line: line))) {
                changes.append(change)
            }
        }
        return changes
    }
}

extension InkStroke {
    /// The maximum distance of ink from the origin, and the inverse of the minimum scale. Within both limits, neighboring points remain
    /// distinct.
    private static let reach = 1e6

    /// Whether the stroke is within the limits for drawing, storing and erasing; see ``EditError/badTransform``.
    fileprivate var isWithinReach: Bool {
        guard let inverse = transform.inverse, [inverse.a, inverse.b, inverse.c, inverse.d].allSatisfy({ abs($0) <= Self.reach })
        else { return false }
        guard let box = renderBounds else { return true }
        return [box.x, box.y, box.right, box.bottom].allSatisfy { abs($0) <= Self.reach }
    }
}
