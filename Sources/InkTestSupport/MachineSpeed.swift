import Glibc

/// The speed of the machine, measured once in each test process. Timeouts are scaled by it, so that tests on a busy machine take longer
/// instead of failing.
public enum MachineSpeed {
    /// The ratio of a computation's duration on this machine to its duration on an idle machine of the reference speed; limited to 1…20.
    public static let slowness: Double = measure()

    /// Returns a duration multiplied by the slowness of the machine.
    public static func scaled(_ duration: Duration) -> Duration { duration * slowness }

    /// The time limit of a test, in minutes. All tests start at once, so the limit includes the time until a thread is free.
    public static let limit = minutes(15)

    /// Returns a time limit, in minutes, multiplied by the slowness of the machine.
    public static func minutes(_ count: Int) -> Int { Int((Double(count) * slowness).rounded(.up)) }

    /// The duration of the computation on an idle virtual core, in seconds, without optimization.
    private static let reference = 0.05

    /// Measures elapsed time, not processor time, so that the load by other programs is included.
    private static func measure() -> Double {
        let clock = ContinuousClock()
        // use the median of several runs: a single run may be interrupted, or may fall into a short pause of other programs
        let runs = (0..<5).map { _ in clock.measure { compute() } / .seconds(reference) }.sorted()
        return min(20, max(1, runs[runs.count / 2]))
    }

    private static func compute() {
        var state: UInt64 = 1
        for _ in 0..<rounds {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
        }
        // the result is used, so that the loop remains in optimized builds
        precondition(state != 0)
    }

    private static let rounds = 500_000
}
