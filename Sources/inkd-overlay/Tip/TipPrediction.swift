internal import Ink

/// The prediction of the tip's position when the next frame is visible. The tip is assumed to continue in a straight line, more slowly if
/// it slows down. After a sharp bend nothing is predicted.
struct TipPrediction: Equatable {
    /// The time from the last place to the predicted place.
    var horizon: Duration = .milliseconds(16)
    /// The maximum distance from the last place to the predicted place, in pixels.
    var reach = 16.0

    init(horizon: Duration = .milliseconds(16), reach: Double = 16) { (self.horizon, self.reach) = (horizon, reach) }

    /// - Parameter scale: pixels per pixel of an ordinary screen.
    init(scale: Double) { reach *= scale }

    /// The time over which a velocity is measured. In a shorter time, most of the movement is noise of the digitizer.
    private static let window: Duration = .milliseconds(10)
    /// The age of the last place at which the pen counts as resting.
    static let patience: Duration = .milliseconds(24)
    /// The cosine of the angle of a bend. Nothing is predicted at this bend or a sharper one.
    private static let bend = 0.5

    /// Returns the predicted place; nil if the pen rests, bends sharply, or has just begun.
    func place(after places: [TipPath.Place], at now: Duration) -> Point? {
        guard let last = places.last, now - last.time < Self.patience else { return nil }
        guard let middle = places.lastIndex(where: { last.time - $0.time >= Self.window }),
            let first = places[..<middle].lastIndex(where: { places[middle].time - $0.time >= Self.window })
        else { return nil }
        let velocity = Self.velocity(from: places[middle], to: last)
        let before = Self.velocity(from: places[first], to: places[middle])
        let (speed, earlier) = (velocity.length, before.length)
        guard speed > 0, earlier > 0 else { return nil }
        let cosine = velocity.dot(before) / (speed * earlier)
        guard cosine > Self.bend else { return nil }
        let seconds = horizon / .seconds(1)
        let distance = min(reach, speed * min(1, speed / earlier) * cosine * seconds)
        guard distance.isFinite, distance >= TipPath.resolution else { return nil }
        return last.point + velocity * (distance / speed)
    }

    /// Returns the velocity between two places, in pixels per second.
    private static func velocity(from a: TipPath.Place, to b: TipPath.Place) -> Point {
        let seconds = (b.time - a.time) / .seconds(1)
        return seconds > 0 ? (b.point - a.point) * (1 / seconds) : Point(x: 0, y: 0)
    }
}
