internal import CLinux
internal import Glibc

/// Starts a detached thread; its name (15 bytes of it) shows in `top -H`.
/// - Parameter niceness: by how much others go before it where there are fewer processors than threads that have work, the rest of this
///   process among them.
func startThread(named name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) throws(DaemonError) {
    final class Start {
        let name: String
        let niceness: Int32
        let body: @Sendable () -> Void
        init(_ name: String, _ niceness: Int32, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.niceness = niceness
            self.body = body
        }
    }
    let start = Unmanaged.passRetained(Start(name, niceness, body))
    var thread = pthread_t()
    let result = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
            inkd_name_thread(start.name)
            // of this thread alone, as Linux has it
            if start.niceness > 0 { _ = nice(start.niceness) }
            start.body()
            return nil
        }, start.toOpaque())
    guard result == 0 else {
        start.release()
        throw .system(operation: "start the thread \(name)", code: result)
    }
    pthread_detach(thread)
}
