internal import GRDB
internal import GRDBSQLite

/// The connection to a package's working copy, with SQLite's errors told as the store's.
///
/// Files may come from anybody, so SQLite is told to trust nothing in them: see "Defense against the dark arts", sqlite.org/security.html.
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

    /// Looks something up.
    func read<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try queue.read(body) }
    }

    /// Changes something: all of it, or nothing where there is an error.
    func write<T>(_ body: (Database) throws -> T) throws(PackageError) -> T {
        try Self.mapping(name, path) { try queue.write(body) }
    }

    /// Does something that cannot be part of a transaction.
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
