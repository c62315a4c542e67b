import Glibc

/// The speed of the machine, measured once in each test process. Waits are as long as the machine is slow, so that tests on a busy machine
/// take longer instead of failing.
public enum MachineSpeed {
    /// How many times longer than on an idle machine of the reference speed a computation takes; 1 to 20.
    public static let slowness: Double = measure()

    /// Returns a duration that is as much longer as the machine is slower.
    public static func scaled(_ duration: Duration) -> Duration { duration * slowness }

    /// The time limit of a test, in minutes. All tests start at once, so the limit includes the wait for a thread behind the others.
    public static let limit = minutes(15)

    /// Returns a time limit, in minutes, that is as much longer as the machine is slower.
    public static func minutes(_ count: Int) -> Int { Int((Double(count) * slowness).rounded(.up)) }

    /// The duration of the computation on an idle virtual core, in seconds, without optimization.
    private static let reference = 0.05

    /// Measures the elapsed time, not the processor time: other programs count.
    private static func measure() -> Double {
        let clock = ContinuousClock()
        // the median of several runs: a single one may be interrupted, or lie in a short pause of the other programs
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
