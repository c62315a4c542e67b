import Glibc
import System

/// A connected Unix stream socket. It is closed when the object is released.
final class StreamSocket {
    private let socket: Descriptor
    private var chunk = [UInt8](repeating: 0, count: 64 << 10)

    var descriptor: Int32 { socket.number }

    init(descriptor: Int32) { socket = Descriptor(taking: descriptor) }

    init(path: String, waits: Bool) throws(ClientError) {
        do throws(SystemError) {
            socket = try UnixSocket.connect(to: path, waits: waits)
        } catch {
            throw error.code == ENAMETOOLONG ? .pathTooLong(path: path) : .cannotConnect(path: path, errno: error.code)
        }
    }

    /// Writes all bytes. Does not throw if the peer has closed the connection: the peer may have sent the reason, which can then be read.
    func send(_ bytes: [UInt8], until deadline: SuspendingClock.Instant?) throws(ClientError) {
        var sent = 0
        while sent < bytes.count {
            let count = Self.retrying {
                bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent, Self.flags) }
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                guard try wait(for: Int16(POLLOUT), until: deadline) else { throw .timedOut }
            } else if errno == EPIPE {
                return
            } else {
                throw .connectionLost(errno: errno)
            }
        }
    }

    /// Passes received bytes to `take`. Returns false if no bytes arrive before the deadline; waits without a limit if the deadline is nil.
    func receive(
        until deadline: SuspendingClock.Instant?, _ take: (UnsafeRawBufferPointer) -> Void
    ) throws(ClientError) -> Bool {
        while true {
            let count = Self.retrying { chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Self.flags) } }
            switch count {
            case 0: throw .connectionLost(errno: 0)
            case 1...:
                chunk.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                return true
            default:
                guard errno == EAGAIN else { throw .connectionLost(errno: errno == ECONNRESET ? 0 : errno) }
                guard try wait(for: Int16(POLLIN), until: deadline) else { return false }
            }
        }
    }

    private static let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)

    private func wait(for events: Int16, until deadline: SuspendingClock.Instant?) throws(ClientError) -> Bool {
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = SuspendingClock.now.duration(to: deadline)
                guard left > .zero else { return false }
                // Round up, because poll would otherwise return at once during the last millisecond
                milliseconds = Int32(clamping: Int64(min(left / .milliseconds(1), 1e9)) + 1)
            }
            var request = pollfd(fd: descriptor, events: events, revents: 0)
            let ready = poll(&request, 1, milliseconds)
            if ready > 0 { return true }
            if ready < 0, errno != EINTR { throw .connectionLost(errno: errno) }
        }
    }

    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
