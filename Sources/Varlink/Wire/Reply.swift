/// A reply: parameters, or an error and its parameters.
public struct Reply: Sendable, Hashable {
    /// The parameters: always an object; empty if the reply had no parameters.
    public var parameters: JSONValue
    /// Whether more replies to the same call follow.
    public var continues: Bool
    /// The full name of the error, such as "org.inkd.Editor.NoSuchEditor"; nil for a reply.
    public var error: String?

    /// Creates a reply with these parameters.
    public init(parameters: JSONValue = .object([:]), continues: Bool = false, error: String? = nil) {
        self.parameters = parameters
        self.continues = continues
        self.error = error
    }

    /// Decodes the reply of a message, without its NUL.
    ///
    /// - Throws: `malformedJSON`, `malformedMessage`.
    public init(decoding message: [UInt8]) throws(ProtocolError) {
        let members = try Message.members(of: message)
        parameters = try Message.parameters(members)
        continues = try Message.flag("continues", members)
        switch members["error"] {
        case nil, .null: error = nil
        case .string(let name): error = name
        case .some(let value): throw .malformedMessage(reason: "'error' is \(value.kind), expected string")
        }
    }

    /// Decodes the parameters as `type`. Unknown fields are ignored.
    ///
    /// - Throws: `undecodable`.
    public func parameters<T: VarlinkValue>(as type: T.Type) throws(ProtocolError) -> T {
        do {
            return try T(json: parameters, unknownFields: .ignored)
        } catch {
            throw .undecodable(type: "\(type)", reason: error.description)
        }
    }

    /// Encodes a method's reply for the wire, its NUL included. `continues`: more replies follow.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Reply, continues: Bool = false
    ) throws(ProtocolError) -> [UInt8] {
        try Message.encode("\(M.Reply.self)") { json in
            if continues { json.member("continues", true) }
            json.member("parameters", parameters)
        }
    }

    /// Encodes a method's only reply, including its NUL, if it is not too long.
    ///
    /// - Parameter limit: bytes after which encoding stops.
    /// - Returns: nil if the reply is longer.
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Reply, limit: Int
    ) throws(ProtocolError) -> [UInt8]? {
        try Message.encode("\(M.Reply.self)", with: JSONWriter(limit: limit, capacity: 256)) { $0.member("parameters", parameters) }
    }

    /// Encodes a method's only reply, its NUL included.
    ///
    /// - Parameter capacity: the expected number of bytes, which are allocated at once.
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Reply, capacity: Int
    ) throws(ProtocolError) -> [UInt8] {
        try Message.encode("\(M.Reply.self)", with: JSONWriter(limit: .max, capacity: capacity)) { $0.member("parameters", parameters) }
            ?? []
    }

    /// Encodes an error for the wire, its NUL included.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<E: VarlinkError>(_ error: E) throws(ProtocolError) -> [UInt8] {
        try Message.encode("\(E.self)") { json in
            json.member("error", E.name)
            json.member("parameters", error)
        }
    }

    /// Encodes an error like `encode(_:)`, but of a type that is known only at run time.
    ///
    /// - Throws: `unencodable` if a number is not finite, or if it is no Varlink error.
    public static func encode(any error: any Error) throws(ProtocolError) -> [UInt8] {
        guard let error = error as? any VarlinkError else {
            throw .unencodable(type: "\(type(of: error))", reason: "it is not a Varlink error")
        }
        return try encode(error)
    }
}
