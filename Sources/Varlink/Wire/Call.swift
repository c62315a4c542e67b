/// A call of a method: the method's full name, the parameters, and the flags `more`, `oneway` and `upgrade`.
public struct Call: Sendable, Hashable {
    /// The full name of the method, such as "org.inkd.Editor.Undo".
    public var method: String
    /// The parameters: always an object; empty if the call had no parameters.
    public var parameters: JSONValue
    /// Whether the caller expects no reply, not even an error.
    public var oneway: Bool
    /// Whether the caller accepts more than one reply.
    public var more: Bool
    /// Whether the caller asks to switch the connection to another protocol.
    public var upgrade: Bool

    /// Creates a call of a method.
    public init(method: String, parameters: JSONValue = .object([:]), oneway: Bool = false, more: Bool = false, upgrade: Bool = false) {
        self.method = method
        self.parameters = parameters
        self.oneway = oneway
        self.more = more
        self.upgrade = upgrade
    }

    /// Decodes a call from a message without its NUL. Unknown keys are ignored.
    ///
    /// - Throws: `malformedJSON`, `malformedMessage`.
    public init(decoding message: [UInt8]) throws(ProtocolError) {
        let members = try Message.members(of: message)
        self.init(
            method: try Message.method(members), parameters: try Message.parameters(members),
            oneway: try Message.flag("oneway", members), more: try Message.flag("more", members),
            upgrade: try Message.flag("upgrade", members))
    }

    /// The method's name without its interface; the whole name if it has no dot.
    public var member: Substring { method.lastIndex(of: ".").map { method[method.index(after: $0)...] } ?? method[...] }

    /// The interface's name, such as "org.inkd.Editor"; empty if the method's name has no dot.
    public var interface: String { Message.interface(of: method) }

    /// Decodes the parameters as `type`.
    ///
    /// - Throws: `undecodable` if they have another type or unknown fields.
    public func parameters<T: VarlinkValue>(as type: T.Type) throws(ProtocolError) -> T {
        do {
            return try T(json: parameters, unknownFields: .refused)
        } catch {
            throw .undecodable(type: "\(type)", reason: error.description)
        }
    }

    /// Decodes the parameters of a method that a service is about to perform.
    ///
    /// - Throws: `ServiceInterface.MethodNotImplemented` if the call asks for another protocol, which no method here supports;
    ///   `ServiceInterface.InvalidParameter` with the path of the first invalid parameter.
    public func parameters<M: VarlinkMethod>(of method: M.Type) throws -> M.Parameters {
        guard !upgrade else { throw ServiceInterface.MethodNotImplemented(method: M.name) }
        do {
            return try M.Parameters(json: parameters, unknownFields: .refused)
        } catch {
            throw ServiceInterface.InvalidParameter(parameter: error.path)
        }
    }

    /// Decodes the parameters of a streaming method, like `parameters(of:)`.
    ///
    /// - Throws: The errors of `parameters(of:)`; `ServiceInterface.ExpectedMore` if the caller accepts only one reply.
    public func parameters<M: StreamingVarlinkMethod>(ofStream method: M.Type) throws -> M.Parameters {
        let parameters = try parameters(of: method)
        guard more || oneway else { throw ServiceInterface.ExpectedMore() }
        return parameters
    }

    /// Encodes a call, including its NUL.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    public static func encode<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, oneway: Bool = false, more: Bool = false
    ) throws(ProtocolError) -> [UInt8] {
        try Message.encode("\(M.Parameters.self)") { json in
            json.member("method", M.name)
            if more { json.member("more", true) }
            if oneway { json.member("oneway", true) }
            json.member("parameters", parameters)
        }
    }
}

/// A call without its parameters. A call can be rejected by its envelope, before its parameters are parsed.
public struct CallEnvelope: Sendable, Hashable {
    /// The full name of the method, such as "org.inkd.Editor.Undo".
    public var method: String
    /// Whether the caller expects no reply, not even an error.
    public var oneway: Bool
    /// Whether the caller accepts more than one reply.
    public var more: Bool
    /// Whether the caller asks to switch the connection to another protocol.
    public var upgrade: Bool

    /// The interface's name, such as "org.inkd.Editor"; empty if the method's name has no dot.
    public var interface: String { Message.interface(of: method) }

    /// Decodes the envelope of a call from a message without its NUL. The parameters are skipped, so `Call(decoding:)`, which parses them,
    /// may still throw.
    ///
    /// - Throws: `malformedJSON`, `malformedMessage`.
    public init(decoding message: [UInt8]) throws(ProtocolError) {
        let members = try ProtocolError.parsing(message) { parser -> [String: JSONValue] in
            parser.skipSpace()
            guard parser.next == UInt8(ascii: "{") else {
                throw ProtocolError.malformedMessage(reason: "expected an object, found \(try parser.value(depth: 0).kind)")
            }
            var members: [String: JSONValue] = [:]
            try parser.members { (parser: inout JSONParser, key: String) throws(JSONError) in
                switch key {
                case "method", "oneway", "more", "upgrade":
                    guard members.updateValue(try parser.value(depth: 1), forKey: key) == nil else {
                        throw parser.error("duplicate key")
                    }
                default: try parser.skipValue(depth: 1)
                }
            }
            try parser.end()
            return members
        }
        method = try Message.method(members)
        oneway = try Message.flag("oneway", members)
        more = try Message.flag("more", members)
        upgrade = try Message.flag("upgrade", members)
    }
}
