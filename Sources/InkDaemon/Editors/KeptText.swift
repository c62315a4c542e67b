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

    /// Microseconds without strokes after which nothing carries it on.
    static let lifetime: UInt64 = 30_000_000

    /// Whether a stroke carries on the ink that was there: it stands to the right of it, or is small, as a dot or a bar. One that is written over
    /// it begins anew at the same place, as on small tablets.
    static func isCarriedOn(by stroke: Box, ink: [Box]) -> Bool {
        guard let first = ink.first else { return false }
        let all = ink.dropFirst().reduce(first) { $0.union($1) }
        // the mean of the heights, each weighted by itself, as lines have it
        let sum = ink.reduce(0) { $0 + $1.height }
        let height = sum > 0 ? ink.reduce(0) { $0 + $1.height * $1.height } / sum : all.height
        if stroke.x + stroke.width / 2 > all.right - 0.3 * height { return true }
        guard stroke.right >= all.x - height else { return false }
        let isDot = stroke.height < 0.6 * height && stroke.width < 1.5 * height
        let isBar = stroke.height < 0.35 * height && stroke.width < 3 * height
        return isDot || isBar
    }
}

extension DeviceEditors {
    /// Text is in the field, but its ink stays.
    func keep(_ strokes: Set<StrokeID>, field: Int?, of editor: EditorSession) {
        guard let line = editor.ink.line(of: strokes) else { return }
        editor.reading.committed = nil
        let now = MonotonicClock.microseconds
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

    /// A stroke was written: it carries on what is kept, or begins anew.
    func strokeCame(to editor: EditorSession) {
        guard let kept = editor.reading.kept, let (box, ink) = editor.ink.lastBox(onLine: kept.line) else { return }
        let now = MonotonicClock.microseconds
        if now &- kept.time < KeptText.lifetime, KeptText.isCarriedOn(by: box, ink: ink) {
            editor.reading.kept?.time = now
        } else {
            // it may be a gesture about what it lies over
            editor.reading.committed = committed(kept.strokes, field: kept.field, of: editor)
            editor.reading.committed?.gesture = StrokeID(editor.ink.lastStroke)
            drop(kept.strokes, of: editor)
        }
    }
}
