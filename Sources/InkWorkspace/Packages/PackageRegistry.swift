internal import Glibc
internal import InkProtocol
internal import InkStore
internal import System

/// The folders of packages.
struct PackageFolders: Sendable {
    /// The folder of persistent state. Its folder `packages` has a folder for each user.
    let state: String
    /// The folder of working copies. Its folder `packages` has a folder for each user. If the path is empty, working copies are beside
    /// their packages.
    let temporary: String
    /// The folder of unnamed packages, with a folder for each user.
    let runtime: String
}

/// The disk space that one user's packages occupy, and their number.
package struct PackageUse: Sendable, Equatable {
    /// Bytes on disk.
    package var disk: Int
    /// Number of packages.
    package var packages: Int
    /// Number of open packages.
    package var open: Int
}

/// The open packages of one user. Belongs to the packages thread.
///
/// A package that is not in use is *parked*: it stays open by name, with its working copy on disk, but holds no descriptor. The next call
/// that names it reopens it.
final class PackageRegistry {
    private struct Entry {
        /// nil while the package is parked.
        var package: Package?
        let isRecovered: Bool
        /// Clients that named the package and are still connected.
        var clients: Set<ClientID> = []
    }

    private let user: UInt32
    private let folders: PackageFolders
    var quotas: Quotas
    private var spaces: [Bool: PackageSpace] = [:]
    private var entries: [PackageKey: Entry] = [:]
    private var usage = DiskUsage()
    private var lastUse: PackageUse?
    private var useTime: UInt64 = 0
    /// The search; it covers only named packages, because unnamed ones are temporary.
    private(set) lazy var search = PackageSearch(self)

    init(user: UInt32, folders: PackageFolders, quotas: Quotas) {
        self.user = user
        self.folders = folders
        self.quotas = quotas
    }

    /// Returns the user's space for named or unnamed packages, and creates it if it does not exist.
    func space(isUnnamed: Bool) throws(PackageError) -> PackageSpace {
        if let space = spaces[isUnnamed] { return space }
        let below = "/packages/\(user)"
        let (state, temporary) = (folders.state, folders.temporary)
        // if a folder cannot be created, the space reports it
        for place in isUnnamed ? [folders.runtime] : [state, state + "/packages", temporary, temporary + "/packages"] {
            mkdir(place, 0o700)
        }
        let space =
            isUnnamed
            ? try PackageSpace(root: folders.runtime + "/\(user)")
            : try PackageSpace(root: state + below, temporary: temporary.isEmpty ? nil : temporary + below)
        spaces[isUnnamed] = space
        return space
    }

    /// Names of the open packages, including parked ones.
    var openNames: [String] { entries.keys.filter { !$0.isUnnamed }.map(\.name) }

    /// The packages that are open and not parked.
    var openPackages: [Package] { entries.compactMap { $0.key.isUnnamed ? nil : $0.value.package } }

    /// Whether no package is open or parked.
    var isEmpty: Bool { entries.isEmpty }

    func isOpen(_ key: PackageKey) -> Bool { entries[key] != nil }

    /// Returns an open package, reopened if it was parked.
    /// - Parameter client: a client that uses the package from now on until it disconnects.
    func package(_ key: PackageKey, for client: ClientID? = nil) throws(PackageError) -> Package {
        guard var entry = entries[key] else { throw .closed(key.name) }
        let package: Package
        let isParked = entry.package == nil
        var isCurrent = false
        if let open = entry.package {
            package = open
        } else {
            isCurrent = try isIndexed(key)
            package = try space(isUnnamed: key.isUnnamed).open(key.name).package
        }
        entry.package = package
        if let client { entry.clients.insert(client) }
        entries[key] = entry
        if isParked, !key.isUnnamed { search.opened(package, isCurrent: isCurrent) }
        return package
    }

    /// Returns whether the index of words is up to date with a package's files.
    private func isIndexed(_ key: PackageKey) throws(PackageError) -> Bool {
        guard !key.isUnnamed else { return false }
        return search.isCurrent(key.name, in: try space(isUnnamed: false))
    }

    /// Returns whether unsaved changes of an earlier run were found when the package was opened.
    func isRecovered(_ key: PackageKey) -> Bool { entries[key]?.isRecovered == true }

    /// Opens a package, or returns it unchanged if it is open already.
    /// - Throws: `PackageError`, `ClientInterface.QuotaExceeded`
    func open(_ key: PackageKey, _ option: OpenOption, for client: ClientID? = nil) throws -> Package {
        if entries[key] != nil {
            switch option {
            case .existing, .create: return try package(key, for: client)
            case .createNew: throw PackageError.exists(key.name)
            case .truncateExisting: throw PackageError.inUse(key.name)
            }
        }
        let space = try space(isUnnamed: key.isUnnamed)
        if !key.isUnnamed {
            try quotas.check(.openPackages, used: openNames.count)
            let all = try space.list()
            if option != .existing, !all.contains(where: { $0.name == key.name }) { try quotas.check(.packages, used: all.count) }
            if option != .existing { try requireRoom(for: Self.smallestPackage) }
        }
        let isCurrent = try option != .truncateExisting && isIndexed(key)
        let opened = try space.open(key.name, option)
        entries[key] = Entry(package: opened.package, isRecovered: opened.isRecovered, clients: client.map { [$0] } ?? [])
        if !key.isUnnamed { search.opened(opened.package, isCurrent: isCurrent && opened.setAside == nil) }
        return opened.package
    }

    /// Returns the user's space, if a new package of this name and of this many bytes may be created.
    /// - Throws: `PackageError.exists`, `ClientInterface.QuotaExceeded`
    func spaceForNew(_ key: PackageKey, of bytes: Int) throws -> PackageSpace {
        let space = try space(isUnnamed: false)
        let all = try space.list()
        guard !isOpen(key), !all.contains(where: { $0.name == key.name }) else { throw PackageError.exists(key.name) }
        try quotas.check(.packages, used: all.count)
        // twice the size, because the package is checked in a copy
        try requireRoom(for: 2 * bytes, measuringNow: true)
        return space
    }

    /// Renames a package; an open one stays open.
    /// - Throws: `PackageError`
    func rename(_ key: PackageKey, to new: PackageKey) throws(PackageError) {
        let space = try space(isUnnamed: false)
        guard !isOpen(new) else { throw .exists(new.name) }
        guard let entry = entries.removeValue(forKey: key) else {
            try space.rename(key.name, to: new.name)
            return search.renamed(key.name, to: new.name)
        }
        var name = key.name
        // after any error the package is open as before, under one of the two names
        defer {
            let isCurrent = search.isCurrent(name, in: space)
            if let opened = try? space.open(name) {
                let key = PackageKey(user: user, name: name)
                entries[key] = Entry(package: opened.package, isRecovered: entry.isRecovered, clients: entry.clients)
                search.opened(opened.package, isCurrent: isCurrent)
            }
        }
        if let package = entry.package {
            if package.hasUnsavedChanges { try package.leave() } else { try package.close() }
            search.closed(package)
        }
        try space.rename(key.name, to: new.name)
        name = new.name
        search.renamed(key.name, to: new.name)
    }

    /// Saves the content of a package under another name.
    /// - Throws: `PackageError`, `ClientInterface.QuotaExceeded`
    func saveAs(_ key: PackageKey, _ new: PackageKey, for client: ClientID) throws {
        let space = try spaceForNew(new, of: try size(of: key))
        if isOpen(key) { return try space.save(try package(key, for: client), as: new.name) }
        let opened = try space.open(key.name)
        defer {
            // unsaved changes of an earlier run stay in the package
            if !opened.package.hasUnsavedChanges { try? opened.package.close() } else if !opened.isRecovered { try? opened.package.leave() }
        }
        try space.save(opened.package, as: new.name)
    }

    /// Returns the file of a package with all its content. A package with unsaved changes is saved first.
    /// - Throws: `PackageError`, `ClientInterface.QuotaExceeded`
    func savedFile(of key: PackageKey, for client: ClientID) throws -> (path: String, size: Int) {
        let space = try space(isUnnamed: false)
        let (wasOpen, entry) = (isOpen(key), try space.list().first { $0.name == key.name })
        if wasOpen || entry?.hasWorkingCopy == true || entry?.isSaved != true {
            let package = try wasOpen ? package(key, for: client) : open(key, .existing)
            defer { if !wasOpen { try? close(key, discardingChanges: false) } }
            if package.hasUnsavedChanges {
                try requireRoom(for: try size(of: key), measuringNow: true)
                try package.save()
            }
        }
        guard let saved = try space.savedFile(of: key.name) else { throw PackageError.notFound(key.name) }
        return saved
    }

    /// Reads the whole content of a package, open or not.
    /// - Throws: `PackageError`, `ClientInterface.QuotaExceeded`
    func check(_ key: PackageKey, for client: ClientID) throws -> PackageCheck {
        if isOpen(key) { return try package(key, for: client).check() }
        let space = try space(isUnnamed: false)
        // room for a copy is required, because the package is read in a copy
        try requireRoom(for: try space.savedFile(of: key.name)?.size ?? 0, measuringNow: true)
        return try space.check(key.name)
    }

    /// Reads the whole content of a package's file.
    /// - Throws: `PackageError`, `ClientInterface.QuotaExceeded`, `ClientInterface.Failed`
    func check(file: Transfer) throws -> PackageCheck {
        try requireRoom(for: file.size, measuringNow: true)
        return try space(isUnnamed: false).check(file: "(file)") { add in try file.forEachPiece(add) }
    }

    /// Closes a package.
    func close(_ key: PackageKey, discardingChanges: Bool) throws(PackageError) {
        let package = try package(key)
        if !discardingChanges, package.hasUnsavedChanges { throw .unsavedChanges(key.name) }
        // even if the last step fails, the package is no longer open
        entries[key] = nil
        let isDiscarded = package.hasUnsavedChanges
        if isDiscarded, !key.isUnnamed { search.willDiscard(key.name) }
        try package.close(discardingChanges: discardingChanges)
        if !isDiscarded, !key.isUnnamed { search.closed(package) }
    }

    /// Closes and deletes a package with all its content.
    func discard(_ key: PackageKey) throws(PackageError) {
        if isOpen(key) { try close(key, discardingChanges: true) }
        if !key.isUnnamed { search.willDiscard(key.name) }
        do { try space(isUnnamed: key.isUnnamed).delete(key.name) } catch { if case .notFound = error { return } else { throw error } }
    }

    /// Removes a client that has disconnected from the users of packages.
    func clientLeft(_ client: ClientID) {
        for key in entries.keys { entries[key]?.clients.remove(client) }
    }

    /// Closes the descriptors of unused packages.
    /// - Parameter isClaimed: returns whether an editor has a part of a package.
    func parkUnused(_ isClaimed: (PackageKey) -> Bool) {
        for key in entries.keys.filter({ entries[$0]?.clients.isEmpty == true && !isClaimed($0) }) {
            guard let package = entries[key]?.package else { continue }
            // without changes, a working copy has nothing to retain
            guard (try? package.hasUnsavedChanges ? package.park() : package.close()) != nil else { continue }
            entries[key]?.package = nil
            if !key.isUnnamed { search.closed(package) }
        }
        if openPackages.isEmpty { search.rest() }
    }

    /// Closes the packages at the end of the daemon. Unsaved changes are retained for the next start, which does not treat them as left by
    /// a crash.
    func end() {
        for (key, entry) in entries {
            guard let package = entry.package else {
                try? space(isUnnamed: key.isUnnamed).noteLeaving(key.name)
                continue
            }
            if package.hasUnsavedChanges { try? package.leave() } else { try? package.close() }
            if !key.isUnnamed { search.closed(package) }
        }
        entries = [:]
        search.rest()
    }

    /// Returns the disk space and the number of the packages; nil if no package was requested yet. A measurement is reused for
    /// `DiskUsage.validity`, to limit the number of measurements.
    func use() -> PackageUse? {
        guard let space = spaces[false] else { return nil }
        let now = MonotonicClock.microseconds
        if lastUse == nil || now &- useTime > DiskUsage.validity {
            guard let all = try? space.list() else { return nil }
            lastUse = PackageUse(disk: disk(adding: 0, measuringNow: true), packages: all.count, open: 0)
            useTime = now
        }
        lastUse?.open = openNames.count
        return lastUse
    }

    /// - Throws: `ClientInterface.QuotaExceeded` if the user's packages reach the limit of disk space.
    func requireRoom(for bytes: Int, measuringNow: Bool = false) throws {
        try quotas.check(.disk, used: disk(adding: bytes, measuringNow: measuringNow))
    }

    private func disk(adding bytes: Int, measuringNow: Bool) -> Int {
        usage.bytes(adding: bytes, measuringNow: measuringNow) {
            [true, false].compactMap { spaces[$0] }.reduce(0) { $0 + $1.bytesOnDisk }
        }
    }

    /// Bytes of an empty package.
    private static let smallestPackage = 65_536
}

/// An estimate of the size of packages in bytes: measured occasionally, and increased by the bytes written since then.
private struct DiskUsage {
    private var measured = 0
    private var added = 0
    private var time: UInt64 = 0

    /// Microseconds for which a measurement is valid, unless more than `tolerance` bytes were written since.
    static let validity: UInt64 = 2_000_000
    private static let tolerance = 1 << 20

    mutating func bytes(adding bytes: Int, measuringNow: Bool, _ measure: () -> Int) -> Int {
        let now = MonotonicClock.microseconds
        if measuringNow || time == 0 || now &- time > Self.validity || added > Self.tolerance {
            (measured, added, time) = (measure(), 0, now)
        }
        added += bytes
        return measured + added
    }
}
