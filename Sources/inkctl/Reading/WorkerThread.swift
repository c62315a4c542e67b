internal import Glibc

/// A thread that can be waited for.
struct WorkerThread {
    private let thread: pthread_t

    /// Starts the thread.
    ///
    /// - Throws: `noThread`.
    init(_ body: @escaping @Sendable () -> Void) throws(InkctlError) {
        final class Start {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw .noThread(code: code)
        }
        self.thread = thread
    }

    /// Waits for the thread's end.
    func join() { pthread_join(thread, nil) }

    /// Cores that this process may run on.
    static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
