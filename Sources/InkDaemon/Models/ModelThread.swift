internal import ModelStore
internal import System

/// The thread that reads and writes model files, so that no other waits for the disk. It does one job after the other.
final class ModelThread: Sendable {
    private let store: ModelStore
    private let thread: WorkThread<Uploads>

    /// Uploads by number. Belongs to the thread.
    private final class Uploads {
        var open: [Int: ModelUpload] = [:]
    }

    /// Starts the thread.
    /// - Throws: `DaemonError.system` if the system has no more threads.
    init(store: ModelStore) throws(DaemonError) {
        self.store = store
        thread = try granted(try WorkThread(named: "models") { Uploads() })
    }

    /// Begins an upload under this number.
    /// - Throws: `tooLarge`, `wrongSize` for no bytes, `unusable`.
    func begin(_ upload: Int, size: Int) async throws(ModelStoreError) {
        try await run { [store] (uploads) throws(ModelStoreError) in
            uploads.open[upload] = try store.upload(size: size)
        }
    }

    /// Puts bytes into an upload.
    /// - Returns: the bytes received; nil if there is no such upload any more.
    /// - Throws: `wrongSize`, `unusable`.
    func write(_ bytes: [UInt8], to upload: Int) async throws(ModelStoreError) -> Int? {
        try await run { (uploads) throws(ModelStoreError) in
            try uploads.open[upload]?.write(bytes)
            return uploads.open[upload]?.received
        }
    }

    /// Verifies an upload and puts it into its place.
    /// - Parameters:
    ///   - replacingSystem: it may take the place of a model of the system's.
    ///   - answer: called on the thread with the model, nil if there is no such upload any more, and with all models that there are then.
    func finish(
        _ upload: Int, replacingSystem: Bool,
        answer: @escaping @Sendable (Result<InstalledModel?, ModelStoreError>, ModelCatalog) -> Void
    ) {
        thread.perform { [store] uploads in
            let result = Result { () throws(ModelStoreError) in
                try uploads.open.removeValue(forKey: upload)?.finish(replacingSystem: replacingSystem)
            }
            answer(result, store.scan().catalog)
        }
    }

    /// Drops an upload.
    func drop(_ upload: Int) {
        thread.perform { $0.open[upload] = nil }
    }

    /// Removes a model.
    /// - Returns: why it could not be removed, and all models that there are then.
    func remove(_ tag: LanguageTag) async -> (problem: ModelStoreError?, catalog: ModelCatalog) {
        await withCheckedContinuation { continuation in
            thread.perform { [store] _ in
                var problem: ModelStoreError?
                do throws(ModelStoreError) { try store.remove(tag) } catch { problem = error }
                continuation.resume(returning: (problem, store.scan().catalog))
            }
        }
    }

    /// Ends the thread after everything that it was asked for.
    func finish() { thread.finish() }

    private func run<Value: Sendable>(
        _ work: @escaping @Sendable (Uploads) throws(ModelStoreError) -> Value
    ) async throws(ModelStoreError) -> Value {
        let result: Result<Value, ModelStoreError> = await withCheckedContinuation { continuation in
            thread.perform { uploads in
                continuation.resume(returning: Result { () throws(ModelStoreError) in try work(uploads) })
            }
        }
        return try result.get()
    }
}
