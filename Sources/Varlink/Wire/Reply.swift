/// A reply: its parameters, or an error with the error's parameters.
public struct Reply: Sendable, Hashable {
    /// The parameters: always an object; empty if the reply had no parameters.
    public var parameters: JSONValue
    /// Whether more replies to the same call follow.
    public var continues: Bool
    /// The full name of the error, such as "org.inkd.Editor.NoSuchEditor"; nil if the reply is not an error.
    public var error: String?

    /// Creates a reply with these parameters.
    public init(parameters: JSONValue = .object([:]), continues: Bool = false, error: String? = nil) {
        self.parameters = parameters
        self.continues = continues
        self.error = error
    }

    /// Decodes a reply from a message without its NUL.
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

    /// Encodes a method's reply, including its NUL. `continues` is true if more replies follow.
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

    /// Encodes a method's only reply, including its NUL, unless it is too long.
    ///
    /// - Parameter limit: the number of bytes at which encoding stops.
    /// - Returns: nil if the reply is longer than the limit.
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Reply, limit: Int
    ) throws(ProtocolError) -> [UInt8]? {
        try Message.encode("\(M.Reply.self)", with: JSONWriter(limit: limit, capacity: 256)) { $0.member("parameters", parameters) }
    }

    /// Encodes a method's only reply, including its NUL.
    ///
    /// - Parameter capacity: the expected number of bytes. The memory for them is allocated at once.
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Reply, capacity: Int
    ) throws(ProtocolError) -> [UInt8] {
        try Message.encode("\(M.Reply.self)", with: JSONWriter(limit: .max, capacity: capacity)) { $0.member("parameters", parameters) }
            ?? []
    }

    /// Encodes an error as a reply, including its NUL.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<E: VarlinkError>(_ error: E) throws(ProtocolError) -> [UInt8] {
        try Message.encode("\(E.self)") { json in
            json.member("error", E.name)
            json.member("parameters", error)
        }
    }

    /// Encodes an error like `encode(_:)`. The error's type is known only at run time.
    ///
    /// - Throws: `unencodable` if a number is not finite, or if `error` is not a Varlink error.
    public static func encode(any error: any Error) throws(ProtocolError) -> [UInt8] {
        guard let error = error as? any VarlinkError else {
            throw .unencodable(type: "\(type(of: error))", reason: "it is not a Varlink error")
        }
        return try encode(error)
    }
}
