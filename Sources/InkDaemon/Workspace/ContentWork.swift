internal import InkProtocol
internal import System

/// A workspace's second thread: work that grows with content and needs only a copy, so that the user's own pens keep their ink flowing.
/// It starts when it is first needed.
final class ContentWork {
    private let makeThread: () throws(SystemError) -> WorkThread<Void>
    private var thread: WorkThread<Void>?

    init(named name: String) { makeThread = { () throws(SystemError) in try WorkThread(named: name) {} } }

    deinit { thread?.stop() }

    /// Has something done after everything that was asked for before, and waits for what it gives.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let thread = try thread ?? makeThread()
        self.thread = thread
        return try await withCheckedThrowingContinuation { continuation in
            thread.perform { _ in continuation.resume(with: Result { try work() }) }
        }
    }
}
