/// What was found when everything in a package was read.
public struct PackageCheck: Sendable, Hashable {
    /// Parts.
    public internal(set) var parts = 0
    /// Strokes, blocks, choices, decorations and readings that could be read.
    public internal(set) var things = 0
    /// What is damaged, as sentences.
    public internal(set) var damage: [String] = []

    /// Nothing was read yet.
    init() {}

    /// Reads everything.
    ///
    /// - Throws: `unusable`; `damaged` if SQLite cannot go on.
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
                damage.append("what is known of part \(id?.value ?? 0) is damaged: \(error.reason)")
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

    /// More are of no use.
    private static let mostStrays = 100

    /// Rows whose part there is not, by tables: one look for each part that a table names.
    static func strays(_ database: Database) throws -> [String] {
        var strays: [String] = []
        for table in Package.contents {
            var part = try database.integer("SELECT min(part) FROM \(table.name)")
            while let found = part, strays.count < mostStrays {
                let isKnown = try database.integer("SELECT id FROM part WHERE id = ?", [found]) != nil || table == .metadata && found == 0
                if !isKnown { strays.append("\(table.name) rows are of part \(found), which there is not") }
                part = try database.integer("SELECT min(part) FROM \(table.name) WHERE part > ?", [found])
            }
        }
        return strays
    }
}

extension Package {
    /// Reads everything that is in it, and says what is damaged.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`.
    public func check() throws(PackageError) -> PackageCheck { try PackageCheck(open) }
}

extension PackageSpace {
    /// Reads everything that is in a package that is not open, and says what is damaged: in what was saved, and in a working copy that was
    /// left behind. Both stay.
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
            check.damage += saved.damage.map { "as it was saved: \($0)" }
        }
        return check
    }

    /// Reads everything that is in the file of a package, from wherever it came, and says what is damaged.
    ///
    /// - Parameters:
    ///   - name: for errors.
    ///   - fill: hands the file's bytes, a piece after the other, to what it is given.
    /// - Throws: `damaged`, `newerFormat`, `unusable`, and what `fill` throws.
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

    /// Checks a file that `make` makes, which is removed then.
    private func checkCopy(_ name: String, _ make: (_ path: String) throws(PackageError) -> Void) throws(PackageError) -> PackageCheck {
        let path = "\(temporary)/.check.sqlite"
        let files = PackageFiles.companions.map { path + $0 }
        for file in files { try Files.remove(file) }
        defer { for file in files { try? Files.remove(file) } }
        try make(path)
        return try PackageCheck(PackageDatabase(name, path: path))
    }
}
