/// Errors in the compositor's messages.
enum WireError: Error, Hashable, CustomStringConvertible {
    /// A message's length in bytes is invalid. A valid length includes the header of 8 bytes, and is a multiple of four.
    case badLength(Int)
    /// A message ends before its last argument.
    case truncated(object: UInt32, opcode: UInt16)

    var description: String {
        switch self {
        case .badLength(let length): "invalid message length \(length): it must be at least 8 bytes and a multiple of 4"
        case .truncated(let object, let opcode): "event \(opcode) of object \(object) is too short for its arguments"
        }
    }
}

/// One message of Wayland's wire protocol: an event from the compositor, or a request to it. Numbers are in the machine's own byte order.
///
/// https://wayland.freedesktop.org/docs/html/ch04.html#sect-Protocol-Wire-Format
struct WireMessage: Hashable {
    /// The object that sends or receives the message.
    var object: UInt32
    /// The opcode of the event or request in the object's interface.
    var opcode: UInt16
    /// The arguments.
    var body: [UInt8] = []

    /// The number of bytes of the header: the object, and the opcode with the length.
    static let headLength = 8

    /// Creates a request without arguments yet.
    init(to object: UInt32, _ opcode: UInt16) {
        self.object = object
        self.opcode = opcode
    }

    /// Creates a received message.
    init(object: UInt32, opcode: UInt16, body: [UInt8]) {
        self.object = object
        self.opcode = opcode
        self.body = body
    }

    /// Adds a number.
    func with(_ number: UInt32) -> Self {
        var message = self
        withUnsafeBytes(of: number) { message.body += $0 }
        return message
    }

    /// Adds a text; the compositor reads it only up to its first zero byte.
    func with(_ text: String) -> Self {
        var message = with(UInt32(text.utf8.count + 1))
        message.body += Array(text.utf8) + [0]
        message.body += [UInt8](repeating: 0, count: (4 - message.body.count % 4) % 4)
        return message
    }

    /// The message in wire format.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: object) { bytes += $0 }
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: Self.headLength + body.count) << 16 | UInt32(opcode)) { bytes += $0 }
        return bytes + body
    }
}

/// The arguments of a message, one after the other.
struct WireReader {
    private let message: WireMessage
    private var position = 0

    /// Starts at the first argument.
    init(_ message: WireMessage) { self.message = message }

    /// Reads the next argument, a number.
    ///
    /// - Throws: `truncated`.
    mutating func number() throws(WireError) -> UInt32 {
        guard message.body.count - position >= 4 else { throw truncated }
        defer { position += 4 }
        return message.body.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: UInt32.self) }
    }

    /// Reads the next argument, a text, without its zero byte. The text may not be valid UTF-8, because compositors forward applications'
    /// texts unchecked.
    ///
    /// - Throws: `truncated`.
    mutating func text() throws(WireError) -> [UInt8] {
        let length = Int(try number())
        // an empty argument has no zero byte
        guard length > 0 else { return [] }
        guard length <= message.body.count - position else { throw truncated }
        defer { position = min(message.body.count, position + (length + 3) & ~3) }
        return Array(message.body[position..<position + length - 1])
    }

    private var truncated: WireError { .truncated(object: message.object, opcode: message.opcode) }
}

/// Splits received bytes into messages, however they are fragmented.
struct MessageBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    /// Appends received bytes.
    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// Returns the next complete message; nil if more bytes are needed.
    ///
    /// - Throws: `badLength`, after which no message can be decoded any more.
    mutating func next() throws(WireError) -> WireMessage? {
        guard bytes.count - start >= WireMessage.headLength else { return nil }
        let (object, word) = bytes.withUnsafeBytes { bytes in
            (bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self), bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
        }
        let length = Int(word >> 16)
        guard length >= WireMessage.headLength, length % 4 == 0 else { throw .badLength(length) }
        guard bytes.count - start >= length else { return nil }
        let body = Array(bytes[start + WireMessage.headLength..<start + length])
        start += length
        return WireMessage(object: object, opcode: UInt16(truncatingIfNeeded: word), body: body)
    }
}
