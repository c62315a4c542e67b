internal import Recognition
internal import System

/// A model that is being taken in. Nobody sees it before it is whole and checked; without `finish()` nothing is left of it.
public final class ModelUpload {
    /// How many bytes were promised.
    public let size: Int
    /// How many have come.
    public private(set) var received = 0

    static let prefix = ".upload-"

    private let store: ModelStore
    private let file: AtomicFile

    private var folder: String { store.ownFolder }

    init(into store: ModelStore, size: Int) throws(ModelStoreError) {
        let folder = store.ownFolder
        guard size <= ModelStore.sizeLimit else { throw .tooLarge(size: size, limit: ModelStore.sizeLimit) }
        guard size > 0 else { throw .wrongSize(promised: size, received: 0) }
        self.store = store
        self.size = size
        do throws(SystemError) {
            try Folder.make(folder, permissions: 0o755)
            file = try AtomicFile(in: folder, prefix: Self.prefix)
        } catch {
            throw .unusable(path: folder, operation: error.operation, code: error.code)
        }
    }

    /// Takes in the next bytes.
    ///
    /// - Throws: `wrongSize` if they are more than were promised, `unusable` if the disk is full. The upload is good for nothing then.
    public func write(_ bytes: some Sequence<UInt8>) throws(ModelStoreError) {
        let bytes = Array(bytes)
        guard bytes.count <= size - received else { throw .wrongSize(promised: size, received: received + bytes.count) }
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            throw .unusable(path: folder, operation: "write to", code: error.code)
        }
        received += bytes.count
    }

    /// Checks the whole model, has it read a sample ink, and puts it in its place, where it replaces one's own model of the same tag.
    ///
    /// - Parameter replacingSystem: it may also take the place of a model of the system's, for everybody who reads with that.
    /// - Throws: `wrongSize`, `invalidModel`, `invalidScores`, `invalidTag`, `replacesSystem`, `unusable`.
    public func finish(replacingSystem: Bool = true) throws(ModelStoreError) -> InstalledModel {
        guard received == size else { throw .wrongSize(promised: size, received: received) }
        let model = try ModelFolder.model(at: file.temporary, origin: .own)
        guard replacingSystem || !store.replacesSystem(model) else { throw .replacesSystem(tag: model.tag.description) }
        try ModelCheck.check(file.temporary, model.card.kind)
        let place = "\(folder)/\(model.tag).safetensors"
        do throws(SystemError) {
            try file.setPermissions(0o644)
            // on the disk before its name is: a crash leaves the old model or the new one
            try file.commit(to: place)
        } catch {
            throw .unusable(path: place, operation: "write", code: error.code)
        }
        return try ModelFolder.model(at: place, origin: .own)
    }
}
