internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import Logging
internal import ModelStore
internal import Recognition
internal import System

/// What the editors of a workspace edit: parts of packages that are given to them, and pens' own. Belongs to the workspace.
final class EditorParts {
    /// Not held: the store holds this.
    private unowned let editors: EditorStore
    private let publisher: EditorPublisher
    private let reader: EditorReader
    private let keeper: PartKeeper

    init(_ editors: EditorStore, _ publisher: EditorPublisher, _ reader: EditorReader, _ keeper: PartKeeper) {
        self.editors = editors
        self.publisher = publisher
        self.reader = reader
        self.keeper = keeper
    }

    /// Has an editor go on with a part of a package that is open.
    /// - Throws: `PartInUse`, `NoPart`, `PackageError`
    func load(_ editor: EditorSession, _ place: PartPlace, _ work: @escaping @Sendable (PackageShelf) throws -> LoadedPart) async throws {
        // nothing of the part before may come into this one
        editors.cancelPointer(of: editor)
        keeper.keep(editor)
        do {
            take(try await keeper.load(editor, place, work), into: editor)
        } catch {
            // it goes on with what it had
            editors.updateStatus(of: editor)
            throw error
        }
    }

    /// Goes on with a part that was read.
    func take(_ part: LoadedPart, into editor: EditorSession) {
        let meanwhile = part.place.package.isUnnamed ? editor.ink.drawing.strokes : []
        keeper.take(part, into: editor)
        editors.configure(editor)
        publisher.publish(.partChanged, editor)
        if let problem = editors.shared.models.problem {
            publisher.publish(
                .error, editor, error: .init(reason: "RecognitionUnavailable", message: "what is written is not read: \(problem)"))
        }
        if editor.ink.hasFormulas, editors.shared.models.catalog(of: editors.workspace.user).model(of: .formulas) == nil {
            let message =
                "formulas are not read: there is no model for them. Install the package inkd-models-symbols, or a model with `inkctl models install`"
            publisher.publish(.error, editor, error: .init(reason: "RecognitionUnavailable", message: message))
        }
        if let language = part.info.language, !editors.shared.models.catalog.tags.isEmpty {
            do {
                try editors.requireLanguage(language)
            } catch {
                let remedy = LanguagePackage.name(for: language).map { ": install the package \($0)" } ?? ""
                let message = "what is written is read in no language in particular: there is no model for \(language) any more\(remedy)"
                publisher.publish(.error, editor, error: .init(reason: "LanguageUnavailable", message: message))
            }
        }
        if !part.damage.isEmpty { publish(damageOf: part, editor) }
        if !meanwhile.isEmpty, let effects = try? editor.edit({ try $0.add(meanwhile).effects }) { editors.applyEffects(editor, effects) }
        // lines without a final reading are read now
        reader.askForEdits(editor)
        editors.applyEffects(editor, editor.edit { $0.finish() })
        if editor.isIdle { editors.becameIdle(editor) }
    }

    private func publish(damageOf part: LoadedPart, _ editor: EditorSession) {
        let count = part.damage.count
        let user = editors.workspace.user
        editors.shared.notice(
            .warning, causedBy: user, "\(count) things in a part of user \(user)'s are damaged: `inkctl packages check` names them")
        let first = part.damage.prefix(3).joined(separator: "; ")
        let message = "some of what is in this part is damaged and was left out: \(first)" + (count > 3 ? " and \(count - 3) more" : "")
        publisher.publish(.error, editor, error: .init(reason: "PartDamaged", message: message, count: count))
    }

    /// Has an editor go back to having no part, or to its device's own; nothing that was written stays in it.
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

    // MARK: Pens' own

    /// Gives a device's editor a package of its own, in which what was written before a forced end is found again.
    func openUnnamed(for editor: EditorSession) {
        guard let origin = editor.handle.origin, !origin.isReplay, !origin.isText, editor.handle.owner == editors.workspace.user
        else { return }
        // its user may have become known twice: as it came, and to its seat
        guard editor.part.unnamed == nil else { return }
        let taken = Set(editors.all.compactMap(\.part.unnamed))
        guard let key = keeper.unnamedPackage(for: origin, of: editors.workspace.user, besides: taken) else { return }
        editor.part.unnamed = key
        keeper.loadUnnamed(editor, key)
    }

    /// A device's own part was read, or cannot be.
    func unnamedWasLoaded(_ id: EditorID, _ number: Int, _ result: Result<LoadedPart, any Error>) {
        // it is gone, or something else was asked for meanwhile
        guard let editor = editors[id], editor.part.loadNumber == number else { return }
        switch result {
        case .success(let part): take(part, into: editor)
        case .failure(let error):
            editor.part.loading = nil
            editors.shared.notice(.warning, causedBy: editors.workspace.user, "what a pen writes is not kept: \(error)")
            if editor.isIdle { editors.becameIdle(editor) }
        }
    }

    /// The device is gone, or somebody else's: what its editor kept for itself is thrown away.
    func discardUnnamed(of editor: EditorSession) { keeper.discardUnnamedPackage(of: editor) }

    // MARK: Keeping

    /// Changes could not be written: they are written with what comes next, and those who wait for it are told.
    func keepingFailed(_ failure: KeepingFailure) {
        editors.shared.notice(.error, causedBy: editors.workspace.user, "ink could not be stored; `inkctl watch` says why")
        guard let editor = editors[failure.editor], editor.reading.generation == failure.generation else { return }
        editor.edit { $0.giveBack(failure.changes, readings: failure.lines) }
        editor.part.problem = failure.reason
        publisher.publish(
            .error, editor, error: .init(reason: "StorageFailed", message: "what was written could not be stored: \(failure.reason)"))
    }
}
