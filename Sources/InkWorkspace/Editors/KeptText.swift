internal import Editing
internal import Ink
internal import Recognition
internal import System

/// Ink of text committed to a field, retained for strokes that continue the text: a period, the bar of a t, the rest of a word. All of the
/// ink is on one line.
struct KeptText {
    let line: LineID
    var strokes: Set<StrokeID>
    /// The text before the first of these strokes.
    let preContext: String
    /// The field's number.
    let field: Int?
    /// The time of the last change, in microseconds of CLOCK_MONOTONIC.
    var time: UInt64
    /// Strokes written over the kept ink after a pause: when the pen rests again, they replace a letter, or begin new text.
    var over: Set<StrokeID> = []

    /// Microseconds without strokes after which strokes no longer continue the kept ink.
    static let lifetime: UInt64 = 30_000_000

    /// Returns whether a stroke continues the kept ink: the stroke is to the right of the ink, or as small as a dot or a bar. A stroke over
    /// the ink begins new text in the same place, as on small tablets.
    static func isCarriedOn(by stroke: Box, ink: [Box]) -> Bool {
        guard let (all, height) = size(of: ink) else { return false }
        return stroke.x + stroke.width / 2 > all.right - 0.3 * height || isMark(stroke, on: ink)
    }

    /// Returns whether a stroke that follows the last one without a pause is a postponed part of the ink: some writers draw all stems of a
    /// word first, and add the bows later. A stroke near the line's beginning begins new text, as on small tablets.
    static func isLeftOut(_ stroke: Box, of ink: [Box]) -> Bool {
        guard let (all, height) = size(of: ink) else { return false }
        return stroke.x > all.x + height && stroke.y < all.bottom && stroke.bottom > all.y
    }

    /// Returns whether a stroke is a dot or a bar of the earlier ink.
    static func isMark(_ stroke: Box, on ink: [Box]) -> Bool {
        guard let (all, height) = size(of: ink), stroke.right >= all.x - height else { return false }
        let isDot = stroke.height < 0.6 * height && stroke.width < 1.5 * height
        let isBar = stroke.height < 0.35 * height && stroke.width < 3 * height
        return isDot || isBar
    }

    /// Returns the box around all boxes of ink, and the mean height of the boxes weighted by height, as for lines.
    private static func size(of ink: [Box]) -> (box: Box, height: Double)? {
        guard let first = ink.first else { return nil }
        let all = ink.dropFirst().reduce(first) { $0.union($1) }
        return (all, ink.map(\.height).selfWeightedMean ?? all.height)
    }
}

extension DeviceEditorRegistry {
    /// Retains the ink of text that was committed to the field.
    func keep(_ strokes: Set<StrokeID>, field: Int?, of editor: EditorSession) {
        guard let line = editor.ink.line(of: strokes) else { return }
        editor.reading.committed = nil
        let now = MonotonicClock.microseconds
        editor.reading.kept?.over.subtract(strokes)
        guard editor.reading.kept?.line == line else {
            drop(editor.reading.kept?.strokes ?? [], of: editor)
            editor.reading.kept = KeptText(
                line: line, strokes: strokes, preContext: editor.reading.hints.preContext, field: field, time: now)
            return
        }
        editor.reading.kept?.strokes.formUnion(strokes)
        editor.reading.kept?.time = now
    }

    /// Removes kept ink; the rest of its line is then recognized separately.
    func drop(_ strokes: Set<StrokeID>, of editor: EditorSession) {
        editor.reading.kept?.strokes.subtract(strokes)
        if editor.reading.kept?.strokes.isEmpty == true { editor.reading.kept = nil }
        guard !strokes.isEmpty else { return }
        editors.applyEffects(editor, editor.edit { $0.forget(strokes) })
    }

    /// Handles a new stroke: it continues the kept ink, is over it, or begins new text.
    func strokeCame(to editor: EditorSession) {
        guard let kept = editor.reading.kept, let (box, ink) = editor.ink.lastBox(onLine: kept.line, beside: kept.strokes)
        else { return }
        let now = MonotonicClock.microseconds
        let isAlive = now &- kept.time < KeptText.lifetime
        let followsAtOnce = !editor.ink.followsPause(StrokeID(editor.ink.lastStroke))
        let carriesOn = isAlive && (KeptText.isCarriedOn(by: box, ink: ink) || (followsAtOnce && KeptText.isLeftOut(box, of: ink)))
        if isAlive, liesOver(kept, box, carriesOn: carriesOn, of: editor) {
            editor.reading.kept?.over.insert(StrokeID(editor.ink.lastStroke))
            if kept.over.isEmpty { askForScratch(over: kept, of: editor) }
        } else if carriesOn, kept.over.isEmpty || KeptText.isMark(box, on: ink) {
            // a dot or a bar may also belong to the new letter
            editor.reading.kept?.time = now
        } else {
            if kept.over.isEmpty { askForScratch(over: kept, of: editor) }
            drop(kept.strokes, of: editor)
        }
    }

    /// Asks whether the last stroke is a gesture over the kept text.
    private func askForScratch(over kept: KeptText, of editor: EditorSession) {
        editor.reading.committed = committed(kept.strokes, field: kept.field, of: editor)
        editor.reading.committed?.gesture = StrokeID(editor.ink.lastStroke)
    }

    /// Returns whether the last stroke may replace a kept letter, or be a part of the replacement.
    /// - Parameter carriesOn: whether the stroke could also be a part of the word; then it must look like a letter by itself.
    private func liesOver(_ kept: KeptText, _ box: Box, carriesOn: Bool, of editor: EditorSession) -> Bool {
        let id = StrokeID(editor.ink.lastStroke)
        guard !kept.over.isEmpty || editor.ink.followsPause(id) else { return false }
        let letters = editor.ink.letters(ofLastWordOn: kept.line, among: kept.strokes)
        guard LetterOverwrite.lies(box, withinAnyOf: letters) else { return false }
        guard carriesOn, kept.over.isEmpty else { return true }
        return LetterOverwrite.letter(under: editor.ink.strokes.filter { $0.id == id }, among: letters) != nil
    }

    /// Handles the pause of the pen: strokes over a letter replace the letter; other strokes over kept ink begin new text.
    func deadlineComes(of id: EditorID) {
        guard let editor = editors[id], let kept = editor.reading.kept, !kept.over.isEmpty, let due = editor.ink.nextDeadline,
            due <= editor.surface.clock.deviceTime(atLoop: MonotonicClock.microseconds)
        else { return }
        decideOverwriting(in: editor)
    }

    /// Decides whether strokes over retained ink replace a letter or begin new text.
    func decideOverwriting(in editor: EditorSession) {
        guard let kept = editor.reading.kept, !kept.over.isEmpty else { return }
        editor.reading.kept?.over = []
        let strokes = editor.ink.strokes.filter { kept.over.contains($0.id) }
        // the strokes may have been undone meanwhile
        guard !strokes.isEmpty else { return }
        let letters = editor.ink.letters(ofLastWordOn: kept.line, among: kept.strokes)
        guard let letter = LetterOverwrite.letter(under: strokes, among: letters) else { return drop(kept.strokes, of: editor) }
        editor.reading.kept?.time = MonotonicClock.microseconds
        drop(letter.strokes, of: editor)
    }
}
