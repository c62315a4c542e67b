/// What calls and replies have in common.
enum Message {
    /// The members of a message, its NUL left out.
    static func members(of message: [UInt8]) throws(ProtocolError) -> [String: JSONValue] {
        let value = try JSONParser.parse(message)
        guard case .object(let members) = value else { throw .malformedMessage(reason: "expected an object, found \(value.kind)") }
        return members
    }

    /// Always an object; empty where there is none.
    static func parameters(_ members: [String: JSONValue]) throws(ProtocolError) -> JSONValue {
        switch members["parameters"] {
        case nil, .null: return .object([:])
        case .some(let value):
            guard case .object = value else { throw .malformedMessage(reason: "'parameters' is \(value.kind), expected object") }
            return value
        }
    }

    /// The method's full name.
    static func method(_ members: [String: JSONValue]) throws(ProtocolError) -> String {
        guard let method = members["method"]?.string else { throw .malformedMessage(reason: "'method' is missing or no string") }
        return method
    }

    /// A flag, false where it is null or missing.
    static func flag(_ key: String, _ members: [String: JSONValue]) throws(ProtocolError) -> Bool {
        switch members[key] {
        case nil, .null: return false
        case .bool(let value): return value
        case .some(let value): throw .malformedMessage(reason: "'\(key)' is \(value.kind), expected bool")
        }
    }

    /// What comes before the last dot; empty if there is none.
    static func interface(of method: String) -> String { method.lastIndex(of: ".").map { String(method[..<$0]) } ?? "" }

    /// A message whose members `body` writes in order, its NUL included.
    ///
    /// - Parameter type: what is written, for the error.
    /// - Throws: `unencodable` if a number is not finite.
    static func encode(_ type: @autoclosure () -> String, _ body: (inout JSONWriter) -> Void) throws(ProtocolError) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        body(&json)
        json.endObject()
        try json.check(type)
        json.end()
        return json.bytes
    }
}
