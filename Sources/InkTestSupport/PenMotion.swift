import Foundation
internal import Ink

/// The speed and pressure of a pen that a hand moves along a path.
///
/// The speed follows the two-thirds power law (Lacquaniti, Terzuolo and Viviani 1983): it falls with the cube root of the curvature. The
/// speed's rise and fall are limited by a hand's acceleration, from near rest at both ends of the path.
struct PenMotion: Sendable {
    let hertz: Double
    /// The speed in millimeters per second at a radius of curvature of one millimeter.
    private let pace = 55.0
    /// The acceleration in millimeters per second squared.
    private let acceleration = 2200.0

    /// Returns the time that the pen is in the air, in microseconds.
    func pause(from a: (x: Double, y: Double), to b: (x: Double, y: Double), random: inout SeededGenerator) -> Int64 {
        let seconds = 0.07 + hypot(b.x - a.x, b.y - a.y) / 260 + Double.random(in: 0...0.04, using: &random)
        return Int64((seconds * hertz).rounded(.up) / hertz * 1_000_000)
    }

    /// Returns samples at every tick from `start` until the end of the path.
    func points(along path: [(x: Double, y: Double)], from start: Instant, unsteadiness: Double, random: inout SeededGenerator)
        -> [InkPoint]
    {
        let times = arrivals(along: path)
        let duration = times.last ?? 0
        let ticks = Int((duration * hertz).rounded(.up))
        let press = 0.5 + random.normal(0.03)
        var points: [InkPoint] = []
        var index = 0
        for tick in 0...ticks {
            let time = min(duration, Double(tick) / hertz)
            while index < path.count - 2, times[index + 1] < time { index += 1 }
            var place = path[index]
            var falling = 0.0
            if path.count > 1 {
                let (a, b) = (path[index], path[index + 1])
                let share = (time - times[index]) / max(1e-9, times[index + 1] - times[index])
                place = (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
                falling = (b.y - a.y) / max(1e-9, hypot(b.x - a.x, b.y - a.y))
            }
            // Pressure rises and falls within about 20 ms, and is higher while the pen is pulled down.
            let grip = (1 - exp(-(time + 0.006) / 0.018)) * (1 - exp(-(duration - time + 0.006) / 0.018))
            let force = max(0.08, (press + 0.09 * falling) * grip + random.normal(0.006))
            let seconds = Double(start.microseconds) / 1_000_000 + time
            points.append(
                InkPoint(
                    x: place.x + random.normal(0.012 * unsteadiness), y: place.y + random.normal(0.012 * unsteadiness),
                    time: start.advanced(byMicroseconds: Int64((Double(tick) / hertz * 1_000_000).rounded())), force: Float(force),
                    azimuth: Float(0.9 + 0.08 * sin(seconds * 1.3)), altitude: Float(1.0 + 0.04 * sin(seconds * 0.9 + 1))))
        }
        return points
    }

    /// Returns the time in seconds from the path's start to each of its points.
    private func arrivals(along path: [(x: Double, y: Double)]) -> [Double] {
        guard path.count > 1 else { return [0] }
        var speeds = path.indices.map { index in
            let bend = curvature(of: path, at: index)
            return pace / cbrt(max(0.08, min(8, bend)))
        }
        speeds[0] = 12
        speeds[path.count - 1] = 12
        let steps = path.indices.dropLast().map { hypot(path[$0 + 1].x - path[$0].x, path[$0 + 1].y - path[$0].y) }
        for k in steps.indices { speeds[k + 1] = min(speeds[k + 1], (speeds[k] * speeds[k] + 2 * acceleration * steps[k]).squareRoot()) }
        for k in steps.indices.reversed() {
            speeds[k] = min(speeds[k], (speeds[k + 1] * speeds[k + 1] + 2 * acceleration * steps[k]).squareRoot())
        }
        var times = [0.0]
        for k in steps.indices { times.append(times[k] + 2 * steps[k] / (speeds[k] + speeds[k + 1])) }
        return times
    }

    /// Returns the curvature in 1/mm: one over the radius of the circle through the point and its neighbors some steps away.
    private func curvature(of path: [(x: Double, y: Double)], at index: Int) -> Double {
        let reach = min(4, index, path.count - 1 - index)
        guard reach > 0 else { return 1 }
        let (a, b, c) = (path[index - reach], path[index], path[index + reach])
        let area = abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
        let sides = hypot(b.x - a.x, b.y - a.y) * hypot(c.x - b.x, c.y - b.y) * hypot(c.x - a.x, c.y - a.y)
        if (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0 { return .infinity }
        return sides > 0 ? 2 * area / sides : .infinity
    }
}
