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

    private mutating func dropConsumed() {
        guard start > 0 else { return }
        bytes.removeSubrange(..<start)
        scanned -= start
        start = 0
    }
}
