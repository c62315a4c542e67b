internal import Editing
internal import Ink
internal import InkProtocol
internal import Recognition
internal import System

/// The editors of pens, driven by the loop's requests and events. Belongs to a workspace.
final class DeviceEditorRegistry {
    unowned let workspace: Workspace
    let editors: EditorRegistry
    /// The batch being processed; it is swapped with the batch in the feed.
    private var batch = PointerFeed.Batch()

    init(workspace: Workspace, editors: EditorRegistry) {
        self.workspace = workspace
        self.editors = editors
    }

    /// Adds the editor of a new device, or of a device that now belongs to its seat's user.
    /// - Parameter isMoved: whether the editor comes from another workspace.
    func add(_ handle: EditorHandle, clock: ReplayClock, isMoved: Bool = false) {
        let editor = editors.add(handle, ink: editors.deviceInk(for: handle), clock: clock)
        if isMoved { editors.parts.leave(editor) } else { editors.parts.openUnnamed(for: editor) }
        // the ink limit of each editor depends on the number of editors
        editors.configureAll()
    }

    /// Closes the editor of a removed device and deletes its unnamed package.
    /// - Parameter keepsUnnamed: whether the unnamed package is retained. True if the daemon ends: the next start opens the package again.
    func remove(_ editor: EditorSession, keepsUnnamed: Bool = false) {
        if editor.handle.origin?.isText == true { editors.fieldReadings.publishLast(of: editor) }
        if !keepsUnnamed { editors.parts.discardUnnamed(of: editor) }
        editors.end(editor)
        editors.configureAll()
    }

    /// Opens the unnamed package of an editor whose user has just become known, and applies that user's configuration.
    func adopt(_ editor: EditorSession) {
        editors.parts.openUnnamed(for: editor)
        editors.configure(editor)
    }

    /// Resets the editor for another user, without the previous user's ink and settings.
    func forget(_ editor: EditorSession) {
        editors.lateReadings.drop(editor)
        editor.surface.tools = [:]
        editor.configuration = Configuration()
        editors.parts.leave(editor)
    }

    /// Discards the ink of a field and cancels the stroke in progress. IDs of strokes and lines are not reused, so that late messages do
    /// not refer to new ones.
    /// - Parameter late: the field, if its finished lines are still to be recognized.
    func forgetText(_ editor: EditorSession, readingFor late: LateField?) {
        editors.cancelPointer(of: editor)
        if let late {
            decideOverwriting(in: editor)
            editors.lateReadings.read(editor, for: late)
        }
        editors.lateReadings.withdrawOthers(of: editor)
        editor.reading.committed = nil
        editor.reading.kept = nil
        editor.reading.erasing = nil
        editor.reading.publishedLines = []
        editor.reading.ended = nil
        editors.applyEffects(editor, editor.edit { $0.forget($0.strokes.map(\.id)) })
        editors.configure(editor)
    }

    /// Handles text that was committed to the field: removes the ink of the text. For a while, gestures over the removed ink edit the text
    /// in the field.
    /// - Parameter keepsInk: whether the ink stays for strokes that continue it. Ink of single characters and drawings is always removed,
    ///   because the next character or drawing may be written in the same place.
    func commit(_ text: String, strokes numbers: [Int], field: Int?, keepsInk: Bool, of editor: EditorSession) {
        let strokes = Set(numbers.compactMap { UInt64(exactly: $0) }.map(StrokeID.init))
        if keepsInk, editor.reading.lineContent == .words { return keep(strokes, field: field, of: editor) }
        editor.reading.committed = text.isEmpty || editor.reading.lineContent != .words ? nil : committed(strokes, field: field, of: editor)
        drop(strokes, of: editor)
        editors.fieldReadings.publish(editor, read: nil)
    }

    /// Returns the ink of text that is in a field, so that a gesture over the ink can edit the text.
    func committed(_ strokes: Set<StrokeID>, field: Int?, of editor: EditorSession) -> CommittedText {
        let words = editor.ink.lines.flatMap(\.words).filter { !$0.strokes.isEmpty && strokes.isSuperset(of: $0.strokes) }
        return CommittedText(
            strokes: editor.ink.strokes.filter { strokes.contains($0.id) }, words: words, field: field, time: MonotonicClock.microseconds)
    }

    // MARK: Actions of buttons and keys

    /// Undoes the last step. If an editor that writes into a field has nothing left to undo, asks the field's input method to undo the last
    /// word.
    func undo(_ editor: EditorSession) {
        guard editor.part.loading == nil else { return }
        let kept = editor.reading.kept?.strokes ?? []
        guard !editor.ink.lastStepIsOf(kept), let effects = editor.edit({ $0.undo() }) else {
            drop(kept, of: editor)
            guard editor.handle.origin?.isText == true else { return }
            return editors.fieldReadings.askForUndo(of: editor)
        }
        editors.applyEffects(editor, effects)
    }

    /// Redoes the last undone step, if any.
    func redo(_ editor: EditorSession) {
        if editor.part.loading == nil, let effects = editor.edit({ $0.redo() }) { editors.applyEffects(editor, effects) }
    }

    /// Replaces the last written word with another of its candidates, if it has more than one.
    /// - Parameter step: 1 for the next candidate, -1 for the previous one.
    func chooseCandidate(_ step: Int, of editor: EditorSession) {
        guard editor.part.loading == nil, let effects = editor.edit({ $0.chooseCandidate(step) }) else { return }
        editors.applyEffects(editor, effects)
    }

    // MARK: Events

    /// Processes a pen's events since the last call.
    func takeEvents(of id: EditorID, _ feed: PointerFeed) {
        feed.take(into: &batch)
        defer { feed.finish() }
        guard let editor = editors[id] else { return }
        if batch.hasGap {
            editors.publish(.error, editor, error: .init(reason: "Overrun", message: "the editor was too slow for the pen: ink is missing"))
        }
        // ink written while a part is being loaded is kept if it is the device's own part
        guard editor.part.loading?.package.isUnnamed != false else { return }
        for event in batch.events {
            if event.phase == .up { editor.surface.upsTaken += 1 }
            guard editor.wants(event) else { continue }
            if event.phase == .down, event.tool == .pen, editor.handle.origin?.isText == true {
                editors.fieldReadings.strokeBegins(event, in: editor)
            }
            let erases = event.tool == .eraser && editor.handle.origin?.isText == true
            let endsErasing = erases && noteEraser(event, in: editor)
            var effects = editor.take(event)
            if event.phase == .up { noteStroke(editor, at: event.time) }
            if erases {
                if endsErasing { effects.formUnion(finishErasing(in: editor)) }
            } else if event.phase == .up, effects.contains(.contentChanged), let asked = longStroke(of: editor) {
                effects.formUnion(asked)
            } else {
                if event.phase == .up, effects.contains(.contentChanged) { sendScratch(of: editor) }
                if effects.contains(.contentChanged), editor.reading.kept != nil { strokeCame(to: editor) }
            }
            // watching clients get a separate event for each stroke, even if several arrive at once
            if !effects.isEmpty { editors.applyEffects(editor, effects) }
        }
        // the feed is finished first, because the loop then checks whether all events are processed
        feed.finish()
        editors.applyEffects(editor, [])
    }

    /// Requests the action of a long stroke from the field's input method. The stroke is removed, and later strokes do not continue
    /// earlier text.
    /// - Returns: nil if the last stroke is text.
    private func longStroke(of editor: EditorSession) -> EditorEffects? {
        let kept = editor.reading.kept?.strokes ?? []
        guard editor.surface.target?.field != nil, let asked = editor.ink.longStroke(over: kept) else { return nil }
        let gesture = FieldGesture(kind: asked.rawValue, words: [], isCommitted: true)
        editors.fieldReadings.send(gesture, of: editor)
        return editor.edit { $0.forget([StrokeID($0.lastStroke)]) }
    }

    /// Reports a stroke that moves back and forth beside all ink, because the stroke may scratch out text of the field. Unless the field's
    /// input method handles the gesture, the stroke remains writing.
    private func sendScratch(of editor: EditorSession) {
        guard editor.surface.target?.field != nil, let stroke = editor.ink.scratchBesideInk() else { return }
        let gesture = FieldGesture(
            kind: EditGesture.Kind.scratchOut.rawValue, words: [], isCommitted: false, box: editor.ink.box(of: stroke), stroke: stroke)
        editors.fieldReadings.send(gesture, of: editor)
    }

    /// Reports the stroke that has just ended, for recordings.
    private func noteStroke(_ editor: EditorSession, at time: Instant) {
        workspace.observer.strokeEnded(editor.ink.lastStroke, place: editor.surface.upsTaken, of: editor.handle, at: time)
    }
}
