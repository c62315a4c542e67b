/// Reads JSON (RFC 8259) from bytes, strictly: one value, valid UTF-8, no key twice in an object, bounded nesting.
///
/// Foundation's decoder gives typed values only; telling the kinds of an unknown value apart with it costs an error thrown for each
/// wrong guess, which a long array of numbers turns into seconds.
struct JSONParser {
    /// How deep arrays and objects may nest.
    static let depthLimit = 64

    private let bytes: [UInt8]
    private var position = 0

    /// The value that the bytes spell.
    ///
    /// - Throws: `malformedJSON`.
    static func parse(_ bytes: [UInt8]) throws(ProtocolError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.error("something follows the value") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func error(_ reason: String) -> ProtocolError { .malformedJSON(offset: position, reason: reason) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(ProtocolError) -> JSONValue {
        guard depth <= Self.depthLimit else { throw error("nested deeper than \(Self.depthLimit)") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("it ends where a value is expected")
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(ProtocolError) -> JSONValue {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count,
            word.withUTF8Buffer({ bytes[position..<(position + length)].elementsEqual($0) })
        else { throw error("expected \(word)") }
        position += length
        return value
    }

    private mutating func object(depth: Int) throws(ProtocolError) -> JSONValue {
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("expected a key") }
            let key = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("expected ':'") }
            guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else { throw error("a key comes twice") }
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw error("expected ',' or '}'") }
        }
    }

    private mutating func array(depth: Int) throws(ProtocolError) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(values) }
        while true {
            values.append(try value(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(values) }
            guard take(UInt8(ascii: ",")) else { throw error("expected ',' or ']'") }
        }
    }

    private mutating func digits() -> Bool {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }

    private mutating func number() throws(ProtocolError) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let leadingZero = next == UInt8(ascii: "0")
        let integerStart = position
        guard digits() else { throw error("expected a value") }
        guard !leadingZero || position == integerStart + 1 else { throw error("a number begins with 0") }
        var whole = true
        if take(UInt8(ascii: ".")) {
            whole = false
            guard digits() else { throw error("expected digits after the point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            whole = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits() else { throw error("expected an exponent") }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if whole, let number = Int64(text) { return .int(number) }
        guard let number = Double(text), number.isFinite else { throw error("the number is too large") }
        return .double(number)
    }

    private mutating func string() throws(ProtocolError) -> String {
        position += 1
        let start = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        var content = bytes[start..<position]
        while !take(UInt8(ascii: "\"")) {
            guard let byte = next else { throw error("a string does not end") }
            guard byte >= 0x20 else { throw error("a control character in a string") }
            position += 1
            if byte == UInt8(ascii: "\\") {
                content.append(contentsOf: Array(String(try escape()).utf8))
            } else {
                content.append(byte)
            }
        }
        guard let text = String(validating: content, as: UTF8.self) else { throw error("a string is not UTF-8") }
        return text
    }

    private mutating func escape() throws(ProtocolError) -> Unicode.Scalar {
        guard let byte = next else { throw error("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw error("an unknown escape in a string")
        }
    }

    private mutating func unicodeEscape() throws(ProtocolError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xdc00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw error("half a surrogate pair") }
        let second = try hexadecimal()
        guard (0xdc00..<0xe000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
        else { throw error("half a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws(ProtocolError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("expected four hex digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
