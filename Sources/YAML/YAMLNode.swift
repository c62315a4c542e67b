/// A node of a YAML document.
public struct YAMLNode: Sendable {
    /// The contents of a node.
    public enum Content: Sendable {
        /// A text.
        /// - isPlain: it stands there without quotation marks and without a tag.
        case scalar(String, isPlain: Bool)
        /// A list.
        case sequence([YAMLNode])
        /// Pairs in their order.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    /// What is in it.
    public let content: Content
    /// The line where it begins, from 1.
    public let line: Int
}

extension YAMLNode {
    /// A scalar's text as it was written, of a number or a truth value, too.
    public var string: String? { if case .scalar(let text, _) = content { text } else { nil } }

    /// The nodes of a list.
    public var sequence: [YAMLNode]? { if case .sequence(let nodes) = content { nodes } else { nil } }

    /// The pairs of a mapping, in their order.
    public var mapping: [(key: YAMLNode, value: YAMLNode)]? { if case .mapping(let pairs) = content { pairs } else { nil } }

    /// The value of a key of a mapping.
    public subscript(key: String) -> YAMLNode? { mapping?.first { $0.key.string == key }?.value }

    /// Whether it is nothing: `~`, `null`, or not written at all.
    public var isNull: Bool { plain.map { ["", "~", "null", "Null", "NULL"].contains($0) } ?? false }

    /// A truth value.
    public var bool: Bool? {
        switch plain?.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// A whole number: decimal, with `0x` hexadecimal, with `0o` or `0` octal, with `0b` binary.
    public var int: Int? {
        guard let text = plain?.filter({ $0 != "_" }) else { return nil }
        let sign = text.hasPrefix("-") ? "-" : ""
        var digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        var radix = digits.hasPrefix("0") ? 8 : 10
        for (prefix, other) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
            (digits, radix) = (digits.dropFirst(2), other)
            break
        }
        // a second sign makes no number
        return digits.allSatisfy(\.isHexDigit) ? Int(sign + digits, radix: radix) : nil
    }

    /// A number.
    public var float: Double? {
        guard let text = plain else { return nil }
        switch text.lowercased() {
        case ".inf", "+.inf": return .infinity
        case "-.inf": return -.infinity
        case ".nan": return .nan
        default: return Double(text.filter { $0 != "_" })
        }
    }

    /// The text of a scalar without quotation marks, which may stand for something else.
    private var plain: String? { if case .scalar(let text, isPlain: true) = content { text } else { nil } }
}
