internal import Editing
internal import InkProtocol
internal import Synchronization

/// A client's connection, as services see it: who calls, and the way back.
final class Caller: Sendable {
    let id: ClientID
    /// The user at the other end, as the kernel says.
    let user: UInt32
    /// The block that this client copied last.
    let clipboard = Mutex<BlockCopy?>(nil)
    /// Its content on the way in or out in parts.
    let transfers = TransferShelf()
    /// Its lessons in handwriting.
    let lessons = LessonShelf()
    /// The sink of this client's streams.
    let sink: ClientSink

    init(id: ClientID, user: UInt32, sink: ClientSink) {
        self.id = id
        self.user = user
        self.sink = sink
    }
}

/// The result of a call, for the loop to pass on.
enum CallOutcome: Sendable {
    /// A reply or an error, its NUL included.
    case reply([UInt8])
    /// The caller wants no answer.
    case none
    /// A stream has begun; its replies come by the caller's sink until it is finished.
    case streaming
}

/// Carries the replies of a stream from any thread to the loop, which sends them in order.
struct ClientSink: ReplySink {
    private let client: ClientID
    private let daemon: Daemon

    init(_ client: ClientID, _ daemon: Daemon) {
        self.client = client
        self.daemon = daemon
    }

    /// Sends one of several replies.
    func send(_ bytes: [UInt8], as kind: MessageClass) {
        daemon.post { [client] in $0.sendStream(bytes, as: kind, to: client) }
    }

    /// Sends the last reply: the connection takes other calls after it.
    func finish(_ bytes: [UInt8]) {
        daemon.post { [client] in $0.finishStream(bytes, to: client) }
    }

    /// Sends an error as the last reply.
    func fail(_ error: any Error, of method: String) {
        daemon.post { [client] in $0.failStream(error, to: client) }
    }

    /// Ends the connection.
    func disconnect() {
        daemon.post { [client] in $0.disconnect(client) }
    }
}
