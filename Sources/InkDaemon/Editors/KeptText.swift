internal import Editing
internal import Ink
internal import Recognition
internal import System

/// Ink whose text is in a field, kept for strokes that carry it on: a full stop, the bar of a t, the rest of a word. It is of one line.
struct KeptText {
    let line: LineID
    var strokes: Set<StrokeID>
    /// The text before the first of these strokes.
    let preContext: String
    /// The field's number.
    let field: Int?
    /// When it was last written at, in microseconds of CLOCK_MONOTONIC.
    var time: UInt64
    /// Strokes that were written over it after a pause: where the pen rests next, they take the place of a letter, or begin anew.
    var over: Set<StrokeID> = []

    /// Microseconds without strokes after which nothing carries it on.
    static let lifetime: UInt64 = 30_000_000

    /// Whether a stroke carries on the ink that is kept: it stands to the right of it, or is small, as a dot or a bar. One that is written over
    /// it begins anew at the same place, as on small tablets.
    static func isCarriedOn(by stroke: Box, ink: [Box]) -> Bool {
        guard let (all, height) = size(of: ink) else { return false }
        return stroke.x + stroke.width / 2 > all.right - 0.3 * height || isMark(stroke, on: ink)
    }

    /// Whether a stroke that follows the last one without a pause is a part that its writer had left out: some draw the stems of a word first, and
    /// go back for a bow. Near the line's beginning somebody begins anew, as on small tablets.
    static func isLeftOut(_ stroke: Box, of ink: [Box]) -> Bool {
        guard let (all, height) = size(of: ink) else { return false }
        return stroke.x > all.x + height && stroke.y < all.bottom && stroke.bottom > all.y
    }

    /// Whether a stroke is a dot or a bar of the ink that was there.
    static func isMark(_ stroke: Box, on ink: [Box]) -> Bool {
        guard let (all, height) = size(of: ink), stroke.right >= all.x - height else { return false }
        let isDot = stroke.height < 0.6 * height && stroke.width < 1.5 * height
        let isBar = stroke.height < 0.35 * height && stroke.width < 3 * height
        return isDot || isBar
    }

    /// The box around ink, and the mean of the heights, each weighted by itself, as lines have it.
    private static func size(of ink: [Box]) -> (box: Box, height: Double)? {
        guard let first = ink.first else { return nil }
        let all = ink.dropFirst().reduce(first) { $0.union($1) }
        return (all, ink.map(\.height).selfWeightedMean ?? all.height)
    }
}

extension DeviceEditors {
    /// Text is in the field, but its ink stays.
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

    /// Removes kept ink; what is left of its line is read for itself.
    func drop(_ strokes: Set<StrokeID>, of editor: EditorSession) {
        editor.reading.kept?.strokes.subtract(strokes)
        if editor.reading.kept?.strokes.isEmpty == true { editor.reading.kept = nil }
        guard !strokes.isEmpty else { return }
        editors.applyEffects(editor, editor.edit { $0.forget(strokes) })
    }

    /// A stroke was written: it carries on what is kept, lies over it, or begins anew.
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
            // a dot or a bar may belong to the new letter as well
            editor.reading.kept?.time = now
        } else {
            if kept.over.isEmpty { askForScratch(over: kept, of: editor) }
            drop(kept.strokes, of: editor)
        }
    }

    /// A stroke may be a gesture about the text that it lies over.
    private func askForScratch(over kept: KeptText, of editor: EditorSession) {
        editor.reading.committed = committed(kept.strokes, field: kept.field, of: editor)
        editor.reading.committed?.gesture = StrokeID(editor.ink.lastStroke)
    }

    /// Whether the stroke that was written last may take the place of a letter that is kept, or be a part of what does.
    /// - Parameter carriesOn: it could be a part of the word as well; then it must be as good as a letter by itself.
    private func liesOver(_ kept: KeptText, _ box: Box, carriesOn: Bool, of editor: EditorSession) -> Bool {
        let id = StrokeID(editor.ink.lastStroke)
        guard !kept.over.isEmpty || editor.ink.followsPause(id) else { return false }
        let letters = editor.ink.letters(ofLastWordOn: kept.line, among: kept.strokes)
        guard LetterOverwrite.lies(box, withinAnyOf: letters) else { return false }
        guard carriesOn, kept.over.isEmpty else { return true }
        return LetterOverwrite.letter(under: editor.ink.strokes.filter { $0.id == id }, among: letters) != nil
    }

    /// The pen rests: what was written over a letter takes its place; what was written over kept ink in another way begins anew.
    func deadlineComes(of id: EditorID) {
        guard let editor = editors[id], let kept = editor.reading.kept, !kept.over.isEmpty, let due = editor.ink.nextDeadline,
            due <= editor.surface.clock.deviceTime(atLoop: MonotonicClock.microseconds)
        else { return }
        decideOverwriting(in: editor)
    }

    /// Decides what was written over kept ink: it takes the place of a letter, or begins anew.
    func decideOverwriting(in editor: EditorSession) {
        guard let kept = editor.reading.kept, !kept.over.isEmpty else { return }
        editor.reading.kept?.over = []
        let strokes = editor.ink.strokes.filter { kept.over.contains($0.id) }
        // taken back meanwhile
        guard !strokes.isEmpty else { return }
        let letters = editor.ink.letters(ofLastWordOn: kept.line, among: kept.strokes)
        guard let letter = LetterOverwrite.letter(under: strokes, among: letters) else { return drop(kept.strokes, of: editor) }
        editor.reading.kept?.time = MonotonicClock.microseconds
        drop(letter.strokes, of: editor)
    }
}
