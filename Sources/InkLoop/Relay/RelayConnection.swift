internal import Evdev
internal import Glibc
internal import Ink
internal import PenRelay
internal import System

/// The connection with the relay of one pen. Loop thread only.
final class RelayConnection {
    /// A received datagram.
    enum Received {
        /// A message. If it is a frame, the frame's events are in ``RelayConnection/frame``.
        case message(RelayMessage)
        /// A datagram that is no message.
        case invalid(MessageError)
        /// No datagram is waiting.
        case nothing
        /// The relay has ended, or closed the connection.
        case closed
    }

    /// The size of the longest datagram in bytes: a frame with as many events as any device sends at once.
    private static let longest = 16 + 8 * 2048

    private let socket: Descriptor
    private var buffer = [UInt8](repeating: 0, count: longest)
    private var writer = MessageWriter()
    /// The last frame received. Its storage is reused.
    private(set) var frame = Frame()
    /// Whether a message could not be sent because the relay does not read. The connection is then useless.
    private(set) var isBroken = false

    /// - Parameter descriptor: a connected, non-blocking SOCK_SEQPACKET socket. The connection takes ownership of it.
    init(taking descriptor: Int32) {
        socket = Descriptor(taking: descriptor)
        frame.events.reserveCapacity(64)
    }

    /// The descriptor to poll for reading.
    var descriptor: Int32 { socket.number }

    /// Receives the next datagram without waiting. Allocates nothing for a frame.
    func receive() -> Received {
        guard !isBroken else { return .closed }
        let count = retrying { recv(socket.number, &buffer, buffer.count, 0) }
        guard count > 0 else { return count < 0 && errno == EAGAIN ? .nothing : .closed }
        do throws(MessageError) {
            return .message(try RelayMessage.decode(buffer[..<count], frame: &frame))
        } catch {
            return .invalid(error)
        }
    }

    /// Sends a message without waiting.
    func send(_ message: DaemonMessage) {
        guard !isBroken else { return }
        writer.write(message, at: Instant(microseconds: Int64(clamping: MonotonicClock.microseconds)))
        let bytes = writer.bytes
        let sent = retrying { Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        // the relay reads at once unless it is stopped, and then the pen sends no frames either
        if sent != bytes.count {
            isBroken = true
            shutdown(socket.number, Int32(SHUT_RDWR))
        }
    }
}
