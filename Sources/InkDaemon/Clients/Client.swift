internal import CLinux
internal import Glibc
internal import Ink
internal import InkProtocol

/// Names a connection; never used twice.
struct ClientID: Hashable, Sendable {
    let value: UInt64
}

/// A stream that a connection carries; meanwhile it takes no other calls.
enum Watch {
    case devices
    /// The pointers of one device, or of all.
    case pointers(DeviceID?)
    /// The progress of an install of a model, by the number of the upload.
    case install(Int)
    /// The models that its user's ink is read with.
    case models
    /// The progress of learning its user's hand.
    case adaptation
    case recorder
    /// An input method's own stream on a seat.
    case inputMethod(seat: String)
    /// The input methods of a seat.
    case textInput(seat: String, isDisplay: Bool)
    /// A stream of its workspace.
    case workspace
}

/// What a watch of devices or pointers was told of a seat.
struct WatchedSeat {
    /// Why nothing comes of its devices; nil if it does.
    var pause: DevicesInterface.Pause?
}

/// One connection: the calls that came in, and the bytes that wait to go out. Loop thread only.
final class Client {
    /// The progress of a connection's call.
    enum CallState {
        case idle
        /// A workspace works on it; later calls wait.
        case underWay
        /// As before, and the stream that it began has ended already.
        case streamEnded
    }

    let caller: Caller
    let peer: Peer
    let connection: ClientConnection
    var queue: OutgoingQueue
    var watch: Watch?
    /// The number of the next reply to its watch, on the loop.
    var sequence = 1
    /// The seats whose devices its watch was ever told of.
    var watchedSeats: [String: WatchedSeat] = [:]
    var call = CallState.idle
    /// Ends the connection of a client that does not read why it ends; set once all is to be sent and the connection closed.
    var disconnectTimer: EventSource?

    /// The memory of a large reply that it has not fetched yet.
    var memory: MemoryLease?
    /// Looks whether a large reply is being fetched.
    var fetchTimer: EventSource?
    /// Bytes that waited when that was looked at last.
    var unfetched = 0

    /// More waited for it than may.
    var isTooSlow = false

    /// Microseconds for which a client that did not keep up may still read why its connection ends.
    static let patience: UInt64 = 2_000_000

    /// Microseconds in which some of a large reply must have been fetched.
    static let fetchingTime: UInt64 = 30_000_000

    init(caller: Caller, peer: Peer, connection: ClientConnection, queueLimit: Int) {
        self.caller = caller
        self.peer = peer
        self.connection = connection
        queue = OutgoingQueue(softLimit: min(64 << 10, queueLimit / 2), hardLimit: queueLimit)
    }

    var id: ClientID { caller.id }

    /// Close once everything is sent.
    var isFinishing: Bool { disconnectTimer != nil }

    /// Whether anything is still to be sent, now or later.
    var isOwedReplies: Bool { watch != nil || call != .idle || !queue.isEmpty }

    /// Whether its next call may be answered: not while it has yet to read, or to get, the answers to earlier ones.
    var takesCalls: Bool { !isFinishing && watch == nil && call == .idle && queue.pendingBytes <= queue.softLimit }

    /// Sends without waiting, as much as the peer takes; false if it is gone.
    func flush() -> Bool {
        guard connection.flush(&queue) else { return false }
        if queue.isEmpty, memory != nil { (memory, fetchTimer, unfetched) = (nil, nil, 0) }
        var events: Readiness = []
        // what the client sends on meanwhile waits in the kernel, not here
        if !connection.isSilent, takesCalls || (watch != nil && !isFinishing) { events.insert(.readable) }
        if !queue.isEmpty { events.insert(.writable) }
        connection.source?.wait(for: events)
        return true
    }
}

/// The messages that clients did not get because they were slow.
struct MissedMessages: Equatable {
    /// Messages that were left out.
    var leftOut = 0
    /// Clients that were disconnected.
    var disconnected = 0

    init() {}

    /// Those of one client.
    init(_ client: Client) { (leftOut, disconnected) = (client.queue.droppedMessages, client.isTooSlow ? 1 : 0) }

    mutating func add(_ other: MissedMessages) {
        leftOut += other.leftOut
        disconnected += other.disconnected
    }
}

/// The socket of a connection. Loop thread only.
final class ClientConnection {
    var framer = MessageFramer()
    var source: EventSource?
    /// The peer sends nothing any more, though it may still read.
    private(set) var isSilent = false
    private let descriptor: Int32

    /// Bytes that are sent to one client before others have their turn.
    private static let bytesPerTurn = 256 << 10

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        source = nil
        close(descriptor)
    }

    /// Reads the bytes that have arrived, 64 KiB at most, into the framer; false if the connection failed.
    func receive() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            if count == 0 { isSilent = true }
            return count >= 0 || errno == EAGAIN || errno == EINTR
        }
    }

    /// Waits until the peer has read some bytes.
    func waitForRoom(milliseconds: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, milliseconds)
    }

    /// Sends without waiting, as much as the peer takes; false if it is gone.
    fileprivate func flush(_ queue: inout OutgoingQueue) -> Bool {
        var rest = Self.bytesPerTurn
        while !queue.isEmpty, rest > 0 {
            let sent = queue.withPending { send(descriptor, $0.baseAddress, min($0.count, rest), Int32(MSG_NOSIGNAL)) }
            if sent > 0 {
                queue.consume(sent)
                rest -= sent
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

/// The user at the other end of a connection, as the kernel says.
struct Peer: Sendable, Hashable {
    let user: uid_t
    /// Number of the process that made the connection, which may have ended since.
    let process: pid_t

    /// The peer of a connected Unix socket; nil if the kernel does not say.
    init?(of descriptor: Int32) {
        var credentials = inkd_credentials()
        var size = socklen_t(MemoryLayout<inkd_credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        (user, process) = (credentials.user, credentials.process)
    }
}
