internal import FoundationEssentials

/// Where the members of a JSON object stand in its bytes (RFC 8259). Values are passed over, not checked: a row that is edited has been
/// read before.
struct RowMembers {
    /// A name and the place of its value.
    struct Member: Equatable {
        var name: String
        var value: Range<Int>
    }

    /// In the order of the bytes.
    private(set) var members: [Member] = []
    /// Where the object's closing brace stands.
    private(set) var end = 0

    private let bytes: [UInt8]
    private var position = 0

    /// Finds them; nil if this is no JSON object.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        // the mark that some editors put before a file
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

    /// A string's place, with its quotes.
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

    /// A number, or true, false or null.
    private mutating func word() {
        let start = position
        while let next, next > 0x20, !Self.signs.contains(next) { position += 1 }
        // what is none of them is passed over, too: it cannot be waited at
        if position == start { position += 1 }
    }

    private static let signs = Array("\"{}[],:".utf8)
}
