internal import Glibc
internal import System

/// The paths of one package's files.
struct PackageFiles: Sendable {
    let name: String
    let root: String
    /// The path of the saved package.
    let saved: String
    /// The path of the new saved file while it is being written; it then replaces `saved`.
    let fresh: String
    /// The lock file, which is locked while the package is open. It is in the same folder as `saved`, so that it also works between spaces
    /// with different temporary folders.
    let lock: String
    private let temporary: String
    /// The folder of the working copy.
    let folder: String
    /// The working copy: the current state of the package while it is open.
    let working: String
    /// A working copy that is still incomplete.
    let unfinished: String
    /// The path of a marker file. It exists if the working copy was closed without a crash.
    private let left: String

    static let ending = ".inkpkg"
    static let folderEnding = "-files"

    init(_ name: PackageName, in space: PackageSpace) {
        self.name = name.text
        root = space.root
        saved = "\(root)/\(name.text)\(Self.ending)"
        // package names do not begin with a dot, so these names are free
        fresh = "\(root)/.\(name.text).new"
        lock = "\(root)/.\(name.text).lock"
        temporary = space.temporary
        folder = "\(temporary)/\(name.text)\(Self.folderEnding)"
        working = "\(folder)/working.sqlite"
        unfinished = "\(folder)/unfinished.sqlite"
        left = "\(folder)/left"
    }

    /// Creates the folder of the working copy, and syncs its parent folder to disk, which `saveToTemp` requires.
    func makeFolder() throws(PackageError) {
        try Files.makeFolder(folder)
        try Files.sync(temporary)
    }

    /// Moves the folder of the working copy to the path of another package. That package has no working copy.
    func moveFolder(to other: PackageFiles) throws(PackageError) {
        Files.removeIfEmpty(other.folder)
        try Files.move(folder, to: other.folder)
    }

    /// The suffixes of a database file and of the files that SQLite creates for it.
    static let companions = ["", "-wal", "-shm", "-journal"]

    /// Removes the working copy. The database is removed before its log, because without the log it would look intact, but be older.
    func removeWorkingCopy() throws(PackageError) {
        for path in [working, unfinished] {
            for companion in Self.companions { try Files.remove(path + companion) }
        }
        try Files.remove(left)
        Files.removeIfEmpty(folder)
    }

    /// Marks the working copy as closed without a crash.
    func noteLeaving() throws(PackageError) {
        guard Files.exists(working), !Files.exists(left) else { return }
        try Files.create(left)
        try Files.sync(folder)
    }

    /// Returns whether the working copy was closed without a crash, and marks it as in use.
    private func takeUp() throws(PackageError) -> Bool {
        guard Files.exists(left) else { return false }
        try Files.remove(left)
        try Files.sync(folder)
        return true
    }

    /// Renames a damaged working copy so that it is not opened again, and returns its new path.
    func setWorkingCopyAside() throws(PackageError) -> String {
        var number = 1
        while Files.exists("\(folder)/damaged-\(number).sqlite") { number += 1 }
        let kept = "\(folder)/damaged-\(number).sqlite"
        for companion in Self.companions where Files.exists(working + companion) {
            try Files.move(working + companion, to: kept + companion)
        }
        return kept
    }

    /// Removes all files of the package, including damaged working copies that were set aside.
    func removeAll() throws(PackageError) {
        try Files.remove(saved)
        try Files.remove(fresh)
        for name in (try? Files.names(in: folder)) ?? [] { try Files.remove("\(folder)/\(name)") }
        Files.removeIfEmpty(folder)
        try Files.sync(root)
    }
}

extension PackageFiles {
    /// Opens the package. The caller holds its lock.
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
                guard isSaved || option == .create else { throw .damaged(name, reason: "\(reason); it was saved as \(kept)") }
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

    /// Creates a working copy with the bytes from `fill`, saves the package, and closes it.
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

    /// Creates a working copy of the saved file, or an empty one. The file gets its final name only when it is complete and on disk.
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

/// The exclusive lock of a package: a file lock, which the system releases when the process ends.
final class PackageLock {
    private let path: String
    /// The locked file; nil after the lock was released.
    private var file: Descriptor?

    /// - Throws: `inUse`, `unusable`.
    init(_ path: String, name: String) throws(PackageError) {
        self.path = path
        // the previous owner may remove the file after it was opened and before it is locked here: the locked file then has no name
        for _ in 0..<100 {
            let file: Descriptor
            do throws(SystemError) {
                file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW)
            } catch {
                throw Files.failure(path, "it cannot be created", code: error.code)
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

    /// Releases the lock; the file stays.
    func unlock() {
        file?.unlock()
        file = nil
    }

    /// Releases the lock, and removes the file.
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
