internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import Logging
internal import Tablet

/// Where editors' changes go.
extension Daemon {
    /// Hands what changed to the packages thread: on every pen-up, so that nothing finished is lost whatever happens.
    func keep(_ editor: EditorSession) {
        let changes = editor.ink.takeChanges()
        let readings = editor.ink.takeReadings()
        guard let place = editor.place, !editor.isLoading, !changes.isEmpty || !readings.isEmpty else { return }
        let id = editor.id
        packages?.perform { [self] shelf in
            do {
                let package = try shelf.package(place.package)
                if !changes.isEmpty { try package.append(changes, to: place.part) }
                if !readings.isEmpty { try package.setReadings(readings, in: place.part) }
            } catch {
                loop.post { self.assumeIsolated { $0.keepingFailed(id, "\(error)") } }
            }
        }
    }

    private func keepingFailed(_ id: EditorID, _ reason: String) {
        logger.error("ink could not be stored: \(reason)")
        guard let editor = editors[id] else { return }
        publish(.error, editor, line: nil, error: .init(reason: "StorageFailed", message: "what was written could not be stored: \(reason)"))
    }

    /// Gives a device's editor a package of its own, in which what was written before a forced end is found again.
    func openUnnamedPackage(for session: DeviceSession) {
        guard let editor = session.editor, session.recording == nil, !session.identity.isReplay, let user = session.owner else { return }
        let hardware = session.identity.hardware
        let key = PackageKey(user: user, name: "pen-\(hardware.vendor)-\(hardware.product)", isUnnamed: true)
        guard !editors.values.contains(where: { $0.place?.package == key }) else { return }
        let configuration = editor.ink.configuration
        load(editor, failing: { [self] reason in logger.warning("what this pen writes is not kept: \(reason)") }) { shelf in
            let package = try shelf.open(key, .create).package
            let info = try package.parts.first ?? package.createPart(.rawContent)
            return try Self.read(info, of: package, at: PartPlace(package: key, part: info.id), configuration)
        }
    }

    /// Throws away what a device's editor kept for itself, now that the device is gone or has another owner.
    func discardUnnamedPackage(of editor: EditorSession) {
        guard let key = editor.place?.package, key.isUnnamed else { return }
        editor.place = nil
        packages?.perform { [logger] shelf in
            do { try shelf.discard(key) } catch { logger.warning("ink that nobody wants any more could not be removed: \(error)") }
        }
    }

    /// What was read of a part.
    struct LoadedPart: Sendable {
        let place: PartPlace
        let info: PartInfo
        let ink: InkEditor
    }

    /// A part as an editor of it. On the packages thread.
    static func read(_ info: PartInfo, of package: Package, at place: PartPlace, _ configuration: EditorConfiguration) throws -> LoadedPart {
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
        _ editor: EditorSession, failing: @escaping @Sendable (String) -> Void = { _ in },
        then answer: @escaping @Sendable (isolated Daemon, Result<EditorSession?, any Error>) -> Void = { _, _ in },
        _ work: @escaping @Sendable (PackageShelf) throws -> LoadedPart
    ) {
        let id = editor.id
        editor.isLoading = true
        packages?.perform { [self] shelf in
            let result = Result { try work(shelf) }
            loop.post { self.assumeIsolated { $0.wasLoaded(id, result, failing, answer) } }
        }
    }

    private func wasLoaded(
        _ id: EditorID, _ result: Result<LoadedPart, any Error>, _ failing: (String) -> Void,
        _ answer: (isolated Daemon, Result<EditorSession?, any Error>) -> Void
    ) {
        guard let editor = editors[id] else { return answer(self, .success(nil)) }
        editor.isLoading = false
        switch result {
        case .success(let part):
            editor.place = part.place
            editor.partLanguage = part.info.language
            editor.ink = part.ink
            editor.ink.unixOffset = clock.now.microseconds
            configure(editor)
            publish(.partChanged, editor, line: nil)
            // lines that were not read for good before are read now
            askForEdits(editor)
            settle(editor, editor.ink.finish())
            answer(self, .success(editor))
        case .failure(let error):
            failing("\(error)")
            answer(self, .failure(error))
        }
    }
}
