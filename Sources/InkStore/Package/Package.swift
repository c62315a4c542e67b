internal import Editing

/// An open package: an ordered collection of parts, each with its ink and readings.
///
/// Changes are written to the working copy at once. When a call has returned, its changes survive a crash of the process, and after
/// ``saveToTemp()``, a crash of the machine. ``save()`` writes the content to a single file. If the package is released without
/// ``close(discardingChanges:)``, its working copy stays, and the next ``PackageSpace/open(_:_:)`` opens that. A package belongs to one
/// thread, and every call blocks.
public final class Package {
    /// The package's name in its space.
    public let name: String
    /// The parts in their order.
    public internal(set) var parts: [PartInfo] = []
    /// The damage found when the package was opened, as sentences. All undamaged content can be used.
    public let damage: [String]
    /// Whether the package differs from its saved file: it has changes, was never saved, or was opened from a working copy. Readings, and
    /// the language and view that an editor sets on first use, are ignored, because they can be determined again.
    public internal(set) var hasUnsavedChanges: Bool
    /// The parts whose text may differ from the search index. The owner of the index removes a part from this set when it is indexed.
    public var unindexed: Set<PartID> = []

    /// Whether the package's content is searchable: true unless the package's metadata set ``searchKey`` to false.
    public internal(set) var isSearched: Bool

    /// The metadata key that excludes the package from searches if the value is false.
    public static let searchKey = "search"

    let files: PackageFiles
    private let lock: PackageLock
    private var database: PackageDatabase?

    init(_ files: PackageFiles, _ lock: PackageLock, hasUnsavedChanges: Bool) throws(PackageError) {
        name = files.name
        self.files = files
        self.lock = lock
        self.hasUnsavedChanges = hasUnsavedChanges
        let database = try PackageDatabase(files.name, path: files.working)
        self.database = database
        let disorder = database.disorder
        let place = database.ofPart
        (parts, damage, isSearched) = try database.read { database in
            let (parts, damage) = try Self.readParts(database, of: files.name)
            return (parts, disorder + damage + (try PackageCheck.strays(database)), try ParameterSet.isSearched(database, place))
        }
    }

    // close the database first, so that the next owner of the lock finds a complete working copy
    deinit { database = nil }

    /// The database of the working copy.
    ///
    /// - Throws: `closed`.
    var open: PackageDatabase {
        get throws(PackageError) {
            guard let database else { throw .closed(name) }
            return database
        }
    }

    /// Runs `body` in a write transaction, which is rolled back if `body` throws.
    /// - Parameter isWork: whether to report the change as unsaved. False for data that can be determined again without the user's work.
    func change<T>(isWork: Bool = true, _ body: (Database) throws -> T) throws(PackageError) -> T {
        let result = try open.write(body)
        if isWork { hasUnsavedChanges = true }
        return result
    }

    /// Closes the package, and retains its working copy with the unsaved changes. The next opening uses the working copy, and does not
    /// report a recovery after a crash. The object cannot be used afterwards.
    ///
    /// - Throws: `closed`, `unusable`.
    public func leave() throws(PackageError) {
        let database = try open
        database.close()
        self.database = nil
        try files.noteLeaving()
        lock.release()
    }

    /// Closes the package, and leaves its working copy marked as in use, for a process that reopens it. The object cannot be used
    /// afterwards.
    ///
    /// - Throws: `closed`, `unusable`.
    public func park() throws(PackageError) {
        let database = try open
        database.close()
        self.database = nil
        lock.unlock()
    }

    /// Closes the package, and removes its working copy. The object cannot be used afterwards.
    ///
    /// - Throws: `unsavedChanges` if the package has any and `discardingChanges` is false; `closed`, `unusable`.
    public func close(discardingChanges: Bool = false) throws(PackageError) {
        let database = try open
        guard discardingChanges || !hasUnsavedChanges else { throw .unsavedChanges(name) }
        database.close()
        self.database = nil
        try files.removeWorkingCopy()
        lock.release()
    }

    /// Reads the parts. Lists those whose properties are damaged but readable.
    static func readParts(_ database: Database, of name: String) throws -> (parts: [PartInfo], damage: [String]) {
        var (parts, damage) = ([PartInfo](), [String]())
        let sql = "SELECT \(RowChecksum.Table.part.columns), checksum FROM part ORDER BY position, id"
        try Columns.forEach(database, sql, []) { row in
            do throws(Damage) {
                parts.append(try PartInfo(row))
            } catch {
                throw PackageError.damaged(name, reason: "its part \(parts.count) is damaged: \(error.reason)")
            }
            do throws(Damage) {
                try PartRow.verify(row)
            } catch {
                damage.append("the properties of part \(parts.last?.id.value ?? 0) are damaged: \(error.reason)")
            }
        }
        return (parts, damage)
    }
}

extension PartInfo {
    /// Decodes the part of a row whose columns are those of `RowChecksum.Table`.
    init(_ row: Columns) throws(Damage) {
        id = PartID(try row.integer(0))
        guard id.value > 0 else { throw Damage("its number is \(id.value)") }
        let name = try row.text(2)
        guard let type = PartType(rawValue: name) else { throw Damage("its type is \"\(name)\"") }
        self.type = type
        language = row.isNull(3) ? nil : try row.text(3)
        guard !row.isNull(4) else { return }
        let view = PartView(width: try row.real(4), height: try row.real(5), unitsPerMillimeter: try row.real(6))
        guard view.isValid else { throw Damage("its view is \(view)") }
        self.view = view
    }
}

extension Package {
    /// Writes the package to one compact file that replaces the saved file. A crash leaves either the old or the new file intact.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`; the earlier file then remains.
    public func save() throws(PackageError) {
        try save(to: files)
        hasUnsavedChanges = false
    }

    /// Writes the package to one compact file that replaces a saved file. The caller holds the lock of that file's package.
    func save(to files: PackageFiles) throws(PackageError) {
        let database = try open
        try Files.remove(files.fresh)
        do throws(PackageError) {
            // SQLite treats an empty file like a missing one, and does not change its mode
            try Files.create(files.fresh)
            let path = files.fresh
            try database.outsideTransaction { try $0.execute("VACUUM INTO ?", [path]) }
            try Files.sync(files.fresh)
            try Files.move(files.fresh, to: files.saved)
            try Files.sync(files.root)
            // the log still has old versions of pages: remove deleted content from all files
            try database.outsideTransaction { try $0.checkpoint() }
        } catch {
            try? Files.remove(files.fresh)
            throw error
        }
    }

    /// Waits until the working copy is completely on disk, so that its content also survives a crash of the machine. The saved file does
    /// not change.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`.
    public func saveToTemp() throws(PackageError) {
        try open.outsideTransaction { try $0.checkpoint() }
        try Files.sync(files.folder)
    }
}

/// A failure to open, read, change or save a package or a part.
public enum PackageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is invalid for a package.
    case invalidName(String, reason: String)
    /// No package has this name.
    case notFound(String)
    /// A package of this name exists already.
    case exists(String)
    /// The package is open, in this process or another.
    case inUse(String)
    /// The file is not a package, or is damaged.
    case damaged(String, reason: String)
    /// The file was written by a newer program.
    case newerFormat(String, found: Int, known: Int)
    /// The package has unsaved changes.
    case unsavedChanges(String)
    /// The package was closed.
    case closed(String)
    /// The package has no part at this index; it has `count` parts.
    case noPartAtIndex(Int, count: Int)
    /// The part does not exist or was removed.
    case noPart(PartID)
    /// The part already has this language.
    case languageFixed(String)
    /// The part already has this view.
    case viewFixed(PartView)
    /// A value cannot be stored.
    case invalidValue(field: String, value: String, remedy: String)
    /// A file or folder cannot be used.
    case unusable(path: String, reason: String)

    /// The error and its fix.
    public var description: String {
        switch self {
        case .invalidName(let name, let reason): "\"\(name)\" cannot be the name of a package: \(reason)"
        case .notFound(let name): "there is no package \"\(name)\": use the option create to create it"
        case .exists(let name): "the package \"\(name)\" already exists: open it with the option existing, or use another name"
        case .inUse(let name): "the package \"\(name)\" is open: close it first"
        case .damaged(let name, let reason):
            "the package \"\(name)\" cannot be read, \(reason): replace it by a copy, or open it with the option truncateExisting"
        case .newerFormat(let name, let found, let known):
            "the package \"\(name)\" has format \(found), and this program supports \(known): open it with a newer program"
        case .unsavedChanges(let name): "the package \"\(name)\" has unsaved changes: save or discard them first"
        case .closed(let name): "the package \"\(name)\" was closed: open it again"
        case .noPartAtIndex(let index, let count): "there is no part at index \(index): the package has \(count), counted from 0"
        case .noPart(let id): "the package has no part \(id.value) (any more): list its parts again"
        case .languageFixed(let language): "the part's language is \"\(language)\" and fixed: create a new part for another language"
        case .viewFixed(let view): "the part's view is \(view) and fixed: create a new part for another view"
        case .invalidValue(let field, let value, let remedy): "\(field) cannot be \(value): \(remedy)"
        case .unusable(let path, let reason): "cannot use \(path): \(reason)"
        }
    }
}
