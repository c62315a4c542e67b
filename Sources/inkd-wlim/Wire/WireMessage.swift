/// What is wrong with what the compositor says.
enum WireError: Error, Hashable, CustomStringConvertible {
    /// A message's length in bytes, which counts its head of 8 and comes in fours.
    case badLength(Int)
    /// A message ends before its last argument.
    case truncated(object: UInt32, opcode: UInt16)

    var description: String {
        switch self {
        case .badLength(let length): "a message of \(length) bytes: it has at least 8, in fours"
        case .truncated(let object, let opcode): "event \(opcode) of object \(object) is too short for its arguments"
        }
    }
}

/// One message of Wayland's wire protocol: an event from the compositor, or a request to it. Numbers are in the machine's own byte order.
///
/// https://wayland.freedesktop.org/docs/html/ch04.html#sect-Protocol-Wire-Format
struct WireMessage: Hashable {
    /// What it comes from, or goes to.
    var object: UInt32
    /// Which of the object's events or requests it is.
    var opcode: UInt16
    /// The arguments.
    var body: [UInt8] = []

    /// Of the object, and of opcode and length.
    static let headLength = 8

    /// A request without arguments yet.
    init(to object: UInt32, _ opcode: UInt16) {
        self.object = object
        self.opcode = opcode
    }

    /// A message that came.
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

    /// Adds a text. One that holds a zero byte ends there for the compositor.
    func with(_ text: String) -> Self {
        var message = with(UInt32(text.utf8.count + 1))
        message.body += Array(text.utf8) + [0]
        message.body += [UInt8](repeating: 0, count: (4 - message.body.count % 4) % 4)
        return message
    }

    /// As it goes over the socket.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        withUnsafeBytes(of: object) { bytes += $0 }
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: Self.headLength + body.count) << 16 | UInt32(opcode)) { bytes += $0 }
        return bytes + body
    }
}
