internal import Recognition
internal import System

/// A model that is being taken in. Nobody sees it before it is whole and checked; without `finish()` nothing is left of it.
public final class ModelUpload {
    /// How many bytes were promised.
    public let size: Int
    /// How many have come.
    public private(set) var received = 0

    static let prefix = ".upload-"

    private let folder: String
    private let file: AtomicFile

    init(folder: String, size: Int) throws(ModelStoreError) {
        guard size <= ModelStore.sizeLimit else { throw .tooLarge(size: size, limit: ModelStore.sizeLimit) }
        guard size > 0 else { throw .wrongSize(promised: size, received: 0) }
        self.folder = folder
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

    /// Checks the whole model and puts it in its place, where it replaces one's own model of the same tag.
    ///
    /// - Throws: `wrongSize`, `invalidModel`, `invalidTag`, `unusable`.
    public func finish() throws(ModelStoreError) -> InstalledModel {
        guard received == size else { throw .wrongSize(promised: size, received: received) }
        let model = try ModelFolder.model(at: file.temporary, origin: .own)
        do {
            try ModelCheck.check(file.temporary, model.card.kind)
        } catch {
            throw .invalidModel(error)
        }
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
