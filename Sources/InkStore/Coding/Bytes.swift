/// Reads bytes in `ByteWriter`'s format, from untrusted sources.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The number of unread bytes.
    var left: Int { bytes.count - position }

    mutating func byte() throws(Damage) -> UInt8 {
        guard position < bytes.count else { throw Damage("its bytes end too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func number() throws(Damage) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let next = try byte()
            let bits = UInt64(next & 0x7F)
            // each number has exactly one encoding: no bits beyond 64, and no trailing zero bytes
            guard shift < 63 || bits <= 1, next != 0 || shift == 0 else { break }
            value |= bits << shift
            if next & 0x80 == 0 { return value }
        }
        throw Damage("it has a number of too many bytes")
    }

    /// Reads a count of bytes, or of items of at least one byte each.
    mutating func count() throws(Damage) -> Int {
        let value = try number()
        guard value <= UInt64(left) else { throw Damage("it needs \(value) more bytes and has \(left)") }
        return Int(value)
    }

    /// Reads an index, 0 or more.
    mutating func index() throws(Damage) -> Int {
        let value = try number()
        guard let index = Int(exactly: value) else { throw Damage("it has an index of \(value)") }
        return index
    }

    mutating func real() throws(Damage) -> Double {
        guard left >= 8 else { throw Damage("its bytes end too early") }
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
        let value = Double(bitPattern: bits)
        guard value.isFinite else { throw Damage("it has \(value) where a number should be") }
        return value
    }

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
        guard left == 0 else { throw Damage("it has \(left) extra bytes at its end") }
    }

    private mutating func slice() throws(Damage) -> ArraySlice<UInt8> {
        let count = try count()
        defer { position += count }
        return bytes[position..<(position + count)]
    }
}

/// Writes values as bytes: integers in the minimum number of bytes (LEB128), floating-point numbers and texts unchanged, little-endian.
/// Equal values always give equal bytes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether a number was written that no reader accepts: NaN, an infinity, or a negative count.
    private(set) var isUnreadable = false

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func number(_ value: UInt64) {
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a count, never negative.
    mutating func count(_ value: Int) {
        isUnreadable = isUnreadable || value < 0
        number(UInt64(clamping: value))
    }

    mutating func real(_ value: Double) {
        isUnreadable = isUnreadable || !value.isFinite
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(shift))) }
    }

    mutating func text(_ value: String) {
        count(value.utf8.count)
        bytes += value.utf8
    }

    mutating func blob(_ value: [UInt8]) {
        count(value.count)
        bytes += value
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
