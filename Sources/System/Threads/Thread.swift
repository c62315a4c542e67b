internal import CLinux
internal import Glibc
internal import Synchronization

/// A joinable thread.
public struct Thread: Sendable {
    private let thread: pthread_t

    /// Starts the thread; `join` or `detach` must be called once.
    ///
    /// - Parameters:
    ///   - name: shown in `top -H`, its first 15 bytes; nil for the process's name.
    ///   - niceness: lowers the thread's priority if there are fewer processors than threads with work, including the rest of this process;
    ///     0 to 19.
    /// - Throws: if the system has no more threads.
    public init(named name: String? = nil, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = Unmanaged.passRetained(ThreadStart(name, niceness, body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw SystemError("start \(name.map { "the thread \($0)" } ?? "a thread")", code: code)
        }
        self.thread = thread
    }

    /// Waits for the thread's end.
    public func join() { pthread_join(thread, nil) }

    /// Detaches the thread, so that it needs no `join`.
    public func detach() { pthread_detach(thread) }

    /// Number of processors available to threads.
    public static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// Starts a detached thread; see `Thread`.
public func startThread(named name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    try Thread(named: name, niceness: niceness, body).detach()
}

/// The arguments of a new thread.
private final class ThreadStart: Sendable {
    private let name: String?
    private let niceness: Int32
    private let body: @Sendable () -> Void

    init(_ name: String?, _ niceness: Int32, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.niceness = niceness
        self.body = body
    }

    func run() {
        if let name { inkd_name_thread(name) }
        // on Linux, nice affects only the calling thread
        if niceness > 0 { _ = nice(niceness) }
        body()
    }
}

/// A thread that performs queued work items one after the other, without blocking the caller. Only this thread accesses the state of type
/// `Own`.
public final class WorkThread<Own>: Sendable {
    /// Work on the thread's state.
    public typealias Work = @Sendable (Own) -> Void

    private struct Mailbox {
        var work: [Work] = []
        var end: End?
    }

    /// The time at which the thread ends.
    private enum End {
        /// After its current work.
        case soon
        /// After all queued work.
        case finished
    }

    private let mailbox = Mutex(Mailbox())
    private let wake: EventCounter
    /// Not 0 once the thread has ended.
    private let ended: EventCounter

    /// Starts the thread, which retains this object until `stop`, `leave` or `finish`.
    ///
    /// - Parameters:
    ///   - name: shown in `top -H`, its first 15 bytes.
    ///   - make: creates the thread's state, on the thread.
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

    /// Runs work on the thread, after all earlier work.
    public func perform(_ work: @escaping Work) {
        mailbox.withLock { $0.work.append(work) }
        wake.add()
    }

    /// Ends the thread after its current work; queued work is dropped.
    public func stop() { end(.soon) }

    /// Whether there is queued work, not counting the work in progress.
    public var hasWork: Bool { mailbox.withLock { !$0.work.isEmpty } }

    /// Ends the thread after all queued work. Does not wait.
    public func leave() { end(.finished) }

    /// Ends the thread after all queued work. Waits up to ten seconds for the end, so that no writes are lost.
    public func finish() {
        leave()
        _ = ended.wait(until: MonotonicClock.microseconds + 10_000_000)
    }

    private func end(_ end: End) {
        mailbox.withLock { $0.end = end }
        wake.add()
    }

    /// Waits for work; returns nil when the thread has to end.
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
