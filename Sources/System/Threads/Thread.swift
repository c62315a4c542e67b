internal import CLinux
internal import Glibc

/// Starts a detached thread.
///
/// - Parameters:
///   - name: shows in `top -H`, its first 15 bytes.
///   - niceness: by how much others go before it where there are fewer processors than threads that have work, the rest of this process
///     among them; 0 to 19.
/// - Throws: if the system has no more threads.
public func startThread(named name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
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
        throw SystemError("start the thread \(name)", code: code)
    }
    pthread_detach(thread)
}

/// What a new thread is handed.
private final class ThreadStart: Sendable {
    private let name: String
    private let niceness: Int32
    private let body: @Sendable () -> Void

    init(_ name: String, _ niceness: Int32, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.niceness = niceness
        self.body = body
    }

    func run() {
        inkd_name_thread(name)
        // of this thread alone, as Linux has it
        if niceness > 0 { _ = nice(niceness) }
        body()
    }
}
