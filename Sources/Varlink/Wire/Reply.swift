/// A reply: parameters, or an error and its parameters.
public struct Reply: Sendable, Hashable {
    /// Always an object; empty where the reply had none.
    public var parameters: JSONValue
    /// More replies to the same call follow.
    public var continues: Bool
    /// The full name of what went wrong, such as "org.inkd.Editor.NoSuchEditor"; nil if nothing did.
    public var error: String?

    /// A reply with these parameters.
    public init(parameters: JSONValue = .object([:]), continues: Bool = false, error: String? = nil) {
        self.parameters = parameters
        self.continues = continues
        self.error = error
    }

    /// The reply in a message, its NUL left out.
    ///
    /// - Throws: `malformedJSON`, `malformedMessage`.
    public init(decoding message: [UInt8]) throws(ProtocolError) {
        let value = try JSONParser.parse(message)
        guard case .object(let members) = value else { throw .malformedMessage(reason: "expected an object, found \(value.kind)") }
        switch members["parameters"] {
        case nil, .null: parameters = .object([:])
        case .some(let value):
            guard case .object = value else { throw .malformedMessage(reason: "'parameters' is \(value.kind), expected object") }
            parameters = value
        }
        switch members["continues"] {
        case nil, .null: continues = false
        case .bool(let value): continues = value
        case .some(let value): throw .malformedMessage(reason: "'continues' is \(value.kind), expected bool")
        }
        switch members["error"] {
        case nil, .null: error = nil
        case .string(let name): error = name
        case .some(let value): throw .malformedMessage(reason: "'error' is \(value.kind), expected string")
        }
    }

    /// The parameters as `type`.
    ///
    /// - Throws: `undecodable`.
    public func parameters<T: Decodable>(as type: T.Type) throws(ProtocolError) -> T {
        try Envelope.decode(type, from: Array(parameters.description.utf8))
    }

    /// A method's reply as the bytes that go over the wire, its NUL included. `continues`: more replies follow.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Reply, continues: Bool = false
    ) throws(ProtocolError) -> [UInt8] {
        try Envelope.encode(Encoded(parameters: parameters, continues: continues ? true : nil, error: nil))
    }

    /// An error as the bytes that go over the wire, its NUL included.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<E: VarlinkError>(_ error: E) throws(ProtocolError) -> [UInt8] {
        try Envelope.encode(Encoded(parameters: error, continues: nil, error: E.name))
    }

    /// As `encode(_:)`, for an error whose type is known only when it comes.
    ///
    /// - Throws: `unencodable` if a number is not finite, or if it is no Varlink error.
    public static func encode(any error: any Error) throws(ProtocolError) -> [UInt8] {
        guard let error = error as? any VarlinkError else {
            throw .unencodable(type: "\(type(of: error))", reason: "it is no Varlink error")
        }
        return try encode(error)
    }

    private struct Encoded<Parameters: Encodable>: Encodable {
        var parameters: Parameters
        var continues: Bool?
        var error: String?
    }
}
