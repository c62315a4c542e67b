internal import InkProtocol
internal import InkStore
internal import Logging
internal import Synchronization
internal import System

/// Names a package among all users'.
struct PackageKey: Hashable, Sendable {
    let user: UInt32
    let name: String
    /// A device writes into it while nobody opened a package for it.
    var isUnnamed = false
}

/// Each user's packages, and the parts of them that editors have.
final class PackageStores: Sendable {
    private let folders: PackageFolders
    private let quotas: Mutex<Quotas>
    private let stores = Mutex<[UInt32: PackageStore]>([:])
    private let claims = Mutex<[PartPlace: EditorID]>([:])

    init(folders: PackageFolders, quotas: Quotas) {
        self.folders = folders
        self.quotas = Mutex(quotas)
    }

    /// A user's packages; their thread starts when they are first asked for.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func store(of user: UInt32) throws(DaemonError) -> PackageStore {
        let quotas = quotas.withLock { $0 }
        let result: Result<PackageStore, DaemonError> = stores.withLock { stores in
            if let store = stores[user] { return .success(store) }
            do throws(DaemonError) {
                let store = try PackageStore(user: user, folders: folders, quotas: quotas)
                stores[user] = store
                return .success(store)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
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
        guard let store = stores.withLock({ $0[user] }) else { return }
        store.perform { [self] shelf in
            if let client { shelf.clientLeft(client) }
            shelf.parkUnused { self.isClaimed($0) }
        }
    }

    /// Takes over quotas that were read again; users' packages that are open follow.
    func use(_ quotas: Quotas) {
        self.quotas.withLock { $0 = quotas }
        for store in stores.withLock({ Array($0.values) }) { store.perform { $0.quotas = quotas } }
    }

    /// Ends every thread after what it was asked for.
    func finish() {
        for store in stores.withLock({ stores in
            defer { stores = [:] }
            return Array(stores.values)
        }) { store.finish() }
    }
}

/// One user's packages: a thread that alone touches them, and does one thing after the other.
final class PackageStore: Sendable {
    private let thread: WorkThread<PackageShelf>

    fileprivate init(user: UInt32, folders: PackageFolders, quotas: Quotas) throws(DaemonError) {
        thread = try granted(try WorkThread(named: "packages") { PackageShelf(user: user, folders: folders, quotas: quotas) })
    }

    /// Has something done after everything that was asked for before.
    func perform(_ work: @escaping @Sendable (PackageShelf) -> Void) { thread.perform(work) }

    /// Has something done, and waits for what it gives.
    func run<Value: Sendable>(_ work: @escaping @Sendable (PackageShelf) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            perform { shelf in continuation.resume(with: Result { try work(shelf) }) }
        }
    }

    fileprivate func finish() { thread.finish() }
}
