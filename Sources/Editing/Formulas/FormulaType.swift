internal import Formula
internal import Ink

/// Typeset formulas. Each symbol is a typeset word at the position of its ink, so that the formula, its value and its exports do not
/// change. All symbols of a formula are drawn in the same type size.
///
/// A formula is always converted as a whole. Writing or erasing on a typeset formula turns it back into ink within the same undo step.
extension InkEditor {
    /// Returns the lines of a block's formulas: the formula that the block is, or of which it is a node, or else all formulas within the
    /// block.
    func formulas(of block: Block) -> [LineID] {
        guard hasFormulas else { return [] }
        return block.line.map { [$0] } ?? block.children.flatMap { formulas(of: $0) }
    }

    /// Returns the changes that convert a block's formulas.
    /// - Parameter words: converts only the formulas that contain one of these words; nil converts all.
    mutating func formulaConversion(of block: Block, to state: ConversionState, words: Set<WordPlace>?) -> [DocumentChange] {
        let lines = formulas(of: block).filter { line in words?.contains { $0.line == line } ?? true }
        switch state {
        case .handwriting: return lines.flatMap { formulaType(on: $0).map(inInk) ?? [] }
        case .digitalEdit: return lines.flatMap { typesetFormula(on: $0)?.changes ?? [] }
        case .digitalPublish:
            var changes: [DocumentChange] = []
            var page: [[TypesetWord]] = []
            for line in lines {
                if let formula = typesetFormula(on: line) {
                    changes += formula.changes
                    page.append(formula.words)
                } else if let words = formulaType(on: line) {
                    page.append(words)
                }
            }
            let set = FormulaPage(page).formulas.flatMap { $0 }
            changes += set.compactMap { word in
                let before = content.words[word.id]
                return before == word ? nil : DocumentChange(key: .word(word.id), before: before.map { .word($0) }, after: .word(word))
            }
            return changes.merged
        }
    }

    /// Returns the symbols of a typeset formula that can become ink again; nil for any other line.
    func formulaType(on id: LineID) -> [TypesetWord]? {
        guard hasFormulas, let line = layout[id], line.hasType else { return nil }
        let words = typesetWords(on: line)
        return words.isEmpty || words.contains { $0.ink.isEmpty } ? nil : words
    }

    /// Replaces the handwritten formula of a line with typeset words. Returns the words and the changes of the document; nil if the line
    /// is already typeset, or no formula was recognized on it.
    private mutating func typesetFormula(on id: LineID) -> (words: [TypesetWord], changes: [DocumentChange])? {
        guard let line = layout[id], !line.hasType, let state = self.line(id), let formula = formula(of: state) else { return nil }
        let em = FormulaType.em(of: formula, boxes: state.words.map(\.box), marks: line.marks.map(\.box))
        guard em > 0, em.isFinite else { return nil }
        var left = Set(line.marks.map(\.stroke))
        var words: [TypesetWord] = []
        var changes: [DocumentChange] = []
        for (index, word) in state.words.enumerated() {
            guard let box = word.box else { continue }
            // assign strokes that belong to no symbol to the last symbol
            let names = index == state.words.count - 1 ? left.sorted() : word.strokes.filter { left.contains($0) }
            left.subtract(names)
            let ink = names.compactMap { content.strokes[$0]?.stroke }
            guard !ink.isEmpty else { return nil }
            words.append(
                TypesetWord(
                    id: nextStroke(), line: id, text: word.text, candidates: word.candidates.map(\.text), isChosen: word.isChosen, box: box,
                    baseline: box.bottom, xHeight: TypesetMetrics.xHeight(ofEm: em), ink: ink))
            changes += ink.compactMap { content.change(.stroke($0.id), to: nil) }
        }
        changes += words.map { DocumentChange(key: .word($0.id), before: nil, after: .word($0)) }
        return words.isEmpty ? nil : (words, changes)
    }

    /// Returns the changes that turn typeset symbols back into ink.
    func inInk(_ words: [TypesetWord]) -> [DocumentChange] {
        words.flatMap { word -> [DocumentChange] in
            let strokes = word.ink.map { stroke in
                DocumentChange(key: .stroke(stroke.id), before: nil, after: .stroke(PlacedStroke(stroke: stroke, line: word.line)))
            }
            let names = word.ink.map(\.id).sorted()
            let choice = names.first.flatMap { first in
                word.isChosen ? content.change(.choice(first), to: .choice(WordChoice(strokes: names, text: word.text))) : nil
            }
            return [content.change(.word(word.id), to: nil)].compactMap { $0 } + strokes + [choice].compactMap { $0 }
        }
    }

    /// Turns a typeset formula back into ink because the user writes on it. The formula's text stays until the ink is recognized. Returns
    /// the changes, which are already applied.
    mutating func returnToInk(_ id: LineID) -> [DocumentChange] {
        guard let words = formulaType(on: id), let state = line(id) else { return [] }
        let changes = inInk(words)
        perform(changes)
        let known = Dictionary(words.map { ($0.id, $0.ink) }) { first, _ in first }
        let read = state.words.map { word in
            guard let ink = word.typeset.flatMap({ known[$0] }) else { return word }
            var written = word
            written.typeset = nil
            written.ranges = ink.map { WordRange(stroke: $0.id, first: 0, last: max(0, $0.samples.count - 1)) }
            (written.graphemes, written.baseline, written.xHeight) = ([], nil, nil)
            return written
        }
        readings.recall(read, text: state.text, of: id)
        return changes
    }

    /// Returns the typeset formulas that an eraser touches.
    func formulaType(under track: EraserTrack) -> [[TypesetWord]] {
        guard hasFormulas, !content.words.isEmpty, let box = Box(around: track.places.map { InkPoint(x: $0.x, y: $0.y) }) else { return [] }
        return layout.lines(near: box, margin: track.radius).compactMap { line in
            guard let words = formulaType(on: line.id) else { return nil }
            return line.box.isMet(by: track) ? words : nil
        }
    }

    /// Returns the strokes of a word. For a typeset word, they are the strokes from which it was converted.
    func ink(of word: LineWord) -> [StrokeID] {
        word.typeset.flatMap { content.words[$0]?.ink.map(\.id).sorted() } ?? word.strokes
    }
}

/// The measures of typeset formulas.
enum FormulaType {
    /// Returns the font size (em) at which typeset letters and digits are as high as the handwritten ones: the median over the formula's
    /// largest symbols.
    /// - Parameters:
    ///   - boxes: the boxes of the symbols.
    ///   - marks: the boxes of the strokes, used for a formula without letters and digits.
    static func em(of formula: FormulaNode, boxes: [Box?], marks: [Box]) -> Double {
        var sizes: [(share: Double, em: Double)] = []
        collect(formula, share: 1, boxes, &sizes)
        let largest = sizes.map(\.share).max() ?? 1
        let ems = sizes.filter { $0.share == largest }.map(\.em).filter { $0 > 0 }.sorted()
        return ems.isEmpty ? FormulaGroups.unit(of: marks) / capital : ems[ems.count / 2]
    }

    /// The height of capitals and digits, in ems.
    private static let capital = 0.7

    private static func collect(_ node: FormulaNode, share: Double, _ boxes: [Box?], _ sizes: inout [(share: Double, em: Double)]) {
        let height = node.symbols.compactMap { boxes.indices.contains($0) ? boxes[$0]?.height : nil }.max() ?? 0
        if case .number = node.math { sizes.append((share, height / (capital * share))) }
        if case .symbol(let symbol) = node.math, [.letter, .digit].contains(symbol.kind) {
            sizes.append((share, height / (self.height(of: symbol) * share)))
        }
        for (index, child) in node.children.enumerated() {
            // typesetting makes the parts of fractions, scripts and roots smaller by these factors
            let part =
                switch node.kind {
                case .fraction: share == 1 ? 0.9 : 0.8
                case .script: index == 0 ? 1 : 0.7
                case .large: 0.7
                case .root: index == node.children.count - 1 ? 1 : 0.6
                default: 1.0
                }
            collect(child, share: share * part, boxes, &sizes)
        }
    }

    /// Returns the height of a letter or digit from its top to its bottom, in ems.
    private static func height(of symbol: MathSymbol) -> Double {
        if "acemnorsuvwxzαεκνπστω".contains(symbol.text) { return 0.46 }
        if "gpqyγημρχ".contains(symbol.text) { return 0.68 }
        return "jβζξφψ".contains(symbol.text) ? 0.92 : capital
    }
}

/// A column of typeset formulas with the same type size and a common left edge.
struct FormulaPage {
    /// The formulas from top to bottom, in the given order.
    let formulas: [[TypesetWord]]

    /// The gap between formulas, in ems.
    private static let gap = 0.4

    /// Creates a page with formulas, each given by its typeset symbols.
    init(_ formulas: [[TypesetWord]]) {
        let boxes = formulas.map { words in words.dropFirst().reduce(words.first?.box) { $0?.union($1.box) } }
        let sizes = formulas.compactMap { $0.first?.em }.sorted()
        guard let left = boxes.compactMap({ $0?.x }).min(), !sizes.isEmpty else {
            self.formulas = formulas
            return
        }
        let em = sizes[sizes.count / 2]
        var set = formulas
        var placed: [Box] = []
        let order = formulas.indices.sorted { ((boxes[$0]?.y ?? 0), $0) < ((boxes[$1]?.y ?? 0), $1) }
        for index in order {
            guard let box = boxes[index], let own = formulas[index].first?.em, own > 0 else { continue }
            let scale = em / own
            // an indent must be larger than the variation of handwriting
            let x = box.x - left < em ? left : box.x
            var mapped = Box(
                x: x, y: box.y + box.height * (1 - scale) / 2, width: box.width * scale, height: box.height * scale)
            // an enlarged formula pushes the formulas below it down
            for other in placed where other.x < mapped.right && mapped.x < other.right && mapped.y < other.bottom {
                mapped.y = max(mapped.y, min(other.bottom + Self.gap * em, max(mapped.y, box.y + box.height)))
            }
            placed.append(mapped)
            let way = InkTransform(a: scale, b: 0, c: 0, d: scale, tx: mapped.x - scale * box.x, ty: mapped.y - scale * box.y)
            // formulas that are already aligned stay bit-identical
            let moved = max((mapped.x - box.x).magnitude, (mapped.y - box.y).magnitude, (scale - 1).magnitude * em)
            guard moved > 1e-6 * em else { continue }
            set[index] = formulas[index].map { $0.mapped(by: way, em: em) }
        }
        self.formulas = set
    }
}

extension Box {
    /// Whether the eraser's track crosses the box.
    fileprivate func isMet(by track: EraserTrack) -> Bool {
        zip(track.places, track.places.dropFirst()).contains { meets(from: $0, to: $1, within: track.radius) }
            || track.places.first.map { meets(from: $0, to: $0, within: track.radius) } == true
    }
}
