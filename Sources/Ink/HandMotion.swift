/// A place at a time.
public struct TimedPlace: Sendable, Hashable {
    /// Millimetres, or other units.
    public var place: Place
    /// The time.
    public var time: Instant

    /// A place at this time.
    @inlinable public init(_ place: Place, at time: Instant) {
        self.place = place
        self.time = time
    }
}

/// The motion that a hand is able to: tells samples that are a fault of the device.
///
/// Hands accelerate a pen by some 50 m/s² where they scribble as fast as they can, and by 100 at the very most. A sample that lies so far
/// beside the way from the one before to the one behind that the pen would have had to be accelerated by more than 200 m/s², there and
/// back, was no motion.
public enum HandMotion {
    /// Half of 200 m/s², in millimetres per square millisecond.
    private static let halfAcceleration = 0.1
    /// Millimetres. Sensors are not exact, and times are not.
    private static let leastDetour = 3.0
    /// Milliseconds. The kernel's times of two reports may be much nearer than the reports were.
    private static let shortestInterval = 5.0
    /// A pen that came back is nearer to where it was than this part of the detour; one that is not has turned a corner.
    private static let nearness = 0.75

    /// Whether a sample lies where no hand was on its way from `before` to `after`.
    /// - Parameter unit: millimetres of one unit of the places.
    public static func isStray(_ sample: TimedPlace, between before: TimedPlace, and after: TimedPlace, unit: Double = 1) -> Bool {
        let (first, second) = (interval(before, sample), interval(sample, after))
        let expected = before.place + (after.place - before.place) * (first / (first + second))
        let detour = (sample.place - expected).length * unit
        // a pen that has gone elsewhere, and stays there, did not come back
        return detour > max(leastDetour, halfAcceleration * first * second)
            && (after.place - before.place).length * unit < nearness * detour
    }

    /// Whether a sample lies where a hand cannot be, after where it was: what comes next decides.
    /// - Parameters:
    ///   - prior: the sample before `before`, which says how fast the pen was; nil for none.
    ///   - unit: millimetres of one unit of the places.
    public static func isDoubtful(_ sample: TimedPlace, after before: TimedPlace, _ prior: TimedPlace?, unit: Double = 1) -> Bool {
        let elapsed = interval(before, sample)
        var expected = before.place
        if let prior { expected = expected + (before.place - prior.place) * (elapsed / interval(prior, before)) }
        // a little less than what is left out: the samples to come are not known yet
        let limit = max(leastDetour, halfAcceleration * elapsed * elapsed) * 0.7
        return min((sample.place - expected).length, (sample.place - before.place).length) * unit > limit
    }

    private static func interval(_ one: TimedPlace, _ other: TimedPlace) -> Double {
        max(shortestInterval, Double(other.time.since(one.time)) / 1000)
    }
}
