internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import Logging
internal import Tablet

/// A part that was read from its package.
struct LoadedPart: Sendable {
    let place: PartPlace
    let info: PartInfo
    let ink: InkEditor
    /// Damaged content that was left out, as sentences.
    let damage: [String]

    /// Reads a part for an editor. Called on the packages thread.
    init(_ info: PartInfo, of package: Package, at place: PartPlace, _ configuration: EditorConfiguration) throws {
        let content = try package.load(info.id)
        let document = Document(type: info.type, items: content.items)
        var used = UsedNames()
        used.stroke = content.next.stroke.value &- 1
        used.line = content.next.line.value &- 1
        used.block = content.next.block.value &- 1
        used.decoration = content.next.decoration.value &- 1
        self.place = place
        self.info = info
        damage = content.unreadable
        ink = InkEditor(document, readings: content.readings, used: used, configuration: configuration)
    }
}

/// Changes that could not be written.
struct KeepingFailure: Sendable {
    let editor: EditorID
    let generation: Int
    let changes: [DocumentChange]
    let lines: [LineID]
    let reason: String
}

/// Forwards editors' changes to the packages thread of their user, and reads parts from there. Belongs to a workspace.
final class PartKeeper {
    private unowned let workspace: Workspace
    private let shared: SharedState

    init(workspace: Workspace, shared: SharedState) {
        self.workspace = workspace
        self.shared = shared
    }

    /// Forwards the editor's changes and readings. Called on every pen-up, so that no finished stroke is lost.
    func keep(_ editor: EditorSession) {
        let changes = editor.edit { $0.takeChanges() }
        let readings = editor.edit { $0.takeReadings() }
        guard let place = editor.part.place, !changes.isEmpty || !readings.isEmpty else { return }
        let lines = place.package.isUnnamed ? nil : searchableLines(of: editor, changes: changes, readings: readings.keys)
        let (id, generation) = (editor.handle.id, editor.reading.generation)
        let failed: @Sendable (String) -> Void = { [weak workspace] reason in
            let failure = KeepingFailure(
                editor: id, generation: generation, changes: changes, lines: Array(readings.keys), reason: reason)
            workspace?.post { $0.editors.parts.keepingFailed(failure) }
        }
        do {
            try shared.packages.perform(of: place.package.user) { shelf in
                do {
                    let package = try shelf.package(place.package)
                    let wasIndexed = !package.unindexed.contains(place.part)
                    if !changes.isEmpty {
                        let changes = changes.merged
                        if !place.package.isUnnamed { try shelf.requireRoom(for: changes.count * Self.bytesOfChange) }
                        try package.append(changes, to: place.part)
                    }
                    if !readings.isEmpty { try package.setReadings(readings, in: place.part) }
                    if let lines { shelf.search.wrote(lines, part: place.part, of: package, wasIndexed: wasIndexed) }
                } catch let error as ClientInterface.QuotaExceeded {
                    failed(error.explanation)
                } catch {
                    failed("\(error)")
                }
            }
        } catch {
            failed("\(error)")
        }
    }

    /// Returns the entries of the search index whose text may have changed; an entry without a line is removed from the index. Returns nil
    /// if too much may have changed, or drawings may have changed, because one stroke may join two drawings. The next search then reads the
    /// part.
    private func searchableLines(
        of editor: EditorSession, changes: [DocumentChange], readings: some Sequence<LineID>
    ) -> [TextPlace: SearchableLine?]? {
        guard changes.count <= Self.mostIndexed, !editor.ink.mayAlterDrawings(changes) else { return nil }
        let places = editor.ink.textPlaces(of: changes, readings: readings)
        guard places.count <= Self.mostIndexed else { return nil }
        return Dictionary(uniqueKeysWithValues: places.map { ($0, editor.ink.searchable($0)) })
    }

    /// Maximum number of changes, or of lines, for which words are looked up on the workspace's thread.
    private static let mostIndexed = 100

    /// Bytes of a change on disk, as an estimate between two measurements.
    private static let bytesOfChange = 512

    /// Waits until all forwarded changes have been written; returns at once if the editor is not stored.
    /// - Throws: `StorageFailed`
    func waitUntilKept(_ editor: EditorSession) async throws {
        guard let place = editor.part.place else { return }
        try await shared.packages.run(of: place.package.user) { _ in }
        guard let problem = editor.part.problem else { return }
        editor.part.problem = nil
        throw PackagesInterface.StorageFailed(reason: problem)
    }

    /// Reads a part for an editor; meanwhile nothing can be written into it.
    /// - Throws: `PartInUse` if another editor has the part; `NoPart` if the editor was closed or given another part meanwhile; errors of
    ///   `work`.
    func load(
        _ editor: EditorSession, _ place: PartPlace, _ work: @escaping @Sendable (PackageRegistry) throws -> LoadedPart
    ) async throws -> LoadedPart {
        guard shared.packages.claim(place, for: editor.handle.id) else {
            throw PackagesInterface.PartInUse(package: place.package.name, part: Int(place.part.value))
        }
        let given = editor.part.loading
        if let given, given != place { shared.packages.release(given, from: editor.handle.id) }
        editor.part.loading = place
        editor.part.loadNumber += 1
        let number = editor.part.loadNumber
        do {
            let part = try await shared.packages.run(of: place.package.user, work)
            guard editor.part.loadNumber == number, !editor.part.isClosed else {
                if !editor.has(place) { shared.packages.release(place, from: editor.handle.id) }
                throw EditorInterface.NoPart(editor: editor.name)
            }
            return part
        } catch {
            if editor.part.loadNumber == number { editor.part.loading = nil }
            if !editor.has(place) { shared.packages.release(place, from: editor.handle.id) }
            throw error
        }
    }

    /// Installs a loaded part in an editor.
    func take(_ part: LoadedPart, into editor: EditorSession) {
        if let old = editor.part.place, old != part.place { shared.packages.release(old, from: editor.handle.id) }
        // a pen may have started a stroke while its own package was being found
        editor.begin(part.ink, at: part.place, language: part.info.language, contactGoesOn: part.place.package.isUnnamed)
        // the part of an unnamed package is known only now
        _ = shared.packages.claim(part.place, for: editor.handle.id)
    }

    /// Releases the editor's part.
    func release(_ editor: EditorSession) {
        let places = [editor.part.place, editor.part.loading].compactMap { $0 }
        for place in places { shared.packages.release(place, from: editor.handle.id) }
        (editor.part.place, editor.part.loading) = (nil, nil)
        for user in Set(places.map(\.package.user)) { shared.packages.parkUnused(of: user) }
    }

    // MARK: Unnamed packages

    /// Returns the key of a device's unnamed package; it differs for several tablets of the same model.
    func unnamedPackage(for origin: DeviceOrigin, of user: UInt32, besides taken: Set<PackageKey>) -> PackageKey? {
        let keys = (1...16).map {
            PackageKey(user: user, name: "pen-\(origin.hardware.vendor)-\(origin.hardware.product)-\($0)", isUnnamed: true)
        }
        return keys.first { !taken.contains($0) }
    }

    /// Loads a device's own package into its editor, and creates it if it does not exist.
    func loadUnnamed(_ editor: EditorSession, _ key: PackageKey) {
        let place = PartPlace(package: key, part: PartID(0))
        editor.part.loading = place
        editor.part.loadNumber += 1
        let (id, number, configuration) = (editor.handle.id, editor.part.loadNumber, editor.ink.configuration)
        let answer: @Sendable (Result<LoadedPart, any Error>) -> Void = { [weak workspace] result in
            workspace?.post { $0.editors.parts.unnamedWasLoaded(id, number, result) }
        }
        do {
            try shared.packages.perform(of: key.user) { shelf in
                answer(
                    Result {
                        let package = try shelf.open(key, .create)
                        let info = try package.parts.first ?? package.createPart(.rawContent)
                        return try LoadedPart(info, of: package, at: PartPlace(package: key, part: info.id), configuration)
                    })
            }
        } catch {
            answer(.failure(error))
        }
    }

    /// Deletes the unnamed package of a device's editor.
    func discardUnnamedPackage(of editor: EditorSession) {
        guard let key = editor.part.unnamed else { return }
        editor.part.unnamed = nil
        if editor.part.place?.package == key {
            editor.part.place.map { shared.packages.release($0, from: editor.handle.id) }
            editor.part.place = nil
        }
        do {
            try shared.packages.perform(of: key.user) { [shared] shelf in
                do {
                    try shelf.discard(key)
                } catch {
                    shared.notice(.warning, causedBy: key.user, "unneeded ink could not be removed")
                }
            }
        } catch {
            shared.notice(.warning, causedBy: key.user, "unneeded ink could not be removed: \(error)")
        }
    }
}
