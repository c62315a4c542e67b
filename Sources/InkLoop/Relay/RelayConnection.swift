internal import Evdev
internal import Glibc
internal import Ink
internal import PenRelay
internal import System

/// The connection with the relay of one pen. Loop thread only.
final class RelayConnection {
    /// A received datagram.
    enum Received {
        /// A message; a frame's events are in `frame`.
        case message(RelayMessage)
        /// A datagram that is no message.
        case invalid(MessageError)
        /// No datagram is waiting.
        case nothing
        /// The relay has ended, or closed the connection.
        case closed
    }

    /// Bytes of the longest datagram: a frame of as many events as any packet of a device has.
    private static let longest = 16 + 8 * 2048

    private let socket: Descriptor
    private var buffer = [UInt8](repeating: 0, count: longest)
    private var writer = MessageWriter()
    /// The last received frame; its storage is reused.
    private(set) var frame = Frame()
    /// Whether a message could not be sent: the relay does not read, and the connection is of no use.
    private(set) var isBroken = false

    /// - Parameter descriptor: a connected, non-blocking SOCK_SEQPACKET socket, which the connection owns from now on.
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
        // the relay reads at once unless it is stopped: then the pen stands still as well
        if sent != bytes.count {
            isBroken = true
            shutdown(socket.number, Int32(SHUT_RDWR))
        }
    }
}
