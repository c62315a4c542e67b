internal import Glibc
internal import InkStore

/// Names a package among all users'.
struct PackageKey: Hashable, Sendable {
    let user: UInt32
    let name: String
    /// What a device writes while nobody opened a package for it.
    var isUnnamed = false
}

/// The packages that are open, and where packages lie. Belongs to the packages thread.
final class PackageShelf {
    private let folder: String
    private let temporary: String
    private let runtime: String
    private var spaces: [PackageKey: PackageSpace] = [:]
    private(set) var open: [PackageKey: (package: Package, isRecovered: Bool)] = [:]

    /// Packages that a user may have open.
    private static let mostOpen = 32

    /// - Parameters:
    ///   - folder: has a folder for each user.
    ///   - temporary: where working copies lie, for each user; empty for beside the packages.
    ///   - runtime: has a folder for each user's unnamed packages.
    init(folder: String, temporary: String, runtime: String) {
        self.folder = folder
        self.temporary = temporary
        self.runtime = runtime
    }

    /// A user's own space, made if it is not there.
    func space(of key: PackageKey) throws(PackageError) -> PackageSpace {
        let place = PackageKey(user: key.user, name: "", isUnnamed: key.isUnnamed)
        if let space = spaces[place] { return space }
        let below = "/packages/\(key.user)"
        // where a folder cannot be made, the space says so
        for place in key.isUnnamed ? [runtime] : [folder, folder + "/packages", temporary, temporary + "/packages"] { mkdir(place, 0o700) }
        let space =
            key.isUnnamed
            ? try PackageSpace(root: runtime + "/\(key.user)")
            : try PackageSpace(root: folder + below, temporary: temporary.isEmpty ? nil : temporary + below)
        spaces[place] = space
        return space
    }

    /// An open package.
    func package(_ key: PackageKey) throws(PackageError) -> Package {
        guard let entry = open[key] else { throw .closed(key.name) }
        return entry.package
    }

    /// Opens a package, or gives it as it is if it is open already.
    func open(_ key: PackageKey, _ option: OpenOption) throws(PackageError) -> (package: Package, isRecovered: Bool) {
        if let entry = open[key] {
            switch option {
            case .existing, .create: return entry
            case .createNew: throw .exists(key.name)
            case .truncateExisting: throw .inUse(key.name)
            }
        }
        // each holds descriptors, of which there are only so many
        guard key.isUnnamed || open.keys.count(where: { $0.user == key.user && !$0.isUnnamed }) < Self.mostOpen else {
            throw .unusable(path: key.name, reason: "\(Self.mostOpen) packages are open already: close one of them")
        }
        let opened = try space(of: key).open(key.name, option)
        open[key] = (opened.package, opened.isRecovered)
        return (opened.package, opened.isRecovered)
    }

    /// Closes a package.
    func close(_ key: PackageKey, discardingChanges: Bool) throws(PackageError) {
        let package = try package(key)
        if !discardingChanges, package.hasUnsavedChanges { throw .unsavedChanges(key.name) }
        // whatever goes wrong at the end, it is not open any more
        open[key] = nil
        try package.close(discardingChanges: discardingChanges)
    }

    /// Closes a package for good, whatever is in it.
    func discard(_ key: PackageKey) throws(PackageError) {
        if open[key] != nil { try close(key, discardingChanges: true) }
        do { try space(of: key).delete(key.name) } catch { if case .notFound = error { return } else { throw error } }
    }
}
