internal import Glibc
internal import System

/// The paths of one package's files.
struct PackageFiles: Sendable {
    let name: String
    let root: String
    /// The package as it was saved.
    let saved: String
    /// The new `saved` file while it is being written.
    let fresh: String
    /// Locked while the package is open. It lies beside `saved`, so that spaces with other temporary folders see it too.
    let lock: String
    private let temporary: String
    /// Holds the working copy.
    let folder: String
    /// The working copy, which is the package while it is open.
    let working: String
    /// A working copy that is not complete yet.
    let unfinished: String
    /// Is there if the working copy was left in an orderly way.
    private let left: String

    static let ending = ".inkpkg"
    static let folderEnding = "-files"

    init(_ name: PackageName, in space: PackageSpace) {
        self.name = name.text
        root = space.root
        saved = "\(root)/\(name.text)\(Self.ending)"
        // no package begins with a point
        fresh = "\(root)/.\(name.text).new"
        lock = "\(root)/.\(name.text).lock"
        temporary = space.temporary
        folder = "\(temporary)/\(name.text)\(Self.folderEnding)"
        working = "\(folder)/working.sqlite"
        unfinished = "\(folder)/unfinished.sqlite"
        left = "\(folder)/left"
    }

    /// Makes the folder of the working copy, for good: `saveToTemp` relies on it.
    func makeFolder() throws(PackageError) {
        try Files.makeFolder(folder)
        try Files.sync(temporary)
    }

    /// Moves the folder of the working copy to where another package has it, which has none.
    func moveFolder(to other: PackageFiles) throws(PackageError) {
        Files.removeIfEmpty(other.folder)
        try Files.move(folder, to: other.folder)
    }

    /// Endings of the files that SQLite makes of one.
    static let companions = ["", "-wal", "-shm", "-journal"]

    /// Removes the working copy. The database goes before its log: without its log it would be an older state that looks whole.
    func removeWorkingCopy() throws(PackageError) {
        for path in [working, unfinished] {
            for companion in Self.companions { try Files.remove(path + companion) }
        }
        try Files.remove(left)
        Files.removeIfEmpty(folder)
    }

    /// Notes that the working copy is left in an orderly way.
    func noteLeaving() throws(PackageError) {
        guard Files.exists(working), !Files.exists(left) else { return }
        try Files.create(left)
        try Files.sync(folder)
    }

    /// Whether the working copy was left in an orderly way; from now on it is in use.
    private func takeUp() throws(PackageError) -> Bool {
        guard Files.exists(left) else { return false }
        try Files.remove(left)
        try Files.sync(folder)
        return true
    }

    /// Gives a damaged working copy a name under which nothing looks for it, and returns that.
    func setWorkingCopyAside() throws(PackageError) -> String {
        var number = 1
        while Files.exists("\(folder)/damaged-\(number).sqlite") { number += 1 }
        let kept = "\(folder)/damaged-\(number).sqlite"
        for companion in Self.companions where Files.exists(working + companion) {
            try Files.move(working + companion, to: kept + companion)
        }
        return kept
    }

    /// Removes everything, also damaged copies that were set aside.
    func removeAll() throws(PackageError) {
        try Files.remove(saved)
        try Files.remove(fresh)
        for name in (try? Files.names(in: folder)) ?? [] { try Files.remove("\(folder)/\(name)") }
        Files.removeIfEmpty(folder)
        try Files.sync(root)
    }
}

extension PackageFiles {
    /// Opens the package whose lock is held.
    func open(_ option: OpenOption, _ lock: PackageLock) throws(PackageError) -> OpenedPackage {
        let isSaved = Files.exists(saved)
        let isLeftBehind = Files.exists(working)
        switch option {
        case .existing: guard isSaved || isLeftBehind else { throw .notFound(name) }
        case .createNew: guard !isSaved, !isLeftBehind else { throw .exists(name) }
        case .create, .truncateExisting: break
        }
        var setAside: String?
        if option == .truncateExisting {
            try removeWorkingCopy()
        } else if isLeftBehind {
            let wasLeft = try takeUp()
            do throws(PackageError) {
                let package = try Package(self, lock, hasUnsavedChanges: true)
                return OpenedPackage(package: package, isRecovered: !wasLeft, setAside: nil)
            } catch .damaged(let name, let reason) {
                let kept = try setWorkingCopyAside()
                guard isSaved || option == .create else { throw .damaged(name, reason: "\(reason); it is kept as \(kept)") }
                setAside = kept
            }
        }
        let isNew = !isSaved || option == .truncateExisting
        try makeWorkingCopy(isNew: isNew)
        do throws(PackageError) {
            return OpenedPackage(package: try Package(self, lock, hasUnsavedChanges: isNew), isRecovered: false, setAside: setAside)
        } catch {
            try removeWorkingCopy()
            throw error
        }
    }

    /// Opens the bytes from `fill` as a working copy, saves it, and closes it again.
    func takeIn(_ lock: PackageLock, _ fill: (_ add: ([UInt8]) throws -> Void) throws -> Void) throws {
        try removeWorkingCopy()
        try makeFolder()
        try Files.create(unfinished)
        try fill { try Files.append($0, to: unfinished) }
        try Files.sync(unfinished)
        try Files.move(unfinished, to: working)
        let package = try Package(self, lock, hasUnsavedChanges: true)
        try package.save()
        try package.close()
    }

    /// Makes a working copy of the saved file, or an empty one. It gets its name when it is complete and on the disk.
    private func makeWorkingCopy(isNew: Bool) throws(PackageError) {
        try removeWorkingCopy()
        try makeFolder()
        if isNew {
            try Files.create(unfinished)
            try PackageDatabase.create(name, path: unfinished)
        } else {
            try Files.copy(saved, to: unfinished)
        }
        try Files.sync(unfinished)
        try Files.move(unfinished, to: working)
        try Files.sync(folder)
    }
}

/// The exclusive lock of a package: a lock on a file, which ends with the process.
final class PackageLock {
    private let path: String
    /// The locked file; nil when others have been let in.
    private var file: Descriptor?

    /// - Throws: `inUse`, `unusable`.
    init(_ path: String, name: String) throws(PackageError) {
        self.path = path
        // whoever had the lock may remove the file between our opening and locking it: then it is not the file of this name any more
        for _ in 0..<100 {
            let file: Descriptor
            do throws(SystemError) {
                file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
            } catch {
                throw Files.failure(path, "it cannot be made", code: error.code)
            }
            do throws(SystemError) { try file.lock() } catch { throw .inUse(name) }
            if Self.isFile(file.number, at: path) {
                self.file = consume file
                return
            }
        }
        throw .inUse(name)
    }

    deinit { file?.unlock() }

    /// Lets others have the package, and leaves the file.
    func unlock() {
        file?.unlock()
        file = nil
    }

    /// Lets others have the package, and removes the file.
    func release() {
        guard file != nil else { return }
        unlink(path)
        file = nil
    }

    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (own, named) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &named) == 0 && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }
}
