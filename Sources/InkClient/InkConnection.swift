import Glibc
public import InkProtocol

/// A connection to inkd. Blocking; for one thread at a time. Closed when it goes away.
///
/// A watch takes its connection over: open one for each watch and another for calls.
public final class InkConnection {
    /// Where inkd listens unless the environment says otherwise in `INKD_SOCKET`.
    public static let defaultPath = "/run/inkd/org.inkd"
    /// Bytes an answer may have. The daemon is trusted with more than it trusts its clients with: a page of ink is one message.
    static let answerLimit = 64 << 20

    private let socket: StreamSocket
    private var framer = MessageFramer(limit: InkConnection.answerLimit)
    private var isReady = true

    /// Connects to the socket at `path`; without it to `INKD_SOCKET`, or else to `defaultPath`.
    ///
    /// - Throws: `cannotConnect`, `pathTooLong`.
    public init(path: String? = nil) throws(ClientError) {
        socket = try StreamSocket(path: path ?? getenv("INKD_SOCKET").map { String(cString: $0) } ?? Self.defaultPath)
    }

    /// Speaks over a connected stream socket, and closes it in the end.
    public init(adopting descriptor: Int32) { socket = StreamSocket(descriptor: descriptor) }

    /// The socket, to wait for with `poll`. Neither read it nor close it.
    public var fileDescriptor: Int32 { socket.descriptor }

    /// Calls a method and waits for its reply, for ever if `timeout` is nil.
    ///
    /// - Throws: `refused` with the daemon's error; the connection is good afterwards. After any other error it is not.
    public func call<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> M.Reply {
        let deadline = Self.deadline(timeout)
        try send(method, parameters, more: false, until: deadline)
        guard let reply = try receive(until: deadline) else { throw .timedOut }
        isReady = true
        return try Self.result(of: method, reply)
    }

    /// Calls a streaming method; its replies come out of the watch, which takes this connection over.
    public func watch<M: StreamingVarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters) throws(ClientError) -> Watch<M> {
        try send(method, parameters, more: true, until: nil)
        return Watch(connection: self)
    }

    private func send<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, more: Bool, until deadline: SuspendingClock.Instant?
    ) throws(ClientError) {
        guard isReady else { throw .connectionInUse }
        let message: [UInt8]
        do {
            message = try Call.encode(method, parameters, more: more)
        } catch {
            throw .badCall(error)
        }
        // the daemon would end the connection
        guard message.count - 1 <= MessageFramer.callLimit else { throw .badCall(.messageTooLarge(limit: MessageFramer.callLimit)) }
        isReady = false
        try socket.send(message, until: deadline)
    }

    /// The next reply; nil if none comes before the deadline.
    func receive(until deadline: SuspendingClock.Instant?) throws(ClientError) -> Reply? {
        while true {
            do {
                if let message = try framer.next() { return try Reply(decoding: message) }
            } catch {
                throw .badAnswer(error)
            }
            guard try socket.receive(until: deadline, { framer.append($0) }) else { return nil }
        }
    }

    static func result<M: VarlinkMethod>(of method: M.Type, _ reply: Reply) throws(ClientError) -> M.Reply {
        if let name = reply.error { throw .refused(name: name, parameters: reply.parameters) }
        do {
            return try reply.parameters(as: M.Reply.self)
        } catch {
            throw .badAnswer(error)
        }
    }

    static func deadline(_ timeout: Duration?) -> SuspendingClock.Instant? { timeout.map { SuspendingClock.now.advanced(by: $0) } }
}
