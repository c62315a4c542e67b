internal import FoundationEssentials
internal import JSON

/// A JSON value for writing. The members of an object keep their order, and numbers have few digits.
indirect enum OrderedJSON {
    /// A member of an object. It is not a tuple, because the compiler (6.3) reports a cycle for a recursive enumeration with tuples.
    struct Member {
        var key: String
        var value: OrderedJSON
    }

    case string(String)
    case number(Double)
    case integer(Int)
    case boolean(Bool)
    case array([OrderedJSON])
    case members([Member])

    /// Creates an object with these members.
    static func object(_ members: [(String, OrderedJSON)]) -> OrderedJSON { .members(members.map { Member(key: $0.0, value: $0.1) }) }

    /// The value as text in UTF-8.
    var bytes: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        json.end(UInt8(ascii: "\n"))
        return json.bytes
    }

    private func write(to json: inout JSONWriter) {
        switch self {
        case .string(let string): json.string(string)
        case .number(let value): json.number(Number.text(value))
        case .integer(let value): json.int(Int64(value))
        case .boolean(let value): json.bool(value)
        case .array(let values):
            json.beginArray()
            for value in values where json.beginElement() { value.write(to: &json) }
            json.endArray()
        case .members(let members):
            json.beginObject()
            for member in members {
                json.key(member.key)
                member.value.write(to: &json)
            }
            json.endObject()
        }
    }
}

/// Formats numbers, independent of the locale.
enum Number {
    /// Returns a number with at most this many digits after the decimal point, without trailing zeros. Non-finite numbers become 0,
    /// because the formats cannot represent them.
    static func text(_ value: Double, digits: Int = 4) -> String {
        guard value.isFinite else { return "0" }
        let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        let scaled = (value * scale).rounded()
        guard let whole = Int64(exactly: scaled), whole.magnitude < 1 << 53 else { return "\(value)" }
        var digitsText = String(whole.magnitude)
        guard digits > 0 else { return (whole < 0 ? "-" : "") + digitsText }
        digitsText = String(repeating: "0", count: max(0, digits + 1 - digitsText.count)) + digitsText
        var fraction = digitsText.suffix(digits)
        while fraction.last == "0" { fraction.removeLast() }
        return (whole < 0 ? "-" : "") + digitsText.dropLast(digits) + (fraction.isEmpty ? "" : "." + fraction)
    }
}

/// Formats points in time.
enum Timestamp {
    /// Returns a point in time in ISO 8601, UTC, rounded down to the millisecond.
    static func text(microseconds: Int64) -> String {
        let rest = microseconds % 1_000_000
        let second = microseconds / 1_000_000 - (rest < 0 ? 1 : 0)
        let millisecond = (rest < 0 ? rest + 1_000_000 : rest) / 1_000
        // A Date of whole seconds is exact. With a fraction, the formatted text may be a millisecond too early.
        let text = Date(timeIntervalSince1970: Double(second)).formatted(.iso8601)
        return text.dropLast() + ".\(String(1_000 + millisecond).dropFirst())Z"
    }
}
