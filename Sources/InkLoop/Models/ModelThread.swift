internal import InkWorkspace
internal import ModelStore
internal import System

/// The models that were found on disk.
enum FoundModels: Sendable {
    /// Models for all users, and the unusable files.
    case everybody(ModelCatalog, [ModelProblem])
    /// A user's own models, and the unusable files.
    case user(UInt32, [InstalledModel], [ModelProblem])

    /// Finds the models of a scope. Blocks.
    init(_ store: ModelStore, for scope: ModelScope) {
        switch scope {
        case .everybody:
            let (catalog, problems) = store.scan()
            self = .everybody(catalog, problems)
        case .user(let user):
            let (models, problems) = store.models(of: user)
            self = .user(user, models, problems)
        }
    }
}

/// The thread that reads and writes model files, so that other threads do not wait for the disk. Jobs run one after the other.
final class ModelThread: Sendable {
    private let store: ModelStore
    private let thread: WorkThread<Uploads>

    /// The uploads by number. Only the model thread uses them.
    private final class Uploads {
        var open: [Int: ModelUpload] = [:]
    }

    /// Starts the thread.
    /// - Throws: `DaemonError.system` if no thread can be started.
    init(store: ModelStore) throws(DaemonError) {
        self.store = store
        thread = try granted(try WorkThread(named: "models") { Uploads() })
    }

    /// Begins an upload under this number.
    /// - Throws: `tooLarge`, `wrongSize` if the size is 0, `unusable`.
    func begin(_ upload: Int, size: Int, for scope: ModelScope) async throws(ModelStoreError) {
        try await run { [store] (uploads) throws(ModelStoreError) in
            uploads.open[upload] = try store.upload(size: size, for: scope)
        }
    }

    /// Appends bytes to an upload.
    /// - Returns: the number of bytes received so far; nil if the upload no longer exists.
    /// - Throws: `wrongSize`, `unusable`.
    func write(_ bytes: [UInt8], to upload: Int) async throws(ModelStoreError) -> Int? {
        try await run { (uploads) throws(ModelStoreError) in
            try uploads.open[upload]?.write(bytes)
            return uploads.open[upload]?.received
        }
    }

    /// Verifies an upload and moves it into place.
    /// - Parameter answer: called on the thread with the model, nil if the upload does not exist any more, and with the models found
    ///   afterwards.
    func finish(
        _ upload: Int, for scope: ModelScope, answer: @escaping @Sendable (Result<InstalledModel?, ModelStoreError>, FoundModels) -> Void
    ) {
        thread.perform { [store] uploads in
            let result = Result { () throws(ModelStoreError) in try uploads.open.removeValue(forKey: upload)?.finish() }
            answer(result, FoundModels(store, for: scope))
        }
    }

    /// Drops an upload.
    func drop(_ upload: Int) {
        thread.perform { $0.open[upload] = nil }
    }

    /// Removes a model.
    /// - Returns: the reason why the model could not be removed, or nil, and the models found afterwards.
    func remove(_ tag: LanguageTag, of scope: ModelScope) async -> (problem: ModelStoreError?, found: FoundModels) {
        await withCheckedContinuation { continuation in
            thread.perform { [store] _ in
                var problem: ModelStoreError?
                do throws(ModelStoreError) { try store.remove(tag, of: scope) } catch { problem = error }
                continuation.resume(returning: (problem, FoundModels(store, for: scope)))
            }
        }
    }

    /// Finds the models for all users.
    /// - Parameter answer: called on the thread.
    func scan(answer: @escaping @Sendable (FoundModels) -> Void) {
        thread.perform { [store] _ in answer(FoundModels(store, for: .everybody)) }
    }

    /// Ends the thread after all requested work.
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
