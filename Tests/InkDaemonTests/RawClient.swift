import Glibc
import InkProtocol
import System

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

/// A connection that sends whatever it is told to. Nothing it does waits longer than asked.
final class RawClient {
    private let socket: Descriptor
    var descriptor: Int32 { socket.number }
    private var framer = MessageFramer(limit: 64 << 20)

    struct Failure: Error {
        let reason: String
    }

    convenience init(path: String) throws {
        do {
            self.init(try UnixSocket.connect(to: path))
        } catch {
            throw Failure(reason: "no connection: \(error)")
        }
    }

    /// A connection that is there already.
    init(_ socket: consuming Descriptor) {
        self.socket = socket
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Sends a message, its NUL added; false if the daemon has hung up.
    @discardableResult
    func send(_ message: String) -> Bool { send(bytes: Array(message.utf8) + [0]) }

    /// Sends bytes; false if the daemon has hung up, or takes nothing for so long.
    @discardableResult
    func send(bytes: [UInt8], within limit: Duration = .patience) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if sent > 0 {
                rest = rest.dropFirst(sent)
            } else if errno == EAGAIN {
                guard wait(for: POLLOUT, limit) else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Tells the daemon that nothing more will be sent.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next message; nil when the daemon has hung up.
    /// - Throws: if neither comes in time.
    func receive() throws -> Reply? {
        while true {
            if let message = try framer.next() { return try Reply(decoding: message) }
            guard wait(for: POLLIN, .patience) else { throw Failure(reason: "nothing came in \(Duration.patience)") }
            guard take() else { return nil }
        }
    }

    /// Takes in the bytes that have arrived, for later.
    func takeIn() {
        while wait(for: POLLIN, .zero), take() {}
    }

    /// Every message that has come by now, without waiting.
    func takeReplies() throws -> [Reply] {
        takeIn()
        var replies: [Reply] = []
        while let message = try framer.next() { replies.append(try Reply(decoding: message)) }
        return replies
    }

    /// Whether the daemon hangs up in time; earlier replies are skipped.
    func isHungUp() -> Bool {
        let end = ContinuousClock.now + .patience
        while ContinuousClock.now < end, wait(for: POLLIN, .patience) {
            if !take() { return true }
        }
        return false
    }

    private func take() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { framer.append(Array(buffer[..<count])) }
        return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
    }

    private func wait(for events: Int32, _ limit: Duration) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&request, 1, Int32(limit / .milliseconds(1))) > 0
    }
}
