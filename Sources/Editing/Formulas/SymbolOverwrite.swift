internal import Formula
internal import Ink

/// Writing over a symbol of a formula: the new ink replaces the old ink. The decision uses geometry alone, as for letters in a field
/// (``LetterOverwrite``). Operators, brackets and roots are never replaced, because strokes over and in them are normal.
extension InkEditor {
    /// Removes overwritten symbols when the pen rests, as part of the undo step of the new strokes.
    mutating func takeOverwrittenSymbols() {
        guard hasFormulas, input.contact == .none else { return }
        var (gone, over): (Set<StrokeID>, Set<StrokeID>) = ([], [])
        for id in layout.unsettled.sorted() {
            guard let line = layout[id], let read = readings[id]?.finalWords, !read.isEmpty else { continue }
            let present = Set(line.marks.map(\.stroke))
            let known = Set(read.flatMap(\.strokes))
            let new = line.marks.filter { !$0.isTypeset && !known.contains($0.stroke) }
            for word in read where Self.canBeReplaced(word) && present.isSuperset(of: word.strokes) {
                guard let box = word.box, let last = word.strokes.last else { continue }
                let within = new.filter { mark in
                    mark.stroke > last && box.contains(Point(x: mark.box.x + mark.box.width / 2, y: mark.box.y + mark.box.height / 2))
                }
                let strokes = within.compactMap { content.strokes[$0.stroke]?.stroke.sampled }
                let letter = LetterOverwrite.Letter(box: box, strokes: Set(word.strokes))
                guard LetterOverwrite.letter(under: strokes, among: [letter]) != nil else { continue }
                gone.formUnion(word.strokes)
                over.formUnion(within.map(\.stroke))
            }
        }
        guard !gone.isEmpty, lastStepIsOf(over) else { return }
        let changes = gone.sorted().compactMap { content.change(.stroke($0), to: nil) }
        perform(changes)
        history.amend(changes)
        unsaved.changes += changes
    }

    private static func canBeReplaced(_ word: LineWord) -> Bool {
        guard let symbol = MathSymbol.text(word.text) else { return false }
        return symbol.kind == .digit || symbol.kind == .letter
    }
}
