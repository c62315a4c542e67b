/// Text that is not JSON, or nested too deeply.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The position of the fault in bytes from the start.
    public var offset: Int
    /// The fault.
    public var reason: String

    /// The fault with its position.
    public var description: String { "byte \(offset) is not valid JSON: \(reason)" }
}

/// Any JSON value, with whole numbers distinguished from other numbers.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits into 64 bits.
    case int(Int64)
    /// Any other number; always finite if it was parsed.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a JSON text in UTF-8.
    ///
    /// - Throws: for invalid JSON.
    package init(parsing text: [UInt8]) throws(JSONError) { self = try JSONParser.parse(text) }

    /// The value under a key; nil if the value is not an object or has no such key.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The text, if this is a string.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The number if it is an integer; nil otherwise.
    public var int: Int64? {
        guard case .int(let number) = self else { return nil }
        return number
    }

    /// The name of the value's kind, for messages: "null", "bool", "int", "float", "string", "array" or "object".
    public var kind: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .int: "int"
        case .double: "float"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line, an object's keys sorted. Numbers that JSON lacks become null.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .int(let value): String(value)
        case .double(let value): value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.quoted(value)
        case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.sorted { $0.key < $1.key }.map { Self.quoted($0.key) + ":" + $0.value.description }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter(limit: .max, capacity: text.utf8.count + 2)
        json.string(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
