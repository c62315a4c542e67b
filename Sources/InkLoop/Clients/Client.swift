internal import CLinux
internal import Glibc
internal import Ink
internal import InkProtocol
internal import InkWorkspace

/// A stream on a connection. The connection accepts no other calls until the stream ends.
enum Watch {
    case devices
    /// The pointer events of a device; nil for those of all devices.
    case pointers(DeviceID?)
    /// The progress of installing a model, by the number of the upload.
    case install(Int)
    /// The models used for reading the user's ink.
    case models
    /// The progress of adapting to the user's handwriting.
    case adaptation
    case recorder
    /// The stream of an input method that is attached to a seat.
    case inputMethod(seat: String)
    /// The stream of a client that watches the input methods of a seat.
    case textInput(seat: String, isDisplay: Bool)
    /// A stream that the user's workspace sends.
    case workspace
}

/// The state of a seat as last reported to a client that watches devices or pointers.
struct WatchedSeat {
    /// The reason why the seat's devices send no events; nil if they do.
    var pause: DevicesInterface.Pause?
}

/// A connection, with the calls received from the client and the bytes still to be sent. Loop thread only.
final class Client {
    /// The progress of the call in process.
    enum CallState {
        case idle
        /// A workspace processes the call; later calls wait.
        case underWay
        /// A workspace processes the call, and the stream that the call began has already ended.
        case streamEnded
    }

    let caller: Caller
    let peer: Peer
    let connection: ClientConnection
    var queue: OutgoingQueue
    var watch: Watch?
    /// The number of the next reply of the stream.
    var sequence = 1
    /// The seats whose devices were ever reported to the client's stream.
    var watchedSeats: [String: WatchedSeat] = [:]
    var call = CallState.idle
    /// Disconnects a client that does not read the final error. Armed when everything else has been queued.
    var disconnectTimer: EventSource?

    /// The reserved memory of a large reply, until the client has fetched the reply.
    var memory: MemoryLease?
    /// Checks whether a large reply is being fetched.
    var fetchTimer: EventSource?
    /// The number of pending bytes at the last check.
    var unfetched = 0

    /// Whether more bytes were pending for the client than allowed.
    var isTooSlow = false

    /// Microseconds for which a client that was too slow may still read the error, before its connection ends.
    static let patience: UInt64 = 2_000_000

    /// Microseconds within which the client must fetch at least a part of a large reply.
    static let fetchingTime: UInt64 = 30_000_000

    init(caller: Caller, peer: Peer, connection: ClientConnection, queueLimit: Int) {
        self.caller = caller
        self.peer = peer
        self.connection = connection
        queue = OutgoingQueue(softLimit: min(64 << 10, queueLimit / 2), hardLimit: queueLimit)
    }

    var id: ClientID { caller.id }

    /// The client's process; nil if it has ended, or its ID is unknown in this PID namespace.
    var process: PeerProcess? { connection.process(of: peer) }

    /// Whether any sent data is still unread.
    var hasUnread: Bool { !queue.isEmpty || connection.unreadBytes > 0 }

    /// Whether the connection closes once everything is sent.
    var isFinishing: Bool { disconnectTimer != nil }

    /// Whether replies are still to be sent, now or later.
    var isOwedReplies: Bool { watch != nil || call != .idle || !queue.isEmpty }

    /// Whether the next call may be handled; false while replies to earlier calls are outstanding or unread.
    var takesCalls: Bool { !isFinishing && watch == nil && call == .idle && queue.pendingBytes <= queue.softLimit }

    /// Sends as many bytes as the peer accepts, without blocking. Returns false if the peer is gone.
    func flush() -> Bool {
        guard connection.flush(&queue) else { return false }
        if queue.isEmpty, memory != nil { (memory, fetchTimer, unfetched) = (nil, nil, 0) }
        var events: Readiness = []
        // while calls cannot be handled, they wait in the kernel's buffer
        if !connection.isSilent, takesCalls || (watch != nil && !isFinishing) { events.insert(.readable) }
        if !queue.isEmpty { events.insert(.writable) }
        connection.source?.wait(for: events)
        return true
    }
}

/// The number of messages and connections that clients lost because they read too slowly.
struct MissedMessages: Equatable {
    /// Number of dropped messages.
    var leftOut = 0
    /// Number of disconnected clients.
    var disconnected = 0

    init() {}

    /// Counts the messages missed by one client.
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
    /// Whether the peer has closed its sending side; it may still read.
    private(set) var isSilent = false
    private let descriptor: Int32

    /// Maximum number of bytes sent to one client before other clients are served.
    private static let bytesPerTurn = 256 << 10

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        source = nil
        close(descriptor)
    }

    /// Reads the available bytes, at most 64 KiB, into the framer; false if the connection failed.
    func receive() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            if count == 0 { isSilent = true }
            return count >= 0 || errno == EAGAIN || errno == EINTR
        }
    }

    fileprivate func process(of peer: Peer) -> PeerProcess? { PeerProcess(peer, of: descriptor) }

    /// The number of sent bytes that the peer has not read yet (SIOCOUTQ, unix(7)); 0 if the kernel does not report it.
    var unreadBytes: Int {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    }

    /// Waits until the peer has read some bytes.
    func waitForRoom(milliseconds: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, milliseconds)
    }

    /// Sends as many bytes as the peer accepts, without blocking. Returns false if the peer is gone.
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

/// The user and the process at the other end of a connection, as reported by the kernel.
struct Peer: Sendable, Hashable {
    let user: uid_t
    /// The ID of the process that connected; the process may have ended.
    let process: pid_t

    /// Reads the peer of a connected Unix socket; nil if the kernel does not report it.
    init?(of descriptor: Int32) {
        var credentials = inkd_credentials()
        var size = socklen_t(MemoryLayout<inkd_credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        (user, process) = (credentials.user, credentials.process)
    }

    init(user: uid_t, process: pid_t) { (self.user, self.process) = (user, process) }
}

/// The numbers of messages missed by disconnected clients. A pure value.
struct MissedByGone {
    /// The numbers of messages of all users.
    private(set) var all = MissedMessages()
    /// The numbers of messages by user, for the most recent users.
    private(set) var byUser = UserTable<MissedMessages>(limit: 64)
    /// Number of motion messages among them.
    private(set) var motion = 0

    /// Counts the messages missed by a client that goes.
    mutating func note(_ client: Client) {
        motion += client.queue.droppedMotion
        let missed = MissedMessages(client)
        guard missed != MissedMessages() else { return }
        all.add(missed)
        byUser.update(client.peer.user, from: MissedMessages()) { $0.add(missed) }
    }
}
