public import InkProtocol

/// Calls that are sent at once and answered later, in the order in which they were made: for a thread that waits with `poll` for several things, and
/// never for inkd alone. For one thread. Times are of any one clock.
public final class CallQueue {
    private let connection: InkConnection
    private var pending: [(sentAt: Duration, answer: (Reply) -> Void)] = []

    /// Takes over a connection that has made no calls yet.
    public init(_ connection: InkConnection) { self.connection = connection }

    /// The socket, to wait for with `poll`. When it is readable, call `takeReplies()`.
    public var fileDescriptor: Int32 { connection.fileDescriptor }

    /// When the call was made that has waited longest for its reply; nil while there is none.
    public var waitingSince: Duration? { pending.first?.sentAt }

    /// Calls a method.
    ///
    /// - Parameter answer: Gets the reply, or the error `refused` or `badAnswer`, from a later `takeReplies()`.
    /// - Throws: `badCall`; `timedOut` where inkd has left so much unread that no more can be sent; others if the connection fails.
    public func send<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, at now: Duration, answer: @escaping (Result<M.Reply, ClientError>) -> Void
    ) throws(ClientError) {
        try connection.write(method, parameters, more: false, until: InkConnection.deadline(.zero))
        pending.append(
            (
                now,
                { reply in
                    do throws(ClientError) {
                        answer(.success(try InkConnection.result(of: method, reply)))
                    } catch {
                        answer(.failure(error))
                    }
                }
            ))
    }

    /// Passes on the replies that have come, without waiting.
    ///
    /// - Throws: If the connection has failed.
    public func takeReplies() throws(ClientError) {
        while !pending.isEmpty, let reply = try connection.receive(until: InkConnection.deadline(.zero)) {
            pending.removeFirst().answer(reply)
        }
    }
}
