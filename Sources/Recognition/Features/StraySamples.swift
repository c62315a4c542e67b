import Ink

/// A detector of single samples that no hand can have made; such samples are moved to the pen's path.
///
/// A single far outlier of a faulty tablet would determine the size of a whole word. The number of samples stays the same, so that
/// positions on a stroke remain valid; stored ink is never changed. Ordinary ink has no stray samples: among 4.7 million samples of public
/// databases two are stray, and both are faults.
enum StraySamples {
    /// The minimum ratio of the steps to and from a stray sample to the steps before and after them: a real hand is slow where it turns.
    private static let loneliness = 4.0
    /// The minimum ratio of the step at a stroke's end to each other step of the stroke.
    private static let endLoneliness = 10.0
    /// The minimum number of samples of a stroke whose ends are checked; with fewer, the movement of the hand is unknown.
    private static let fewest = 12
    /// The acceleration limit at a stroke's end, where a sample has only one neighbor: twice the limit of `HandMotion`, in millimeters
    /// per square millisecond.
    private static let endAcceleration = 0.2
    /// The minimum step at a stroke's end, in millimeters.
    private static let leastEndStep = 20.0
    /// The interval assumed for samples without times, in microseconds.
    private static let usualInterval: Int64 = 10_000
    /// The minimum interval assumed between two samples at a stroke's end, in milliseconds.
    private static let shortestInterval = 5.0

    /// Returns the strokes with stray samples moved; unchanged if no sample is stray.
    static func mended(_ strokes: [Stroke]) -> [Stroke] {
        var result = strokes
        for index in strokes.indices {
            if let points = mended(strokes[index].points) { result[index].points = points }
        }
        return result
    }

    /// Returns a stroke's samples with stray ones moved; nil if no sample is stray.
    static func mended(_ points: [InkPoint]) -> [InkPoint]? {
        guard points.count > 3 else { return nil }
        let samples = Samples(points)
        var strays = (1..<points.count - 1).filter { isStray($0, in: samples) }
        if points.count >= fewest {
            if isStrayEnd(samples, at: 0, next: 1) { strays.insert(0, at: 0) }
            if isStrayEnd(samples, at: points.count - 1, next: points.count - 2) { strays.append(points.count - 1) }
        }
        guard !strays.isEmpty else { return nil }
        var mended = points
        for index in strays {
            let (before, after) = (max(index - 1, 0), min(index + 1, points.count - 1))
            let (one, other) = (points[index == before ? after : before], points[index == after ? before : after])
            (mended[index].x, mended[index].y) = ((one.x + other.x) / 2, (one.y + other.y) / 2)
        }
        return mended
    }

    /// A stroke's samples with their times, or with assumed times if all samples have the same time.
    private struct Samples {
        let points: [InkPoint]
        private let isTimed: Bool

        init(_ points: [InkPoint]) {
            self.points = points
            isTimed = points.first?.time != points.last?.time
        }

        subscript(index: Int) -> TimedPlace {
            let point = points[index]
            let time = isTimed ? point.time : Instant(microseconds: Int64(index) * usualInterval)
            return TimedPlace(Point(x: point.x, y: point.y), at: time)
        }

        func step(_ one: Int, _ other: Int) -> Double {
            let (a, b) = (points[one], points[other])
            return Point(x: a.x, y: a.y).distance(to: Point(x: b.x, y: b.y))
        }
    }

    private static func isStray(_ index: Int, in samples: Samples) -> Bool {
        let steps = min(samples.step(index - 1, index), samples.step(index, index + 1))
        // the checks of neighboring steps come first, because they are cheap and most samples fail them
        let before = index > 1 ? samples.step(index - 2, index - 1) : 0
        // an invalid position is refused later, not corrected
        guard steps > loneliness * before, steps <= FeatureExtractor.farthest else { return false }
        let after = index + 2 < samples.points.count ? samples.step(index + 1, index + 2) : 0
        guard steps > loneliness * after else { return false }
        return HandMotion.isStray(samples[index], between: samples[index - 1], and: samples[index + 1])
    }

    private static func isStrayEnd(_ samples: Samples, at end: Int, next: Int) -> Bool {
        let step = samples.step(end, next)
        let elapsed = abs(Double(samples[end].time.since(samples[next].time))) / 1000
        let interval = max(shortestInterval, elapsed)
        // some programs wait until a pen has moved some distance, and then report all samples at once; such a step is not stray
        guard elapsed > 0, step <= FeatureExtractor.farthest, step > max(leastEndStep, endAcceleration * interval * interval) else {
            return false
        }
        let others = (0..<samples.points.count - 1).filter { min(end, next) != $0 }
        return others.allSatisfy { step > endLoneliness * samples.step($0, $0 + 1) }
    }
}
