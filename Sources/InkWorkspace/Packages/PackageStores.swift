internal import InkProtocol
internal import InkStore
internal import Logging
internal import Synchronization
internal import System

/// The identifier of a package among those of all users.
struct PackageKey: Hashable, Sendable {
    let user: UInt32
    let name: String
    /// Whether a device writes into the package until a client opens another one.
    var isUnnamed = false
}

/// Each user's packages, and the parts that editors have open.
package final class PackageStores: Sendable {
    private let folders: PackageFolders
    private let quotas: Mutex<Quotas>
    /// The threads by user. Requests are made under this lock, so that a thread that ends has no work left.
    private let threads = Mutex<[UInt32: WorkThread<PackageRegistry>]>([:])
    private let claims = Mutex<[PartPlace: EditorID]>([:])

    init(folders: PackageFolders, quotas: Quotas) {
        self.folders = folders
        self.quotas = Mutex(quotas)
    }

    /// Runs work on a user's packages, after all earlier requests. The user's thread starts when it is needed.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func perform(of user: UInt32, _ work: @escaping @Sendable (PackageRegistry) -> Void) throws(DaemonError) {
        let result: Result<Void, DaemonError> = threads.withLock { threads in
            if let thread = threads[user] { return .success(thread.perform(work)) }
            let (folders, quotas) = (folders, quotas.withLock { $0 })
            do throws(DaemonError) {
                let thread = try granted(
                    try WorkThread(named: "packages") { PackageRegistry(user: user, folders: folders, quotas: quotas) })
                threads[user] = thread
                return .success(thread.perform(work))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Runs work on a user's packages, and waits for its result.
    /// - Throws: as `perform`, and the errors of `work`.
    func run<Value: Sendable>(of user: UInt32, _ work: @escaping @Sendable (PackageRegistry) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try perform(of: user) { shelf in continuation.resume(with: Result { try work(shelf) }) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Runs work if the user's thread has started; otherwise the user has no open packages.
    private func performIfStarted(of user: UInt32, _ work: @escaping @Sendable (PackageRegistry) -> Void) {
        threads.withLock { $0[user]?.perform(work) }
    }

    /// The users whose threads have started.
    package var users: Set<UInt32> { threads.withLock { Set($0.keys) } }

    /// Measures a user's packages. `take` is called on the user's packages thread, after all earlier requests. It is not called if that
    /// thread has not started.
    /// - Returns: whether `take` will be called.
    package func measure(of user: UInt32, _ take: @escaping @Sendable (PackageUse?) -> Void) -> Bool {
        threads.withLock { threads in
            guard let thread = threads[user] else { return false }
            thread.perform { take($0.use()) }
            return true
        }
    }

    /// Ends the thread of a user whose workspace has been released, after its queued work, unless a package is open or parked.
    func letGo(of user: UInt32) {
        performIfStarted(of: user) { [self] shelf in
            guard shelf.isEmpty else { return }
            threads.withLock { threads in
                // later work belongs to a workspace that will call this again when it is released
                guard let thread = threads[user], !thread.hasWork else { return }
                threads[user] = nil
                thread.leave()
            }
        }
    }

    /// Records that an editor has a part open, or is loading it.
    /// - Returns: false if another editor has claimed the part.
    func claim(_ place: PartPlace, for editor: EditorID) -> Bool {
        claims.withLock { claims in
            if let holder = claims[place], holder != editor { return false }
            claims[place] = editor
            return true
        }
    }

    /// Releases an editor's claim on the part.
    func release(_ place: PartPlace, from editor: EditorID) {
        claims.withLock { if $0[place] == editor { $0[place] = nil } }
    }

    func isClaimed(_ place: PartPlace) -> Bool { claims.withLock { $0[place] != nil } }

    func isClaimed(_ package: PackageKey) -> Bool { claims.withLock { $0.keys.contains { $0.package == package } } }

    /// Closes the descriptors of packages that neither a client nor an editor uses.
    func parkUnused(of user: UInt32, without client: ClientID? = nil) {
        performIfStarted(of: user) { [self] shelf in
            if let client { shelf.clientLeft(client) }
            shelf.parkUnused { self.isClaimed($0) }
        }
    }

    /// Applies quotas that were read again, also to users' open packages.
    func use(_ quotas: Quotas) {
        self.quotas.withLock { $0 = quotas }
        for user in users { performIfStarted(of: user) { $0.quotas = quotas } }
    }

    /// Ends every thread after its queued work, and closes the packages.
    package func finish() {
        let ending = threads.withLock { threads in
            defer { threads = [:] }
            return Array(threads.values)
        }
        for thread in ending {
            thread.perform { $0.end() }
            thread.finish()
        }
    }
}
