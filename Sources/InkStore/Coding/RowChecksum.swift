internal import CSQLite

/// The CRC-32C (Castagnoli; RFC 3720, appendix B.4) of a row's content, including its key. It detects any bit that a disk or a program has
/// changed, whereas SQLite checks only the structure of a file.
struct RowChecksum {
    /// The table that contains the row. Its number is part of the checksum, so equal rows of two tables have different checksums.
    enum Table: UInt8, CaseIterable {
        case part = 1
        case item = 2
        case reading = 3
        case metadata = 4

        /// The table's name in the database.
        var name: String { "\(self)" }

        /// The columns that the checksum covers, in order.
        var columns: String {
            switch self {
            case .part:
                "id, position, type, language, width, height, unitsPerMillimetre, nextStroke, nextLine, nextBlock, nextDecoration"
            case .item: "part, kind, id, line, body"
            case .reading: "part, line, text, body"
            case .metadata: "part, path, value"
            }
        }
    }

    /// The checksum that marks the copy of a damaged row as damaged: no valid row has it.
    static let damaged: Int64 = -1

    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0x82F6_3B78 ^ value >> 1 : value >> 1 }
    }

    private var state = UInt32.max

    init(_ table: Table) { add([table.rawValue]) }

    /// The checksum, 0 or more.
    var value: Int64 { Int64(~state) }

    mutating func addNull() { add([0]) }

    mutating func add(_ integer: Int64) { add(kind: 1, UInt64(bitPattern: integer)) }

    mutating func add(_ real: Double) { add(kind: 2, real.bitPattern) }

    /// Adds the bytes of a text.
    mutating func add(text: UnsafeRawBufferPointer) {
        add(kind: 3, UInt64(text.count))
        add(text)
    }

    mutating func add(blob: UnsafeRawBufferPointer) {
        add(kind: 4, UInt64(blob.count))
        add(blob)
    }

    private mutating func add(kind: UInt8, _ bits: UInt64) {
        add([kind])
        withUnsafeBytes(of: bits.littleEndian) { add($0) }
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        var state = state
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ state >> 8 }
        }
        self.state = state
    }
}

extension RowChecksum {
    /// Returns the SQL expression for the checksum of a row's current columns.
    static func sql(_ table: Table) -> String { "rowChecksum(\(table.rawValue), \(table.columns))" }

    /// Returns the checksum of an SQL function's arguments: the table's number, then the row's columns.
    fileprivate static func value(of values: UnsafeBufferPointer<OpaquePointer?>) -> Int64 {
        guard let first = values.first, sqlite3_value_type(first) == SQLITE_INTEGER,
            let table = Table(rawValue: UInt8(truncatingIfNeeded: sqlite3_value_int64(first)))
        else { return damaged }
        var checksum = RowChecksum(table)
        for value in values.dropFirst() { checksum.add(value) }
        return checksum.value
    }

    private mutating func add(_ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: add(sqlite3_value_int64(value))
        case SQLITE_FLOAT: add(sqlite3_value_double(value))
        case SQLITE_TEXT:
            // get the text before its length: SQLite may convert the text
            let start = sqlite3_value_text(value)
            add(text: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(value)
            add(blob: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
        default: addNull()
        }
    }
}

extension Database {
    /// Registers the SQL function that computes the checksum of a row's values: `rowChecksum(TABLE, COLUMNS…)`.
    func addRowChecksum() throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        let code = sqlite3_create_function_v2(
            connection, "rowChecksum", -1, flags, nil,
            { context, count, values in
                sqlite3_result_int64(context, RowChecksum.value(of: UnsafeBufferPointer(start: values, count: Int(count))))
            }, nil, nil, nil)
        try check(code)
    }
}

extension Columns {
    /// Verifies that a row has not changed since it was written.
    ///
    /// - Parameters:
    ///   - columns: the positions of `RowChecksum.Table.columns` in the query's result, in that order.
    ///   - stored: the position of the checksum's column.
    /// - Throws: `Damage` if a value in the row was changed.
    func verify(_ table: RowChecksum.Table, _ columns: some Sequence<Int32>, stored: Int32) throws(Damage) {
        var checksum = RowChecksum(table)
        for column in columns { add(column, to: &checksum) }
        guard try integer(stored) == checksum.value else { throw Damage("its checksum is wrong") }
    }
}
