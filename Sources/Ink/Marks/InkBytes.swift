/// Writes whole numbers, seven bits a byte, the lowest first, the highest bit set on all but the last (as in Protocol Buffers' varint).
package struct InkBytesWriter {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []

    /// With nothing written yet.
    package init() {}

    /// One byte as it is.
    package mutating func write(_ byte: UInt8) { bytes.append(byte) }

    /// Small for small numbers: one byte up to 127, ten at most.
    package mutating func write(unsigned value: UInt64) {
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Small for small numbers of either sign: 0, −1, 1, −2 … become 0, 1, 2, 3 …
    package mutating func write(signed value: Int64) { write(unsigned: UInt64(bitPattern: (value << 1) ^ (value >> 63))) }

    /// Eight bytes, the lowest first.
    package mutating func write(_ value: Double) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(shift))) }
    }
}

/// Reads what `InkBytesWriter` wrote. `field` says in errors what was being read.
package struct InkBytesReader {
    private let bytes: [UInt8]
    private var position = 0

    /// Reads from the first byte on.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Bytes that have not been read.
    package var remaining: Int { bytes.count - position }

    /// One byte as it is.
    /// - Throws: `truncated` at the end, as all that reads here does.
    package mutating func byte() throws(InkCodingError) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    /// What `write(unsigned:)` wrote.
    /// - Throws: `invalid` for a number of more than 64 bits.
    package mutating func unsigned(_ field: String) throws(InkCodingError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try byte()
            guard shift < 63 || byte < 2 else { break }
            value |= UInt64(byte & 127) << shift
            if byte < 128 { return value }
        }
        throw .invalid(field: field, value: "a number of more than 64 bits")
    }

    /// What `write(signed:)` wrote.
    /// - Throws: `invalid` for a number of more than 64 bits.
    package mutating func signed(_ field: String) throws(InkCodingError) -> Int64 {
        let value = try unsigned(field)
        return Int64(bitPattern: (value >> 1) ^ (0 &- (value & 1)))
    }

    /// What `write(signed:)` wrote, within bounds.
    /// - Throws: `invalid` beyond them.
    package mutating func signed(_ field: String, in bounds: ClosedRange<Int64>) throws(InkCodingError) -> Int64 {
        let value = try signed(field)
        guard bounds.contains(value) else { throw .invalid(field: field, value: "\(value)") }
        return value
    }

    /// How many things follow, each of which takes `size` bytes at least: no more than the bytes have room for.
    package mutating func count(_ field: String, size: Int) throws(InkCodingError) -> Int {
        let value = try unsigned(field)
        guard value <= UInt64(remaining / size) else { throw .invalid(field: field, value: "\(value)") }
        return Int(value)
    }

    /// The number that is `signed` more than `last`.
    package mutating func next(_ field: String, after last: Int64, in bounds: ClosedRange<Int64>) throws(InkCodingError) -> Int64 {
        let (value, overflow) = last.addingReportingOverflow(try signed(field))
        guard !overflow, bounds.contains(value) else { throw .invalid(field: field, value: overflow ? "beyond 64 bits" : "\(value)") }
        return value
    }

    /// Eight bytes, the lowest first.
    /// - Throws: `invalid` for what is infinite or not a number.
    package mutating func finiteDouble(_ field: String) throws(InkCodingError) -> Double {
        var bits: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
        let value = Double(bitPattern: bits)
        guard value.isFinite else { throw .invalid(field: field, value: "\(value)") }
        return value
    }
}
