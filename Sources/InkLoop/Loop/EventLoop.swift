internal import CLibsystemd
internal import Glibc
public import InkWorkspace
internal import Synchronization
internal import System

// Sendable although it holds a C pointer: `event` is used only on the loop thread; `post` and `stop` use only the mutex and the eventfd,
// which are thread-safe.
/// The event loop of libsystemd (sd-event) on one thread, as the executor of the daemon's actor.
///
/// The thread that calls `run` becomes the loop thread. Callbacks of descriptors and timers run on it, and may call the daemon with
/// `assumeIsolated`. Other threads use `post`. Create, run and use the loop on one thread, except `post`, `enqueue` and `stop`.
public final class EventLoop: SerialExecutor, @unchecked Sendable {
    /// Work from other threads, in order of arrival.
    private enum Item {
        case job(UnownedJob)
        case work(@Sendable () -> Void)
    }

    private struct Inbox {
        var items: [Item] = []
        var isWoken = false
    }

    let event: OpaquePointer
    private let wakeCounter: EventCounter
    /// The loop thread's `pthread_self`.
    private let thread = Atomic(UInt(pthread_self()))
    private let inbox = Mutex(Inbox())
    /// The items that were moved out of the inbox and are not processed yet.
    private var waiting: ArraySlice<Item> = []
    private var wakeSource: EventSource?

    /// Creates a loop that is not running yet.
    /// - Throws: `DaemonError.system` if the kernel grants no descriptors.
    public init() throws(DaemonError) {
        var event: OpaquePointer?
        try check(sd_event_new(&event), "create an event loop")
        guard let event else { throw .system(operation: "create an event loop", code: ENOMEM) }
        self.event = event
        wakeCounter = try granted(try EventCounter(.nonBlocking))
        wakeSource = try watch(wakeCounter.descriptor, events: .readable) { [unowned self] _ in drainInbox() }
    }

    deinit {
        wakeSource = nil
        sd_event_unref(event)
    }

    /// Serves events on this thread until `stop`.
    /// - Throws: `DaemonError.system` if waiting for events fails.
    public func run() throws(DaemonError) {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        try check(sd_event_loop(event), "wait for events")
    }

    /// Makes `run` return once pending work is done; from any thread.
    public func stop() {
        post { [self] in sd_event_exit(event, 0) }
    }

    /// Makes the loop thread call `work`, in the order posted; from any thread.
    public func post(_ work: @escaping @Sendable () -> Void) {
        wake { $0.items.append(.work(work)) }
    }

    /// Queues a job of an actor that runs on this loop.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        wake { $0.items.append(.job(job)) }
    }

    /// Traps unless called on the loop thread, as `assumeIsolated` needs.
    public func checkIsolated() {
        precondition(isLoopThread, "not on the loop thread")
    }

    /// Whether the caller is on the loop thread. Before `run`, that is the thread that created the loop.
    public func isIsolatingCurrentContext() -> Bool? { isLoopThread }

    private var isLoopThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// The start of the loop's current iteration, in microseconds of CLOCK_MONOTONIC.
    var now: UInt64 {
        var time: UInt64 = 0
        sd_event_now(event, CLOCK_MONOTONIC, &time)
        return time
    }

    /// Number of posted items that are not done yet. Loop thread only.
    var waitingWork: Int { waiting.count + inbox.withLock { $0.items.count } }

    // any number of items needs only one write to the eventfd, so it is written only if the loop was not woken already
    private func wake(_ add: (inout sending Inbox) -> Void) {
        let mustWrite = inbox.withLock { inbox in
            add(&inbox)
            defer { inbox.isWoken = true }
            return !inbox.isWoken
        }
        if mustWrite { wakeCounter.add() }
    }

    private func drainInbox() {
        wakeCounter.take()
        for _ in 0..<Self.itemsPerTurn {
            // the wake-up just consumed may also stand for items that arrived meanwhile
            if waiting.isEmpty {
                waiting = inbox.withLock { inbox in
                    defer { (inbox.items, inbox.isWoken) = ([], false) }
                    return inbox.items[...]
                }
            }
            guard let item = waiting.popFirst() else { return }
            switch item {
            case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
            case .work(let work): work()
            }
        }
        // wake the loop again for the remaining items, so that pens are served before them
        wakeCounter.add()
    }

    private static let itemsPerTurn = 64
}
