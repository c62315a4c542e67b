internal import CSQLite

/// An error that SQLite reported.
struct DatabaseError: Error {
    /// SQLite's primary result code.
    let code: Int32
    let message: String

    fileprivate init(_ code: Int32, of connection: OpaquePointer?) {
        self.code = code & 0xFF
        message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    }
}

/// A value of a column or of a parameter.
enum DatabaseValue: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A type whose values can be bound to the parameters of a statement.
protocol DatabaseConvertible {
    var databaseValue: DatabaseValue { get }
}

extension DatabaseValue: DatabaseConvertible { var databaseValue: DatabaseValue { self } }
extension Int64: DatabaseConvertible { var databaseValue: DatabaseValue { .integer(self) } }
extension Int: DatabaseConvertible { var databaseValue: DatabaseValue { .integer(Int64(self)) } }
extension Double: DatabaseConvertible { var databaseValue: DatabaseValue { .real(self) } }
extension String: DatabaseConvertible { var databaseValue: DatabaseValue { .text(self) } }
extension [UInt8]: DatabaseConvertible { var databaseValue: DatabaseValue { .blob(self) } }
extension Optional: DatabaseConvertible where Wrapped: DatabaseConvertible {
    var databaseValue: DatabaseValue { map(\.databaseValue) ?? .null }
}

/// A connection to a database. It belongs to one thread, and every call blocks.
final class Database {
    /// The handle for SQLite's C functions; this object owns it.
    let connection: OpaquePointer
    private var statements: [String: Statement] = [:]
    private var isClosed = false

    /// Opens a database file, creating it if it does not exist.
    /// - Throws: `DatabaseError`.
    init(path: String) throws {
        var connection: OpaquePointer?
        // the connection belongs to one thread, so SQLite needs no mutex
        let code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard let connection, code == SQLITE_OK else {
            let error = DatabaseError(code, of: connection)
            sqlite3_close_v2(connection)
            throw error
        }
        self.connection = connection
    }

    deinit { close() }

    /// Closes the connection. The object cannot be used afterwards.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        statements = [:]
        sqlite3_close_v2(connection)
    }

    // MARK: Transactions

    /// Runs `body` in a read transaction, so that all its queries see the same state.
    func read<T>(_ body: (Database) throws -> T) throws -> T { try transaction("BEGIN", body) }

    /// Runs `body` in a write transaction, which is rolled back if `body` throws.
    func write<T>(_ body: (Database) throws -> T) throws -> T { try transaction("BEGIN IMMEDIATE", body) }

    private func transaction<T>(_ begin: String, _ body: (Database) throws -> T) throws -> T {
        try statement(begin).execute()
        do {
            let result = try body(self)
            try statement("COMMIT").execute()
            return result
        } catch {
            // SQLite itself rolls back after some errors
            if sqlite3_get_autocommit(connection) == 0 { try? statement("ROLLBACK").execute() }
            throw error
        }
    }

    /// Copies the content of the write-ahead log to the database file, and truncates the log.
    func checkpoint() throws { try check(sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)) }

    // MARK: Statements

    /// The rowid of the last insertion.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(connection) }

    /// Returns a prepared statement, cached for later calls.
    func statement(_ sql: String) throws -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try Statement(sql, in: self)
        statements[sql] = statement
        return statement
    }

    /// Runs a statement without caching it.
    func execute(_ sql: String, _ parameters: [any DatabaseConvertible] = []) throws { try Statement(sql, in: self).execute(parameters) }

    /// Runs statements without parameters, in order.
    func run(_ sql: String) throws { try check(sqlite3_exec(connection, sql, nil, nil, nil)) }

    /// Returns the first column of the first row; nil if no row matches.
    func value(_ sql: String, _ parameters: [any DatabaseConvertible] = []) throws -> DatabaseValue? {
        let statement = try Statement(sql, in: self)
        try statement.bind(parameters)
        return try withExtendedLifetime(statement) { try statement.step() ? statement.columns.value(0) : nil }
    }

    /// Returns the first column of the first row as an integer; nil if no row matches or the value is not an integer.
    func integer(_ sql: String, _ parameters: [any DatabaseConvertible] = []) throws -> Int64? {
        guard case .integer(let integer) = try value(sql, parameters) else { return nil }
        return integer
    }

    /// Returns the first column of all rows; nil for values that are not text.
    func texts(_ sql: String) throws -> [String?] {
        let statement = try Statement(sql, in: self)
        var texts: [String?] = []
        try withExtendedLifetime(statement) { while try statement.step() { texts.append(try? statement.columns.text(0)) } }
        return texts
    }

    /// - Throws: `DatabaseError` for a result code other than `SQLITE_OK`.
    func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(code, of: connection) }
    }
}

/// A prepared statement of a connection; it must not be used after the connection is closed.
final class Statement {
    private unowned let database: Database
    private let statement: OpaquePointer
    /// SQLITE_TRANSIENT, a C macro with a cast, which Swift does not import. SQLite copies the bound value, and never calls this address.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    fileprivate init(_ sql: String, in database: Database) throws {
        self.database = database
        var statement: OpaquePointer?
        try database.check(sqlite3_prepare_v2(database.connection, sql, -1, &statement, nil))
        // SQLite returns no statement for an empty text only, and this program has no empty SQL text
        guard let statement else { preconditionFailure("\"\(sql)\" is no statement") }
        self.statement = statement
    }

    deinit { sqlite3_finalize(statement) }

    /// The columns of the current row.
    var columns: Columns { Columns(statement: statement) }

    /// Runs the statement to completion.
    func execute(_ parameters: [any DatabaseConvertible] = []) throws {
        defer { reset() }
        try bind(parameters)
        while try step() {}
    }

    fileprivate func bind(_ parameters: [any DatabaseConvertible]) throws {
        precondition(parameters.count == Int(sqlite3_bind_parameter_count(statement)), "a statement has other parameters")
        for (index, parameter) in zip(Int32(1)..., parameters) { try database.check(bind(parameter.databaseValue, index)) }
    }

    private func bind(_ value: DatabaseValue, _ index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(statement, index)
        case .integer(let integer): return sqlite3_bind_int64(statement, index, integer)
        case .real(let real): return sqlite3_bind_double(statement, index, real)
        case .text(var text):
            return text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) {
                    // a null address would bind NULL instead of an empty text
                    guard let start = $0.baseAddress else { return sqlite3_bind_text(statement, index, "", 0, Self.copied) }
                    return sqlite3_bind_text64(
                        statement, index, start, UInt64($0.count), Self.copied, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return bytes.withUnsafeBytes { sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), Self.copied) }
        }
    }

    /// Advances to the next row; returns false at the end.
    fileprivate func step() throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(code, of: database.connection)
        }
    }

    fileprivate func reset() {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }
}

/// The columns of a statement's current row. The typed accessors accept only values of their type.
struct Columns {
    fileprivate let statement: OpaquePointer

    /// Runs a query and calls `body` with every row.
    static func forEach(
        _ database: Database, _ sql: String, _ parameters: [any DatabaseConvertible] = [], _ body: (Columns) throws -> Void
    ) throws {
        let statement = try database.statement(sql)
        defer { statement.reset() }
        try statement.bind(parameters)
        while try statement.step() { try body(statement.columns) }
    }

    /// The values of all columns.
    var values: [DatabaseValue] { (0..<sqlite3_column_count(statement)).map(value) }

    func isNull(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }

    func isText(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_TEXT }

    func isReal(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_FLOAT }

    /// Returns a column's value, of any type.
    func value(_ index: Int32) -> DatabaseValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT: .text(String(decoding: textBytes(index), as: UTF8.self))
        case SQLITE_BLOB: .blob(Array(blobBytes(index)))
        default: .null
        }
    }

    func integer(_ index: Int32) throws(Damage) -> Int64 {
        guard sqlite3_column_type(statement, index) == SQLITE_INTEGER else { throw Damage("\(name(index)) is not an integer") }
        return sqlite3_column_int64(statement, index)
    }

    /// Returns a column's value as an ID, which is 0 or more.
    func number(_ index: Int32) throws(Damage) -> UInt64 {
        let value = try integer(index)
        guard let number = UInt64(exactly: value) else { throw Damage("\(name(index)) is \(value)") }
        return number
    }

    func real(_ index: Int32) throws(Damage) -> Double {
        let type = sqlite3_column_type(statement, index)
        guard type == SQLITE_FLOAT || type == SQLITE_INTEGER else { throw Damage("\(name(index)) is not a number") }
        return sqlite3_column_double(statement, index)
    }

    func text(_ index: Int32) throws(Damage) -> String {
        guard isText(index) else { throw Damage("\(name(index)) is not text") }
        guard let text = String(validating: textBytes(index), as: UTF8.self) else { throw Damage("\(name(index)) is not UTF-8") }
        return text
    }

    func bytes(_ index: Int32) throws(Damage) -> [UInt8] {
        guard sqlite3_column_type(statement, index) == SQLITE_BLOB else { throw Damage("\(name(index)) is not a blob") }
        return Array(blobBytes(index))
    }

    /// Adds a column of any type to a checksum.
    func add(_ index: Int32, to checksum: inout RowChecksum) {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: checksum.add(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: checksum.add(sqlite3_column_double(statement, index))
        case SQLITE_TEXT: checksum.add(text: textBytes(index))
        case SQLITE_BLOB: checksum.add(blob: blobBytes(index))
        default: checksum.addNull()
        }
    }

    private func textBytes(_ index: Int32) -> UnsafeRawBufferPointer {
        // get the text before its length: SQLite may convert the text
        let start = sqlite3_column_text(statement, index)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index)))
    }

    private func blobBytes(_ index: Int32) -> UnsafeRawBufferPointer {
        // an empty blob has no address
        let start = sqlite3_column_blob(statement, index)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index)))
    }

    private func name(_ index: Int32) -> String { sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "column \(index)" }
}
