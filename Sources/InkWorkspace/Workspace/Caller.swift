internal import Editing
package import InkProtocol
internal import Synchronization

/// Identifies a connection; never reused.
package struct ClientID: Hashable, Sendable {
    /// The number of the connection.
    package let value: UInt64

    /// Creates the ID with this number.
    package init(value: UInt64) { self.value = value }
}

/// A client's connection as seen by services: the calling user, and the sink for replies.
package final class Caller: Sendable {
    /// The ID of the connection.
    package let id: ClientID
    /// The user at the other end, as reported by the kernel.
    package let user: UInt32
    /// The block that this client copied last.
    let clipboard = Mutex<BlockCopy?>(nil)
    /// The client's content that is transferred in parts, in either direction.
    let transfers = TransferRegistry()
    /// The client's lessons in handwriting.
    let lessons = LessonRegistry()
    /// The sink of this client's streams.
    package let sink: ClientSink
    private struct PresentCall {
        var memory: MemoryLease?
        /// Whether the call is performed even if the connection is closed.
        var isOneway = false
    }

    /// The current call. A connection has one call at a time.
    private let call = Mutex(PresentCall())
    private let hasLeft = Atomic(false)

    /// - Parameter connections: the clients' connections, which send the caller's streams.
    package init(id: ClientID, user: UInt32, connections: any ClientConnections) {
        self.id = id
        self.user = user
        sink = ClientSink(id, connections)
    }

    /// Whether the connection is closed, so that the current call only produces a reply that is dropped.
    var isGone: Bool { hasLeft.load(ordering: .acquiring) && !call.withLock { $0.isOneway } }

    /// - Throws: `CancellationError` if no client waits for an answer any more.
    func requireAwaited() throws { if isGone { throw CancellationError() } }

    /// Marks the connection as closed, and drops its content.
    package func leave() {
        hasLeft.store(true, ordering: .releasing)
        transfers.close()
        clipboard.withLock { $0 = nil }
        lessons.close()
    }

    /// Notes the start of a call, with its memory.
    func callBegan(_ memory: MemoryLease, isOneway: Bool) { call.withLock { $0 = PresentCall(memory: memory, isOneway: isOneway) } }

    /// Notes the end of the call.
    func callEnded() { call.withLock { $0 = PresentCall() } }

    /// The bytes that the current call holds; 0 for a small call.
    var reservedBytes: Int { call.withLock { $0.memory?.bytes ?? 0 } }

    /// Waits until the current call may use this much more memory, which it holds until its reply is sent.
    /// - Throws: `QuotaExceeded`; `CancellationError` if the connection is closed meanwhile.
    func reserve(_ bytes: Int, for purpose: ContentMemory.Purpose = .content) async throws {
        guard let memory = call.withLock({ $0.memory }) else { return }
        try await memory.grow(by: bytes, for: purpose)
    }
}

/// The result of a call, for the loop to send.
package enum CallOutcome: Sendable {
    /// A reply or an error, including its NUL, and the memory that it holds until it is sent.
    case reply([UInt8], MemoryLease? = nil)
    /// No answer is sent.
    case none
    /// A stream has begun; its replies arrive through the caller's sink until it is finished.
    case streaming
}

/// Forwards the replies of a stream from any thread to the loop, which sends them in order.
package struct ClientSink: ReplySink {
    private let client: ClientID
    private let connections: any ClientConnections

    init(_ client: ClientID, _ connections: any ClientConnections) {
        self.client = client
        self.connections = connections
    }

    /// Sends a reply of the stream that is not the last one.
    package func send(_ bytes: [UInt8], as kind: MessageClass) {
        connections.sendStream(bytes, as: kind, to: client)
    }

    /// Sends the last reply; afterwards the connection accepts other calls.
    package func finish(_ bytes: [UInt8]) {
        connections.finishStream(bytes, to: client)
    }

    /// Sends an error as the last reply.
    package func fail(_ error: any Error, of method: String) {
        connections.failStream(error, to: client)
    }

    /// Ends the connection.
    func disconnect() {
        connections.disconnect(client)
    }
}
