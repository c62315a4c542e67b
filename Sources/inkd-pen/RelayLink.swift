internal import Evdev
internal import Glibc
internal import Ink
internal import PenRelay
internal import System

/// The connection to inkd. No method waits: a frame is lost if inkd has no room for it, and the next frame reports the loss.
struct RelayLink: ~Copyable {
    static let defaultPath = "/run/inkd/pens"
    /// The size of the receive buffer in bytes. The longest message of inkd has 256 fields of 20 bytes.
    private static let longestMessage = 8192
    /// Microseconds between attempts to connect, at first and at most.
    private static let pauses: ClosedRange<Int64> = 200_000...5_000_000

    private let path: String
    private let device: UInt64
    private var socket: Descriptor?
    /// The descriptor to poll; -1 without a connection, which poll ignores.
    private(set) var fileDescriptor: Int32 = -1
    private var writer = MessageWriter()
    private var buffer = [UInt8](repeating: 0, count: longestMessage)
    private var pause = pauses.lowerBound
    /// The time of the next attempt to connect; nil while connected.
    private(set) var nextAttempt: Instant? = Instant(microseconds: 0)
    /// Whether inkd has no room for messages: frames are lost until `resume`.
    private(set) var isStalled = false

    /// Creates a link without a connection.
    /// - Parameter device: the number of the pen's node.
    init(path: String, device: UInt64) {
        self.path = path
        self.device = device
    }

    var isConnected: Bool { fileDescriptor >= 0 }

    /// Tries to connect if the next attempt is due.
    mutating func connect(at now: Instant) {
        guard let nextAttempt, now >= nextAttempt else { return }
        guard let socket = try? UnixSocket.connect(to: path, waits: false, kind: .packets) else {
            self.nextAttempt = now.advanced(byMicroseconds: pause)
            pause = min(2 * pause, Self.pauses.upperBound)
            return
        }
        fileDescriptor = socket.number
        self.socket = consume socket
        (self.nextAttempt, isStalled, pause) = (nil, false, Self.pauses.lowerBound)
        _ = send(.hello(version: RelayMessage.version, device: device), at: now)
    }

    /// Closes the connection; the next attempt to connect follows after a pause.
    mutating func close(at now: Instant) {
        socket = nil
        fileDescriptor = -1
        isStalled = false
        nextAttempt = now.advanced(byMicroseconds: pause)
    }

    /// Records that inkd has room for messages again.
    mutating func resume() { isStalled = false }

    /// Sends a frame; false if inkd has no room for it.
    mutating func send(_ frame: borrowing Frame, _ status: ContactStatus, isComplete: Bool = false) -> Bool {
        writer.write(frame, status, isComplete: isComplete)
        return sendWritten()
    }

    /// Sends another message; false if inkd has no room for it.
    mutating func send(_ message: RelayMessage, at now: Instant) -> Bool {
        writer.write(message, at: now)
        return sendWritten()
    }

    private mutating func sendWritten() -> Bool {
        guard isConnected, !isStalled else { return false }
        let result = writer.bytes.withUnsafeBytes { Glibc.send(fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        // a connection that has ended is noticed by reading
        isStalled = result < 0 && [EAGAIN, ENOBUFS, ENOMEM, EINTR].contains(errno)
        return result >= 0
    }

    /// The outcome of receiving a message.
    enum Received {
        case message(DaemonMessage)
        case invalid(MessageError)
        /// No message is left.
        case empty
        /// inkd closed the connection.
        case ended
    }

    /// Receives the next message.
    mutating func receive() -> Received {
        while true {
            // MSG_TRUNC: the whole length is returned, so that a message that is too long is not taken for a shorter one
            let count = buffer.withUnsafeMutableBytes { recv(fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_TRUNC)) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return .empty }
            guard count > 0 else { return .ended }
            guard count <= buffer.count else { return .invalid(.length(actual: count, expected: buffer.count)) }
            do throws(MessageError) { return .message(try DaemonMessage.decode(buffer[..<count])) } catch { return .invalid(error) }
        }
    }
}
