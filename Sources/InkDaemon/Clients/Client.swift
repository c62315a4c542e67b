internal import Editing
internal import Glibc
internal import Ink
internal import InkProtocol

/// Names a connection; never used twice.
struct ClientID: Hashable, Sendable {
    let value: UInt64
}

/// What a client asked to be told of.
enum Watch {
    case devices
    /// One device's pointers, or everybody's.
    case pointers(DeviceID?)
    /// One editor, or every one.
    case editors(EditorID?)
    /// Ink as it was drawn.
    case replay
    /// How its install of a model goes, by the number of the upload.
    case install(Int)
    /// How learning its user's hand goes.
    case adaptation
    /// How recording stands.
    case recorder
    /// What its input method is told on a seat.
    case inputMethod(seat: String)
    /// What input methods are told on a seat.
    case textInput(seat: String)
}

/// One connection: what came in and is not answered yet, what goes out and is not read yet.
final class Client {
    let id: ClientID
    let peer: Peer
    var framer = MessageFramer()
    var queue: OutgoingQueue
    var source: EventSource?
    /// What it watches; meanwhile it is not answered anything else on the same connection.
    var watch: Watch?
    /// The number of the next reply to its watch.
    var sequence = 1
    /// What was copied.
    var clipboard: BlockCopy?
    /// Draws ink for it as it was drawn.
    var player: InkPlayer?
    /// A reply is on its way, or others have their turn; later calls wait for it.
    var awaitsReply = false
    /// Close once everything is sent.
    var isFinishing = false
    /// Ends the connection of a client that does not read why it ends.
    var lastCall: EventSource?
    /// The peer sends nothing any more, though it may still read.
    private(set) var isSilent = false

    private let descriptor: Int32

    /// Calls of one client that are answered without a pause.
    static let callsPerTurn = 16

    /// Microseconds for which a client that did not keep up may still read why its connection ends.
    static let patience: UInt64 = 2_000_000

    init(id: ClientID, peer: Peer, descriptor: Int32, queueLimit: Int) {
        self.id = id
        self.peer = peer
        self.descriptor = descriptor
        queue = OutgoingQueue(softLimit: min(64 << 10, queueLimit / 2), hardLimit: queueLimit)
    }

    deinit {
        source = nil
        close(descriptor)
    }

    /// Whether anything is still to be sent, now or later.
    var isOwedReplies: Bool { watch != nil || awaitsReply || !queue.isEmpty }

    /// Whether its next call may be answered: not while it has yet to read, or to get, the answers to earlier ones.
    var takesCalls: Bool { !isFinishing && !awaitsReply && (watch != nil || queue.pendingBytes <= queue.softLimit) }

    /// Reads what there is into the framer; false if the connection failed.
    func receive() -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 16) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count > 0 { framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            if count == 0 { isSilent = true }
            return count >= 0 || errno == EAGAIN || errno == EINTR
        }
    }

    /// Sends what the peer takes without waiting; false if it is gone.
    func flush() -> Bool {
        while !queue.isEmpty {
            let sent = queue.withPending { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if sent > 0 {
                queue.consume(sent)
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return false
            }
        }
        var events: Readiness = []
        // what the client sends on meanwhile waits in the kernel, not here
        if !isSilent, takesCalls { events.insert(.readable) }
        if !queue.isEmpty { events.insert(.writable) }
        source?.wait(for: events)
        return true
    }
}
