internal import GRDB
internal import GRDBSQLite

/// What is wrong with a row, or with bytes in it.
struct Damage: Error, Hashable {
    var reason: String

    init(_ reason: String) { self.reason = reason }
}

/// The columns of the row on which a statement stands, each read only as what it is: GRDB's own conversions stop the program
/// where a column has another type, and go through Foundation for bytes.
struct Columns {
    private let statement: OpaquePointer

    /// Runs a query and calls `body` with every row of what it finds.
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

    /// A name of something in a part: 0 or more.
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
