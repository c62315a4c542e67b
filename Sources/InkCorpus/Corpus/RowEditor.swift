internal import FoundationEssentials

/// Changes string members of a JSON row and leaves every other byte unchanged: unknown members, the spelling of numbers, white space.
package struct RowEditor {
    private let bytes: [UInt8]
    private let members: [RowMembers.Member]
    private let end: Int

    /// Creates an editor of the row; nil if it is not a JSON object.
    package init?(_ bytes: [UInt8]) {
        guard let found = RowMembers(bytes) else { return nil }
        self.bytes = bytes
        members = found.members
        end = found.end
    }

    /// Returns the row with a member set to a string. An existing member keeps its position and the spelling of its name; a new one is
    /// appended.
    package func setting(_ name: String, to text: String) -> [UInt8] {
        let value = Self.literal(text)
        var result: [UInt8] = []
        var copied = 0
        for member in members where member.name == name {
            result += bytes[copied..<member.value.lowerBound] + value
            copied = member.value.upperBound
        }
        guard copied == 0 else { return result + bytes[copied...] }
        let comma = members.isEmpty ? [] : [UInt8(ascii: ",")]
        // after the last value, so that white space before the brace stays there
        let place = members.last?.value.upperBound ?? end
        return bytes[..<place] + comma + Self.literal(name) + [UInt8(ascii: ":")] + value + bytes[place...]
    }

    /// Returns the text as a JSON string.
    private static func literal(_ text: String) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // every text has a JSON string
        return (try? encoder.encode(text)).map { Array($0) } ?? Array("\"\"".utf8)
    }
}

/// The positions of a JSON object's members in its bytes (RFC 8259). Values are skipped, not validated: an edited row has been parsed
/// before.
package struct RowMembers {
    /// A name and the position of its value.
    package struct Member: Equatable {
        /// The name, unescaped.
        package var name: String
        /// The value's bytes.
        package var value: Range<Int>
    }

    /// The members in their order.
    package private(set) var members: [Member] = []
    /// The position of the object's closing brace.
    package private(set) var end = 0

    private let bytes: [UInt8]
    private var position = 0

    /// Scans the object; nil if it is not a JSON object.
    package init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        // a byte order mark
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
        guard take("{") else { return nil }
        if !take("}") {
            repeat {
                guard let name = name(), take(":"), let value = value() else { return nil }
                members.append(Member(name: name, value: value))
            } while take(",")
            guard take("}") else { return nil }
        }
        end = position - 1
        skipSpace()
        guard position == bytes.count else { return nil }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x09 || next == 0x0a || next == 0x0d { position += 1 }
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }

    private mutating func name() -> String? {
        skipSpace()
        guard let place = string() else { return nil }
        return try? JSONDecoder().decode(String.self, from: Data(bytes[place]))
    }

    /// Returns the range of a string, including its quotes.
    private mutating func string() -> Range<Int>? {
        guard next == UInt8(ascii: "\"") else { return nil }
        let start = position
        position += 1
        while let byte = next {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return start..<position }
        }
        return nil
    }

    private mutating func value() -> Range<Int>? {
        skipSpace()
        let start = position
        var depth = 0
        repeat {
            switch next {
            case UInt8(ascii: "\""): guard string() != nil else { return nil }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                guard depth >= 0 else { return nil }
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { return nil }
                position += 1
            case nil: return nil
            default: word()
            }
            if depth > 0 { skipSpace() }
        } while depth > 0
        return start..<position
    }

    /// Skips a number, or true, false or null.
    private mutating func word() {
        let start = position
        while let next, next > 0x20, !Self.signs.contains(next) { position += 1 }
        // skip any other byte, too: otherwise the scan would not advance
        if position == start { position += 1 }
    }

    private static let signs = Array("\"{}[],:".utf8)
}
