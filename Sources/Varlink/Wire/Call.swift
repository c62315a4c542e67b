/// A call: a method's full name, its parameters, and its flags `more`, `oneway` and `upgrade`.
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
    /// - Throws: `malformedJSON`, `malformedMessage`.
    public init(decoding message: [UInt8]) throws(ProtocolError) {
        let members = try Message.members(of: message)
        self.init(
            method: try Message.method(members), parameters: try Message.parameters(members),
            oneway: try Message.flag("oneway", members), more: try Message.flag("more", members),
            upgrade: try Message.flag("upgrade", members))
    }

    /// The method's name without its interface; the whole if there is no dot.
    public var member: Substring { method.lastIndex(of: ".").map { method[method.index(after: $0)...] } ?? method[...] }

    /// The interface's name, such as "org.inkd.Editor"; empty if there is no dot.
    public var interface: String { Message.interface(of: method) }

    /// The parameters as `type`.
    ///
    /// - Throws: `undecodable` if they are not, or have other fields.
    public func parameters<T: VarlinkValue>(as type: T.Type) throws(ProtocolError) -> T {
        do {
            return try T(json: parameters, unknownFields: .refused)
        } catch {
            throw .undecodable(type: "\(type)", reason: error.description)
        }
    }

    /// The parameters of a method that a service is about to carry out.
    ///
    /// - Throws: `ServiceInterface.MethodNotImplemented` for a call that asks for another protocol, which no method here can hand the
    ///   connection over to, and `ServiceInterface.InvalidParameter` with the place of the first parameter that is not right.
    public func parameters<M: VarlinkMethod>(of method: M.Type) throws -> M.Parameters {
        guard !upgrade else { throw ServiceInterface.MethodNotImplemented(method: M.name) }
        do {
            return try M.Parameters(json: parameters, unknownFields: .refused)
        } catch {
            throw ServiceInterface.InvalidParameter(parameter: error.path)
        }
    }

    /// As `parameters(of:)`, for a method that answers again and again.
    ///
    /// - Throws: As that, and `ServiceInterface.ExpectedMore` if the caller takes one reply only.
    public func parameters<M: StreamingVarlinkMethod>(ofStream method: M.Type) throws -> M.Parameters {
        let parameters = try parameters(of: method)
        guard more || oneway else { throw ServiceInterface.ExpectedMore() }
        return parameters
    }

    /// A call as the bytes that go over the wire, its NUL included.
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

/// The fields of a call besides its parameters: enough to refuse it before anything is made of them.
public struct CallEnvelope: Sendable, Hashable {
    /// Interface and method, such as "org.inkd.Editor.Undo".
    public var method: String
    /// The caller wants no reply, not even an error.
    public var oneway: Bool
    /// The caller takes more than one reply.
    public var more: Bool
    /// The caller wants to speak another protocol afterwards.
    public var upgrade: Bool

    /// The interface's name, such as "org.inkd.Editor"; empty if the method's name has no dot.
    public var interface: String { Message.interface(of: method) }

    /// The envelope of the call in a message, its NUL left out. The parameters are passed over: `Call(decoding:)`, which reads them, may
    /// still throw.
    ///
    /// - Throws: `malformedJSON`, `malformedMessage`.
    public init(decoding message: [UInt8]) throws(ProtocolError) {
        let members = try JSONParser.read(message) { parser throws(ProtocolError) -> [String: JSONValue] in
            parser.skipSpace()
            guard parser.next == UInt8(ascii: "{") else {
                throw .malformedMessage(reason: "expected an object, found \(try parser.value(depth: 0).kind)")
            }
            var members: [String: JSONValue] = [:]
            try parser.members { (parser: inout JSONParser, key: String) throws(ProtocolError) in
                switch key {
                case "method", "oneway", "more", "upgrade":
                    guard members.updateValue(try parser.value(depth: 1), forKey: key) == nil else {
                        throw parser.error("a key comes twice")
                    }
                default: try parser.skipValue(depth: 1)
                }
            }
            return members
        }
        method = try Message.method(members)
        oneway = try Message.flag("oneway", members)
        more = try Message.flag("more", members)
        upgrade = try Message.flag("upgrade", members)
    }
}
