/// A point at a time.
public struct TimedPlace: Sendable, Hashable {
    /// The point, in millimeters or another unit.
    public var place: Point
    /// The time.
    public var time: Instant

    /// A point at this time.
    @inlinable public init(_ place: Point, at time: Instant) {
        self.place = place
        self.time = time
    }
}

/// The limits of hand motion, which reveal samples that are device faults.
///
/// Hands accelerate a pen by some 50 m/s² when they scribble as fast as possible, and by 100 m/s² at most. A sample is a fault if it is so
/// far from the line between its neighbors that moving there and back would have needed an acceleration of more than 200 m/s².
public enum HandMotion {
    /// Half of 200 m/s², in millimeters per square millisecond.
    private static let halfAcceleration = 0.1
    /// The minimum detour that counts as a fault, in millimeters. Smaller detours can result from inexact positions and times.
    private static let leastDetour = 3.0
    /// The minimum interval, in milliseconds. The kernel's times of two reports may be much closer together than the reports were.
    private static let shortestInterval = 5.0
    /// The maximum distance between the neighbors of a faulty sample, as a fraction of the detour. If the distance is larger, the pen did
    /// not come back, but turned a corner.
    private static let nearness = 0.75

    /// Whether no hand could have moved from `before` to `after` by way of this sample.
    /// - Parameter unit: the length of one unit of the points, in millimeters.
    public static func isStray(_ sample: TimedPlace, between before: TimedPlace, and after: TimedPlace, unit: Double = 1) -> Bool {
        let (first, second) = (interval(before, sample), interval(sample, after))
        let expected = before.place + (after.place - before.place) * (first / (first + second))
        let detour = (sample.place - expected).length * unit
        // not a fault if the pen moved away and stayed there
        return detour > max(leastDetour, halfAcceleration * first * second)
            && (after.place - before.place).length * unit < nearness * detour
    }

    /// Whether a sample is implausibly far from the previous sample. Only the next sample shows whether it is a fault.
    /// - Parameters:
    ///   - prior: the sample before `before`, which gives the pen's speed; nil if unknown.
    ///   - unit: the length of one unit of the points, in millimeters.
    public static func isDoubtful(_ sample: TimedPlace, after before: TimedPlace, _ prior: TimedPlace?, unit: Double = 1) -> Bool {
        let elapsed = interval(before, sample)
        var expected = before.place
        if let prior { expected = expected + (before.place - prior.place) * (elapsed / interval(prior, before)) }
        // slightly below the limit for faults, because later samples are not known yet
        let limit = max(leastDetour, halfAcceleration * elapsed * elapsed) * 0.7
        return min((sample.place - expected).length, (sample.place - before.place).length) * unit > limit
    }

    private static func interval(_ one: TimedPlace, _ other: TimedPlace) -> Double {
        max(shortestInterval, Double(other.time.since(one.time)) / 1000)
    }
}
