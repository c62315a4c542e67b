internal import Glibc
internal import System
internal import Varlink

/// A connection to the IPC socket of sway, whose protocol is i3's (sway-ipc(7)). No method blocks.
final class SwaySocket {
    /// The message types of the requests that are used here. A reply has the type of its request.
    enum Request: UInt32 {
        case subscribe = 2
        case outputs = 3
        case tree = 4
        case config = 9
        case inputs = 100
    }

    /// A reply or an event.
    struct Message {
        /// Whether the message is an event: the message types of events have the highest bit set.
        var isEvent: Bool { kind & 1 << 31 != 0 }
        let kind: UInt32
        let content: JSONValue
    }

    private static let magic = Array("i3-ipc".utf8)
    /// The maximum length of a message in bytes. A longer message does not come from sway.
    private static let longest = 16 << 20

    private let socket: Descriptor
    private var buffer: [UInt8] = []
    private(set) var isLost = false

    /// Connects to the sway that the environment names; nil without one.
    convenience init?() {
        guard let path = getenv("SWAYSOCK").map({ String(cString: $0) }) else { return nil }
        self.init(path: path)
    }

    /// Connects to the sway that listens on the socket at a path; nil if the connection fails.
    init?(path: String) {
        guard let socket = try? UnixSocket.connect(to: path, waits: false) else { return nil }
        self.socket = socket
    }

    var fileDescriptor: Int32 { socket.number }

    /// Sends a request; its reply is one of the next messages.
    func send(_ request: Request, _ payload: String = "") {
        let payload = Array(payload.utf8)
        func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
        let message = Self.magic + bytes(UInt32(payload.count)) + bytes(request.rawValue) + payload
        let sent = message.withUnsafeBytes { Glibc.send(fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
        // a few bytes fit into the socket's buffer, unless sway has not read from it for a long time
        if sent != message.count { isLost = true }
    }

    /// Returns the messages that have arrived.
    func receive() -> [Message] {
        var piece = [UInt8](repeating: 0, count: 65536)
        while !isLost {
            let count = recv(fileDescriptor, &piece, piece.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                buffer += piece[..<count]
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                break
            } else {
                isLost = true
            }
        }
        var messages: [Message] = []
        while let message = next() { messages.append(message) }
        return messages
    }

    private func next() -> Message? {
        let head = Self.magic.count + 8
        guard !isLost, buffer.count >= head else { return nil }
        func number(at index: Int) -> UInt32 { buffer[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        let length = Int(number(at: Self.magic.count))
        guard buffer.starts(with: Self.magic), length <= Self.longest else {
            isLost = true
            return nil
        }
        guard buffer.count >= head + length else { return nil }
        let kind = number(at: Self.magic.count + 4)
        let content = (try? JSONValue(parsing: Array(buffer[head..<head + length]))) ?? .null
        buffer.removeFirst(head + length)
        return Message(kind: kind, content: content)
    }
}
