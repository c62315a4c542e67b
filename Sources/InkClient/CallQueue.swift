public import InkProtocol

/// A queue of calls that are sent at once and answered later, in order. It is for a thread that polls several descriptors and must not
/// block on inkd. It is used on one thread. All times that the caller passes have to be from the same clock.
public final class CallQueue {
    private let connection: InkConnection
    private var pending: [(sentAt: Duration, answer: (Reply) -> Void)] = []

    /// Takes ownership of a connection that has made no calls yet.
    public init(_ connection: InkConnection) { self.connection = connection }

    /// The socket, for `poll`. When it is readable, call `takeReplies()`.
    public var fileDescriptor: Int32 { connection.fileDescriptor }

    /// The time of the oldest unanswered call; nil if all calls are answered.
    public var waitingSince: Duration? { pending.first?.sentAt }

    /// Calls a method.
    ///
    /// - Parameter answer: the closure that a later `takeReplies()` calls with the reply, or with the error `refused` or `badAnswer`.
    /// - Throws: `badCall`; `timedOut` if inkd has not read enough of the earlier calls to accept another; others if the connection fails.
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

    /// Calls a method without a reply, not even an error. If the session no longer exists, a later call with a reply reports that.
    ///
    /// - Throws: The errors of `send`.
    public func sendOneway<M: VarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters) throws(ClientError) {
        try connection.write(method, parameters, oneway: true, until: InkConnection.deadline(.zero))
    }

    /// Passes the replies that have arrived to the calls' closures. Does not wait.
    ///
    /// - Throws: An error if the connection has failed.
    public func takeReplies() throws(ClientError) {
        while !pending.isEmpty, let reply = try connection.receive(until: InkConnection.deadline(.zero)) {
            pending.removeFirst().answer(reply)
        }
    }
}
