public import InkProtocol

/// Calls that are sent immediately and answered later, in order: for a thread that polls several descriptors and must not block on inkd.
/// Used on one thread. Times may be of any clock, but always the same one.
public final class CallQueue {
    private let connection: InkConnection
    private var pending: [(sentAt: Duration, answer: (Reply) -> Void)] = []

    /// Takes ownership of a connection that has made no calls yet.
    public init(_ connection: InkConnection) { self.connection = connection }

    /// The socket, for `poll`. When it is readable, call `takeReplies()`.
    public var fileDescriptor: Int32 { connection.fileDescriptor }

    /// Time of the oldest unanswered call; nil if all are answered.
    public var waitingSince: Duration? { pending.first?.sentAt }

    /// Calls a method.
    ///
    /// - Parameter answer: Receives the reply, or the error `refused` or `badAnswer`, from a later `takeReplies()`.
    /// - Throws: `badCall`; `timedOut` if inkd has left too much unread for another call; others if the connection fails.
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

    /// Calls a method that is not answered, not even with an error: a later call reports that the session is gone.
    ///
    /// - Throws: As `send`.
    public func sendOneway<M: VarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters) throws(ClientError) {
        try connection.write(method, parameters, oneway: true, until: InkConnection.deadline(.zero))
    }

    /// Delivers the received replies, without waiting.
    ///
    /// - Throws: If the connection has failed.
    public func takeReplies() throws(ClientError) {
        while !pending.isEmpty, let reply = try connection.receive(until: InkConnection.deadline(.zero)) {
            pending.removeFirst().answer(reply)
        }
    }
}
