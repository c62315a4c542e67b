internal import System

/// A watchdog for a process that the desktop's keys pass through. If the process stalls meanwhile, the kernel kills it, and the desktop
/// forwards the keys without the process.
public final class KeyboardGuard {
    /// The seconds after which the timer kills a stalled process, and the maximum milliseconds between two rounds of the loop meanwhile.
    private static let (longestStall, heartbeat): (Int, Int32) = (5, 1000)

    /// The timer that kills a stalled process; nil if the system provides no timer.
    private let timer = StallTimer()
    private var isRunning = false

    /// Creates a watchdog that does not run.
    public init() {}

    /// Restarts the timer while keys pass, and stops the timer afterwards. Call this method in each round of the loop, before waiting.
    public func update(isNeeded: Bool) {
        guard isNeeded || isRunning else { return }
        isRunning = isNeeded
        if isNeeded { timer?.start(seconds: Self.longestStall) } else { timer?.stop() }
    }

    /// The maximum wait for `poll` in milliseconds; -1: no limit.
    public var pollTimeout: Int32 { isRunning ? Self.heartbeat : -1 }
}
