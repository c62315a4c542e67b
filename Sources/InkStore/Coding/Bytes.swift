internal import Ink

extension Damage: BytesFailure {
    static var truncated: Damage { Damage("its bytes end too early") }
    static var isStrict: Bool { true }
    static func invalid(field: String, value: String) -> Damage { Damage("its \(field) is \(value)") }
}

/// Reads bytes in `ByteWriter`'s format, from untrusted sources.
typealias ByteReader = BytesReader<Damage>

extension BytesReader<Damage> {
    mutating func number() throws(Damage) -> UInt64 { try unsigned() }

    /// Reads an index, 0 or more.
    mutating func index() throws(Damage) -> Int {
        let value = try number()
        guard let index = Int(exactly: value) else { throw Damage("it has an index of \(value)") }
        return index
    }

    mutating func real() throws(Damage) -> Double { try finiteDouble() }

    mutating func text() throws(Damage) -> String {
        guard let text = String(validating: try slice(), as: UTF8.self) else { throw Damage("it has a text that is not UTF-8") }
        return text
    }

    mutating func blob() throws(Damage) -> [UInt8] { Array(try slice()) }

    mutating func optional<T>(_ read: (inout ByteReader) throws(Damage) -> T) throws(Damage) -> T? {
        switch try byte() {
        case 0: return nil
        case 1: return try read(&self)
        case let value: throw Damage("it has \(value) where 0 or 1 should be")
        }
    }

    mutating func list<T>(_ read: (inout ByteReader) throws(Damage) -> T) throws(Damage) -> [T] {
        var values: [T] = []
        for _ in 0..<(try count()) { values.append(try read(&self)) }
        return values
    }

    /// Verifies that all bytes were read.
    func finish() throws(Damage) {
        guard remaining == 0 else { throw Damage("it has \(remaining) extra bytes at its end") }
    }
}

/// Writes values as bytes: integers in the minimum number of bytes (LEB128), floating-point numbers and texts unchanged, little-endian.
/// Equal values always give equal bytes.
typealias ByteWriter = InkBytesWriter

extension InkBytesWriter {
    mutating func byte(_ value: UInt8) { write(value) }

    mutating func number(_ value: UInt64) { write(unsigned: value) }

    /// Writes a count. A negative count makes the written bytes unreadable: see `isUnreadable`.
    mutating func count(_ value: Int) {
        isUnreadable = isUnreadable || value < 0
        write(unsigned: UInt64(clamping: value))
    }

    mutating func real(_ value: Double) { write(value) }

    mutating func text(_ value: String) {
        count(value.utf8.count)
        write(contentsOf: value.utf8)
    }

    mutating func blob(_ value: [UInt8]) {
        count(value.count)
        write(contentsOf: value)
    }

    mutating func optional<T>(_ value: T?, _ write: (inout ByteWriter, T) -> Void) {
        byte(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }

    mutating func list<T>(_ values: [T], _ write: (inout ByteWriter, T) -> Void) {
        count(values.count)
        for value in values { write(&self, value) }
    }
}
