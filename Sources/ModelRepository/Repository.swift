internal import Glibc
internal import System

/// A repository of models: its signed index, and the files that the index lists.
///
/// A file is trusted only after verifying the index's signature by a trusted key, the index's version, and the file's SHA-256.
public final class Repository {
    /// The location of the repository.
    public let source: RepositorySource

    private let keys: [MinisignKey]
    private let memory: IndexMemory
    private let cache: String

    /// The maximum number of attempts for an interrupted transfer.
    private static let attempts = 5

    /// Creates a repository that is signed with one of these keys.
    ///
    /// - Parameters:
    ///   - memory: the versions seen.
    ///   - cache: the folder of partial downloads.
    public init(_ source: RepositorySource, keys: [MinisignKey], memory: IndexMemory, cache: String) {
        self.source = source
        self.keys = keys
        self.memory = memory
        self.cache = cache
    }

    /// Creates the repository with this user's trusted keys and versions seen.
    ///
    /// - Parameter key: the file of the only trusted key, in place of the configured keys.
    /// - Throws: `noKeys`, `invalidKey`, `noHome`, `system`.
    public convenience init(_ source: RepositorySource, key: String?) throws(RepositoryError) {
        let keys: [MinisignKey]
        if let key { keys = [try TrustedKeys.read(key)] } else { keys = try TrustedKeys.read(in: try TrustedKeys.folders()) }
        self.init(source, keys: keys, memory: IndexMemory(path: try Folders.state() + "/repositories.json"), cache: try Folders.cache())
    }

    /// Returns the index, after its signature, its version and its expiry have been verified.
    ///
    /// - Parameter now: seconds since 1970; nil: the current time.
    /// - Throws: the reason why the index is rejected.
    public func index(at now: Int? = nil) throws(RepositoryError) -> RepositoryIndex {
        let bytes = try small(RepositoryIndex.fileName, limit: RepositoryIndex.sizeLimit)
        let name = RepositoryIndex.fileName + MinisignSignature.fileEnding
        let signature = try MinisignSignature(parsing: try small(name, limit: MinisignSignature.sizeLimit))
        let key = try signature.check(bytes, keys)
        let index = try RepositoryIndex(parsing: bytes)
        try index.refuseExpired(at: now ?? time(nil))
        try memory.accept(index, by: key)
        return index
    }

    /// Fetches models, several at a time, and checks each.
    ///
    /// - Parameters:
    ///   - progress: receives the number of bytes present for all models, now and then.
    ///   - done: receives each model, in the order of completion: the path of its file, to be removed with `forget`, or the error.
    public func fetch(
        _ entries: [RepositoryIndex.Entry], progress: @escaping (Int) -> Void,
        done: (RepositoryIndex.Entry, Result<String, RepositoryError>) -> Void
    ) {
        PartFile.removeOld(in: cache)
        let group = FetchGroup(progress: progress)
        var fetches: [Fetch] = []
        for entry in entries {
            do throws(RepositoryError) {
                fetches.append(Fetch(entry, try PartFile(of: entry, in: cache), group))
            } catch {
                done(entry, .failure(error))
            }
        }
        for fetch in fetches { group.add(fetch.part.size) }
        switch source {
        case .folder(let folder):
            for fetch in fetches { done(fetch.entry, fetch.copy(from: folder).flatMap { fetch.check() }) }
        case .web(let address, _): download(fetches, from: address, done: done)
        }
    }

    /// Deletes the file of a fetched model that is no longer needed.
    public func forget(_ path: String) { unlink(path) }

    private func download(
        _ fetches: [Fetch], from address: String, done: (RepositoryIndex.Entry, Result<String, RepositoryError>) -> Void
    ) {
        guard let transfers = WebTransfers() else {
            for fetch in fetches { done(fetch.entry, .failure(.notFetched(address: address, reason: "libcurl is not available"))) }
            return
        }
        var going: [ObjectIdentifier: Fetch] = [:]
        func begin(_ fetch: Fetch) -> WebTransfer? {
            guard let transfer = fetch.transfer(from: address) else {
                done(fetch.entry, .failure(.notFetched(address: address, reason: "libcurl is not available")))
                return nil
            }
            going[ObjectIdentifier(transfer)] = fetch
            return transfer
        }
        // files that were completely received earlier only need the check
        for fetch in fetches where fetch.part.size == fetch.entry.size { done(fetch.entry, fetch.check()) }
        let missing = fetches.filter { $0.part.size < $0.entry.size && !$0.isDone }
        transfers.run(missing.compactMap(begin)) { transfer, outcome in
            guard let fetch = going.removeValue(forKey: ObjectIdentifier(transfer)) else { return nil }
            switch fetch.next(after: outcome, attempts: Self.attempts) {
            case .again: return begin(fetch)
            case .ended(let result):
                done(fetch.entry, result)
                return nil
            }
        }
    }

    /// Returns the content of a small file of the repository.
    ///
    /// - Throws: `tooLarge`, `notFetched`, `system`.
    private func small(_ name: String, limit: Int) throws(RepositoryError) -> [UInt8] {
        switch source {
        case .folder(let folder):
            do throws(SystemError) {
                return try WholeFile.read("\(folder)/\(name)", limit: limit)
            } catch {
                throw error.code == EFBIG ? .tooLarge(file: name, limit: limit) : .system(error)
            }
        case .web(let address, _):
            var bytes: [UInt8] = []
            let file = "\(address)/\(name)"
            var outcome = WebTransfer.Outcome.refused("libcurl is not available")
            let transfer = WebTransfer(file, limit: limit) { piece in
                bytes += piece
                return 0
            }
            if let transfer, let transfers = WebTransfers() {
                transfers.run([transfer]) { _, result in
                    outcome = result
                    return nil
                }
            }
            switch outcome {
            case .complete: return bytes
            case .tooLarge: throw .tooLarge(file: file, limit: limit)
            case .refused(let reason), .interrupted(let reason): throw .notFetched(address: file, reason: reason)
            case .notStored, .notResumed: throw .notFetched(address: file, reason: "out of memory")
            }
        }
    }
}
