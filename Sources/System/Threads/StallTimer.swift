internal import CLinux
internal import Glibc

/// A watchdog that kills this process if it stalls: the kernel then sends SIGKILL, which also reaches a stopped process (timer_create(2)).
/// The watchdog is for a process that holds a resource needed by others, such as the keyboard. Time during which the machine sleeps is not
/// included.
///
/// Releasing this object ends the timer.
public final class StallTimer {
    /// The timer's ID. nil is valid, because the ID of the C library's first timer is 0, a null pointer.
    private let timer: timer_t?

    /// Creates a stopped timer; nil if the system provides no timer.
    public init?() {
        var event = sigevent()
        event.sigev_notify = Int32(SIGEV_SIGNAL)
        event.sigev_signo = SIGKILL
        var timer: timer_t?
        guard timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 else { return nil }
        self.timer = timer
    }

    deinit { timer_delete(timer) }

    /// Starts or restarts the timer.
    public func start(seconds: Int) {
        var time = itimerspec()
        time.it_value.tv_sec = seconds
        timer_settime(timer, 0, &time, nil)
    }

    /// Stops the timer.
    public func stop() { start(seconds: 0) }
}
