internal import CLinux
internal import Glibc
internal import ModelStore
internal import Synchronization

/// The thread that reads and writes model files, so that nobody else waits for the disk. Does one thing after the other; whoever asks
/// is answered on this thread.
final class ModelThread: Sendable {
    let store: ModelStore

    private struct Mailbox {
        var work: [@Sendable (borrowing Mutex<[Int: ModelUpload]>) -> Void] = []
        var isStopping = false
    }

    private let mailbox = Mutex(Mailbox())
    private let wakeDescriptor: Int32

    /// Starts the thread.
    init(store: ModelStore) throws(DaemonError) {
        self.store = store
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard wakeDescriptor >= 0 else { throw .system(operation: "make an eventfd", code: errno) }
        try startThread(named: "models") { [self] in
            let uploads = Mutex<[Int: ModelUpload]>([:])
            while let work = next() { work(uploads) }
        }
    }

    deinit { close(wakeDescriptor) }

    /// Begins an upload under this number.
    func begin(_ upload: Int, size: Int, answer: @escaping @Sendable (ModelStoreError?) -> Void) {
        perform { [store] uploads in
            do throws(ModelStoreError) {
                // made within the lock, where it stays: an upload belongs to one thread at a time
                try uploads.withLock { uploads throws(ModelStoreError) in uploads[upload] = try store.upload(size: size) }
                answer(nil)
            } catch {
                answer(error)
            }
        }
    }

    /// Puts bytes into an upload.
    /// - Parameter answer: given how many there are then; nil if there is no such upload any more.
    func write(_ bytes: [UInt8], to upload: Int, answer: @escaping @Sendable (Result<Int?, ModelStoreError>) -> Void) {
        perform { uploads in
            answer(
                Result { () throws(ModelStoreError) in
                    try uploads.withLock { uploads throws(ModelStoreError) in
                        try uploads[upload]?.write(bytes)
                        return uploads[upload]?.received
                    }
                })
        }
    }

    /// Checks an upload and puts it in its place.
    /// - Parameter answer: given the model, nil if there is no such upload any more, and all models there are then.
    func finish(_ upload: Int, answer: @escaping @Sendable (Result<InstalledModel?, ModelStoreError>, ModelCatalog) -> Void) {
        perform { [store] uploads in
            let result = Result { () throws(ModelStoreError) in
                try uploads.withLock { uploads throws(ModelStoreError) in try uploads.removeValue(forKey: upload)?.finish() }
            }
            answer(result, store.scan().catalog)
        }
    }

    /// Gives an upload up.
    func drop(_ upload: Int) {
        perform { uploads in uploads.withLock { $0[upload] = nil } }
    }

    /// Removes a model.
    /// - Parameter answer: given what was in the way, and all models there are then.
    func remove(_ tag: LanguageTag, answer: @escaping @Sendable (ModelStoreError?, ModelCatalog) -> Void) {
        perform { [store] _ in
            var problem: ModelStoreError?
            do throws(ModelStoreError) { try store.remove(tag) } catch { problem = error }
            answer(problem, store.scan().catalog)
        }
    }

    /// Ends the thread after what it is doing.
    func stop() {
        mailbox.withLock { $0.isStopping = true }
        eventfd_write(wakeDescriptor, 1)
    }

    private func perform(_ work: @escaping @Sendable (borrowing Mutex<[Int: ModelUpload]>) -> Void) {
        mailbox.withLock { $0.work.append(work) }
        eventfd_write(wakeDescriptor, 1)
    }

    private func next() -> (@Sendable (borrowing Mutex<[Int: ModelUpload]>) -> Void)? {
        while true {
            let (work, isStopping) = mailbox.withLock { ($0.work.isEmpty ? nil : $0.work.removeFirst(), $0.isStopping) }
            if isStopping { return nil }
            if let work { return work }
            var count: eventfd_t = 0
            while eventfd_read(wakeDescriptor, &count) < 0, errno == EINTR {}
        }
    }
}
