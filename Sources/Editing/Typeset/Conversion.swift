internal import Ink

/// The form of a block's content, named as in handwriting applications.
public enum ConversionState: String, Sendable, Hashable, CaseIterable {
    /// Ink, as it was written.
    case handwriting
    /// Typeset text and regularized figures at the position and size of the ink, for continued writing.
    case digitalEdit = "digital-edit"
    /// Typeset text of one size with even gaps, as in print.
    case digitalPublish = "digital-publish"
}

/// The position of a word: its line, and its index in the line, counted from 0.
public struct WordPlace: Sendable, Hashable {
    /// The line.
    public var line: LineID
    /// The index among the line's words.
    public var word: Int

    /// Creates the position of a word.
    public init(line: LineID, word: Int) {
        self.line = line
        self.word = word
    }
}

/// Conversion of ink to typeset text, and back.
extension InkEditor {
    /// Returns the states that a block can be converted to. A conversion to such a state changes at least a part of the block.
    /// - Parameter id: nil for the whole document.
    public func conversionStates(of id: String?) throws(EditError) -> [ConversionState] {
        let root = root
        guard let block = root.block(id ?? root.id) else { throw .noSuchBlock(id ?? root.id) }
        var copy = self
        return ConversionState.allCases.filter { !copy.conversion(of: block, to: $0, words: nil).isEmpty }
    }

    /// Converts ink to typeset text and regularized figures, or typeset content back to ink, as one step. Ink that was not recognized stays
    /// ink.
    /// - Parameter words: converts only these words, and the formulas that contain one of them, but no figures; nil converts the whole
    ///   block.
    /// - Throws: `EditError.noSuchBlock`, `EditError.noSuchWord`.
    public mutating func convert(
        _ id: String?, to state: ConversionState = .digitalEdit, words: [WordPlace]? = nil
    ) throws(EditError) -> EditorEffects {
        let root = root
        guard let block = root.block(id ?? root.id) else { throw .noSuchBlock(id ?? root.id) }
        let formulas = formulas(of: block).compactMap { line($0) }
        let lines = Dictionary((formulas + block.allLines).map { ($0.id, $0.words.count) }, uniquingKeysWith: { first, _ in first })
        for place in words ?? [] {
            guard let count = lines[place.line] else { throw .noSuchLine(place.line) }
            guard (0..<count).contains(place.word) else { throw .noSuchWord(line: place.line, word: place.word) }
        }
        let changes = conversion(of: block, to: state, words: words.map { Set($0) })
        guard !changes.isEmpty else { return [] }
        return settling { $0.edit(changes) }
    }

    private mutating func conversion(of block: Block, to state: ConversionState, words: Set<WordPlace>?) -> [DocumentChange] {
        if isDiagram { return state == .handwriting || words != nil ? [] : conversion(of: block) }
        let formulas = formulaConversion(of: block, to: state, words: words)
        switch state {
        case .handwriting: return handwriting(of: block, words) + formulas
        case .digitalEdit: return formulas + typesetting(of: block, words).changes + (words == nil ? evenFigures(of: block) : [])
        case .digitalPublish:
            let typesetting = typesetting(of: block, words)
            return
                (formulas + typesetting.changes + publishing(block, words, made: typesetting.made)
                + (words == nil ? evenFigures(of: block) : []))
                .merged
        }
    }

    /// Returns the changes that typeset the block's written words, and the new words on each line.
    private mutating func typesetting(of block: Block, _ words: Set<WordPlace>?) -> (
        changes: [DocumentChange], made: [LineID: [TypesetWord]]
    ) {
        var changes: [DocumentChange] = []
        var made: [LineID: [TypesetWord]] = [:]
        for line in block.allLines {
            let wanted = line.words.indices.filter { words?.contains(WordPlace(line: line.id, word: $0)) ?? true }
            guard !wanted.isEmpty else { continue }
            let metrics = TypesetLineMetrics(line, textHeight: layout[line.id]?.textHeight ?? line.box.height)
            var taken: Set<StrokeID> = []
            for index in sharing(wanted, of: line) {
                guard let (word, gone) = typeset(line.words[index], on: line.id, metrics, besides: taken) else { continue }
                taken.formUnion(word.ink.map(\.id))
                changes += gone + [DocumentChange(key: .word(word.id), before: nil, after: .word(word))]
                made[line.id, default: []].append(word)
            }
            // remove overwritten typeset words, which the new ink replaces
            let shown = Set(line.words.compactMap(\.typeset))
            guard words == nil, let all = layout[line.id].map({ typesetWords(on: $0) }) else { continue }
            changes += all.filter { !shown.contains($0.id) }.compactMap { content.change(.word($0.id), to: nil) }
        }
        return (changes, made)
    }

    /// Returns the given words, and all words that share a stroke with one of them.
    private func sharing(_ wanted: [Int], of line: LineState) -> [Int] {
        var all = Set(wanted)
        var strokes = Set(wanted.flatMap { line.words[$0].strokes })
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for index in line.words.indices where !all.contains(index) && !strokes.isDisjoint(with: line.words[index].strokes) {
                all.insert(index)
                strokes.formUnion(line.words[index].strokes)
                isGrowing = true
            }
        }
        return all.sorted()
    }

    /// Typesets a handwritten word. Returns the typeset word and the changes that remove its ink; nil if the word is already typeset, or if
    /// all of its ink was deleted.
    private mutating func typeset(
        _ word: LineWord, on line: LineID, _ metrics: TypesetLineMetrics, besides taken: Set<StrokeID>
    ) -> (TypesetWord, [DocumentChange])? {
        guard word.typeset == nil, !word.text.isEmpty else { return nil }
        let strokes = word.strokes.filter { content.strokes[$0] != nil && strokeState.figures[$0] == nil }
        let bounds = strokes.compactMap { content.strokes[$0]?.stroke.renderBounds }
        guard let box = word.box ?? bounds.reduce(nil, { (sum: Box?, next) in sum?.union(next) ?? next }) else { return nil }
        let ink = strokes.filter { !taken.contains($0) }.compactMap { content.strokes[$0]?.stroke }
        var made = TypesetWord(
            id: nextStroke(), line: line, text: word.text, candidates: word.candidates.map(\.text), x: box.x,
            width: max(box.width, 0.4 * metrics.xHeight), baseline: metrics.baseline(of: word), xHeight: metrics.xHeight, ink: ink)
        made.isChosen = word.isChosen
        return (made, ink.compactMap { content.change(.stroke($0.id), to: nil) })
    }

    /// Returns a word in typeset form, to be joined to a typeset word, and the changes that remove its ink. A typeset word is returned
    /// unchanged.
    mutating func inType(_ word: LineWord, on line: LineID, besides own: StrokeID) -> (TypesetWord, [DocumentChange])? {
        if let name = word.typeset { return content.words[name].map { ($0, []) } }
        guard let state = self.line(line) else { return nil }
        return typeset(word, on: line, TypesetLineMetrics(state, textHeight: layout[line]?.textHeight ?? state.box.height), besides: [own])
    }

    /// Returns the changes that give the typeset words of a block one size and even gaps.
    private func publishing(_ block: Block, _ words: Set<WordPlace>?, made: [LineID: [TypesetWord]]) -> [DocumentChange] {
        let lines = block.allLines.map { line in
            let wanted = Set(
                line.words.indices.filter { words?.contains(WordPlace(line: line.id, word: $0)) ?? true }.compactMap {
                    line.words[$0].typeset
                })
            return (wanted.compactMap { content.words[$0] } + (made[line.id] ?? [])).sorted { ($0.box.x, $0.id) < ($1.box.x, $1.id) }
        }.filter { !$0.isEmpty }
        let set = TypesetPage(lines).lines.flatMap { $0 }
        return set.compactMap { word in
            let before = content.words[word.id]
            return before == word ? nil : DocumentChange(key: .word(word.id), before: before.map { .word($0) }, after: .word(word))
        }
    }

    /// Returns the changes that turn the block's typeset text back into ink, if it was converted from ink.
    private func handwriting(of block: Block, _ words: Set<WordPlace>?) -> [DocumentChange] {
        block.allLines.flatMap { line in
            line.words.enumerated().flatMap { index, word -> [DocumentChange] in
                guard words?.contains(WordPlace(line: line.id, word: index)) ?? true,
                    let typeset = word.typeset.flatMap({ content.words[$0] }),
                    !typeset.ink.isEmpty, let gone = content.change(.word(typeset.id), to: nil)
                else { return [] }
                let strokes = typeset.ink.map { stroke in
                    DocumentChange(key: .stroke(stroke.id), before: nil, after: .stroke(PlacedStroke(stroke: stroke, line: typeset.line)))
                }
                let names = typeset.ink.map(\.id).sorted()
                // a text chosen for the typeset word is also used for the ink
                let choice = names.first.flatMap { first in
                    typeset.isChosen ? content.change(.choice(first), to: .choice(WordChoice(strokes: names, text: typeset.text))) : nil
                }
                return [gone] + strokes + [choice].compactMap { $0 }
            }
        }
    }

    /// Returns the changes that replace drawn figures with regularized figures.
    private func evenFigures(of block: Block) -> [DocumentChange] {
        var changes: [DocumentChange] = []
        var last = numbers.block
        var seen: Set<StrokeID> = []
        for id in block.allStrokes where !seen.contains(id) {
            guard let figure = strokeState.figures[id] else { continue }
            seen.formUnion(figure.strokes)
            let boxes = figure.strokes.compactMap { content.strokes[$0]?.stroke.renderBounds }
            guard let box = boxes.reduce(nil, { (sum: Box?, next) in sum?.union(next) ?? next }) else { continue }
            changes += figure.strokes.compactMap { content.change(.stroke($0), to: nil) }
            last &+= 1
            let added = AddedBlock(id: BlockID(last), type: .drawing, box: box, content: .figure(figure.figure, label: figure.name))
            changes.append(DocumentChange(key: .block(added.id), before: nil, after: .block(added)))
        }
        return changes
    }
}
