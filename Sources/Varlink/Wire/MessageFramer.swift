/// Cuts a stream of bytes into messages at their NULs.
///
/// Bytes are looked at once, however they are chopped up. After an error it stays broken: the stream has no meaning any more.
public struct MessageFramer: Sendable {
    /// Bytes a call may have, its NUL left out.
    public static let callLimit = 1 << 20

    /// Bytes a message may have, its NUL left out.
    public let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var scanned = 0
    /// Bytes of a message that is too long, as far as they came and `nextFrame()` has seen them.
    public private(set) var discarded = 0

    /// An empty framer.
    public init(limit: Int = MessageFramer.callLimit) { self.limit = limit }

    /// Whether a message has begun and not ended.
    public var holdsPartialMessage: Bool { start < bytes.count }

    /// Bytes taken in and not given out by `next()` yet.
    public var pendingBytes: Int { bytes.count - start }

    /// Takes in what was read. Call `next()` until it gives nil afterwards, or the bytes pile up.
    public mutating func append(_ chunk: UnsafeRawBufferPointer) {
        dropConsumed()
        bytes.append(contentsOf: chunk)
    }

    /// Takes in what was read.
    public mutating func append(_ chunk: [UInt8]) { chunk.withUnsafeBytes { append($0) } }

    /// The next whole message without its NUL; nil until there is one.
    ///
    /// - Throws: `messageTooLarge` if the message is longer than the limit, whole or not.
    public mutating func next() throws(ProtocolError) -> [UInt8]? {
        if let end = bytes[scanned...].firstIndex(of: 0) {
            guard end - start <= limit else { throw .messageTooLarge(limit: limit) }
            defer { (start, scanned) = (end + 1, end + 1) }
            return Array(bytes[start..<end])
        }
        scanned = bytes.count
        guard bytes.count - start <= limit else { throw .messageTooLarge(limit: limit) }
        return nil
    }

    /// A message that came in, or that one came which is too long.
    public enum Frame: Sendable, Hashable {
        /// A whole message without its NUL.
        case message([UInt8])
        /// A message of so many bytes, of which none were kept.
        case oversized(bytes: Int)
    }

    /// The next message; nil until there is a whole one. Of one that is longer than the limit nothing is kept but its length, and the
    /// stream goes on behind it.
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
        let message = Array(bytes[start..<end])
        (start, scanned) = (end + 1, end + 1)
        guard discarded > 0 else { return .message(message) }
        defer { discarded = 0 }
        return .oversized(bytes: discarded)
    }

    private mutating func dropConsumed() {
        guard start > 0 else { return }
        bytes.removeSubrange(..<start)
        scanned -= start
        start = 0
    }
}
