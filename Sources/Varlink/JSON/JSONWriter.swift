/// Writes JSON into bytes as Foundation's encoder does: on one line, without spaces, slashes unescaped, whole numbers without a point.
///
/// The writer does not sort: callers write an object's keys in order, so that the same value always has the same bytes.
public struct JSONWriter: Sendable {
    /// The JSON written so far.
    public private(set) var bytes: [UInt8] = []
    /// The key of the first number that JSON cannot represent; 0 replaces it.
    public private(set) var unencodableKey: String?
    /// Whether values were left out because the JSON was already longer than the limit.
    private(set) var isCut = false
    private var isFirst = true
    private var key: StaticString = ""
    private let limit: Int

    /// Creates an empty writer.
    public init() { self.init(limit: .max, capacity: 256) }

    /// Creates an empty writer.
    ///
    /// - Parameters:
    ///   - limit: bytes after which the rest of an array, and longer strings, are left out.
    ///   - capacity: bytes to allocate at first. The array doubles whenever it is full, and for a moment needs three times as much.
    init(limit: Int, capacity: Int) {
        self.limit = limit
        bytes.reserveCapacity(capacity)
    }

    /// Returns a value as JSON.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func bytes(of value: some VarlinkValue) throws(ProtocolError) -> [UInt8] {
        var json = JSONWriter()
        value.write(to: &json)
        try json.check { "\(type(of: value))" }
        return json.bytes
    }

    /// Checks the written numbers.
    /// - Throws: `unencodable` if one of them is not finite.
    func check(_ type: () -> String) throws(ProtocolError) {
        if let unencodableKey { throw .unencodable(type: type(), reason: "\(unencodableKey): not a number in JSON") }
    }

    /// Ends a message.
    mutating func end() { bytes.append(0) }

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

    /// Writes a member of an object.
    @inlinable public mutating func member(_ key: StaticString, _ value: some VarlinkValue) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a member of an object if there is a value.
    @inlinable public mutating func optionalMember(_ key: StaticString, _ value: (some VarlinkValue)?) {
        if let value { member(key, value) }
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

    /// Writes an array.
    public mutating func array(_ values: [some VarlinkValue]) {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for value in values {
            guard bytes.count <= limit else {
                isCut = true
                break
            }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            value.write(to: &self)
        }
        bytes.append(UInt8(ascii: "]"))
        self.isFirst = false
    }

    /// Writes an object with any keys, sorted.
    public mutating func map(_ members: [String: some VarlinkValue]) {
        beginObject()
        for (key, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            comma()
            string(key)
            bytes.append(UInt8(ascii: ":"))
            value.write(to: &self)
        }
        endObject()
    }

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
