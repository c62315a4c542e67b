internal import Glibc
internal import Recognition

/// A model that is being taken in. Nobody sees it before it is whole and checked; without `finish()` nothing is left of it.
public final class ModelUpload {
    /// How many bytes were promised.
    public let size: Int
    /// How many have come.
    public private(set) var received = 0

    static let prefix = ".upload-"

    private let folder: String
    private let path: String
    private let descriptor: Int32

    init(folder: String, size: Int) throws(ModelStoreError) {
        guard size <= ModelStore.sizeLimit else { throw .tooLarge(size: size, limit: ModelStore.sizeLimit) }
        guard size > 0 else { throw .wrongSize(promised: size, received: 0) }
        self.folder = folder
        self.size = size
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw .unusable(path: folder, operation: "make", code: errno) }
        var template = Array("\(folder)/\(Self.prefix)XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .unusable(path: folder, operation: "write to", code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit {
        close(descriptor)
        // gone already if it was installed
        unlink(path)
    }

    /// Takes in the next bytes.
    ///
    /// - Throws: `wrongSize` if they are more than were promised, `unusable` if the disk is full. The upload is good for nothing then.
    public func write(_ bytes: some Sequence<UInt8>) throws(ModelStoreError) {
        var rest = Array(bytes)[...]
        guard rest.count <= size - received else { throw .wrongSize(promised: size, received: received + rest.count) }
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written > 0 || errno == EINTR else { throw .unusable(path: folder, operation: "write to", code: errno) }
            rest = rest.dropFirst(max(0, written))
            received += max(0, written)
        }
    }

    /// Checks the whole model and puts it in its place, where it replaces one's own model of the same tag.
    ///
    /// - Throws: `wrongSize`, `invalidModel`, `invalidTag`, `unusable`.
    public func finish() throws(ModelStoreError) -> InstalledModel {
        guard received == size else { throw .wrongSize(promised: size, received: received) }
        let model = try ModelFolder.model(at: path, origin: .own)
        do {
            try ModelCheck.check(path, model.card.kind)
        } catch {
            throw .invalidModel(error)
        }
        let place = "\(folder)/\(model.tag).safetensors"
        fchmod(descriptor, 0o644)
        // on the disk before its name is: a crash leaves the old model or the new one
        guard fsync(descriptor) == 0, rename(path, place) == 0 else { throw .unusable(path: place, operation: "write", code: errno) }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
        return try ModelFolder.model(at: place, origin: .own)
    }
}
