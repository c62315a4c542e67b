/// Parsing that calls and replies have in common.
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

    /// The part before the last dot; empty if there is none.
    static func interface(of method: String) -> String { method.lastIndex(of: ".").map { String(method[..<$0]) } ?? "" }

    /// A message whose members `body` writes in order, its NUL included.
    ///
    /// - Parameter type: the type of the written value, for the error.
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

/// Errors in bytes, messages and interface texts.
public enum ProtocolError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A message grew beyond the limit, in bytes, before its NUL came.
    case messageTooLarge(limit: Int)
    /// Not JSON, or nested too deeply; `offset` is in bytes from the message's start.
    case malformedJSON(offset: Int, reason: String)
    /// JSON, but not a call or a reply.
    case malformedMessage(reason: String)
    /// Parameters that do not have the type asked for.
    case undecodable(type: String, reason: String)
    /// A value that JSON cannot hold, such as an infinite number.
    case unencodable(type: String, reason: String)
    /// An interface text that breaks the language's rules; the line counts from 1.
    case interfaceSyntax(line: Int, reason: String)

    /// The error and its remedy.
    public var description: String {
        switch self {
        case .messageTooLarge(let limit):
            "a message is longer than \(limit) bytes: send less at once, and end each message with a NUL"
        case .malformedJSON(let offset, let reason):
            "byte \(offset) of the message is not valid JSON: \(reason)"
        case .malformedMessage(let reason):
            "not a Varlink message: \(reason)"
        case .undecodable(let type, let reason):
            "the parameters do not fit \(type): \(reason)"
        case .unencodable(let type, let reason):
            "\(type) cannot be written as JSON: \(reason)"
        case .interfaceSyntax(let line, let reason):
            "line \(line) of the interface: \(reason)"
        }
    }
}

/// Cuts a stream of bytes into messages at their NULs. A server takes them out with `nextFrame()`, which goes on behind one that is too
/// long; a client, to whom its server sends none, with `next()`.
///
/// Bytes are looked at once, however they are chopped up.
public struct MessageFramer: Sendable {
    /// Bytes a call may have, its NUL left out.
    public static let callLimit = 1 << 20

    /// Bytes a message may have, its NUL left out.
    public let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// Bytes of a message that is too long, as far as they came and were looked at.
    public private(set) var discarded = 0

    /// An empty framer.
    public init(limit: Int = MessageFramer.callLimit) { self.limit = limit }

    /// Whether a message has begun and not ended.
    public var holdsPartialMessage: Bool { start < bytes.count }

    /// Bytes taken in and not given out yet.
    public var pendingBytes: Int { bytes.count - start }

    /// Takes in what was read. Messages are to be taken out until there are no more afterwards, or the bytes pile up.
    public mutating func append(_ chunk: UnsafeRawBufferPointer) {
        dropConsumed()
        bytes.append(contentsOf: chunk)
    }

    /// Takes in bytes that were read.
    public mutating func append(_ chunk: [UInt8]) { chunk.withUnsafeBytes { append($0) } }

    /// The next whole message without its NUL; nil until there is one.
    ///
    /// - Throws: `messageTooLarge` if the message is longer than the limit, whole or not, and ever after: with a message missing, replies
    ///   would be taken for those to other calls.
    public mutating func next() throws(ProtocolError) -> [UInt8]? {
        if discarded == 0, let frame = nextFrame() {
            switch frame {
            case .message(let message): return message
            case .oversized(bytes: let count): discarded = count
            }
        }
        guard discarded == 0 else { throw .messageTooLarge(limit: limit) }
        return nil
    }

    /// A message that came in, or the length of one that is too long.
    public enum Frame: Sendable, Hashable {
        /// A whole message without its NUL.
        case message([UInt8])
        /// A message of so many bytes, of which none were kept.
        case oversized(bytes: Int)
    }

    /// The next message; nil until its NUL has come. Of one that is longer than the limit nothing is kept but its length, and the stream
    /// goes on behind it.
    public mutating func nextFrame() -> Frame? {
        let end = bytes[scanned...].firstIndex(of: 0)
        let stop = end ?? bytes.count
        scanned = stop
        if discarded > 0 || stop - start > limit {
            discarded += stop - start
            start = stop
        }
        guard let end else {
            dropConsumed()
            return nil
        }
        guard discarded == 0 else {
            (start, scanned) = (end + 1, end + 1)
            defer { discarded = 0 }
            return .oversized(bytes: discarded)
        }
        return .message(takeMessage(endingAt: end))
    }

    /// A large message for which nothing waits takes the buffer along: nobody keeps a second copy of it.
    private mutating func takeMessage(endingAt end: Int) -> [UInt8] {
        guard start == 0, end + 1 == bytes.count, end > Self.largeMessage else {
            defer { (start, scanned) = (end + 1, end + 1) }
            return Array(bytes[start..<end])
        }
        var message: [UInt8] = []
        swap(&message, &bytes)
        message.removeLast()
        scanned = 0
        return message
    }

    /// Bytes above which a buffer is not kept for the next message.
    private static let largeMessage = 64 << 10

    private mutating func dropConsumed() {
        guard start > 0 else { return }
        bytes.removeSubrange(..<start)
        scanned -= start
        start = 0
    }
}
