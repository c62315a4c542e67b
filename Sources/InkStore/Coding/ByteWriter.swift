/// Writes values as bytes: whole numbers in as few as they need (LEB128), others and texts as they are, little-endian. The same values
/// always give the same bytes.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []
    /// Something was written that no reader takes: what is no number, or not finite.
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

    /// Never negative.
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
