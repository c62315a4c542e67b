/// A thread as the executor of actors: their jobs, closures and timers run on it, one after the other.
///
/// An actor that has it as its `unownedExecutor` must hold it. The thread does not: it ends, as after `stop`, when nobody holds this
/// object any more.
public final class ThreadExecutor: SerialExecutor {
    private let queue: ExecutorQueue

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: shows in `top -H`, its first 15 bytes.
    ///   - niceness: see `startThread`; 0 to 19.
    /// - Throws: if the system has no more threads or descriptors.
    public init(name: String, niceness: Int32 = 0) throws(SystemError) {
        queue = try ExecutorQueue(name: name, niceness: niceness)
        try queue.start()
    }

    deinit { queue.stop() }

    /// Queues a job of an actor that runs on this thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        queue.add(.job(UnownedJob(job), on: asUnownedSerialExecutor()))
    }

    /// Calls `work` on the thread, in order with jobs and with what was posted before; from any thread.
    public func post(_ work: @escaping @Sendable () -> Void) { queue.add(.work(work)) }

    /// Calls `work` on the thread at a moment, or as soon as it can after that.
    ///
    /// - Parameter microseconds: of CLOCK_MONOTONIC.
    @discardableResult
    public func schedule(at microseconds: UInt64, _ work: @escaping @Sendable () -> Void) -> Timer {
        Timer(queue: queue, number: queue.addTimer(at: microseconds, work))
    }

    /// Calls `work` on the thread so many microseconds from now, or as soon as it can after that.
    @discardableResult
    public func schedule(after microseconds: UInt64, _ work: @escaping @Sendable () -> Void) -> Timer {
        let (time, overflow) = MonotonicClock.microseconds.addingReportingOverflow(microseconds)
        return schedule(at: overflow ? .max : time, work)
    }

    /// Ends the thread after everything that is queued; timers that are not yet due never fire. Does not wait.
    ///
    /// An actor's job that comes later still runs, or who awaits it would hang: on a thread of the same name that is made for it. The
    /// same holds for what is posted. Timers that are set later never fire.
    public func stop() { queue.stop() }

    /// Whether this is the executor's thread.
    public func isIsolatingCurrentContext() -> Bool? { queue.isOnThread }

    /// Traps unless called on the executor's thread: what `assumeIsolated` asks.
    public func checkIsolated() { precondition(queue.isOnThread, "not on the thread of this executor") }

    /// Work that waits for its time. Dropping this does not cancel it.
    public struct Timer: Sendable {
        fileprivate let queue: ExecutorQueue
        fileprivate let number: UInt64?

        /// Takes the work back. Called on the executor's thread, it never runs from now on; called elsewhere, it may be running.
        public func cancel() {
            if let number { queue.removeTimer(number) }
        }
    }
}
