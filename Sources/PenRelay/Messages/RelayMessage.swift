/// A message from the relay of a pen (`inkd-pen`) to inkd: one datagram on the socket `/run/inkd/pens`.
///
/// All numbers are little endian. Each message begins with a header of 16 bytes: kind u8, flags u8, count u16, reserved u32, time u64 in
/// microseconds on CLOCK_MONOTONIC. A receiver ignores messages of kinds that it does not know.
public enum RelayMessage: Sendable, Hashable {
    /// The first message of a connection (1): version u32, number of the pen's node u64 (`dev_t`).
    case hello(version: UInt32, device: UInt64)
    /// A frame of the pen (2), with `count` events: type u16, code u16, value i32. Flags: bit 0, earlier frames were lost, and this frame
    /// has the whole state; bits 1 and 2, the state of the contact. The decoder puts the events into a frame.
    case frame(ContactStatus)
    /// A verdict (3), in the flags, about the contact that began at the header's time. The verdict precedes the frame that led to it.
    case verdict(ContactVerdict)
    /// Whether the pen is grabbed (4), in bit 0 of the flags: otherwise programs read the pen itself, and no frame is sent. Before the first
    /// grab of a connection, 0 means that the grab was refused. inkd then releases the pen, if it has grabbed it, and sends the settings again.
    case grab(isGrabbed: Bool)

    /// The version of the messages.
    public static let version: UInt32 = 1
}

/// A message of inkd to the relay of a pen.
public enum DaemonMessage: Sendable, Hashable {
    /// The rules of the decision (16): mode u8, a byte 0, hold u16 and pending u16 in milliseconds, two bytes 0; movement, reach and slop
    /// in device units, x i32 and y i32 each. From this message on, the relay grabs the pen, and at once if a grab was refused before.
    case settings(RelaySettings)
    /// The text fields on the screen (17), `count` of them: two corners, x i32 and y i32 each, in device units; flags u32: bit 0, focused;
    /// bit 1, a password field. These fields replace all earlier ones.
    case fields([FieldRectangle])
    /// The pending ink was committed (18).
    case committed

    /// Maximum number of fields.
    public static let mostFields = 256
}

/// A datagram that is no message.
public enum MessageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes differs from the length that the header implies.
    case length(actual: Int, expected: Int)
    /// The kind is unknown.
    case unknownKind(UInt8)
    /// A byte of the message has a value without meaning.
    case invalidValue(UInt8)

    /// The problem.
    public var description: String {
        switch self {
        case .length(let actual, let expected): "the message has \(actual) bytes instead of \(expected)"
        case .unknownKind(let kind): "unknown message kind \(kind)"
        case .invalidValue(let value): "the message has the invalid value \(value)"
        }
    }
}

/// The sizes and numbers of the messages.
enum Wire {
    static let header = 16
    static let event = 8
    static let field = 20
    static let settings = 32
    static let hello = 12

    enum Kind: UInt8 {
        case hello = 1
        case frame = 2
        case verdict = 3
        case grab = 4
        case settings = 16
        case fields = 17
        case committed = 18
    }
}
