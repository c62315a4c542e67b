internal import CLinux
internal import Glibc

/// Starts a detached thread; its name (15 bytes of it) shows in `top -H`.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) throws(DaemonError) {
    final class Start {
        let name: String
        let body: @Sendable () -> Void
        init(_ name: String, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
    let start = Unmanaged.passRetained(Start(name, body))
    var thread = pthread_t()
    let result = pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
            inkd_name_thread(start.name)
            start.body()
            return nil
        }, start.toOpaque())
    guard result == 0 else {
        start.release()
        throw .system(operation: "start the thread \(name)", code: result)
    }
    pthread_detach(thread)
}
