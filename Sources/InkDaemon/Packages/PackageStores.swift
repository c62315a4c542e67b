internal import InkProtocol
internal import InkStore
internal import Logging
internal import Synchronization
internal import System

/// Names a package among all users'.
struct PackageKey: Hashable, Sendable {
    let user: UInt32
    let name: String
    /// A device writes into it until a client opens a package for it.
    var isUnnamed = false
}

/// Each user's packages, and the parts of them that editors have.
final class PackageStores: Sendable {
    private let folders: PackageFolders
    private let quotas: Mutex<Quotas>
    /// By user. What is asked of a thread is asked under this lock, so that one that ends has nothing left to do.
    private let threads = Mutex<[UInt32: WorkThread<PackageShelf>]>([:])
    private let claims = Mutex<[PartPlace: EditorID]>([:])

    init(folders: PackageFolders, quotas: Quotas) {
        self.folders = folders
        self.quotas = Mutex(quotas)
    }

    /// Has something done with a user's packages, after everything that was asked for before. Their thread starts when it is needed.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func perform(of user: UInt32, _ work: @escaping @Sendable (PackageShelf) -> Void) throws(DaemonError) {
        let result: Result<Void, DaemonError> = threads.withLock { threads in
            if let thread = threads[user] { return .success(thread.perform(work)) }
            let (folders, quotas) = (folders, quotas.withLock { $0 })
            do throws(DaemonError) {
                let thread = try granted(
                    try WorkThread(named: "packages") { PackageShelf(user: user, folders: folders, quotas: quotas) })
                threads[user] = thread
                return .success(thread.perform(work))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Has something done with a user's packages, and waits for what it gives.
    /// - Throws: as `perform`, and what `work` throws.
    func run<Value: Sendable>(of user: UInt32, _ work: @escaping @Sendable (PackageShelf) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try perform(of: user) { shelf in continuation.resume(with: Result { try work(shelf) }) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Has something done where the user's thread has started; otherwise there is nothing to do it with.
    private func performIfStarted(of user: UInt32, _ work: @escaping @Sendable (PackageShelf) -> Void) {
        threads.withLock { $0[user]?.perform(work) }
    }

    /// The users whose threads have started.
    var users: Set<UInt32> { threads.withLock { Set($0.keys) } }

    /// Has a user's packages measured. `take` is called on another thread, after everything that was asked for before; not at all where the
    /// thread has not started.
    /// - Returns: whether it will be called.
    func measure(of user: UInt32, _ take: @escaping @Sendable (PackageUse?) -> Void) -> Bool {
        threads.withLock { threads in
            guard let thread = threads[user] else { return false }
            thread.perform { take($0.use()) }
            return true
        }
    }

    /// The user's workspace is gone: their thread ends after what it was asked for, unless a package is open or parked.
    func letGo(of user: UInt32) {
        performIfStarted(of: user) { [self] shelf in
            guard shelf.isEmpty else { return }
            threads.withLock { threads in
                // what waits behind this is of a workspace that comes by here itself when it goes
                guard let thread = threads[user], !thread.hasWork else { return }
                threads[user] = nil
                thread.leave()
            }
        }
    }

    /// Notes that an editor has a part, or will have.
    /// - Returns: false if another has it.
    func claim(_ place: PartPlace, for editor: EditorID) -> Bool {
        claims.withLock { claims in
            if let holder = claims[place], holder != editor { return false }
            claims[place] = editor
            return true
        }
    }

    /// An editor has the part no more.
    func release(_ place: PartPlace, from editor: EditorID) {
        claims.withLock { if $0[place] == editor { $0[place] = nil } }
    }

    func isClaimed(_ place: PartPlace) -> Bool { claims.withLock { $0[place] != nil } }

    func isClaimed(_ package: PackageKey) -> Bool { claims.withLock { $0.keys.contains { $0.package == package } } }

    /// Gives back descriptors of packages that neither a client nor an editor uses.
    func parkUnused(of user: UInt32, without client: ClientID? = nil) {
        performIfStarted(of: user) { [self] shelf in
            if let client { shelf.clientLeft(client) }
            shelf.parkUnused { self.isClaimed($0) }
        }
    }

    /// Takes over quotas that were read again; users' packages that are open follow.
    func use(_ quotas: Quotas) {
        self.quotas.withLock { $0 = quotas }
        for user in users { performIfStarted(of: user) { $0.quotas = quotas } }
    }

    /// Ends every thread after its queued work, and leaves its packages.
    func finish() {
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
