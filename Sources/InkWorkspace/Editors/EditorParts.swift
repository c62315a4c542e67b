internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import Logging
internal import ModelStore
internal import Recognition
internal import System

/// The parts that the editors of a workspace edit: parts of packages that clients have assigned, and the pens' own parts. Belongs to the
/// workspace.
final class EditorParts {
    /// Unowned, because the registry retains this object.
    private unowned let editors: EditorRegistry
    private let publisher: EditorPublisher
    private let reader: EditorReader
    private let keeper: PartKeeper

    init(_ editors: EditorRegistry, _ publisher: EditorPublisher, _ reader: EditorReader, _ keeper: PartKeeper) {
        self.editors = editors
        self.publisher = publisher
        self.reader = reader
        self.keeper = keeper
    }

    /// Loads a part of an open package into an editor.
    /// - Throws: `PartInUse`, `NoPart`, `PackageError`
    func load(_ editor: EditorSession, _ place: PartPlace, _ work: @escaping @Sendable (PackageRegistry) throws -> LoadedPart) async throws
    {
        // a stroke that was begun in the previous part must not continue in the new part
        editors.cancelPointer(of: editor)
        keeper.keep(editor)
        do {
            take(try await keeper.load(editor, place, work), into: editor)
        } catch {
            // the editor continues with its previous part
            editors.updateStatus(of: editor)
            throw error
        }
    }

    /// Installs a loaded part in an editor.
    func take(_ part: LoadedPart, into editor: EditorSession) {
        let meanwhile = part.place.package.isUnnamed ? editor.ink.drawing.strokes : []
        keeper.take(part, into: editor)
        editors.configure(editor)
        publisher.publish(.partChanged, editor)
        if let problem = editors.shared.models.problem {
            publisher.publish(
                .error, editor, error: .init(reason: "RecognitionUnavailable", message: "handwriting is not recognized: \(problem)"))
        }
        if editor.ink.hasFormulas, editors.shared.models.catalog(of: editors.workspace.user).model(of: .formulas) == nil {
            let message =
                "formulas are not recognized: no model is installed. Install the package inkd-models-symbols, or a model with `inkctl models install`"
            publisher.publish(.error, editor, error: .init(reason: "RecognitionUnavailable", message: message))
        }
        if let language = part.info.language, !editors.shared.models.catalog.tags.isEmpty {
            do {
                try editors.requireLanguage(language)
            } catch {
                let remedy = LanguagePackage.name(for: language).map { ": install the package \($0)" } ?? ""
                let message = "text is recognized without a particular language: the model for \(language) is no longer installed\(remedy)"
                publisher.publish(.error, editor, error: .init(reason: "LanguageUnavailable", message: message))
            }
        }
        if !part.damage.isEmpty { publish(damageOf: part, editor) }
        if !meanwhile.isEmpty, let effects = try? editor.edit({ try $0.add(meanwhile).effects }) { editors.applyEffects(editor, effects) }
        // lines without a final reading are recognized now
        reader.askForEdits(editor)
        editors.applyEffects(editor, editor.edit { $0.finish() })
        if editor.isIdle { editors.becameIdle(editor) }
    }

    private func publish(damageOf part: LoadedPart, _ editor: EditorSession) {
        let count = part.damage.count
        let user = editors.workspace.user
        editors.shared.notice(
            .warning, causedBy: user, "\(count) items in a part of user \(user) are damaged: `inkctl packages check` lists them")
        let first = part.damage.prefix(3).joined(separator: "; ")
        let message = "damaged content of this part was left out: \(first)" + (count > 3 ? " and \(count - 3) more" : "")
        publisher.publish(.error, editor, error: .init(reason: "PartDamaged", message: message, count: count))
    }

    /// Removes the part and all ink from an editor. A device's editor then gets its device's own part.
    func leave(_ editor: EditorSession) {
        editors.cancelPointer(of: editor)
        keeper.keep(editor)
        keeper.discardUnnamedPackage(of: editor)
        keeper.release(editor)
        let isDevice = editor.handle.origin != nil
        editor.begin(isDevice ? editors.deviceInk(for: editor.handle) : InkEditor(), at: nil, language: nil)
        if isDevice { openUnnamed(for: editor) }
        editors.configure(editor)
        publisher.publish(.partChanged, editor)
        editors.applyEffects(editor, [])
        if editor.isIdle { editors.becameIdle(editor) }
    }

    // MARK: Unnamed packages

    /// Opens the unnamed package of a device's editor, which restores ink written before a crash.
    func openUnnamed(for editor: EditorSession) {
        guard let origin = editor.handle.origin, !origin.isReplay, !origin.isText, editor.handle.owner == editors.workspace.user
        else { return }
        // the device's user may be reported twice: when the device arrives, and by its seat
        guard editor.part.unnamed == nil else { return }
        let taken = Set(editors.all.compactMap(\.part.unnamed))
        guard let key = keeper.unnamedPackage(for: origin, of: editors.workspace.user, besides: taken) else { return }
        editor.part.unnamed = key
        keeper.loadUnnamed(editor, key)
    }

    /// Handles the result of reading a device's own part.
    func unnamedWasLoaded(_ id: EditorID, _ number: Int, _ result: Result<LoadedPart, any Error>) {
        // the result is dropped if the editor was closed, or another part was requested meanwhile
        guard let editor = editors[id], editor.part.loadNumber == number else { return }
        switch result {
        case .success(let part): take(part, into: editor)
        case .failure(let error):
            editor.part.loading = nil
            editors.shared.notice(.warning, causedBy: editors.workspace.user, "the ink of a pen is not stored: \(error)")
            if editor.isIdle { editors.becameIdle(editor) }
        }
    }

    /// Discards the unnamed package of an editor whose device was removed or belongs to another user now.
    func discardUnnamed(of editor: EditorSession) { keeper.discardUnnamedPackage(of: editor) }

    // MARK: Storage failures

    /// Restores changes that could not be written, so that they are written together with the next changes, and reports the failure.
    func keepingFailed(_ failure: KeepingFailure) {
        editors.shared.notice(.error, causedBy: editors.workspace.user, "ink could not be stored; `inkctl watch` shows the reason")
        guard let editor = editors[failure.editor], editor.reading.generation == failure.generation else { return }
        editor.edit { $0.giveBack(failure.changes, readings: failure.lines) }
        editor.part.problem = failure.reason
        publisher.publish(
            .error, editor, error: .init(reason: "StorageFailed", message: "ink could not be stored: \(failure.reason)"))
    }
}
