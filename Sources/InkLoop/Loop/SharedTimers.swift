internal import InkWorkspace

/// The timers that the state shared by all threads needs. Loop thread only.
final class SharedTimers {
    private let loop: EventLoop
    private let shared: SharedState
    /// Fires when the journal must report the number of omitted lines.
    private var notices: EventSource?
    /// Fires when work has waited too long for memory.
    private var memory: EventSource?

    init(loop: EventLoop, shared: SharedState) {
        self.loop = loop
        self.shared = shared
    }

    /// Starts to arm the timers when a thread sets an alarm of the shared state.
    func start() {
        let timers = LoopBound(self, on: loop)
        shared.notices.start { time in timers.post { $0.countOmittedNotices(at: time) } }
        shared.usage.memory.start { time in timers.post { $0.refuseWaitingWork(at: time) } }
    }

    /// Schedules the journal's report of omitted lines, at a time of CLOCK_MONOTONIC.
    private func countOmittedNotices(at time: UInt64) {
        if notices == nil { notices = try? loop.timer { [shared] in shared.notices.close() } }
        notices?.fire(at: time)
    }

    /// Schedules the refusal of work that still waits for memory, at a time of CLOCK_MONOTONIC.
    private func refuseWaitingWork(at time: UInt64) {
        if memory == nil { memory = try? loop.timer { [shared] in shared.usage.memory.expire() } }
        memory?.fire(at: time)
    }
}
