internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

/// Calls inkd on a separate thread, and delivers the answers on the main thread, so that windows never wait for a socket.
final class DaemonThread: Sendable {
    /// The path of the socket; nil for the default one.
    let socket: String?
    private let thread: WorkThread<DaemonLine>

    /// Starts the thread, which connects at the first call.
    ///
    /// - Throws: if the system has no more threads.
    init(socket: String?) throws(SystemError) {
        self.socket = socket
        thread = try WorkThread(named: "calls") { DaemonLine(socket: socket) }
    }

    /// Makes a call after all earlier ones, and calls a closure on the main thread with its outcome.
    func ask<Reply: Sendable>(
        _ call: @escaping @Sendable (InkConnection) throws(ClientError) -> Reply,
        then take: @escaping @MainActor (Result<Reply, ClientError>) -> Void
    ) {
        thread.perform { line in
            let result = line.result(of: call)
            MainThread.post { take(result) }
        }
    }

    /// Performs work that does not use inkd, after all earlier calls, and calls a closure on the main thread with its outcome.
    func work<Outcome: Sendable>(
        _ work: @escaping @Sendable () -> Outcome, then take: @escaping @MainActor (Outcome) -> Void
    ) {
        thread.perform { _ in
            let outcome = work()
            MainThread.post { take(outcome) }
        }
    }

    /// Ends the thread after its current work.
    func stop() { thread.stop() }
}

/// A connection that is made on demand, and made again after a restart of inkd.
final class DaemonLine {
    private let socket: String?
    private var connection: InkConnection?

    init(socket: String?) { self.socket = socket }

    /// Returns the outcome of a call. Opens a new connection if there is no connection, or if the connection is no longer usable.
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
            // after any other error the connection is unusable
            connection = nil
            throw error
        }
    }
}
