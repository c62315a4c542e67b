/// Where the files of one package lie.
struct PackageFiles: Sendable {
    let name: String
    let root: String
    /// The package as it was saved.
    let saved: String
    /// What is to become of `saved` while it is being written.
    let fresh: String
    /// Locked while the package is open. It lies beside `saved`, so that spaces with other temporary folders see it too.
    let lock: String
    private let temporary: String
    /// Holds the working copy.
    let folder: String
    /// All there is of the package while it is open.
    let working: String
    /// A working copy that is not complete yet.
    let unfinished: String

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
    }

    /// Makes the folder of the working copy, for good: `saveToTemp` relies on it.
    func makeFolder() throws(PackageError) {
        try Files.makeFolder(folder)
        try Files.sync(temporary)
    }

    private static let companions = ["", "-wal", "-shm", "-journal"]

    /// Removes the working copy. The database goes before its log: without its log it would be an older state that looks whole.
    func removeWorkingCopy() throws(PackageError) {
        for path in [working, unfinished] {
            for companion in Self.companions { try Files.remove(path + companion) }
        }
        Files.removeIfEmpty(folder)
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

    /// Removes everything, also what was set aside.
    func removeAll() throws(PackageError) {
        try Files.remove(saved)
        try Files.remove(fresh)
        for name in (try? Files.names(in: folder)) ?? [] { try Files.remove("\(folder)/\(name)") }
        Files.removeIfEmpty(folder)
        try Files.sync(root)
    }
}
