internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread that can be waited for.
public struct Thread: Sendable {
    private let thread: pthread_t

    /// Starts the thread, for which `join` or `detach` must be called once.
    ///
    /// - Parameters:
    ///   - name: shows in `top -H`, its first 15 bytes; nil for the process's.
    ///   - niceness: lowers its priority where there are fewer processors than threads that have work, the rest of this
    ///     process among them; 0 to 19.
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

    /// Waits for its end.
    public func join() { pthread_join(thread, nil) }

    /// Nobody will wait for its end.
    public func detach() { pthread_detach(thread) }

    /// Processors that threads may run on.
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
        // of this thread alone, as Linux has it
        if niceness > 0 { _ = nice(niceness) }
        body()
    }
}

/// A thread that does one job after the other for another one, which does not wait. Its state is its own.
public final class WorkThread<Own>: Sendable {
    /// Work on the thread's state.
    public typealias Work = @Sendable (Own) -> Void

    private struct Mailbox {
        var work: [Work] = []
        var end: End?
    }

    /// When the thread ends.
    private enum End {
        /// After its present work.
        case soon
        /// After everything that was asked for.
        case finished
    }

    private let mailbox = Mutex(Mailbox())
    private let wake: EventCounter
    /// Not 0 when the thread has ended.
    private let ended: EventCounter

    /// Starts the thread, which holds this object until `stop`, `leave` or `finish`.
    ///
    /// - Parameters:
    ///   - name: shows in `top -H`, its first 15 bytes.
    ///   - make: makes the thread's state, on the thread.
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

    /// Ends the thread after its present work; queued work is dropped.
    public func stop() { end(.soon) }

    /// Whether there is queued work; the present work does not count.
    public var hasWork: Bool { mailbox.withLock { !$0.work.isEmpty } }

    /// Ends the thread after all queued work. Does not wait.
    public func leave() { end(.finished) }

    /// Ends the thread after all queued work, and waits ten seconds for that: no writes may be lost.
    public func finish() {
        leave()
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
