internal import System

/// The callers that wait until everything in an editor has been recognized. Belongs to a workspace.
final class IdleWaiters {
    /// The reason why a wait has ended.
    enum Outcome {
        case idle
        case timedOut
        case closed
    }

    private struct Waiter {
        let editor: EditorID
        let client: ClientID
        let timer: ThreadExecutor.Timer
        let continuation: CheckedContinuation<Outcome, Never>
    }

    /// Unowned, because the workspace retains this object.
    private unowned let workspace: Workspace
    private var waiters: [Int: Waiter] = [:]
    private var lastNumber = 0

    init(workspace: Workspace) { self.workspace = workspace }

    /// Waits until `finish` is called for the editor, or the client has disconnected.
    /// - Parameters:
    ///   - timeout: milliseconds.
    ///   - present: returns the outcome if there is nothing to wait for. Called when the wait begins, because an answer of the recognizer
    ///     may arrive after the caller's own check.
    func wait(for editor: EditorID, timeout: Int, of client: ClientID, unless present: () -> Outcome?) async -> Outcome {
        lastNumber += 1
        let number = lastNumber
        return await withCheckedContinuation { continuation in
            if let outcome = present() { return continuation.resume(returning: outcome) }
            let timer = workspace.executor.schedule(after: UInt64(timeout) * 1000) { [weak workspace] in
                workspace?.assumeIsolated { $0.editors.idleWaiters.end(number, .timedOut) }
            }
            waiters[number] = Waiter(editor: editor, client: client, timer: timer, continuation: continuation)
        }
    }

    /// Ends the waiting for an editor.
    func finish(_ editor: EditorID, _ outcome: Outcome) {
        guard !waiters.isEmpty else { return }
        for (number, waiter) in waiters where waiter.editor == editor { end(number, outcome) }
    }

    /// Ends all waiting of a client that has disconnected.
    func clientLeft(_ client: ClientID) {
        for (number, waiter) in waiters where waiter.client == client { end(number, .closed) }
    }

    private func end(_ number: Int, _ outcome: Outcome) {
        guard let waiter = waiters.removeValue(forKey: number) else { return }
        waiter.timer.cancel()
        waiter.continuation.resume(returning: outcome)
    }
}
