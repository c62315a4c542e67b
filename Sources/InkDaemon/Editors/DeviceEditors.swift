internal import Editing
internal import Ink
internal import InkProtocol
internal import Recognition
internal import System

/// The editors of pens: the loop's requests, and its events. Belongs to a workspace.
final class DeviceEditors {
    unowned let workspace: Workspace
    let editors: EditorStore
    /// Emptied and filled in turn with that of the feed.
    private var batch = PointerFeed.Batch()

    init(workspace: Workspace, editors: EditorStore) {
        self.workspace = workspace
        self.editors = editors
    }

    /// Takes in the editor of a device that came, or that its seat's user has from now on.
    /// - Parameter isMoved: another workspace had it before.
    func add(_ handle: EditorHandle, clock: ReplayClock, isMoved: Bool = false) {
        let editor = editors.add(handle, ink: editors.deviceInk(for: handle), clock: clock)
        if isMoved { editors.parts.leave(editor) } else { editors.parts.openUnnamed(for: editor) }
        // the others share the limit of ink with it
        editors.configureAll()
    }

    /// The device is gone: its editor closes, and its unnamed package is deleted.
    /// - Parameter keepsUnnamed: the daemon ends: the unnamed package is there again when it starts.
    func remove(_ editor: EditorSession, keepsUnnamed: Bool = false) {
        if editor.handle.origin?.isText == true { editors.fieldReadings.publishLast(of: editor) }
        if !keepsUnnamed { editors.parts.discardUnnamed(of: editor) }
        editors.end(editor)
        editors.configureAll()
    }

    /// Its user is known now, who was not before.
    func adopt(_ editor: EditorSession) {
        editors.parts.openUnnamed(for: editor)
        editors.configure(editor)
    }

    /// Begins anew for another user, without the last one's ink and settings.
    func forget(_ editor: EditorSession) {
        editors.lateReadings.drop(editor)
        editor.surface.tools = [:]
        editor.configuration = Configuration()
        editors.parts.leave(editor)
    }

    /// Forgets the ink of a field; numbers of strokes and lines go on, so that late messages about these do not meet others. The stroke under way
    /// is void.
    /// - Parameter late: the field, if what was finished in it is still to be read.
    func forgetText(_ editor: EditorSession, readingFor late: LateField?) {
        editors.cancelPointer(of: editor)
        if let late {
            decideOverwriting(in: editor)
            editors.lateReadings.read(editor, for: late)
        }
        editors.lateReadings.withdrawOthers(of: editor)
        editor.reading.committed = nil
        editor.reading.kept = nil
        editor.reading.publishedLines = []
        editor.reading.ended = nil
        editors.applyEffects(editor, editor.edit { $0.forget($0.strokes.map(\.id)) })
        editors.configure(editor)
    }

    /// Has text read by the field's purpose.
    func use(_ field: FieldHints, for editor: EditorSession) {
        editor.surface.target = field.target
        editor.reading.hints.preContext = field.preContext
        editor.reading.hints.recognitionType = field.recognitionType
        editors.use(language: field.language, for: editor)
    }

    /// Text is in the field: its ink goes, and a gesture over it is about the field for a while.
    /// - Parameter keepsInk: it stays for strokes that carry it on. Characters and drawings are not carried on: the next may be written in
    ///   the same place.
    func commit(_ text: String, strokes numbers: [Int], field: Int?, keepsInk: Bool, of editor: EditorSession) {
        let strokes = Set(numbers.compactMap { UInt64(exactly: $0) }.map(StrokeID.init))
        if keepsInk, editor.reading.lineContent == .words { return keep(strokes, field: field, of: editor) }
        editor.reading.committed = text.isEmpty || editor.reading.lineContent != .words ? nil : committed(strokes, field: field, of: editor)
        drop(strokes, of: editor)
        editors.fieldReadings.publish(editor, read: nil)
    }

    /// The ink of text that is in a field, for a gesture over it.
    func committed(_ strokes: Set<StrokeID>, field: Int?, of editor: EditorSession) -> CommittedText {
        let words = editor.ink.lines.flatMap(\.words).filter { !$0.strokes.isEmpty && strokes.isSuperset(of: $0.strokes) }
        return CommittedText(
            strokes: editor.ink.strokes.filter { strokes.contains($0.id) }, words: words, field: field, time: MonotonicClock.microseconds)
    }

    // MARK: Actions of buttons and keys

    /// Takes the last step back. Where the editor's ink is for a field and none of it is left, the field's input method is asked to take
    /// back the last word.
    func undo(_ editor: EditorSession) {
        guard editor.part.loading == nil else { return }
        let kept = editor.reading.kept?.strokes ?? []
        guard !editor.ink.lastStepIsOf(kept), let effects = editor.edit({ $0.undo() }) else {
            drop(kept, of: editor)
            guard editor.handle.origin?.isText == true else { return }
            return workspace.onLoop { [handle = editor.handle] in $0.nothingToUndo(in: handle) }
        }
        editors.applyEffects(editor, effects)
    }

    /// Does the step that was taken back last again, if there is one.
    func redo(_ editor: EditorSession) {
        if editor.part.loading == nil, let effects = editor.edit({ $0.redo() }) { editors.applyEffects(editor, effects) }
    }

    /// Puts another candidate in place of the word that was written last, if it has several.
    /// - Parameter step: 1 for the next one, -1 for the previous one.
    func chooseCandidate(_ step: Int, of editor: EditorSession) {
        guard editor.part.loading == nil, let effects = editor.edit({ $0.chooseCandidate(step) }) else { return }
        editors.applyEffects(editor, effects)
    }

    // MARK: Events

    /// Takes in a pen's events since the last time.
    func takeEvents(of id: EditorID, _ feed: PointerFeed) {
        feed.take(into: &batch)
        defer { feed.finish() }
        guard let editor = editors[id] else { return }
        if batch.hasGap {
            editors.publish(.error, editor, error: .init(reason: "Overrun", message: "the pen was faster than its editor: ink is missing"))
        }
        // a device's own part takes in what was written while it was found
        guard editor.part.loading?.package.isUnnamed != false else { return }
        for event in batch.events {
            if event.phase == .up { editor.surface.upsTaken += 1 }
            guard editor.wants(event) else { continue }
            if event.phase == .down, event.tool == .pen, editor.handle.origin?.isText == true {
                editors.fieldReadings.strokeBegins(event, in: editor)
            }
            var effects = editor.take(event)
            if event.phase == .up { noteStroke(editor, at: event.time) }
            if event.phase == .up, effects.contains(.contentChanged), let asked = longStroke(of: editor) {
                effects.formUnion(asked)
            } else if effects.contains(.contentChanged), editor.reading.kept != nil {
                strokeCame(to: editor)
            }
            // each stroke is an event of its own for those who watch, however many come at once
            if !effects.isEmpty { editors.applyEffects(editor, effects) }
        }
        // before the loop looks whether all is read
        feed.finish()
        editors.applyEffects(editor, [])
    }

    /// Has the input method of the field do what a long stroke asks for; the stroke goes, and nothing carries on what was written before.
    /// - Returns: nil if the last stroke is writing.
    private func longStroke(of editor: EditorSession) -> EditorEffects? {
        let kept = editor.reading.kept?.strokes ?? []
        guard editor.surface.target?.field != nil, let asked = editor.ink.longStroke(over: kept) else { return nil }
        let gesture = FieldGesture(kind: asked.rawValue, words: [], isCommitted: true)
        workspace.onLoop { [handle = editor.handle] in $0.textGesture(gesture, of: handle) }
        return editor.edit { $0.forget([StrokeID($0.lastStroke)]) }
    }

    /// Has recordings note the stroke that has just ended.
    private func noteStroke(_ editor: EditorSession, at time: Instant) {
        let (handle, number, place) = (editor.handle, editor.ink.lastStroke, editor.surface.upsTaken)
        workspace.onLoop { $0.noteStroke(number, place: place, of: handle, at: time) }
    }
}

/// Recognition hints of a field.
struct FieldHints: Sendable {
    /// nil while no input method takes it.
    var target: TextTarget?
    var preContext = ""
    var recognitionType = RecognitionHints.RecognitionType.text
    /// A tag; nil for the configured one.
    var language: String?
}
