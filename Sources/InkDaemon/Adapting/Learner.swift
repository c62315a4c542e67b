internal import Glibc
internal import Recognition
internal import Synchronization
internal import System

/// Learns one user's hand, on a thread of its own: it takes a minute, in which everybody goes on writing.
final class Learner: Sendable {
    /// Whose hand it is.
    let user: uid_t
    /// Who is told how it goes.
    let client: ClientID

    private let stopped = Atomic(false)
    private let forgotten = Atomic(false)

    /// Starts the thread.
    /// - Parameters:
    ///   - model: the network's file.
    ///   - path: where what is learnt is written.
    ///   - progress: told how far it is, 0 to 1, a few times a second at most, on the thread.
    ///   - done: told what was learnt, or why nothing was, on the thread.
    init(
        _ examples: [Adapter.Example], of user: uid_t, for client: ClientID, model: String, path: String,
        progress: @escaping @Sendable (Double) -> Void, done: @escaping @Sendable (Result<Adaptation, any Error>) -> Void
    ) throws(DaemonError) {
        self.user = user
        self.client = client
        try granted(
            try startThread(named: "learner", niceness: 10) { [self] in
                done(
                    Result {
                        var next = ContinuousClock.now
                        let adaptation = try Adapter(modelPath: model).adapt(to: examples) { fraction in
                            if ContinuousClock.now >= next {
                                next = .now.advanced(by: .milliseconds(250))
                                progress(fraction)
                            }
                            return !isStopped
                        }
                        guard !isStopped else { throw AdaptationError.stopped }
                        try adaptation.write(to: path, for: Recognizer(modelPath: model))
                        return adaptation
                    })
            })
    }

    /// Has it end without having learnt anything.
    func stop() { stopped.store(true, ordering: .relaxed) }

    /// Has it end, and what it may have learnt already be forgotten.
    func forget() {
        forgotten.store(true, ordering: .relaxed)
        stop()
    }

    /// What it learnt is to be forgotten.
    var isForgotten: Bool { forgotten.load(ordering: .relaxed) }

    /// It was told to end.
    var isStopped: Bool { stopped.load(ordering: .relaxed) }
}
