/// Parses JSON (RFC 8259) from bytes, strictly: one value, valid UTF-8, no duplicate key in an object, bounded nesting.
///
/// Foundation's decoder only decodes known types. To find the type of an unknown value, a caller would have to guess, and an error for each
/// wrong guess takes seconds for a long array of numbers.
package struct JSONParser {
    /// The deepest nesting of arrays and objects.
    static let depthLimit = 64
    /// Maximum initial capacity of an object, which is otherwise the number of the previous object's members.
    private static let roomLimit = 16

    /// The text to parse.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// The offset of the next byte.
    package var position = 0
    private var room = 0

    /// Parses the bytes.
    package static func parse(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        try read(bytes) { parser throws(JSONError) in try parser.whole() }
    }

    /// Parses the only value.
    package mutating func whole() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        try end()
        return value
    }

    /// Parses the bytes with `body`, which calls `end` after the value.
    package static func read<Result, Failure>(
        _ bytes: [UInt8], _ body: (inout JSONParser) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
            var parser = JSONParser(bytes: bytes)
            return try body(&parser)
        }
    }

    /// Checks that only white space follows.
    package mutating func end() throws(JSONError) {
        skipSpace()
        guard position == bytes.count else { throw error("unexpected data after the value") }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns an error at the current position.
    package func error(_ reason: String) -> JSONError { JSONError(offset: position, reason: reason) }

    /// The next byte; nil at the end.
    package var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips white space.
    package mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0a, 0x0d, 0x09: position += 1
            default: return
            }
        }
    }

    /// Consumes the next byte if it is `byte`; returns whether it is.
    package mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Parses the next value, which is at nesting level `depth`; its arrays and objects may nest up to `depthLimit`.
    package mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= Self.depthLimit else { throw error("nested deeper than \(Self.depthLimit)") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        case nil: throw error("unexpected end: a value is missing")
        default: return try number()
        }
    }

    mutating func word(_ word: StaticString) throws(JSONError) {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count, word.withUTF8Buffer({ bytes[position..<(position + length)].elementsEqual($0) })
        else { throw error("expected \(word)") }
        position += length
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        var members: [String: JSONValue] = [:]
        try self.members { parser, key throws(JSONError) in
            if members.isEmpty { members.reserveCapacity(parser.room) }
            guard members.updateValue(try parser.value(depth: depth + 1), forKey: key) == nil else {
                throw parser.error("duplicate key")
            }
        }
        room = min(members.count, Self.roomLimit)
        return .object(members)
    }

    /// Parses an object; `body` parses the value of each key.
    ///
    /// - Throws: The error of `body`, and `JSONError`.
    package mutating func members(_ body: (inout JSONParser, String) throws(JSONError) -> Void) throws(JSONError) {
        position += 1
        skipSpace()
        if take(UInt8(ascii: "}")) { return }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("expected a key") }
            let key = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw error("expected ':'") }
            try body(&self, key)
            skipSpace()
            if take(UInt8(ascii: "}")) { return }
            guard take(UInt8(ascii: ",")) else { throw error("expected ',' or '}'") }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
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
}

// MARK: - Numbers

extension JSONParser {
    /// Powers of ten that a `Double` represents exactly.
    private static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Adds digits to `number`, which saturates beyond the whole numbers that a `Double` represents exactly.
    /// - Returns: the number of digits.
    private mutating func digits(into number: inout UInt64) -> Int {
        let start = position
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            // above 2^59 only the text of the number is used; below, ten times the value plus nine does not overflow
            number = number < 1 << 59 ? number &* 10 &+ UInt64(digit) : .max / 2
            position += 1
        }
        return position - start
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        let leadingZero = next == UInt8(ascii: "0")
        var mantissa: UInt64 = 0
        let wholeDigits = digits(into: &mantissa)
        guard wholeDigits > 0 else { throw error("expected a value") }
        guard !leadingZero || wholeDigits == 1 else { throw error("a number begins with 0") }
        var isWhole = true
        var exponent = 0
        if take(UInt8(ascii: ".")) {
            isWhole = false
            exponent = -digits(into: &mantissa)
            guard exponent < 0 else { throw error("expected digits after the point") }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            let isDown = next == UInt8(ascii: "-")
            if isDown || next == UInt8(ascii: "+") { position += 1 }
            var power: UInt64 = 0
            guard digits(into: &power) > 0 else { throw error("expected an exponent") }
            exponent += isDown ? -Int(min(power, 1_000_000)) : Int(min(power, 1_000_000))
        }
        if isWhole, mantissa < 1 << 59 { return .int(isNegative ? -Int64(mantissa) : Int64(mantissa)) }
        // both numbers are exact, so that one multiplication or division rounds the text correctly
        if mantissa <= 1 << 53, abs(exponent) < Self.exactPowers.count {
            let power = Self.exactPowers[abs(exponent)]
            let magnitude = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
            return .double(isNegative ? -magnitude : magnitude)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .int(number) }
        guard let number = Double(text), number.isFinite else { throw error("the number is too large") }
        return .double(number)
    }
}

// MARK: - Strings

extension JSONParser {
    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var isASCII = true
        while position < bytes.count {
            let byte = bytes[position]
            guard byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 else { break }
            if byte >= 0x80 { isASCII = false }
            position += 1
        }
        if next == UInt8(ascii: "\"") {
            let content = bytes[start..<position]
            position += 1
            if isASCII { return String(decoding: content, as: UTF8.self) }
            guard let text = String(validating: content, as: UTF8.self) else { throw error("a string is not UTF-8") }
            return text
        }
        return try escapedString(Array(bytes[start..<position]))
    }

    /// Parses the rest of a string, after a beginning without escapes.
    private mutating func escapedString(_ beginning: [UInt8]) throws(JSONError) -> String {
        var content = beginning
        while !take(UInt8(ascii: "\"")) {
            guard let byte = next else { throw error("unterminated string") }
            guard byte >= 0x20 else { throw error("a control character in a string") }
            position += 1
            if byte == UInt8(ascii: "\\") {
                content.append(contentsOf: UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter)
            } else {
                content.append(byte)
            }
        }
        guard let text = String(validating: content, as: UTF8.self) else { throw error("a string is not UTF-8") }
        return text
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = next else { throw error("unterminated string") }
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

    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xdc00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw error("incomplete surrogate pair") }
        let second = try hexadecimal()
        guard (0xdc00..<0xe000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
        else { throw error("incomplete surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
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
