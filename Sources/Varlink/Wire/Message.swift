/// Decoding and encoding that calls and replies have in common.
enum Message {
    /// Parses the members of a message, without its NUL.
    static func members(of message: [UInt8]) throws(ProtocolError) -> [String: JSONValue] {
        let value = try ProtocolError.parsing(message) { parser in try parser.whole() }
        guard case .object(let members) = value else { throw .malformedMessage(reason: "expected an object, found \(value.kind)") }
        return members
    }

    /// Returns the parameters of a message. They are always an object, which is empty if the message has no parameters.
    static func parameters(_ members: [String: JSONValue]) throws(ProtocolError) -> JSONValue {
        switch members["parameters"] {
        case nil, .null: return .object([:])
        case .some(let value):
            guard case .object = value else { throw .malformedMessage(reason: "'parameters' is \(value.kind), expected object") }
            return value
        }
    }

    /// Returns the method's full name.
    static func method(_ members: [String: JSONValue]) throws(ProtocolError) -> String {
        guard let method = members["method"]?.string else { throw .malformedMessage(reason: "'method' is missing or not a string") }
        return method
    }

    /// Returns the value of a flag; false if it is null or missing.
    static func flag(_ key: String, _ members: [String: JSONValue]) throws(ProtocolError) -> Bool {
        switch members[key] {
        case nil, .null: return false
        case .bool(let value): return value
        case .some(let value): throw .malformedMessage(reason: "'\(key)' is \(value.kind), expected bool")
        }
    }

    /// Returns the part of a method's name before the last dot; empty if the name has no dot.
    static func interface(of method: String) -> String { method.lastIndex(of: ".").map { String(method[..<$0]) } ?? "" }

    /// Encodes a message, including its NUL. `body` writes the members in order.
    ///
    /// - Parameters:
    ///   - type: the type of the written value, for the error.
    ///   - json: the writer, with its limit.
    /// - Returns: nil if the message is longer than the writer's limit.
    /// - Throws: `unencodable` if a number is not finite.
    static func encode(
        _ type: @autoclosure () -> String, with json: consuming JSONWriter, _ body: (inout JSONWriter) -> Void
    ) throws(ProtocolError) -> [UInt8]? {
        json.beginObject()
        body(&json)
        json.endObject()
        guard !json.isCut else { return nil }
        try json.check(type)
        json.end(0)
        return json.bytes
    }

    /// Encodes a message of any length.
    ///
    /// - Throws: `unencodable` if a number is not finite.
    static func encode(_ type: @autoclosure () -> String, _ body: (inout JSONWriter) -> Void) throws(ProtocolError) -> [UInt8] {
        try encode(type(), with: JSONWriter(), body) ?? []
    }
}

extension ProtocolError {
    /// Parses JSON with `body`. Throws `malformedJSON` for a `JSONError`.
    static func parsing<Result>(_ bytes: [UInt8], _ body: (inout JSONParser) throws -> Result) throws(ProtocolError) -> Result {
        do {
            return try JSONParser.read(bytes, body)
        } catch {
            if let error = error as? ProtocolError { throw error }
            guard let error = error as? JSONError else { throw .malformedMessage(reason: "\(error)") }
            throw .malformedJSON(offset: error.offset, reason: error.reason)
        }
    }
}

/// An error in bytes, in a message, or in the text of an interface.
public enum ProtocolError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A message exceeded the limit, in bytes, before its NUL arrived.
    case messageTooLarge(limit: Int)
    /// The bytes are not JSON, or are nested too deeply. `offset` is the number of bytes from the beginning of the message.
    case malformedJSON(offset: Int, reason: String)
    /// The message is JSON, but neither a call nor a reply.
    case malformedMessage(reason: String)
    /// The parameters have another type than requested.
    case undecodable(type: String, reason: String)
    /// A value cannot be represented in JSON, such as an infinite number.
    case unencodable(type: String, reason: String)
    /// The text of an interface violates the rules of the language. `line` is counted from 1.
    case interfaceSyntax(line: Int, reason: String)

    /// The error and its remedy.
    public var description: String {
        switch self {
        case .messageTooLarge(let limit):
            "a message is longer than \(limit) bytes: send smaller messages, and end each with a NUL"
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

/// Splits a stream of bytes into messages at their NULs. A server calls `nextFrame()`, after which the stream continues even after an
/// oversized message. A client calls `next()`, because servers send no oversized messages.
///
/// Each byte is scanned only once, even if it arrives in small pieces.
public struct MessageFramer: Sendable {
    /// Maximum number of bytes of a call, without its NUL.
    public static let callLimit = 1 << 20

    /// Maximum number of bytes of a message, without its NUL.
    public let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// Number of bytes of an oversized message that have been received so far.
    public private(set) var discarded = 0

    /// Creates an empty framer.
    public init(limit: Int = MessageFramer.callLimit) { self.limit = limit }

    /// Whether the buffer contains the beginning of a message whose NUL has not arrived.
    public var holdsPartialMessage: Bool { start < bytes.count }

    /// Number of buffered bytes.
    public var pendingBytes: Int { bytes.count - start }

    /// Appends received bytes. The caller then removes all complete messages, because the bytes would otherwise accumulate.
    public mutating func append(_ chunk: UnsafeRawBufferPointer) {
        dropConsumed()
        bytes.append(contentsOf: chunk)
    }

    /// Appends received bytes.
    public mutating func append(_ chunk: [UInt8]) { chunk.withUnsafeBytes { append($0) } }

    /// Removes and returns the next complete message without its NUL; nil if no message is complete.
    ///
    /// - Throws: `messageTooLarge` if the message exceeds the limit, even if it is incomplete. Every later call also throws, because
    ///   without the lost message, replies would be matched to the wrong calls.
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

    /// A complete message, or the length of an oversized message.
    public enum Frame: Sendable, Hashable {
        /// A whole message without its NUL.
        case message([UInt8])
        /// A message with this number of bytes, all of which were discarded.
        case oversized(bytes: Int)
    }

    /// Removes and returns the next message; nil if its NUL has not arrived. Of an oversized message, only the length is retained, and the
    /// stream continues after the message.
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

    /// Removes a message. If the buffer contains one large message and nothing else, the buffer becomes the message, to avoid a copy.
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

    /// Number of bytes above which a message takes over the buffer, instead of being copied.
    private static let largeMessage = 64 << 10

    private mutating func dropConsumed() {
        guard start > 0 else { return }
        bytes.removeSubrange(..<start)
        scanned -= start
        start = 0
    }
}
