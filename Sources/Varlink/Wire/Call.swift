/// A call: a method's full name, its parameters, and how it wants to be answered.
public struct Call: Sendable, Hashable {
    /// Interface and method, such as "org.inkd.Editor.Undo".
    public var method: String
    /// Always an object; empty where the call had none.
    public var parameters: JSONValue
    /// The caller wants no reply, not even an error.
    public var oneway: Bool
    /// The caller takes more than one reply.
    public var more: Bool
    /// The caller wants to speak another protocol afterwards.
    public var upgrade: Bool

    /// A call of a method.
    public init(method: String, parameters: JSONValue = .object([:]), oneway: Bool = false, more: Bool = false, upgrade: Bool = false) {
        self.method = method
        self.parameters = parameters
        self.oneway = oneway
        self.more = more
        self.upgrade = upgrade
    }

    /// The call in a message, its NUL left out. Keys that a call does not have are passed over.
    ///
    /// - Throws: `malformedJSON`, `malformedMessage`. The stream has no meaning then: end the connection.
    public init(decoding message: [UInt8]) throws(ProtocolError) {
        let value = try JSONParser.parse(message)
        guard case .object(let members) = value else { throw .malformedMessage(reason: "expected an object, found \(value.kind)") }
        guard let method = members["method"]?.string else { throw .malformedMessage(reason: "'method' is missing or no string") }
        func flag(_ key: String) throws(ProtocolError) -> Bool {
            switch members[key] {
            case nil, .null: return false
            case .bool(let value): return value
            case .some(let value): throw .malformedMessage(reason: "'\(key)' is \(value.kind), expected bool")
            }
        }
        let parameters: JSONValue
        switch members["parameters"] {
        case nil, .null: parameters = .object([:])
        case .some(let value):
            guard case .object = value else { throw .malformedMessage(reason: "'parameters' is \(value.kind), expected object") }
            parameters = value
        }
        self.init(
            method: method, parameters: parameters, oneway: try flag("oneway"), more: try flag("more"), upgrade: try flag("upgrade"))
    }

    /// The parameters as `type`. They fit once a dispatcher has passed them.
    ///
    /// - Throws: `undecodable`.
    public func parameters<T: Decodable>(as type: T.Type) throws(ProtocolError) -> T {
        try Envelope.decode(type, from: Array(parameters.description.utf8))
    }

    /// A call as the bytes that go over the wire, its NUL included.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, oneway: Bool = false, more: Bool = false
    ) throws(ProtocolError) -> [UInt8] {
        try Envelope.encode(
            Encoded(method: M.name, parameters: parameters, oneway: oneway ? true : nil, more: more ? true : nil))
    }

    private struct Encoded<Parameters: Encodable>: Encodable {
        var method: String
        var parameters: Parameters
        var oneway: Bool?
        var more: Bool?
    }
}
