internal import System

/// A watchdog for a process that the desktop's keys pass through: if the process stalls meanwhile, the kernel kills it, and the desktop
/// passes the keys on without it.
public final class KeyboardGuard {
    /// Seconds of a stall until the timer kills this process, and the maximum milliseconds between two rounds of the loop meanwhile.
    private static let (longestStall, heartbeat): (Int, Int32) = (5, 1000)

    /// nil if the system provides no timer.
    private let timer = StallTimer()
    private var isRunning = false

    /// Creates a watchdog that does not run.
    public init() {}

    /// Restarts the timer while keys pass, and stops it afterwards; call it in each round of the loop, before waiting.
    public func update(isNeeded: Bool) {
        guard isNeeded || isRunning else { return }
        isRunning = isNeeded
        if isNeeded { timer?.start(seconds: Self.longestStall) } else { timer?.stop() }
    }

    /// The maximum wait for `poll` in milliseconds; -1: no limit.
    public var pollTimeout: Int32 { isRunning ? Self.heartbeat : -1 }
}
