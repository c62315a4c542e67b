/// The result of reading the whole content of a package.
public struct PackageCheck: Sendable, Hashable {
    /// The number of parts.
    public internal(set) var parts = 0
    /// The number of items of all kinds (see `ItemKind`) and of readings that could be read.
    public internal(set) var things = 0
    /// The damage, as sentences.
    public internal(set) var damage: [String] = []

    /// Creates an empty result.
    init() {}

    /// Reads the whole content of a package.
    ///
    /// - Throws: `unusable`; `damaged` if SQLite cannot continue.
    init(_ database: PackageDatabase) throws(PackageError) {
        let (disorder, place) = (database.disorder, database.ofPart)
        self = try database.read { try PackageCheck($0, disorder, place) }
    }

    private init(_ database: Database, _ disorder: [String], _ place: String) throws {
        damage = disorder
        var ids: [PartID] = []
        try Columns.forEach(database, "SELECT \(RowChecksum.Table.part.columns), checksum FROM part ORDER BY position, id", []) { row in
            parts += 1
            let id = (try? row.integer(0)).map { PartID($0) }
            if let id { ids.append(id) }
            do throws(Damage) {
                _ = try PartInfo(row)
            } catch {
                damage.append("the properties of part \(id?.value ?? 0) are damaged: \(error.reason)")
            }
        }
        for id in ids {
            let content = try PartContent(database, of: id, place)
            things += content.items.count + content.readings.count
            damage += content.unreadable
        }
        for part in [0] + ids.map(\.value) { damage += try ParameterSet.read(database, part: part, place).damage }
        damage += try Self.strays(database)
    }

    /// The maximum number of orphaned rows that are listed.
    private static let mostStrays = 100

    /// Returns descriptions of rows whose part does not exist, by table. Makes one query for each different part number in a table.
    static func strays(_ database: Database) throws -> [String] {
        var strays: [String] = []
        for table in Package.contents {
            var part = try database.integer("SELECT min(part) FROM \(table.name)")
            while let found = part, strays.count < mostStrays {
                let isKnown = try database.integer("SELECT id FROM part WHERE id = ?", [found]) != nil || table == .metadata && found == 0
                if !isKnown { strays.append("\(table.name) rows belong to part \(found), which does not exist") }
                part = try database.integer("SELECT min(part) FROM \(table.name) WHERE part > ?", [found])
            }
        }
        return strays
    }
}

extension Package {
    /// Reads the whole package, and reports damage.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`.
    public func check() throws(PackageError) -> PackageCheck { try PackageCheck(open) }
}

extension PackageSpace {
    /// Reads the whole content of a package that is not open. Reports damage in the saved file, and in a working copy that was left behind.
    /// Does not remove either file.
    ///
    /// - Throws: `invalidName`, `notFound`, `inUse`, `damaged`, `newerFormat`, `unusable`.
    public func check(_ name: String) throws(PackageError) -> PackageCheck {
        let files = PackageFiles(try PackageName(name), in: self)
        let lock = try PackageLock(files.lock, name: name)
        defer { lock.release() }
        guard Files.exists(files.working) else {
            guard Files.exists(files.saved) else { throw .notFound(name) }
            return try checkCopy(name) { path throws(PackageError) in try Files.copy(files.saved, to: path) }
        }
        var check = try PackageCheck(PackageDatabase(name, path: files.working))
        if Files.exists(files.saved) {
            let saved = try checkCopy(name) { path throws(PackageError) in try Files.copy(files.saved, to: path) }
            check.damage += saved.damage.map { "in the saved file: \($0)" }
        }
        return check
    }

    /// Reads the whole content of a package file from any source, and reports damage.
    ///
    /// - Parameters:
    ///   - name: the package's name in errors.
    ///   - fill: a closure that passes the file's bytes, piece by piece, to its argument.
    /// - Throws: `damaged`, `newerFormat`, `unusable`, and any error of `fill`.
    public func check(file name: String, _ fill: (_ add: ([UInt8]) throws -> Void) throws -> Void) throws -> PackageCheck {
        var problem: (any Error)?
        do throws(PackageError) {
            return try checkCopy(name) { path throws(PackageError) in
                try Files.create(path)
                do {
                    try fill { try Files.append($0, to: path) }
                } catch {
                    problem = error
                    throw .unusable(path: path, reason: "\(error)")
                }
            }
        } catch {
            throw problem ?? error
        }
    }

    /// Checks the file that `make` creates, and removes it afterwards.
    private func checkCopy(_ name: String, _ make: (_ path: String) throws(PackageError) -> Void) throws(PackageError) -> PackageCheck {
        let path = "\(temporary)/.check.sqlite"
        let files = PackageFiles.companions.map { path + $0 }
        for file in files { try Files.remove(file) }
        defer { for file in files { try? Files.remove(file) } }
        try make(path)
        return try PackageCheck(PackageDatabase(name, path: path))
    }
}
