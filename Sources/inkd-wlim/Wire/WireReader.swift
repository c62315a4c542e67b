/// The arguments of a message, one after the other.
struct WireReader {
    private let message: WireMessage
    private var position = 0

    /// Begins with the first.
    init(_ message: WireMessage) { self.message = message }

    /// The next, a number.
    ///
    /// - Throws: `truncated`.
    mutating func number() throws(WireError) -> UInt32 {
        guard message.body.count - position >= 4 else { throw truncated }
        defer { position += 4 }
        return message.body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt32.self) }
    }

    /// The next, a text without its zero byte. Nothing says that it is UTF-8: applications' texts come through unread.
    ///
    /// - Throws: `truncated`.
    mutating func text() throws(WireError) -> [UInt8] {
        let length = Int(try number())
        // no text at all has no zero byte either
        guard length > 0 else { return [] }
        guard length <= message.body.count - position else { throw truncated }
        defer { position = min(message.body.count, position + (length + 3) & ~3) }
        return Array(message.body[position..<position + length - 1])
    }

    private var truncated: WireError { .truncated(object: message.object, opcode: message.opcode) }
}
