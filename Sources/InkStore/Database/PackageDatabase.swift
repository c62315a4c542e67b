internal import CSQLite

/// The connection to a package's working copy. It converts SQLite's errors to `PackageError`.
///
/// Files may come from any source, so SQLite is configured to trust nothing in them: see "Defense against the dark arts",
/// sqlite.org/security.html.
final class PackageDatabase {
    let name: String
    let path: String
    /// The errors in the order of rows, as SQLite's messages. All rows can still be read sequentially.
    let disorder: [String]
    private let database: Database

    /// The maximum size in bytes of a row, when it is read or written: more than the largest picture.
    static let largestRow = 64 << 20

    /// Opens a working copy, verifies that it is an intact package, and migrates an older format to the current one.
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

    /// Creates an empty package in an empty file.
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

    /// Runs `body` in a read transaction.
    func read<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try database.read(body) }
    }

    /// Runs `body` in a write transaction, which is rolled back if `body` throws.
    func write<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try database.write(body) }
    }

    /// Runs `body` without a transaction, for statements that a transaction cannot contain.
    func outsideTransaction<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try body(database) }
    }

    /// Closes the connection.
    func close() { database.close() }

    private static func open(_ path: String, isWorkingCopy: Bool) throws -> Database {
        let database = try Database(path: path)
        do {
            try database.addRowChecksum()
            sqlite3_limit(database.connection, SQLITE_LIMIT_LENGTH, Int32(largestRow + 4096))
            // EXCLUSIVE: no other process may read the file, so the WAL index can stay in memory
            try database.run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            // deleted content must not remain in the file
            try database.run("PRAGMA secure_delete = ON")
            if isWorkingCopy { try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL") }
            return database
        } catch {
            database.close()
            throw error
        }
    }

    /// The SQL condition for the rows of a part. It uses the index unless the rows are out of order; then it scans the whole table.
    var ofPart: String { disorder.isEmpty ? "part = ?" : "+part = ?" }

    /// - Returns: the version of the file's format, and the errors in the order of rows.
    private static func check(_ database: Database, _ name: String) throws -> (version: Int64, disorder: [String]) {
        let application = try database.integer("PRAGMA application_id")
        guard application == Schema.applicationID else {
            throw PackageError.damaged(name, reason: "it was not written by inkd (its application_id is \(application ?? 0))")
        }
        let version = try database.integer("PRAGMA user_version") ?? 0
        guard version <= Schema.version else {
            throw PackageError.newerFormat(name, found: Int(version), known: Int(Schema.version))
        }
        guard version > 0 else { throw PackageError.damaged(name, reason: "its format \(version) does not exist") }
        let tables = try database.texts("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").compactMap(\.self)
        guard tables.sorted() == (Schema.statements(of: version) + [Schema.sequence]).sorted() else {
            throw PackageError.damaged(name, reason: "its tables are not a package's")
        }
        let problems = try database.texts("PRAGMA integrity_check(\(mostProblems))").map { $0 ?? "the check failed" }
        guard !problems.isEmpty else { throw PackageError.damaged(name, reason: "the check failed") }
        let disorder = problems.filter { $0 != "ok" }
        // a changed key puts a row in the wrong place of the index; any other change is detected by the row's checksum
        if let problem = disorder.first(where: { !$0.contains("PRIMARY KEY order") && !$0.hasPrefix("NULL value in") }) {
            throw PackageError.damaged(name, reason: problem)
        }
        return (version, disorder)
    }

    /// The maximum number of problems that `PRAGMA integrity_check` lists.
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
    /// The format version of the tables and their content. It is incremented if older programs cannot read the new format.
    /// - 1: without checksums.
    /// - 2: every row has a checksum.
    /// - 3: decisions about words, and typeset words.
    static let version: Int64 = 3

    /// Returns the statements that SQLite's schema table of a package contains. A file with any other statement, such as a trigger or a
    /// view, is rejected.
    static func statements(of version: Int64) -> [String] {
        let statements = [part, item, reading, metadata]
        return version > 1 ? statements : statements.map { $0.replacing(", \(checksum)", with: "") }
    }

    /// Migrates the tables from an earlier version to `version`, within the caller's transaction.
    static func migrate(_ database: Database, from earlier: Int64) throws {
        for table in earlier > 1 ? [] : RowChecksum.Table.allCases {
            // ALTER TABLE inserts the column into the table's stored statement at the place where the statements below have it
            try database.run("ALTER TABLE \(table.name) ADD COLUMN \(checksum)")
            try database.run("UPDATE \(table.name) SET checksum = \(RowChecksum.sql(table))")
        }
        try database.run("PRAGMA user_version = \(version)")
    }

    /// The checksum of all other columns of the row: see `RowChecksum`.
    private static let checksum = "checksum INTEGER NOT NULL DEFAULT 0"

    /// SQLite's own table for AUTOINCREMENT, which prevents the ID of a removed part from being reused.
    static let sequence = "CREATE TABLE sqlite_sequence(name,seq)"

    /// Parts, ordered by `position`. The columns next… are above the IDs of all removed items; the next ID is also above those of all
    /// present items.
    private static let part = """
        CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, position INTEGER NOT NULL, type TEXT NOT NULL, language TEXT, \
        width REAL, height REAL, unitsPerMillimetre REAL, nextStroke INTEGER NOT NULL DEFAULT 1, nextLine INTEGER NOT NULL DEFAULT 1, \
        nextBlock INTEGER NOT NULL DEFAULT 1, nextDecoration INTEGER NOT NULL DEFAULT 1, \(checksum)) STRICT
        """

    /// Items of all kinds, which are the cases of `ItemKind`. The comment in the statement lists only the first four, because the statement
    /// must not change. Only strokes and words have a line. All kinds are in one table, whose rows are in the order in which a document is
    /// written: items added together with a stroke share a page, and a part is loaded in one sequential read.
    private static let item = """
        CREATE TABLE item (part INTEGER NOT NULL, kind INTEGER NOT NULL /* 1 stroke, 2 block, 3 choice, 4 decoration */, \
        id INTEGER NOT NULL, line INTEGER, body BLOB NOT NULL, \(checksum), PRIMARY KEY (part, kind, id)) STRICT, WITHOUT ROWID
        """

    /// Readings. `text` is the best candidate, for people and searches. `body` is the full reading.
    private static let reading = """
        CREATE TABLE reading (part INTEGER NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL, body BLOB NOT NULL, \
        \(checksum), PRIMARY KEY (part, line)) STRICT, WITHOUT ROWID
        """

    /// The metadata of a part, or of the package if `part` is 0. `path` is a JSON pointer (RFC 6901). A TEXT value is a string, a REAL a
    /// number, an INTEGER a Boolean. NULL is a set, whose members are rows with longer paths.
    private static let metadata = """
        CREATE TABLE metadata (part INTEGER NOT NULL, path TEXT NOT NULL, value ANY, \(checksum), PRIMARY KEY (part, path)) \
        STRICT, WITHOUT ROWID
        """
}

/// The kinds of items, with their numbers in the table `item`. The numbers are in the order of `ItemKey`.
enum ItemKind: Int64 {
    case stroke = 1
    case block = 2
    case choice = 3
    case decoration = 4
    case boundary = 5
    case word = 6
}

/// The damage of a row, or of the bytes in it.
struct Damage: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}
