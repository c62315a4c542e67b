internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import Logging
internal import System
internal import Tablet

/// Where editors' changes go.
extension Daemon {
    /// Hands what changed to the packages thread: on every pen-up, so that nothing finished is lost whatever happens.
    func keep(_ editor: EditorSession) {
        let changes = editor.ink.takeChanges()
        let readings = editor.ink.takeReadings()
        guard let place = editor.place, !changes.isEmpty || !readings.isEmpty else { return }
        let (id, generation) = (editor.id, editor.generation)
        packages?.perform { [self] shelf in
            do {
                let package = try shelf.package(place.package)
                if !changes.isEmpty { try package.append(changes, to: place.part) }
                if !readings.isEmpty { try package.setReadings(readings, in: place.part) }
            } catch {
                loop.post { self.assumeIsolated { $0.keepingFailed(id, generation, changes, Array(readings.keys), "\(error)") } }
            }
        }
    }

    /// What could not be written is written with what comes next; who waits for it is told.
    private func keepingFailed(_ id: EditorID, _ generation: Int, _ changes: [DocumentChange], _ lines: [LineID], _ reason: String) {
        logger.error("ink could not be stored; `inkctl watch` says why")
        guard let editor = editors[id], editor.generation == generation else { return }
        editor.ink.giveBack(changes, readings: lines)
        editor.storageProblem = reason
        publish(
            .error, editor, line: nil, error: .init(reason: "StorageFailed", message: "what was written could not be stored: \(reason)"))
    }

    /// Gives a device's editor a package of its own, in which what was written before a forced end is found again.
    func openUnnamedPackage(for session: DeviceSession) {
        guard let editor = session.editor, session.recording == nil, !session.identity.isReplay, let user = session.owner else { return }
        let hardware = session.identity.hardware
        // of several tablets of one kind each has its own
        let keys = (1...16).map { PackageKey(user: user, name: "pen-\(hardware.vendor)-\(hardware.product)-\($0)", isUnnamed: true) }
        guard let key = keys.first(where: { key in !editors.values.contains { $0.unnamed == key } }) else { return }
        editor.unnamed = key
        let configuration = editor.ink.configuration
        load(editor, PartPlace(package: key, part: PartID(0)), failing: { [logger] _ in logger.warning("what a pen writes is not kept") }) {
            shelf in
            let package = try shelf.open(key, .create).package
            let info = try package.parts.first ?? package.createPart(.rawContent)
            return try Self.read(info, of: package, at: PartPlace(package: key, part: info.id), configuration)
        }
    }

    /// Throws away what a device's editor kept for itself, now that the device is gone or has another owner.
    func discardUnnamedPackage(of editor: EditorSession) {
        guard let key = editor.unnamed else { return }
        editor.unnamed = nil
        if editor.place?.package == key { editor.place = nil }
        packages?.perform { [logger] shelf in
            do { try shelf.discard(key) } catch { logger.warning("ink that nobody wants any more could not be removed") }
        }
    }

    /// What was read of a part.
    struct LoadedPart: Sendable {
        let place: PartPlace
        let info: PartInfo
        let ink: InkEditor
    }

    /// A part as an editor of it. On the packages thread.
    static func read(_ info: PartInfo, of package: Package, at place: PartPlace, _ configuration: EditorConfiguration) throws -> LoadedPart
    {
        let content = try package.load(info.id)
        let document = Document(type: info.type, items: content.items)
        var used = UsedNames()
        used.stroke = content.next.stroke.value &- 1
        used.line = content.next.line.value &- 1
        used.block = content.next.block.value &- 1
        used.decoration = content.next.decoration.value &- 1
        let ink = InkEditor(document, readings: content.readings, used: used, configuration: configuration)
        return LoadedPart(place: place, info: info, ink: ink)
    }

    /// Has an editor go on with a part that is read on the packages thread; meanwhile nothing can be written.
    func load(
        _ editor: EditorSession, _ place: PartPlace, failing: @escaping @Sendable (String) -> Void = { _ in },
        then answer: @escaping @Sendable (isolated Daemon, Result<EditorSession?, any Error>) -> Void = { _, _ in },
        _ work: @escaping @Sendable (PackageShelf) throws -> LoadedPart
    ) {
        editor.loading = place
        editor.loadNumber += 1
        let (id, number) = (editor.id, editor.loadNumber)
        packages?.perform { [self] shelf in
            let result = Result { try work(shelf) }
            loop.post { self.assumeIsolated { $0.wasLoaded(id, number, result, failing, answer) } }
        }
    }

    private func wasLoaded(
        _ id: EditorID, _ number: Int, _ result: Result<LoadedPart, any Error>, _ failing: (String) -> Void,
        _ answer: (isolated Daemon, Result<EditorSession?, any Error>) -> Void
    ) {
        // it is gone, or something else was asked for meanwhile
        guard let editor = editors[id], editor.loadNumber == number else { return answer(self, .success(nil)) }
        editor.loading = nil
        switch result {
        case .success(let part):
            let meanwhile = part.place.package.isUnnamed ? editor.ink.drawing.strokes : []
            editor.begin(part.ink, at: part.place, language: part.info.language)
            configure(editor)
            publish(.partChanged, editor, line: nil)
            if let modelProblem {
                let message = "what is written is not read: \(modelProblem)"
                publish(.error, editor, line: nil, error: .init(reason: "RecognitionUnavailable", message: message))
            }
            if !meanwhile.isEmpty, let added = try? editor.ink.add(meanwhile) { settle(editor, added.effects) }
            // lines that were not read for good before are read now
            askForEdits(editor)
            settle(editor, editor.ink.finish())
            answer(self, .success(editor))
        case .failure(let error):
            failing("\(error)")
            answer(self, .failure(error))
        }
        if editor.isIdle { becameIdle(editor) }
    }
}
