internal import Editing
internal import GRDB

/// An open package: an ordered collection of parts, each with its ink and what that says.
///
/// Everything is written to the working copy at once: what a call has changed when it returns outlives a crash of the process, and, after
/// ``saveToTemp()``, one of the machine. ``save()`` makes one file of it. Dropped without ``close(discardingChanges:)`` it leaves the
/// working copy, which the next ``PackageSpace/open(_:_:)`` takes up. Belongs to one thread; every call blocks.
public final class Package {
    /// What it is called in its space.
    public let name: String
    /// In their order.
    public internal(set) var parts: [PartInfo] = []
    /// There is something in it that the saved file has not: changes, all of it where it was never saved, or perhaps what was recovered.
    public internal(set) var hasUnsavedChanges: Bool

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
        parts = try database.read { try Self.readParts($0, of: files.name) }
    }

    // whoever gets the lock next finds the working copy at rest
    deinit { database = nil }

    /// Its working copy.
    ///
    /// - Throws: `closed`.
    var open: PackageDatabase {
        get throws(PackageError) {
            guard let database else { throw .closed(name) }
            return database
        }
    }

    /// Changes something: all of it, or nothing where there is an error.
    func change<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        let result = try open.write(body)
        hasUnsavedChanges = true
        return result
    }

    /// Ends the use of the package, and removes its working copy. It is good for nothing then.
    ///
    /// - Throws: `unsavedChanges` unless they are to be discarded; `closed`, `unusable`.
    public func close(discardingChanges: Bool = false) throws(PackageError) {
        let database = try open
        guard discardingChanges || !hasUnsavedChanges else { throw .unsavedChanges(name) }
        try database.close()
        self.database = nil
        try files.removeWorkingCopy()
        lock.release()
    }

    private static func readParts(_ database: Database, of name: String) throws -> [PartInfo] {
        var parts: [PartInfo] = []
        let sql = "SELECT id, type, language, width, height, unitsPerMillimetre FROM part ORDER BY position, id"
        try Columns.forEach(database, sql, []) { row in
            do throws(Damage) {
                parts.append(try PartInfo(row))
            } catch {
                throw PackageError.damaged(name, reason: "part \(parts.count) of it is damaged: \(error.reason)")
            }
        }
        return parts
    }
}

extension PartInfo {
    fileprivate init(_ row: Columns) throws(Damage) {
        id = PartID(try row.integer(0))
        guard id.value > 0 else { throw Damage("its number is \(id.value)") }
        let name = try row.text(1)
        guard let type = PartType(rawValue: name) else { throw Damage("its type is \"\(name)\"") }
        self.type = type
        language = row.isNull(2) ? nil : try row.text(2)
        guard !row.isNull(3) else { return }
        let view = PartView(width: try row.real(3), height: try row.real(4), unitsPerMillimetre: try row.real(5))
        guard view.isValid else { throw Damage("its view is \(view)") }
        self.view = view
    }
}
