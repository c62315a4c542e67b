/// What a call says besides its parameters: enough to know who may ask for it, and who is to answer it, before anything is made of a
/// message that may be a megabyte of numbers.
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

    /// Reads the envelope of the call in a message, its NUL left out. The parameters are passed over: `Call(decoding:)`, which reads
    /// them, may still throw.
    ///
    /// - Throws: `malformedJSON`, `malformedMessage`. The stream has no meaning then: end the connection.
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
