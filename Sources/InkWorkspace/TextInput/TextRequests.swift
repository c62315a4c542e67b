internal import InkProtocol
internal import Recognition

/// The requests about text in fields. Each returns immediately, and is performed on the thread of the editor's workspace after all events
/// pushed before. A request is skipped if the editor is closed by then, or if it comes from an input method that no longer has the seat.
extension EditorHandle {
    /// Applies the target of the pen's text, and the text of the field.
    /// - Parameter session: the session that has the seat; nil if no session has it.
    package func use(_ target: TextTarget?, of session: TextSession?) { perform { $0.devices.use(target, of: session, for: $1) } }

    /// Discards the ink of a field.
    /// - Parameter late: the field, if its finished lines are still to be recognized.
    package func forgetText(readingFor late: LateField?) { perform { $0.devices.forgetText($1, readingFor: late) } }

    /// Drops the lines of a field that has lost the focus, unless they are already recognized.
    package func dropLateReadings() { perform { $0.editors.lateReadings.drop($1) } }

    /// Applies the changed text of the session's field to later readings.
    fileprivate func useContext(of session: TextSession) { perform(of: session) { $0.devices.useContext(of: session, for: $1) } }

    /// Removes the ink of text that was committed to the session's field.
    /// - Parameter keepsInk: whether the ink stays for strokes that continue it.
    func commit(_ text: String, strokes: [Int], of session: TextSession, keepsInk: Bool) {
        let field = session.field?.number
        perform(of: session) { $0.devices.commit(text, strokes: strokes, field: field, keepsInk: keepsInk, of: $1) }
    }

    /// Handles the user's choice of another text for recognized strokes.
    func correct(_ text: String, strokes: [Int], of session: TextSession) {
        perform(of: session) { $0.devices.correct(text, strokes: strokes, of: $1) }
    }

    /// Cancels the stroke in progress.
    func cancelStroke(of session: TextSession) { perform(of: session) { $0.editors.cancelPointer(of: $1) } }

    /// Whether this is the editor of a pen that writes into a seat's fields.
    fileprivate func writesFields(of seat: String) -> Bool { origin?.isText == true && origin?.seat == seat }

    private func perform(of session: TextSession, _ work: @escaping @Sendable (isolated Workspace, EditorSession) -> Void) {
        perform { if $1.surface.session === session { work($0, $1) } }
    }
}

extension EditorDirectory {
    /// Returns the editors of the pens that write into a seat's fields.
    func textEditors(on seat: String) -> [EditorHandle] { editors { $0.writesFields(of: seat) } }

    /// Returns the editor with this name, if its pen writes into the seat's fields; otherwise nil.
    func textEditor(_ name: String, on seat: String) -> EditorHandle? { self[name].flatMap { $0.writesFields(of: seat) ? $0 : nil } }

    /// Applies the changed text of a session's field to later readings.
    func useContext(of session: TextSession) { for editor in textEditors(on: session.seat) { editor.useContext(of: session) } }
}

extension DeviceEditorRegistry {
    /// Applies the target of the pen's text, and the text of the field.
    func use(_ target: TextTarget?, of session: TextSession?, for editor: EditorSession) {
        (editor.surface.target, editor.surface.session) = (target, session)
        useContext(of: session, for: editor)
    }

    /// Applies the purpose, the language and the text of a session's field to later readings.
    func useContext(of session: TextSession?, for editor: EditorSession) {
        let field = session?.field
        editor.reading.hints.preContext = field?.preContext ?? ""
        editor.reading.hints.recognitionType = field?.purpose.recognitionType ?? .text
        editors.use(language: field?.language, for: editor)
    }
}
