package import Recognition
internal import Synchronization
internal import System

/// Adapts a model to one user's handwriting on a separate thread. Training takes a minute, during which the user can continue to write.
package final class Learner: Sendable {
    /// The user whose handwriting is learned.
    package let user: UInt32
    /// The client whose stream gets the progress; nil when learning from corrected words, for which no client waits.
    package let client: ClientID?

    private let stopped = Atomic(false)
    private let forgotten = Atomic(false)

    /// Starts the thread.
    /// - Parameters:
    ///   - examples: returns the examples; called on the thread.
    ///   - model: the network's file.
    ///   - path: the path of the adaptation.
    ///   - goesOn: whether to start from the user's present adaptation, if it is one of this model.
    ///   - progress: called on the thread, at most four times a second, with the completed fraction, 0 to 1.
    ///   - done: called on the thread with the result.
    /// - Throws: `DaemonError.system` if the system has no more threads.
    package init(
        _ examples: @escaping @Sendable () -> [Adapter.Example], of user: UInt32, for client: ClientID?, model: String, path: String,
        goesOn: Bool, progress: @escaping @Sendable (Double) -> Void, done: @escaping @Sendable (Result<Adaptation, any Error>) -> Void
    ) throws(DaemonError) {
        self.user = user
        self.client = client
        let body: @Sendable () -> Void = { [self] in
            done(
                Result {
                    var next = ContinuousClock.now
                    let recognizer = try Recognizer(modelPath: model)
                    let earlier = goesOn ? try? Adaptation(path: path, for: recognizer) : nil
                    let adaptation = try Adapter(modelPath: model).adapt(to: examples(), from: earlier) { fraction in
                        if ContinuousClock.now >= next {
                            next = .now.advanced(by: .milliseconds(250))
                            progress(fraction)
                        }
                        return !isStopped
                    }
                    guard !isStopped else { throw AdaptationError.stopped }
                    try adaptation.write(to: path, for: recognizer)
                    return adaptation
                })
        }
        try granted(try startThread(named: "learner", niceness: 10, body))
    }

    /// Cancels training without a result.
    package func stop() { stopped.store(true, ordering: .relaxed) }

    /// Cancels training and discards a result that is already finished.
    package func forget() {
        forgotten.store(true, ordering: .relaxed)
        stop()
    }

    /// Whether `forget` was called: a finished result must be deleted.
    package var isForgotten: Bool { forgotten.load(ordering: .relaxed) }

    /// Whether training was cancelled.
    package var isStopped: Bool { stopped.load(ordering: .relaxed) }
}
