internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

/// Calls inkd on a thread of its own, and hands the answers to the main thread: a window must not wait for a socket.
final class DaemonThread: Sendable {
    /// The path of the socket; nil for the usual one.
    let socket: String?
    private let thread: WorkThread<DaemonLine>

    /// Starts the thread, which connects when it is first asked for something.
    ///
    /// - Throws: if the system has no more threads.
    init(socket: String?) throws(SystemError) {
        self.socket = socket
        thread = try WorkThread(named: "calls") { DaemonLine(socket: socket) }
    }

    /// Has a call made after all earlier ones, and calls a closure on the main thread with its outcome.
    func ask<Reply: Sendable>(
        _ call: @escaping @Sendable (InkConnection) throws(ClientError) -> Reply,
        then take: @escaping @MainActor (Result<Reply, ClientError>) -> Void
    ) {
        thread.perform { line in
            let result = line.result(of: call)
            MainThread.post { take(result) }
        }
    }

    /// Has work that needs no inkd done after all earlier calls, and calls a closure on the main thread with its outcome.
    func work<Outcome: Sendable>(
        _ work: @escaping @Sendable () -> Outcome, then take: @escaping @MainActor (Outcome) -> Void
    ) {
        thread.perform { _ in
            let outcome = work()
            MainThread.post { take(outcome) }
        }
    }

    /// Ends the thread after its present work.
    func stop() { thread.stop() }
}

/// A connection that is made when it is needed, and made again where inkd was restarted.
final class DaemonLine {
    private let socket: String?
    private var connection: InkConnection?

    init(socket: String?) { self.socket = socket }

    /// The outcome of a call, over a new connection if there is none or the one that there was is of no use any more.
    func result<Reply>(of call: (InkConnection) throws(ClientError) -> Reply) -> Result<Reply, ClientError> {
        let isOld = connection != nil
        do throws(ClientError) {
            return .success(try attempt(call))
        } catch {
            guard isOld, case .connectionLost = error else { return .failure(error) }
        }
        return Result { () throws(ClientError) in try attempt(call) }
    }

    private func attempt<Reply>(_ call: (InkConnection) throws(ClientError) -> Reply) throws(ClientError) -> Reply {
        let line: InkConnection
        if let connection { line = connection } else { line = try InkConnection(path: socket) }
        connection = line
        do {
            return try call(line)
        } catch {
            if case .refused = error { throw error }
            // after anything else a connection is of no use
            connection = nil
            throw error
        }
    }
}
