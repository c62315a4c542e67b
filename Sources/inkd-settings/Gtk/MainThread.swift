internal import CGtk4

/// The thread of GTK's main loop, the only one that accesses widgets.
enum MainThread {
    /// Schedules a closure on the main loop, from any thread; closures of one thread are called in order.
    static func post(_ work: @escaping @MainActor () -> Void) {
        // the priority is that of GTK's own work, because otherwise ink would only be drawn when the loop is idle
        g_idle_add_full(G_PRIORITY_DEFAULT, once, Handler.retained(work), nil)
    }

    /// Makes the main loop call a closure whenever the process receives a signal.
    @MainActor
    static func on(signal: Int32, _ work: @escaping @MainActor () -> Void) {
        g_unix_signal_add(
            signal,
            { data in
                let handler = Handler.of(data)
                MainActor.assumeIsolated { handler?.run() }
                return 1
            }, Handler.retained(work))
    }

    /// Makes the main loop call a closure once, after a number of milliseconds.
    @MainActor
    static func post(after milliseconds: UInt32, _ work: @escaping @MainActor () -> Void) {
        g_timeout_add(milliseconds, once, Handler.retained(work))
    }

    /// Calls a handler, which is released afterwards.
    private static let once: @convention(c) (UnsafeMutableRawPointer?) -> gboolean = { data in
        let handler = Handler.take(data)
        MainActor.assumeIsolated { handler?.run() }
        return 0
    }
}

/// A closure owned by GLib, which refers to the closure by a pointer.
final class Handler: Sendable {
    private let work: @MainActor () -> Void

    private init(_ work: @escaping @MainActor () -> Void) { self.work = work }

    /// Calls the closure.
    @MainActor
    func run() { work() }

    /// Returns a pointer to a new handler. The pointer must be passed to `take` once.
    static func retained(_ work: @escaping @MainActor () -> Void) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Handler(work)).toOpaque()
    }

    /// Returns the handler of a pointer, which is invalid afterwards.
    static func take(_ data: UnsafeMutableRawPointer?) -> Handler? {
        data.map { Unmanaged<Handler>.fromOpaque($0).takeRetainedValue() }
    }

    /// Returns the handler of a pointer, which remains valid.
    static func of(_ data: UnsafeMutableRawPointer?) -> Handler? {
        data.map { Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A value that is passed from the thread that made it to the thread that uses it.
///
/// Sending the value is safe because the thread that made it retains no reference, and the other thread uses the value once.
struct Handover<Value>: @unchecked Sendable {
    let value: Value
}
