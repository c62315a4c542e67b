internal import CSQLite

/// The connection to a package's working copy, with SQLite's errors mapped to the store's.
///
/// Files may come from anybody, so SQLite is set to trust nothing in them: see "Defense against the dark arts", sqlite.org/security.html.
final class PackageDatabase {
    let name: String
    let path: String
    /// Problems with the order of rows, which can be read one after the other all the same, as SQLite tells them.
    let disorder: [String]
    private let database: Database

    /// The most bytes that a row may have, in a file or to be stored: a picture with some to spare.
    static let largestRow = 64 << 20

    /// Opens a working copy, checks that it is a package, and whole, and brings one of an older format to the newest.
    ///
    /// - Throws: `damaged`, `newerFormat`, `unusable`.
    init(_ name: String, path: String) throws(PackageError) {
        self.name = name
        self.path = path
        let database = try Self.mapping(name, path) { try Self.open(path, isWorkingCopy: true) }
        self.database = database
        let (version, disorder) = try Self.mapping(name, path) { try database.read { try Self.check($0, name) } }
        self.disorder = disorder
        if version < Schema.version { try write { try Schema.migrate($0, from: version) } }
    }

    /// Makes an empty package of an empty file.
    static func create(_ name: String, path: String) throws(PackageError) {
        try mapping(name, path) {
            let database = try open(path, isWorkingCopy: false)
            defer { database.close() }
            try database.write { database in
                for statement in Schema.statements(of: Schema.version) { try database.run(statement) }
                try database.run("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
            }
        }
    }

    /// Runs a read transaction.
    func read<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try database.read(body) }
    }

    /// Runs a write transaction: an error rolls it back.
    func write<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try database.write(body) }
    }

    /// Runs a statement that cannot be part of a transaction.
    func outsideTransaction<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try body(database) }
    }

    /// Ends the connection.
    func close() { database.close() }

    private static func open(_ path: String, isWorkingCopy: Bool) throws -> Database {
        let database = try Database(path: path)
        do {
            try database.addRowChecksum()
            sqlite3_limit(database.connection, SQLITE_LIMIT_LENGTH, Int32(largestRow + 4096))
            // exclusive: nobody else may look at it, and its index need not be in a file
            try database.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            // what was erased shall not be in the file
            try database.run("PRAGMA secure_delete = ON")
            if isWorkingCopy { try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL") }
            return database
        } catch {
            database.close()
            throw error
        }
    }

    /// SQL for the rows of a part: found by their keys where these are in order, or else looked for among all.
    var ofPart: String { disorder.isEmpty ? "part = ?" : "+part = ?" }

    /// - Returns: the version of its format, and problems with the order of rows.
    private static func check(_ database: Database, _ name: String) throws -> (version: Int64, disorder: [String]) {
        let application = try database.integer("PRAGMA application_id")
        guard application == Schema.applicationID else {
            throw PackageError.damaged(name, reason: "it was not written by inkd (its application_id is \(application ?? 0))")
        }
        let version = try database.integer("PRAGMA user_version") ?? 0
        guard version <= Schema.version else {
            throw PackageError.newerFormat(name, found: Int(version), known: Int(Schema.version))
        }
        guard version > 0 else { throw PackageError.damaged(name, reason: "its format is \(version), which never was") }
        let tables = try database.texts("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").compactMap(\.self)
        guard tables.sorted() == (Schema.statements(of: version) + [Schema.sequence]).sorted() else {
            throw PackageError.damaged(name, reason: "its tables are not those of a package")
        }
        let problems = try database.texts("PRAGMA integrity_check(\(mostProblems))").map { $0 ?? "nothing can be checked" }
        guard !problems.isEmpty else { throw PackageError.damaged(name, reason: "nothing can be checked") }
        let disorder = problems.filter { $0 != "ok" }
        // a key that was changed is in the wrong place; what else it does to its row is found by the row's checksum
        if let problem = disorder.first(where: { !$0.contains("PRIMARY KEY order") && !$0.hasPrefix("NULL value in") }) {
            throw PackageError.damaged(name, reason: problem)
        }
        return (version, disorder)
    }

    /// Of those that SQLite finds: more are of no use.
    private static let mostProblems = 100

    private static func mapping<T>(_ name: String, _ path: String, _ body: () throws -> T) throws(PackageError) -> T {
        do {
            return try body()
        } catch let error as PackageError {
            throw error
        } catch let error as DatabaseError {
            switch error.code {
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_FORMAT:
                throw .damaged(name, reason: error.message)
            default: throw .unusable(path: path, reason: error.message)
            }
        } catch {
            throw .unusable(path: path, reason: "\(error)")
        }
    }
}

/// The tables of a package, as `sqlite3 NAME.inkpkg .schema` shows them.
private enum Schema {
    /// `inkp`: marks the file as a package.
    static let applicationID: Int64 = 0x696E_6B70
    /// Of the tables and of what is in them; grows when an older program could not read them.
    /// - 1: without checksums.
    /// - 2: every row has one.
    /// - 3: decisions about words, and words in type.
    static let version: Int64 = 3

    /// Everything in SQLite's own list of what a database has, so that a file with anything else in it (triggers, views) is refused.
    static func statements(of version: Int64) -> [String] {
        let statements = [part, item, reading, metadata]
        return version > 1 ? statements : statements.map { $0.replacing(", \(checksum)", with: "") }
    }

    /// Brings the tables of an earlier version to this one. It is all or nothing: part of a transaction.
    static func migrate(_ database: Database, from earlier: Int64) throws {
        for table in earlier > 1 ? [] : RowChecksum.Table.allCases {
            // SQLite puts it where it is in the statements below
            try database.run("ALTER TABLE \(table.name) ADD COLUMN \(checksum)")
            try database.run("UPDATE \(table.name) SET checksum = \(RowChecksum.sql(table))")
        }
        try database.run("PRAGMA user_version = \(version)")
    }

    /// Of all other columns of the row: see `RowChecksum`.
    private static let checksum = "checksum INTEGER NOT NULL DEFAULT 0"

    /// SQLite's own table, which keeps a part's number from being given again.
    static let sequence = "CREATE TABLE sqlite_sequence(name,seq)"

    /// In the order of `position`. The next… are above the names of removed items; present items count besides.
    private static let part = """
        CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, position INTEGER NOT NULL, type TEXT NOT NULL, language TEXT, \
        width REAL, height REAL, unitsPerMillimetre REAL, nextStroke INTEGER NOT NULL DEFAULT 1, nextLine INTEGER NOT NULL DEFAULT 1, \
        nextBlock INTEGER NOT NULL DEFAULT 1, nextDecoration INTEGER NOT NULL DEFAULT 1, \(checksum)) STRICT
        """

    /// Kinds are those of `ItemKind`, of which the comment in the statement, which may not change, has the first four; only strokes and
    /// words have a line. One table for all kinds, whose rows lie in the order in which a
    /// document is written down: items added with a stroke go to one page, and a part is loaded in one sweep.
    private static let item = """
        CREATE TABLE item (part INTEGER NOT NULL, kind INTEGER NOT NULL /* 1 stroke, 2 block, 3 choice, 4 decoration */, \
        id INTEGER NOT NULL, line INTEGER, body BLOB NOT NULL, \(checksum), PRIMARY KEY (part, kind, id)) STRICT, WITHOUT ROWID
        """

    /// `text` is the best reading, for people and searches; `body` has all of it.
    private static let reading = """
        CREATE TABLE reading (part INTEGER NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL, body BLOB NOT NULL, \
        \(checksum), PRIMARY KEY (part, line)) STRICT, WITHOUT ROWID
        """

    /// Of a part, or of the package where `part` is 0. `path` is a JSON pointer (RFC 6901). A text is a string, a real a number, an
    /// integer a truth value, and null a set, whose members have longer paths.
    private static let metadata = """
        CREATE TABLE metadata (part INTEGER NOT NULL, path TEXT NOT NULL, value ANY, \(checksum), PRIMARY KEY (part, path)) \
        STRICT, WITHOUT ROWID
        """
}

/// Kinds of items, by the number that says so in the table; their order is that of `ItemKey`.
enum ItemKind: Int64 {
    case stroke = 1
    case block = 2
    case choice = 3
    case decoration = 4
    case boundary = 5
    case word = 6
}

/// Damage of a row, or of bytes in it.
struct Damage: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}
