internal import Synchronization

/// A thread that does one thing after the other for another one, which does not wait. What it works with is its own.
public final class WorkThread<Own>: Sendable {
    /// Something to do with what the thread has.
    public typealias Work = @Sendable (Own) -> Void

    private struct Mailbox {
        var work: [Work] = []
        var end: End?
    }

    /// When the thread ends.
    private enum End {
        /// After what it is doing.
        case soon
        /// After everything that was asked for.
        case finished
    }

    private let mailbox = Mutex(Mailbox())
    private let wake: EventCounter
    /// Not 0 when the thread has ended.
    private let ended: EventCounter

    /// Starts the thread, which holds this object until `stop` or `finish`.
    ///
    /// - Parameters:
    ///   - name: shows in `top -H`, its first 15 bytes.
    ///   - make: makes what the thread works with, on the thread.
    /// - Throws: if the system has no more threads or descriptors.
    public init(named name: String, _ make: @escaping @Sendable () -> Own) throws(SystemError) {
        wake = try EventCounter()
        ended = try EventCounter()
        try startThread(named: name) { [self] in
            do {
                let own = make()
                while let work = next() { work(own) }
            }
            ended.add()
        }
    }

    /// Has something done on the thread, after everything that was asked for before.
    public func perform(_ work: @escaping Work) {
        mailbox.withLock { $0.work.append(work) }
        wake.add()
    }

    /// Ends the thread after what it is doing; what waits is not done.
    public func stop() { end(.soon) }

    /// Ends the thread after everything that was asked for, and waits ten seconds for that: what was written must not be lost.
    public func finish() {
        end(.finished)
        _ = ended.wait(until: MonotonicClock.microseconds + 10_000_000)
    }

    private func end(_ end: End) {
        mailbox.withLock { $0.end = end }
        wake.add()
    }

    /// Waits for work; nil when the thread shall end.
    private func next() -> Work? {
        while true {
            let (work, end) = mailbox.withLock { ($0.work.isEmpty ? nil : $0.work.removeFirst(), $0.end) }
            if end == .soon { return nil }
            if let work { return work }
            if end == .finished { return nil }
            wake.take()
        }
    }
}
