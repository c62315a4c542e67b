internal import Glibc
internal import Ink
internal import System

/// The movement of a hand along a line: times and forces.
///
/// The speed follows the two-thirds power law (Lacquaniti, Terzuolo, Viviani, "The law relating the kinematic and figural aspects of
/// drawing movements", 1983): it is proportional to the cube root of the curve's radius. The speed is low at both ends of a stroke, and the
/// acceleration is limited to that of a hand.
struct PenMotion {
    /// The speed on straight ink in millimeters per second.
    let speed: Double
    /// The height of a lowercase letter in millimeters: a curve of this radius is drawn at full speed.
    let xHeight: Double

    /// The interval between samples in seconds, as on a tablet with 200 reports per second.
    private static let interval = 0.005
    /// The time to reach full speed in seconds.
    private static let gain = 0.05
    /// The minimum speed, as a fraction of full speed: in corners, and at pen-down and pen-up.
    private static let slowest = 0.2
    /// The time in seconds in which the force rises at pen-down, and falls before pen-up.
    private static let press = 0.03
    /// The time from pen-up to pen-down at the same position, in microseconds.
    private static let lift = 70_000.0

    /// Returns the time that the pen is in the air while it moves over a distance, in microseconds.
    func pause(over distance: Double) -> Double { Self.lift + distance / (1.5 * speed) * 1e6 }

    /// Returns the samples of a stroke.
    ///
    /// - Parameters:
    ///   - line: closely spaced points; not empty.
    ///   - start: the time of pen-down.
    ///   - variation: the variation of the force, 0 to 1.
    func samples(along line: [Point], from start: Instant, variation: Double, _ random: inout SeededGenerator) -> [InkPoint] {
        let base = 0.55 + 0.05 * variation * random.normal()
        let (phase, wave) = (2 * .pi * random.unit(), 0.06 * variation * random.normal())
        let times = times(along: line)
        guard let duration = times.last, duration > 0, line.count > 1 else {
            return line.prefix(1).map { InkPoint(x: $0.x, y: $0.y, time: start, force: Float(base)) }
        }
        var result: [InkPoint] = []
        let count = max(2, Int((duration / Self.interval).rounded(.up)))
        var index = 1
        for number in 0...count {
            let time = duration * Double(number) / Double(count)
            while index < line.count - 1, times[index] < time { index += 1 }
            let (a, b) = (line[index - 1], line[index])
            let span = times[index] - times[index - 1]
            let place = span > 0 ? a + (b - a) * min(1, max(0, (time - times[index - 1]) / span)) : b
            let length = a.distance(to: b)
            // a finger presses more as it draws toward the hand
            let down = length > 0 ? (b.y - a.y) / length : 0
            let envelope = Self.eased(time / Self.press) * Self.eased((duration - time) / Self.press)
            let force = (base + 0.1 * down + wave * sin(phase + 20 * time)) * (0.2 + 0.8 * envelope)
            result.append(
                InkPoint(
                    x: place.x, y: place.y, time: start.advanced(byMicroseconds: Int64(time * 1e6)), force: Float(min(1, max(0.02, force))))
            )
        }
        return result
    }

    /// Returns the time at each point, in seconds from the start.
    private func times(along line: [Point]) -> [Double] {
        var speeds = line.indices.map { index in
            index == 0 || index == line.count - 1 ? Self.slowest * speed : speed * share(line[index - 1], line[index], line[index + 1])
        }
        let gain = 2 * speed / Self.gain
        for index in line.indices.dropFirst() {
            speeds[index] = min(
                speeds[index], (speeds[index - 1] * speeds[index - 1] + gain * line[index - 1].distance(to: line[index])).squareRoot())
        }
        for index in line.indices.dropLast().reversed() {
            speeds[index] = min(
                speeds[index], (speeds[index + 1] * speeds[index + 1] + gain * line[index + 1].distance(to: line[index])).squareRoot())
        }
        var time = 0.0
        return line.indices.map { index in
            if index > 0 { time += 2 * line[index - 1].distance(to: line[index]) / (speeds[index - 1] + speeds[index]) }
            return time
        }
    }

    /// Returns the speed in the curve through three points, as a fraction of full speed.
    private func share(_ a: Point, _ b: Point, _ c: Point) -> Double {
        let (before, after) = (b - a, c - b)
        let turn = abs(atan2(before.cross(after), before.dot(after)))
        guard turn > 1e-6 else { return 1 }
        let radius = (before.length + after.length) / 2 / turn
        return min(1, max(Self.slowest, cbrt(radius / xHeight)))
    }

    /// Returns the value of a smooth step function from 0 at 0 to 1 at 1.
    private static func eased(_ value: Double) -> Double {
        let t = min(1, max(0, value))
        return t * t * (3 - 2 * t)
    }
}
