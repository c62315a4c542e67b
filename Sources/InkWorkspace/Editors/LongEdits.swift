internal import Editing
internal import InkProtocol

/// Makes edits whose duration grows with their content. Each is made on a copy, on the workspace's second thread, so that the user's pens
/// can continue to write, and incomplete edits are never visible. Belongs to a workspace.
final class LongEdits {
    private let editors: EditorRegistry
    private let work: ContentWork

    /// Maximum number of attempts on a copy; if the editor was changed during each of them, the edit is made in place.
    private static let attempts = 3

    init(editors: EditorRegistry, work: ContentWork) {
        self.editors = editors
        self.work = work
    }

    /// The outcome of an edit, as returned by ``change(_:for:_:)``.
    struct Outcome<Value: Sendable> {
        let editor: EditorSession
        let value: Value
    }

    /// Makes an edit on a copy of the ink, and applies its effects.
    ///
    /// - Parameter edit: makes the edit on a copy; called again if the editor was changed meanwhile.
    /// - Throws: `NoSuchEditor`, `PermissionDenied`; `NoPart` if the editor was given another part meanwhile; the errors of `edit`, an
    ///   `EditError` as the corresponding error of the interfaces.
    func change<Value: Sendable>(
        _ name: String, for caller: Caller, _ edit: @escaping @Sendable (inout InkEditor) throws -> (EditorEffects, Value)
    ) async throws -> Outcome<Value> {
        let editor = try editors.writable(name, for: caller)
        let generation = editor.reading.generation
        for _ in 0..<Self.attempts {
            let (draft, edition) = editor.draft()
            let edited = try await refusing(editor) {
                try await self.work.run(for: caller) {
                    var ink = draft
                    let (effects, value) = try edit(&ink)
                    return Edited(ink: ink, effects: effects, value: value)
                }
            }
            // the editor may have been closed or given another part meanwhile
            guard try editors.writable(name, for: caller) === editor, editor.reading.generation == generation else {
                throw EditorInterface.NoPart(editor: name)
            }
            if editor.adopt(edited.ink, of: edition) {
                editors.applyEffects(editor, edited.effects)
                return Outcome(editor: editor, value: edited.value)
            }
        }
        return Outcome(editor: editor, value: try editors.change(editor, edit))
    }

    /// An editor after an edit.
    private struct Edited<Value: Sendable>: Sendable {
        let ink: InkEditor
        let effects: EditorEffects
        let value: Value
    }

    private func refusing<Value>(_ editor: EditorSession, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as EditError {
            throw error.refusal(editor)
        }
    }
}
