internal import CGtk4

/// The thread of GTK's main loop, which alone touches widgets.
enum MainThread {
    /// Has the main loop call a closure, from any thread; closures of one thread are called in order.
    static func post(_ work: @escaping @MainActor () -> Void) {
        // as urgent as what GTK itself does, or ink would wait for an idle moment
        g_idle_add_full(G_PRIORITY_DEFAULT, once, Handler.retained(work), nil)
    }

    /// Has the main loop call a closure whenever the process gets a signal.
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

    /// Has the main loop call a closure after so many milliseconds, once.
    @MainActor
    static func post(after milliseconds: UInt32, _ work: @escaping @MainActor () -> Void) {
        g_timeout_add(milliseconds, once, Handler.retained(work))
    }

    /// Calls a handler, which is gone afterwards.
    private static let once: @convention(c) (UnsafeMutableRawPointer?) -> gboolean = { data in
        let handler = Handler.take(data)
        MainActor.assumeIsolated { handler?.run() }
        return 0
    }
}

/// A closure in the care of GLib, which knows it as a pointer.
final class Handler: Sendable {
    private let work: @MainActor () -> Void

    private init(_ work: @escaping @MainActor () -> Void) { self.work = work }

    /// Calls the closure.
    @MainActor
    func run() { work() }

    /// A pointer to a new handler, which `take` or `release` must get once.
    static func retained(_ work: @escaping @MainActor () -> Void) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Handler(work)).toOpaque()
    }

    /// The handler of a pointer, which is not good afterwards.
    static func take(_ data: UnsafeMutableRawPointer?) -> Handler? {
        data.map { Unmanaged<Handler>.fromOpaque($0).takeRetainedValue() }
    }

    /// The handler of a pointer, which stays good.
    static func of(_ data: UnsafeMutableRawPointer?) -> Handler? {
        data.map { Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A value on its way from the thread that made it to the one that uses it.
///
/// It is safe to send because the maker gives it up: it makes this of a value that it keeps no reference to, and the other thread takes it out
/// once.
struct Handover<Value>: @unchecked Sendable {
    let value: Value
}
