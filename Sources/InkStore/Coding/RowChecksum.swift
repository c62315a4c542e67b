internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The CRC-32C (Castagnoli; RFC 3720, appendix B.4) of what is in a row, its key included, so that a bit that a disk or a program has
/// changed is noticed, whichever it is. SQLite checks only how a file hangs together.
struct RowChecksum {
    /// The table that a row is in: equal rows of two tables differ.
    enum Table: UInt8, CaseIterable {
        case part = 1
        case item = 2
        case reading = 3
        case metadata = 4

        /// Its name in the database.
        var name: String { "\(self)" }

        /// The columns that the checksum is about, in the order in which they are in it.
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

    /// A checksum that no row has: marks a copy of a damaged row as damaged.
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
    /// The SQL function that makes the checksum of the values that a row will have: `rowChecksum(TABLE, COLUMNS…)`.
    static let function = DatabaseFunction("rowChecksum", pure: true) { values in
        guard let table = values.first.flatMap({ Int64.fromDatabaseValue($0) }).flatMap({ Table(rawValue: UInt8(truncatingIfNeeded: $0)) })
        else { return damaged }
        var checksum = RowChecksum(table)
        for value in values.dropFirst() { checksum.add(value) }
        return checksum.value
    }

    /// SQL for the checksum of a row as its columns are.
    static func sql(_ table: Table) -> String { "rowChecksum(\(table.rawValue), \(table.columns))" }

    private mutating func add(_ value: DatabaseValue) {
        switch value.storage {
        case .null: addNull()
        case .int64(let integer): add(integer)
        case .double(let real): add(real)
        case .string(let text):
            var text = text
            text.withUTF8 { add(text: UnsafeRawBufferPointer($0)) }
        case .blob(let data): data.withUnsafeBytes { add(blob: $0) }
        }
    }
}

extension Columns {
    /// Makes sure that a row is as it was written.
    ///
    /// - Parameters:
    ///   - columns: those of `RowChecksum.Table.columns`, in that order.
    ///   - stored: the column of the checksum.
    /// - Throws: `Damage` if something in it was changed.
    func verify(_ table: RowChecksum.Table, _ columns: some Sequence<Int32>, stored: Int32) throws(Damage) {
        var checksum = RowChecksum(table)
        for column in columns { add(column, to: &checksum) }
        guard try integer(stored) == checksum.value else { throw Damage("its checksum is that of something else") }
    }
}
