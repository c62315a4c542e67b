internal import GRDB
internal import GRDBSQLite

/// The connection to a package's working copy, with SQLite's errors mapped to the store's.
///
/// Files may come from anybody, so SQLite is set to trust nothing in them: see "Defense against the dark arts", sqlite.org/security.html.
final class PackageDatabase {
    let name: String
    let path: String
    private let queue: DatabaseQueue

    /// The most bytes that a row may have, in a file or to be stored: a picture with some to spare.
    static let largestRow = 64 << 20

    /// Opens a working copy and checks that it is a package, and whole.
    ///
    /// - Throws: `damaged`, `newerFormat`, `unusable`.
    init(_ name: String, path: String) throws(PackageError) {
        self.name = name
        self.path = path
        queue = try Self.mapping(name, path) {
            try DatabaseQueue(path: path, configuration: Self.configuration(isWorkingCopy: true))
        }
        try read { try Self.check($0, name) }
    }

    /// Makes an empty package of an empty file.
    static func create(_ name: String, path: String) throws(PackageError) {
        try mapping(name, path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration(isWorkingCopy: false))
            try queue.write { database in
                for statement in Schema.statements { try database.execute(sql: statement) }
                try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
            }
            try queue.close()
        }
    }

    /// Runs a read transaction.
    func read<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try queue.read(body) }
    }

    /// Runs a write transaction: an error rolls it back.
    func write<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try queue.write(body) }
    }

    /// Runs a statement that cannot be part of a transaction.
    func outsideTransaction<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try queue.writeWithoutTransaction(body) }
    }

    /// Ends the connection.
    func close() throws(PackageError) {
        try Self.mapping(name, path) { try queue.close() }
    }

    private static func configuration(isWorkingCopy: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, Int32(largestRow + 4096))
            // exclusive: nobody else may look at it, and its index need not be in a file
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
            if isWorkingCopy { try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL") }
        }
        return configuration
    }

    private static func check(_ database: Database, _ name: String) throws {
        let application = try Int64.fetchOne(database, sql: "PRAGMA application_id")
        guard application == Schema.applicationID else {
            throw PackageError.damaged(name, reason: "it was not written by inkd (its application_id is \(application ?? 0))")
        }
        let version = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= Schema.version else {
            throw PackageError.newerFormat(name, found: Int(version), known: Int(Schema.version))
        }
        guard version == Schema.version else { throw PackageError.damaged(name, reason: "its format is \(version), which never was") }
        let tables = try DatabaseValue.fetchAll(database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
            .compactMap { String.fromDatabaseValue($0) }
        guard tables.sorted() == (Schema.statements + [Schema.sequence]).sorted() else {
            throw PackageError.damaged(name, reason: "its tables are not those of a package")
        }
        let result = try DatabaseValue.fetchOne(database, sql: "PRAGMA quick_check(1)")
        let problem = result.flatMap { String.fromDatabaseValue($0) } ?? "nothing can be checked"
        guard problem == "ok" else { throw PackageError.damaged(name, reason: problem) }
    }

    private static func mapping<T>(_ name: String, _ path: String, _ body: () throws -> T) throws(PackageError) -> T {
        do {
            return try body()
        } catch let error as PackageError {
            throw error
        } catch let error as DatabaseError {
            let message = error.message ?? "SQLite error \(error.resultCode.rawValue)"
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_TOOBIG, .SQLITE_CONSTRAINT, .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_FORMAT:
                throw .damaged(name, reason: message)
            default: throw .unusable(path: path, reason: message)
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
    /// The version of the tables and their content; grows when an older program could not read them.
    static let version: Int64 = 1

    /// Everything in SQLite's schema table, so that a file with anything else in it (triggers, views) is refused.
    static let statements = [part, item, reading, metadata]

    /// SQLite's own table, which keeps a part's number from being given again.
    static let sequence = "CREATE TABLE sqlite_sequence(name,seq)"

    /// In the order of `position`. The next… are above the names of removed items; present items count besides.
    private static let part = """
        CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, position INTEGER NOT NULL, type TEXT NOT NULL, language TEXT, \
        width REAL, height REAL, unitsPerMillimetre REAL, nextStroke INTEGER NOT NULL DEFAULT 1, nextLine INTEGER NOT NULL DEFAULT 1, \
        nextBlock INTEGER NOT NULL DEFAULT 1, nextDecoration INTEGER NOT NULL DEFAULT 1) STRICT
        """

    /// Kinds are those of `ItemKind`; only strokes have a line. One table for all kinds, whose rows lie in the order in which a
    /// document is written down: items added with a stroke go to one page, and a part is loaded in one sweep.
    private static let item = """
        CREATE TABLE item (part INTEGER NOT NULL, kind INTEGER NOT NULL /* 1 stroke, 2 block, 3 choice, 4 decoration */, \
        id INTEGER NOT NULL, line INTEGER, body BLOB NOT NULL, PRIMARY KEY (part, kind, id)) STRICT, WITHOUT ROWID
        """

    /// `text` is the best reading, for people and searches; `body` has all of it.
    private static let reading = """
        CREATE TABLE reading (part INTEGER NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL, body BLOB NOT NULL, \
        PRIMARY KEY (part, line)) STRICT, WITHOUT ROWID
        """

    /// Of a part, or of the package where `part` is 0. `path` is a JSON pointer (RFC 6901). A text is a string, a real a number, an
    /// integer a truth value, and null a set, whose members have longer paths.
    private static let metadata = """
        CREATE TABLE metadata (part INTEGER NOT NULL, path TEXT NOT NULL, value ANY, PRIMARY KEY (part, path)) STRICT, WITHOUT ROWID
        """
}

/// Kinds of items, by the number that says so in the table; their order is that of `ItemKey`.
enum ItemKind: Int64 {
    case stroke = 1
    case block = 2
    case choice = 3
    case decoration = 4
}

/// Damage of a row, or of bytes in it.
struct Damage: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

/// The columns of the row on which a statement stands, each read only by its declared type: GRDB's own conversions stop the program
/// where a column has another type, and go through Foundation for bytes.
struct Columns {
    private let statement: OpaquePointer

    /// Runs a query and calls `body` with every row.
    static func forEach(
        _ database: Database, _ sql: String, _ arguments: StatementArguments, _ body: (Columns) throws -> Void
    ) throws {
        let statement = try database.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        let columns = Columns(statement: statement.sqliteStatement)
        while try rows.next() != nil { try body(columns) }
    }

    func isNull(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }

    func isText(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_TEXT }

    func isReal(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_FLOAT }

    func integer(_ index: Int32) throws(Damage) -> Int64 {
        guard sqlite3_column_type(statement, index) == SQLITE_INTEGER else { throw Damage("\(name(index)) is no integer") }
        return sqlite3_column_int64(statement, index)
    }

    /// A name of an item in a part: 0 or more.
    func number(_ index: Int32) throws(Damage) -> UInt64 {
        let value = try integer(index)
        guard let number = UInt64(exactly: value) else { throw Damage("\(name(index)) is \(value)") }
        return number
    }

    func real(_ index: Int32) throws(Damage) -> Double {
        let type = sqlite3_column_type(statement, index)
        guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { throw Damage("\(name(index)) is no number") }
        return sqlite3_column_double(statement, index)
    }

    func text(_ index: Int32) throws(Damage) -> String {
        guard isText(index), let start = sqlite3_column_text(statement, index) else { throw Damage("\(name(index)) is no text") }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index)))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Damage("\(name(index)) is no UTF-8") }
        return text
    }

    func bytes(_ index: Int32) throws(Damage) -> [UInt8] {
        guard sqlite3_column_type(statement, index) == SQLITE_BLOB else { throw Damage("\(name(index)) is no blob") }
        // an empty blob has no address
        guard let start = sqlite3_column_blob(statement, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }

    private func name(_ index: Int32) -> String { sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "column \(index)" }
}
