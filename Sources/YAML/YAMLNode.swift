/// A node of a YAML document.
public struct YAMLNode: Sendable {
    /// The contents of a node.
    public enum Content: Sendable {
        /// A scalar's text.
        /// - isPlain: whether the text has neither quotation marks nor a tag.
        case scalar(String, isPlain: Bool)
        /// A sequence.
        case sequence([YAMLNode])
        /// Key-value pairs in order.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    /// The content of the node.
    public let content: Content
    /// The line where the node begins, from 1.
    public let line: Int
}

extension YAMLNode {
    /// The text of a scalar as written, also of a number or a Boolean; nil for other nodes.
    public var string: String? { if case .scalar(let text, _) = content { text } else { nil } }

    /// The nodes of a sequence; nil for other nodes.
    public var sequence: [YAMLNode]? { if case .sequence(let nodes) = content { nodes } else { nil } }

    /// The pairs of a mapping, in order; nil for other nodes.
    public var mapping: [(key: YAMLNode, value: YAMLNode)]? { if case .mapping(let pairs) = content { pairs } else { nil } }

    /// Returns the value of a key in a mapping.
    public subscript(key: String) -> YAMLNode? { mapping?.first { $0.key.string == key }?.value }

    /// Whether the value is null: `~`, `null`, or empty.
    public var isNull: Bool { plain.map { ["", "~", "null", "Null", "NULL"].contains($0) } ?? false }

    /// The Boolean value; nil for other nodes.
    public var bool: Bool? {
        switch plain?.lowercased() {
        case "true", "yes", "on": true
        case "false", "no", "off": false
        default: nil
        }
    }

    /// The integer value: decimal, with `0x` hexadecimal, with `0o` or `0` octal, with `0b` binary; nil for other nodes.
    public var int: Int? {
        guard let text = plain?.filter({ $0 != "_" }) else { return nil }
        let sign = text.hasPrefix("-") ? "-" : ""
        var digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        var radix = digits.hasPrefix("0") ? 8 : 10
        for (prefix, other) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
            (digits, radix) = (digits.dropFirst(2), other)
            break
        }
        // a second sign is not a valid number
        return digits.allSatisfy(\.isHexDigit) ? Int(sign + digits, radix: radix) : nil
    }

    /// The floating-point value; nil for other nodes.
    public var float: Double? {
        guard let text = plain else { return nil }
        switch text.lowercased() {
        case ".inf", "+.inf": return .infinity
        case "-.inf": return -.infinity
        case ".nan": return .nan
        default: return Double(text.filter { $0 != "_" })
        }
    }

    /// The text of a plain scalar, which may represent another type; nil for other nodes.
    private var plain: String? { if case .scalar(let text, isPlain: true) = content { text } else { nil } }
}
