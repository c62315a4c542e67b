internal import CLibsystemd
internal import Glibc
package import InkWorkspace

/// Conditions that a descriptor can be ready for.
struct Readiness: OptionSet {
    let rawValue: UInt32
    static let readable = Readiness(rawValue: UInt32(EPOLLIN.rawValue))
    static let writable = Readiness(rawValue: UInt32(EPOLLOUT.rawValue))
    static let hangUp = Readiness(rawValue: UInt32(EPOLLHUP.rawValue))
    static let failed = Readiness(rawValue: UInt32(EPOLLERR.rawValue))
}

/// An event source of the loop; it ends when this object is released. Loop thread only.
package final class EventSource {
    fileprivate let action: (Readiness) -> Void
    fileprivate var source: OpaquePointer?

    fileprivate init(_ action: @escaping (Readiness) -> Void) { self.action = action }

    deinit {
        // disable it first: sd-event may hold a reference while it dispatches
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
        sd_event_source_unref(source)
    }

    /// Sets the conditions to wait for on a descriptor.
    func wait(for events: Readiness) { sd_event_source_set_io_events(source, events.rawValue) }

    /// Arms a timer: its action is called once, at this time of CLOCK_MONOTONIC in microseconds.
    func fire(at time: UInt64) {
        sd_event_source_set_time(source, time)
        sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    }

    /// Raises the priority above that of other sources, so that pens do not wait for clients.
    func setHighPriority() { sd_event_source_set_priority(source, Int64(SD_EVENT_PRIORITY_IMPORTANT)) }

    /// Disables the timer or the descriptor.
    func disable() { sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF)) }
}

extension EventLoop {
    /// Calls `action` on the loop thread whenever the descriptor is ready; the caller keeps ownership of the descriptor.
    func watch(_ descriptor: Int32, events: Readiness, _ action: @escaping (Readiness) -> Void) throws(DaemonError) -> EventSource {
        let watch = EventSource(action)
        let callback: sd_event_io_handler_t = { _, _, ready, context in
            guard let context else { return 0 }
            let watch = Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
            // keep the source alive, because the action may release the last reference to it
            withExtendedLifetime(watch) { watch.action(Readiness(rawValue: ready)) }
            return 0
        }
        let context = Unmanaged.passUnretained(watch).toOpaque()
        try check(sd_event_add_io(event, &watch.source, descriptor, events.rawValue, callback, context), "wait for a descriptor")
        return watch
    }

    /// Creates a timer that is not armed yet: `fire(at:)` arms it.
    func timer(_ action: @escaping () -> Void) throws(DaemonError) -> EventSource {
        let timer = EventSource { _ in action() }
        let callback: sd_event_time_handler_t = { _, _, context in
            guard let context else { return 0 }
            let timer = Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
            withExtendedLifetime(timer) { timer.action([]) }
            return 0
        }
        let context = Unmanaged.passUnretained(timer).toOpaque()
        // the accuracy is 1 µs, because sd-event's default of a quarter of a second is too coarse for pens
        try check(sd_event_add_time(event, &timer.source, CLOCK_MONOTONIC, 0, 1, callback, context), "create a timer")
        timer.disable()
        return timer
    }

    /// Calls `action` when the signal arrives; blocks the signal's default action in this thread and the threads it starts.
    package func onSignal(_ signal: Int32, _ action: @escaping () -> Void) throws(DaemonError) -> EventSource {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let watch = EventSource { _ in action() }
        let callback: sd_event_signal_handler_t = { _, _, context in
            guard let context else { return 0 }
            let watch = Unmanaged<EventSource>.fromOpaque(context).takeUnretainedValue()
            withExtendedLifetime(watch) { watch.action([]) }
            return 0
        }
        try check(
            sd_event_add_signal(event, &watch.source, signal, callback, Unmanaged.passUnretained(watch).toOpaque()), "wait for a signal")
        return watch
    }

    /// Notifies systemd's watchdog from this loop at half of the watchdog's interval, if the service has one.
    /// - Returns: whether the service has a watchdog.
    package func keepWatchdogFed() -> Bool { sd_event_set_watchdog(event, 1) > 0 }
}

/// Throws an error if the result of a libsystemd function is a negative errno.
func check(_ result: Int32, _ operation: String) throws(DaemonError) {
    if result < 0 { throw .system(operation: operation, code: -result) }
}
