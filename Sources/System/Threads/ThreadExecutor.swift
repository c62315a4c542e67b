internal import Glibc
internal import Synchronization

/// A thread as the executor of actors: it runs jobs of the actors, posted closures and timers, one after the other.
///
/// An actor whose `unownedExecutor` is this object must retain it. The thread does not retain this object: it ends, as after `stop`, when
/// the last reference to the object is released.
public final class ThreadExecutor: SerialExecutor {
    private let queue: ExecutorQueue

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - name: shown in `top -H`, its first 15 bytes.
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

    /// Calls `work` on the thread, in order with jobs and earlier posts; from any thread.
    public func post(_ work: @escaping @Sendable () -> Void) { queue.add(.work(work)) }

    /// Calls `work` on the thread at a given time, or as soon as possible after that time.
    ///
    /// - Parameter microseconds: the time on CLOCK_MONOTONIC.
    @discardableResult
    public func schedule(at microseconds: UInt64, _ work: @escaping @Sendable () -> Void) -> Timer {
        Timer(queue: queue, number: queue.addTimer(at: microseconds, work))
    }

    /// Calls `work` on the thread after this number of microseconds, or as soon as possible after that.
    @discardableResult
    public func schedule(after microseconds: UInt64, _ work: @escaping @Sendable () -> Void) -> Timer {
        let (time, overflow) = MonotonicClock.microseconds.addingReportingOverflow(microseconds)
        return schedule(at: overflow ? .max : time, work)
    }

    /// Ends the thread after all queued work; timers that are not yet due never fire. Does not wait.
    ///
    /// Jobs of actors that arrive later still run, on a new thread of the same name, because otherwise the awaiting task would hang. The
    /// same applies to posted work, but timers set later never fire.
    public func stop() { queue.stop() }

    /// Whether the caller runs on the executor's thread.
    public func isIsolatingCurrentContext() -> Bool? { queue.isOnThread }

    /// Traps unless called on the executor's thread, as `assumeIsolated` needs.
    public func checkIsolated() { precondition(queue.isOnThread, "not on the thread of this executor") }

    /// Scheduled work. Releasing the timer does not cancel the work.
    public struct Timer: Sendable {
        fileprivate let queue: ExecutorQueue
        fileprivate let number: UInt64?

        /// Cancels the work. If called on the executor's thread, the work will not run any more; if called on another thread, it may be
        /// running.
        public func cancel() {
            if let number { queue.removeTimer(number) }
        }
    }
}

/// A thread that runs the tasks with this executor preference, one after the other. Without the preference, the concurrency runtime would
/// use libdispatch's pool. From its first use on, that pool wakes a thread every second (its monitor of blocked workers), which an idle
/// daemon must avoid.
public final class TaskThread: TaskExecutor {
    private let executor: ThreadExecutor

    /// Starts the thread.
    /// - Parameter name: shown in `top -H`, its first 15 bytes.
    /// - Throws: if the system has no more threads or descriptors.
    public init(name: String) throws(SystemError) { executor = try ThreadExecutor(name: name) }

    /// Creates a task executor that uses the thread of an executor of actors. Tasks run in order with that executor's other work.
    public init(_ executor: ThreadExecutor) { self.executor = executor }

    /// Queues a job of a task that prefers this thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        executor.post { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

/// The state shared by a `ThreadExecutor` and its thread. The thread retains this object instead of the executor, so that the executor
/// can be released.
private final class ExecutorQueue: Sendable {
    enum Item: Sendable {
        case job(UnownedJob, on: UnownedSerialExecutor)
        case work(@Sendable () -> Void)

        func run() {
            switch self {
            case .job(let job, let executor): job.runSynchronously(on: executor)
            case .work(let work): work()
            }
        }
    }

    private struct Inbox: Sendable {
        var items: [Item] = []
        var timers = TimerQueue()
        /// Whether the thread will check the inbox before it sleeps, or has been woken already.
        var isAwake = true
        var isStopped = false
        var hasThread = false
    }

    /// The thread's next step.
    private enum Turn {
        case run
        case end
        /// Sleep until this time, in microseconds of CLOCK_MONOTONIC; if it is nil, until woken.
        case sleep(until: UInt64?)
    }

    /// Maximum number of items for which an empty buffer is kept; a larger buffer, needed for a burst, is freed.
    private static let keptCapacity = 1024

    private let name: String
    private let niceness: Int32
    private let wake: EventCounter
    private let inbox = Mutex(Inbox())
    /// The thread's `pthread_self`; 0 while no thread runs.
    private let thread = Atomic<UInt>(0)

    init(name: String, niceness: Int32) throws(SystemError) {
        self.name = name
        self.niceness = niceness
        wake = try EventCounter(.nonBlocking)
    }

    /// Whether the caller runs on the thread.
    var isOnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Starts the thread.
    func start() throws(SystemError) {
        inbox.withLock { $0.hasThread = true }
        do throws(SystemError) {
            try startThread(named: name, niceness: niceness) { [self] in run() }
        } catch {
            inbox.withLock { $0.hasThread = false }
            throw error
        }
    }

    func add(_ item: Item) {
        let (mustWake, mustStart) = inbox.withLock { inbox in
            inbox.items.append(item)
            return Self.rouse(&inbox)
        }
        rouse(mustWake, mustStart)
    }

    /// Adds a timer.
    /// - Returns: the timer's number; nil if no thread will run it.
    func addTimer(at time: UInt64, _ work: @escaping @Sendable () -> Void) -> UInt64? {
        let (number, mustWake) = inbox.withLock { inbox -> (UInt64?, Bool) in
            guard !inbox.isStopped else { return (nil, false) }
            let number = inbox.timers.add(at: time, work)
            // a timer that is not the first does not change the thread's sleep
            guard inbox.timers.firstTime == time else { return (number, false) }
            return (number, Self.rouse(&inbox).mustWake)
        }
        if mustWake { wake.add() }
        return number
    }

    func removeTimer(_ number: UInt64) {
        // the timer's captures are freed after the lock: a deinit may call back into this object
        let entry = inbox.withLock { $0.timers.remove(number: number) }
        withExtendedLifetime(entry) {}
    }

    func stop() {
        let (timers, mustWake) = inbox.withLock { inbox in
            inbox.isStopped = true
            return (inbox.timers.removeAll(), Self.rouse(&inbox).mustWake)
        }
        if mustWake { wake.add() }
        withExtendedLifetime(timers) {}
    }

    // wakes the thread only if it sleeps, so that one write is enough for any number of waiting items
    private static func rouse(_ inbox: inout Inbox) -> (mustWake: Bool, mustStart: Bool) {
        guard inbox.hasThread else {
            inbox.hasThread = true
            return (false, true)
        }
        defer { inbox.isAwake = true }
        return (!inbox.isAwake, false)
    }

    private func rouse(_ mustWake: Bool, _ mustStart: Bool) {
        if mustWake { wake.add() }
        // after `stop` the thread has ended; if the system cannot start a thread, the item waits for the next attempt
        if mustStart { try? start() }
    }

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var items: [Item] = []
        while next(&items) {
            for item in items { item.run() }
            if items.capacity > Self.keptCapacity { items = [] } else { items.removeAll(keepingCapacity: true) }
            runTimers()
        }
    }

    /// Waits until there are items or timers to run, and swaps the items with the emptied previous buffer, so that a steady state allocates
    /// nothing.
    ///
    /// - Returns: false when the thread has to end.
    private func next(_ items: inout [Item]) -> Bool {
        while true {
            switch inbox.withLock({ turn(&$0, &items) }) {
            case .run: return true
            case .end: return false
            case .sleep(let time):
                if wake.wait(until: time) { wake.take() }
                inbox.withLock { $0.isAwake = true }
            }
        }
    }

    private func turn(_ inbox: inout Inbox, _ items: inout [Item]) -> Turn {
        guard inbox.items.isEmpty else {
            swap(&inbox.items, &items)
            return .run
        }
        if inbox.isStopped {
            inbox.hasThread = false
            // cleared while the lock is held, because a new thread may store its own ID afterwards
            thread.store(0, ordering: .relaxed)
            return .end
        }
        let time = inbox.timers.firstTime
        if let time, time <= MonotonicClock.microseconds { return .run }
        inbox.isAwake = false
        return .sleep(until: time)
    }

    private func runTimers() {
        let now = MonotonicClock.microseconds
        let limit = inbox.withLock { $0.timers.nextNumber }
        // one timer at a time, because each may cancel later ones
        while let entry = inbox.withLock({ $0.timers.takeDue(at: now, addedBefore: limit) }) { entry.work() }
    }
}
