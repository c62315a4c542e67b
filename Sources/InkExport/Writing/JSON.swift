/// A value of JSON, to be written: keys keep their order, and numbers have few digits.
indirect enum JSON {
    /// A value with its name. No tuple: in an enumeration of tuples of itself the compiler (6.3) finds a circle.
    struct Member {
        var key: String
        var value: JSON
    }

    case string(String)
    case number(Double)
    case integer(Int)
    case array([JSON])
    case members([Member])

    /// An object of these members.
    static func object(_ members: [(String, JSON)]) -> JSON { .members(members.map { Member(key: $0.0, value: $0.1) }) }

    /// As text in UTF-8.
    var bytes: [UInt8] {
        var text = ""
        write(to: &text)
        return Array((text + "\n").utf8)
    }

    private func write(to text: inout String) {
        switch self {
        case .string(let string): Self.write(string, to: &text)
        case .number(let value): text += Number.text(value)
        case .integer(let value): text += String(value)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .members(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case "\u{0}"..."\u{1F}": text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
