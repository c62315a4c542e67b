internal import ModelStore
internal import System

/// The thread that reads and writes model files, so that nobody else waits for the disk. Does one thing after the other; whoever asks
/// is answered on this thread.
final class ModelThread: Sendable {
    let store: ModelStore

    private let thread: WorkThread<Uploads>

    /// What is being handed in, by number. Belongs to the thread.
    private final class Uploads {
        var open: [Int: ModelUpload] = [:]
    }

    /// Starts the thread.
    init(store: ModelStore) throws(DaemonError) {
        self.store = store
        thread = try granted(try WorkThread(named: "models") { Uploads() })
    }

    /// Begins an upload under this number.
    func begin(_ upload: Int, size: Int, answer: @escaping @Sendable (ModelStoreError?) -> Void) {
        thread.perform { [store] uploads in
            do throws(ModelStoreError) {
                uploads.open[upload] = try store.upload(size: size)
                answer(nil)
            } catch {
                answer(error)
            }
        }
    }

    /// Puts bytes into an upload.
    /// - Parameter answer: given how many there are then; nil if there is no such upload any more.
    func write(_ bytes: [UInt8], to upload: Int, answer: @escaping @Sendable (Result<Int?, ModelStoreError>) -> Void) {
        thread.perform { uploads in
            answer(
                Result { () throws(ModelStoreError) in
                    try uploads.open[upload]?.write(bytes)
                    return uploads.open[upload]?.received
                })
        }
    }

    /// Checks an upload and puts it in its place.
    /// - Parameter answer: given the model, nil if there is no such upload any more, and all models there are then.
    func finish(_ upload: Int, answer: @escaping @Sendable (Result<InstalledModel?, ModelStoreError>, ModelCatalog) -> Void) {
        thread.perform { [store] uploads in
            let result = Result { () throws(ModelStoreError) in try uploads.open.removeValue(forKey: upload)?.finish() }
            answer(result, store.scan().catalog)
        }
    }

    /// Gives an upload up.
    func drop(_ upload: Int) {
        thread.perform { $0.open[upload] = nil }
    }

    /// Removes a model.
    /// - Parameter answer: given what was in the way, and all models there are then.
    func remove(_ tag: LanguageTag, answer: @escaping @Sendable (ModelStoreError?, ModelCatalog) -> Void) {
        thread.perform { [store] _ in
            var problem: ModelStoreError?
            do throws(ModelStoreError) { try store.remove(tag) } catch { problem = error }
            answer(problem, store.scan().catalog)
        }
    }

    /// Ends the thread after what it is doing.
    func stop() { thread.stop() }
}
