/// What a log file is made of.
///
/// It begins with `magic`. Then come records: a byte that says what it is, the payload's length (a varint), the payload, and the CRC-32C of
/// all these, the lowest byte first. Numbers are varints as in Protocol Buffers, signed ones in zigzag; the header, devices, anchors and
/// annotations are JSON objects. A record of an unknown kind is passed over.
enum LogForm {
    /// What every log begins with: the name, and an end of line by which a copy as text shows.
    static let magic: [UInt8] = Array("INKDLOG\n".utf8)
    /// Bytes of the checksum.
    static let checksum = 4
    /// Longer payloads are damage.
    static let longestPayload = 1 << 20
    /// Frames are put into one record up to this size.
    static let fullBatch = 4096

    enum Kind: UInt8 {
        case header = 1
        case device = 2
        case removed = 3
        case frames = 4
        case lost = 5
        case anchor = 6
        case stroke = 7
        case arbitration = 8
        case annotation = 9
        case paused = 10
        case resumed = 11
        case ended = 12
    }

    /// What follows the number of events in a frame.
    struct FrameFlags: OptionSet {
        let rawValue: UInt64
        /// The kernel's buffer had overflowed before it.
        static let followsDrop = FrameFlags(rawValue: 1)
        /// Events have other times than the frame: each its own.
        static let hasTimes = FrameFlags(rawValue: 2)
        static let bits = 2
    }
}
