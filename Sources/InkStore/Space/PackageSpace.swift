/// One user's own packages: a folder of files, and a folder where packages are worked on while they are open.
///
/// `NAME.inkpkg` in the root is a saved package: one SQLite file. While it is open, all there is of it is in
/// `NAME-files/working.sqlite` in the temporary folder, which must belong to this space alone. A value without state; its calls block.
public struct PackageSpace: Sendable, Hashable {
    /// The folder of saved packages.
    public let root: String
    /// The folder of working copies; by default the root.
    public let temporary: String

    /// A space in these folders, which are made if they are not there (but not the folders around them).
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

    /// Opens a package exclusively, until it is closed or given up.
    ///
    /// A working copy that was left is opened in place of the saved file: it has all that was saved, and more.
    /// A damaged one is set aside, and the saved file is opened.
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

    /// Notes that the working copy of a package, which nobody has open, was left in an orderly way; nothing where there is none.
    ///
    /// - Throws: `invalidName`, `unusable`.
    public func noteLeaving(_ name: String) throws(PackageError) { try PackageFiles(PackageName(name), in: self).noteLeaving() }

    /// Deletes a package with everything that belongs to it, working copies that were set aside included.
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

    /// Gives a package that nobody has open another name, with its working copy if one was left.
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
        // between the two a crash would leave two packages, and lose neither
        if isSaved { try Files.move(files.saved, to: others.saved) }
        if Files.exists(files.working) { try files.moveFolder(to: others) }
        for folder in Set([root, temporary]) { try Files.sync(folder) }
    }

    /// Writes all that is in a package that is open here to a file of another name, as a package of its own.
    ///
    /// - Throws: `invalidName`, `exists`, `inUse`, `closed`, `damaged`, `unusable`.
    public func save(_ package: Package, as name: String) throws(PackageError) {
        let files = PackageFiles(try PackageName(name), in: self)
        let lock = try PackageLock(files.lock, name: name)
        defer { lock.release() }
        guard !Files.exists(files.saved), !Files.exists(files.working) else { throw .exists(name) }
        try package.save(to: files)
    }

    /// Takes in a file that another space has saved. What is kept is a compact copy of it, made after all of it was checked.
    ///
    /// - Parameter fill: hands the file's bytes, a piece after the other, to its argument.
    /// - Throws: `invalidName`, `exists`, `inUse`, `damaged`, `newerFormat`, `unusable`, and the errors of `fill`; nothing is left of it then.
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

    /// The path of a package's saved file, and its bytes; nil if it was never saved.
    ///
    /// - Throws: `invalidName`.
    public func savedFile(of name: String) throws(PackageError) -> (path: String, size: Int)? {
        let files = PackageFiles(try PackageName(name), in: self)
        return Files.size(files.saved).map { (files.saved, $0) }
    }

    /// The packages there are, by name.
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

    /// Bytes that everything in it takes on disk: saved packages, working copies and those that were set aside. What cannot be looked at
    /// counts as nothing.
    public var bytesOnDisk: Int {
        let folders = Set([root, temporary])
        let inside = folders.flatMap { folder in ((try? Files.names(in: folder)) ?? []).map { folder + "/" + $0 } }
        let deeper = inside.flatMap { path in ((try? Files.names(in: path)) ?? []).map { path + "/" + $0 } }
        return (inside + deeper).reduce(0) { $0 + (Files.allocatedSize($1) ?? 0) }
    }

    private static func name(_ file: String, _ ending: String) -> PackageName? {
        // byte by byte: as characters, a point may be one with what is before it
        let bytes = Array(file.utf8)
        guard bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return nil }
        return try? PackageName(String(decoding: bytes.dropLast(ending.utf8.count), as: UTF8.self))
    }
}

/// The behaviour of opening if the package exists, or does not.
public enum OpenOption: String, Sendable, Hashable, CaseIterable {
    /// Opens a package that is there.
    case existing
    /// Opens the package that is there, or makes a new one.
    case create
    /// Makes a new package where there is none.
    case createNew
    /// Makes a new package, whatever is there. What was saved earlier stays until the new one is saved.
    case truncateExisting
}

/// A package that was just opened, and the recovery of a working copy.
public struct OpenedPackage {
    /// The package.
    public let package: Package
    /// A working copy left by a crash was found and opened, with everything written until then.
    public let isRecovered: Bool
    /// The path of such a working copy that is damaged and was set aside; the saved file, or a new one, was opened instead.
    public let setAside: String?
}

/// A package in a space.
public struct PackageEntry: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// There is a saved file of it.
    public let isSaved: Bool
    /// There is a working copy: it is open, or was when a run ended in disorder.
    public let hasWorkingCopy: Bool
    /// Bytes of the saved file, or of the working copy where nothing was saved.
    public let size: Int
}

/// A name that a package can have: one that is safe as the name of a file, in any folder and on any screen.
struct PackageName: Sendable, Hashable {
    let text: String

    /// - Throws: `invalidName`.
    init(_ text: String) throws(PackageError) {
        func refuse(_ reason: String) -> PackageError { .invalidName(Self.printable(text), reason: reason) }
        guard !text.isEmpty else { throw refuse("it is empty; give it 1 to 100 characters") }
        // a file's name has 255 bytes on Linux, of which the endings take some; a single character can have any number of them
        guard text.count <= 100, text.utf8.count <= 200 else {
            throw refuse("it has \(text.count) characters in \(text.utf8.count) bytes; give it at most 100 in 200 bytes")
        }
        guard text.unicodeScalars.first != "." else { throw refuse("it begins with a point; begin it with something else") }
        guard !text.unicodeScalars.contains("/") else { throw refuse("it has a slash in it; leave that out, packages are in no folders") }
        guard !text.unicodeScalars.contains(where: Self.isControl) else {
            throw refuse("it has control characters in it; leave them out")
        }
        self.text = text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The name as it can be shown in a message: without control characters, and short.
    private static func printable(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(120).map { isControl($0) ? "\u{FFFD}" : String($0) }.joined()
        return text.unicodeScalars.count > 120 ? shown + "…" : shown
    }
}
