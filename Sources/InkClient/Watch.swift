public import InkProtocol

/// The replies of a streaming method, one by one. Lives as long as the connection it took over.
public final class Watch<Method: StreamingVarlinkMethod> {
    private let connection: InkConnection
    private var isOver = false

    init(connection: InkConnection) { self.connection = connection }

    /// The socket, to wait for with `poll`. When it is readable, call `nextIfAvailable()` until it gives nil.
    public var fileDescriptor: Int32 { connection.fileDescriptor }

    /// The stream has ended: no reply comes any more.
    public var isFinished: Bool { isOver }

    /// Waits for the next reply, for ever if `timeout` is nil. nil when the stream has ended.
    ///
    /// - Throws: `timedOut`, after which one may ask again; `refused` with the daemon's error; others if the connection fails.
    public func next(timeout: Duration? = nil) throws(ClientError) -> Method.Reply? {
        guard !isOver else { return nil }
        guard let reply = try receive(until: InkConnection.deadline(timeout)) else { throw .timedOut }
        return reply
    }

    /// The next reply if one has come; nil, without waiting, if none has or the stream has ended.
    ///
    /// - Throws: `refused` with the daemon's error; others if the connection fails.
    public func nextIfAvailable() throws(ClientError) -> Method.Reply? {
        guard !isOver else { return nil }
        return try receive(until: InkConnection.deadline(.zero))
    }

    /// As `nextIfAvailable()`, but the reply as it came, with fields that this library does not know.
    ///
    /// - Throws: As `nextIfAvailable()`.
    public func nextUntypedIfAvailable() throws(ClientError) -> JSONValue? {
        guard !isOver else { return nil }
        return try receive(until: InkConnection.deadline(.zero)) { reply throws(ClientError) in
            if let name = reply.error { throw .refused(name: name, parameters: reply.parameters) }
            return reply.parameters
        }
    }

    private func receive(until deadline: SuspendingClock.Instant?) throws(ClientError) -> Method.Reply? {
        try receive(until: deadline) { reply throws(ClientError) in try InkConnection.result(of: Method.self, reply) }
    }

    private func receive<Result>(
        until deadline: SuspendingClock.Instant?, _ result: (Reply) throws(ClientError) -> Result
    ) throws(ClientError) -> Result? {
        do {
            guard let reply = try connection.receive(until: deadline) else { return nil }
            isOver = !reply.continues
            return try result(reply)
        } catch {
            isOver = true
            throw error
        }
    }
}
