internal import CLinux
internal import Glibc

/// A thread that can be waited for.
public struct Thread: Sendable {
    private let thread: pthread_t

    /// Starts the thread, for which `join` or `detach` must be called once.
    ///
    /// - Parameters:
    ///   - name: shows in `top -H`, its first 15 bytes; nil for the process's.
    ///   - niceness: by how much others go before it where there are fewer processors than threads that have work, the rest of this
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

/// Starts a thread that nobody waits for; see `Thread`.
public func startThread(named name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    try Thread(named: name, niceness: niceness, body).detach()
}

/// What a new thread is handed.
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
