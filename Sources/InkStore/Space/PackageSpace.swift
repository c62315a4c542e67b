/// One user's packages: a folder of saved files, and a folder for the working copies of open packages.
///
/// `NAME.inkpkg` in the root is a saved package: one SQLite file. While the package is open, its current state is in
/// `NAME-files/working.sqlite` in the temporary folder, which no other space may use. This type has no state; its calls block.
public struct PackageSpace: Sendable, Hashable {
    /// The folder of saved packages.
    public let root: String
    /// The folder of working copies; by default the root.
    public let temporary: String

    /// Creates a space in these folders. Creates the folders, but not their parents, if they do not exist.
    ///
    /// - Throws: `unusable` if one of them cannot be written to.
    public init(root: String, temporary: String? = nil) throws(PackageError) {
        self.root = root
        self.temporary = temporary ?? root
        for folder in Set([self.root, self.temporary]) {
            try Files.makeFolder(folder)
            try Files.checkWritable(folder)
        }
    }

    /// Opens a package exclusively. The package is locked until it is closed or released.
    ///
    /// A working copy that was left behind is opened in place of the saved file: it contains everything saved, and later changes. If the
    /// working copy is damaged, it is set aside, and the saved file is opened.
    /// - Throws: `invalidName`, `notFound`, `exists`, `inUse`, `damaged`, `newerFormat`, `unusable`.
    public func open(_ name: String, _ option: OpenOption = .existing) throws(PackageError) -> OpenedPackage {
        let files = PackageFiles(try PackageName(name), in: self)
        let lock = try PackageLock(files.lock, name: name)
        do throws(PackageError) {
            return try files.open(option, lock)
        } catch {
            Files.removeIfEmpty(files.folder)
            lock.release()
            throw error
        }
    }

    /// Marks the working copy of a package that is not open as left intentionally, not by a crash. Does nothing without a working copy.
    ///
    /// - Throws: `invalidName`, `unusable`.
    public func noteLeaving(_ name: String) throws(PackageError) { try PackageFiles(PackageName(name), in: self).noteLeaving() }

    /// Deletes a package with all its files, including working copies that were set aside.
    ///
    /// - Throws: `invalidName`, `notFound`, `inUse`, `unusable`.
    public func delete(_ name: String) throws(PackageError) {
        let files = PackageFiles(try PackageName(name), in: self)
        let lock = try PackageLock(files.lock, name: name)
        defer { lock.release() }
        let leftovers = (try? Files.names(in: files.folder)) ?? []
        guard Files.exists(files.saved) || !leftovers.isEmpty else { throw .notFound(name) }
        try files.removeAll()
    }

    /// Renames a package that is not open, and its working copy if one was left behind.
    ///
    /// - Throws: `invalidName`, `notFound`, `exists`, `inUse`, `unusable`.
    public func rename(_ name: String, to new: String) throws(PackageError) {
        let (files, others) = (PackageFiles(try PackageName(name), in: self), PackageFiles(try PackageName(new), in: self))
        guard name != new else { throw .exists(new) }
        let lock = try PackageLock(files.lock, name: name)
        defer { lock.release() }
        let otherLock = try PackageLock(others.lock, name: new)
        defer { otherLock.release() }
        let isSaved = Files.exists(files.saved)
        guard isSaved || Files.exists(files.working) else { throw .notFound(name) }
        guard !Files.exists(others.saved), !Files.exists(others.working) else { throw .exists(new) }
        // after a crash between the two moves, two packages exist, but no data is lost
        if isSaved { try Files.move(files.saved, to: others.saved) }
        if Files.exists(files.working) { try files.moveFolder(to: others) }
        for folder in Set([root, temporary]) { try Files.sync(folder) }
    }

    /// Saves the content of an open package as a new package with another name.
    ///
    /// - Throws: `invalidName`, `exists`, `inUse`, `closed`, `damaged`, `unusable`.
    public func save(_ package: Package, as name: String) throws(PackageError) {
        let files = PackageFiles(try PackageName(name), in: self)
        let lock = try PackageLock(files.lock, name: name)
        defer { lock.release() }
        guard !Files.exists(files.saved), !Files.exists(files.working) else { throw .exists(name) }
        try package.save(to: files)
    }

    /// Imports a package file that another space has saved. The content is checked completely, and written to a new compact file.
    ///
    /// - Parameter fill: a closure that passes the file's bytes, piece by piece, to its argument.
    /// - Throws: `invalidName`, `exists`, `inUse`, `damaged`, `newerFormat`, `unusable`, and the errors of `fill`. No file remains after an
    ///   error.
    public func takeIn(_ name: String, _ fill: (_ add: ([UInt8]) throws -> Void) throws -> Void) throws {
        let files = PackageFiles(try PackageName(name), in: self)
        let lock = try PackageLock(files.lock, name: name)
        guard !Files.exists(files.saved), !Files.exists(files.working) else {
            lock.release()
            throw PackageError.exists(name)
        }
        do {
            try files.takeIn(lock, fill)
        } catch {
            try? files.removeWorkingCopy()
            lock.release()
            throw error
        }
    }

    /// Returns the path of a package's saved file, and its size in bytes; nil if it was never saved.
    ///
    /// - Throws: `invalidName`.
    public func savedFile(of name: String) throws(PackageError) -> (path: String, size: Int)? {
        let files = PackageFiles(try PackageName(name), in: self)
        return Files.size(files.saved).map { (files.saved, $0) }
    }

    /// Returns all packages, by name.
    ///
    /// - Throws: `unusable`.
    public func list() throws(PackageError) -> [PackageEntry] {
        var names = Set(try Files.names(in: root).compactMap { Self.name($0, PackageFiles.ending) })
        names.formUnion(try Files.names(in: temporary).compactMap { Self.name($0, PackageFiles.folderEnding) })
        return names.sorted { $0.text < $1.text }.compactMap { name in
            let files = PackageFiles(name, in: self)
            let (saved, working) = (Files.size(files.saved), Files.size(files.working))
            guard let size = saved ?? working else { return nil }
            return PackageEntry(name: name.text, isSaved: saved != nil, hasWorkingCopy: working != nil, size: size)
        }
    }

    /// The size on disk in bytes of all files in the space: saved packages, working copies, and damaged working copies that were set aside.
    /// Inaccessible files count as 0.
    public var bytesOnDisk: Int {
        let folders = Set([root, temporary])
        let inside = folders.flatMap { folder in ((try? Files.names(in: folder)) ?? []).map { folder + "/" + $0 } }
        let deeper = inside.flatMap { path in ((try? Files.names(in: path)) ?? []).map { path + "/" + $0 } }
        return (inside + deeper).reduce(0) { $0 + (Files.allocatedSize($1) ?? 0) }
    }

    private static func name(_ file: String, _ ending: String) -> PackageName? {
        // compare bytes: as a character, the dot may combine with the character before it
        let bytes = Array(file.utf8)
        guard bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return nil }
        return try? PackageName(String(decoding: bytes.dropLast(ending.utf8.count), as: UTF8.self))
    }
}

/// The behavior of ``PackageSpace/open(_:_:)``, depending on whether the package exists.
public enum OpenOption: String, Sendable, Hashable, CaseIterable {
    /// Opens an existing package.
    case existing
    /// Opens an existing package, or creates a new one.
    case create
    /// Creates a new package, which must not exist yet.
    case createNew
    /// Creates a new package even if one exists. The earlier saved file stays until the new package is saved.
    case truncateExisting
}

/// A package that was just opened, and whether its working copy was recovered or set aside.
public struct OpenedPackage {
    /// The package.
    public let package: Package
    /// Whether a working copy left by a crash was found and opened, with all changes until the crash.
    public let isRecovered: Bool
    /// The path of a damaged working copy that was set aside; nil if no working copy was damaged. The saved file, or a new package, was
    /// opened instead.
    public let setAside: String?
}

/// A package in a space.
public struct PackageEntry: Sendable, Hashable {
    /// The package's name.
    public let name: String
    /// Whether a saved file exists.
    public let isSaved: Bool
    /// Whether a working copy exists: the package is open, or was not closed when a process ended.
    public let hasWorkingCopy: Bool
    /// The size in bytes of the saved file, or of the working copy if the package was never saved.
    public let size: Int
}

/// A valid package name: safe as a file name in any folder, and safe to display.
struct PackageName: Sendable, Hashable {
    let text: String

    /// - Throws: `invalidName`.
    init(_ text: String) throws(PackageError) {
        func refuse(_ reason: String) -> PackageError { .invalidName(Self.printable(text), reason: reason) }
        guard !text.isEmpty else { throw refuse("it is empty; give it 1 to 100 characters") }
        // file names have at most 255 bytes on Linux, including our suffixes; a single character can have any number of bytes
        guard text.count <= 100, text.utf8.count <= 200 else {
            throw refuse("it has \(text.count) characters in \(text.utf8.count) bytes; give it at most 100 in 200 bytes")
        }
        guard text.unicodeScalars.first != "." else { throw refuse("it begins with a dot; use another first character") }
        guard !text.unicodeScalars.contains("/") else { throw refuse("it contains a slash; remove it, packages are not in folders") }
        guard !text.unicodeScalars.contains(where: Self.isControl) else {
            throw refuse("it contains control characters; remove them")
        }
        self.text = text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Returns the name in a form that is safe for messages: shortened, and without control characters.
    private static func printable(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(120).map { isControl($0) ? "\u{FFFD}" : String($0) }.joined()
        return text.unicodeScalars.count > 120 ? shown + "…" : shown
    }
}
