/// Writes JSON into bytes as Foundation's encoder does: on one line, without spaces, slashes unescaped, whole numbers without a point.
///
/// The writer does not sort: callers write an object's keys in order, so that the same value always has the same bytes.
public struct JSONWriter: Sendable {
    /// The JSON written so far.
    public private(set) var bytes: [UInt8] = []
    /// The key of the first number that JSON cannot represent. Such numbers are written as 0.
    public private(set) var unencodableKey: String?
    /// Whether values were left out because the JSON had reached the limit.
    package private(set) var isCut = false
    private var isFirst = true
    private var key: StaticString = ""
    private let limit: Int

    /// Creates an empty writer.
    public init() { self.init(limit: .max, capacity: 256) }

    /// Creates an empty writer.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes after which the rest of an array is left out. Strings of more bytes are left out, too.
    ///   - capacity: bytes to allocate at first. The array doubles whenever it is full, and for a moment needs three times as much.
    package init(limit: Int, capacity: Int) {
        self.limit = limit
        bytes.reserveCapacity(capacity)
    }

    /// Appends a byte that is not part of the JSON: the end of a message or of a line.
    package mutating func end(_ byte: UInt8) { bytes.append(byte) }

    /// Begins an object; members follow, then `endObject()`.
    public mutating func beginObject() {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    /// Ends an object.
    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    /// Writes a key without escaping; its value follows.
    public mutating func key(_ key: StaticString) {
        comma()
        self.key = key
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a key, escaped as necessary; its value follows.
    public mutating func key(_ key: String) {
        comma()
        string(key)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Begins an array; `beginElement()` and a value for each element follow, then `endArray()`.
    public mutating func beginArray() {
        bytes.append(UInt8(ascii: "["))
        isFirst = true
    }

    /// Begins an element of an array. Returns false if the JSON has reached the limit: the rest of the array is then left out.
    public mutating func beginElement() -> Bool {
        guard bytes.count <= limit else {
            isCut = true
            return false
        }
        comma()
        return true
    }

    /// Ends an array.
    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        isFirst = false
    }

    /// Writes a number whose text is valid JSON.
    package mutating func number(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes true or false.
    public mutating func bool(_ value: Bool) { text(value ? "true" : "false") }

    /// Writes null.
    public mutating func null() { text("null") }

    /// Writes a whole number.
    public mutating func int(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Writes the shortest number that reads back as the same value.
    public mutating func double(_ value: Double) {
        guard value.isFinite else {
            if unencodableKey == nil { unencodableKey = "\(key)" }
            return int(0)
        }
        if abs(value) < 1e15, let whole = Int64(exactly: value), whole != 0 || value.sign == .plus { return int(whole) }
        let digits = value.description.utf8
        bytes.append(contentsOf: digits.suffix(2).elementsEqual(".0".utf8) ? digits.dropLast(2) : digits[...])
    }

    /// Writes a string, escaped as necessary.
    public mutating func string(_ value: String) {
        guard value.utf8.count <= limit else { return isCut = true }
        var value = value
        bytes.append(UInt8(ascii: "\""))
        value.withUTF8 { content in
            var start = 0
            for (index, byte) in content.enumerated() where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                bytes.append(contentsOf: content[start..<index])
                escape(byte)
                start = index + 1
            }
            bytes.append(contentsOf: content[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): text("\\\"")
        case UInt8(ascii: "\\"): text("\\\\")
        case 0x08: text("\\b")
        case 0x0c: text("\\f")
        case UInt8(ascii: "\n"): text("\\n")
        case UInt8(ascii: "\r"): text("\\r")
        case UInt8(ascii: "\t"): text("\\t")
        default:
            text(byte < 0x10 ? "\\u000" : "\\u001")
            let digit = byte & 0x0f
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    private mutating func text(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func comma() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }
}
