internal import CLinux
internal import Glibc

/// Ends this process when it does not come back in time: the kernel sends it SIGKILL then, which reaches one that was stopped, too
/// (timer_create(2)). For a process that holds what others need, such as the keyboard. Time in which the machine sleeps does not count.
///
/// It ends with this object, which has to live as long as it is needed.
public final class StallTimer {
    /// The number of the C library's first timer is 0, a pointer to nothing.
    private let timer: timer_t?

    /// A timer that does not run; nil if the system gives none.
    public init?() {
        var event = sigevent()
        event.sigev_notify = Int32(SIGEV_SIGNAL)
        event.sigev_signo = SIGKILL
        var timer: timer_t?
        guard timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 else { return nil }
        self.timer = timer
    }

    deinit { timer_delete(timer) }

    /// Runs anew, for this long.
    public func start(seconds: Int) {
        var time = itimerspec()
        time.it_value.tv_sec = seconds
        timer_settime(timer, 0, &time, nil)
    }

    /// Runs no more.
    public func stop() { start(seconds: 0) }
}
