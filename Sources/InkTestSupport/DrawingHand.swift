internal import Foundation
public import Ink

/// Draws the figures of diagrams like a hand: with tremor, and corners that do not quite meet. The same seed gives the same drawing.
public struct DrawingHand {
    private var random: SeededGenerator
    /// The standard deviation of the random displacement of each sample, in millimeters.
    private let tremor: Double

    /// Creates a hand with a random seed.
    public init(seed: UInt64, tremor: Double = 0.15) {
        random = SeededGenerator(seed: seed)
        self.tremor = tremor
    }

    /// Returns one stroke from corner to corner, with a sample about every millimeter.
    public mutating func path(_ corners: [(x: Double, y: Double)]) -> [Point] {
        var points: [Point] = []
        for (a, b) in zip(corners, corners.dropFirst()) {
            let pieces = max(4, Int(hypot(b.x - a.x, b.y - a.y)))
            for piece in 0..<pieces {
                let share = Double(piece) / Double(pieces)
                points.append(shaken(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share))
            }
        }
        if let last = corners.last { points.append(shaken(last.x, last.y)) }
        return points
    }

    /// Returns a box in one stroke that is not quite closed.
    public mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Point] {
        let slip = random.normal(0.4)
        return path([(x, y), (x + width, y + slip), (x + width - slip, y + height), (x + slip, y + height), (x - slip, y - slip)])
    }

    /// Returns a diamond around a center, in one stroke.
    public mutating func diamond(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Point] {
        path([(x, y - height / 2), (x + width / 2, y), (x, y + height / 2), (x - width / 2, y), (x, y - height / 2)])
    }

    /// Returns an ellipse around a center, in one stroke that overlaps.
    public mutating func ellipse(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [Point] {
        (0...66).map { step in
            let angle = Double(step) * 0.1 - 1
            return shaken(x + width / 2 * cos(angle), y + height / 2 * sin(angle))
        }
    }

    /// Returns the wedge of an arrowhead: barb, tip, barb.
    public mutating func head(_ tail: (x: Double, y: Double), _ tip: (x: Double, y: Double), size: Double) -> [Point] {
        path(Self.barbs(tail, tip, size))
    }

    /// Returns an arrow in one stroke, with a head of this size.
    public mutating func arrow(_ corners: [(x: Double, y: Double)], size: Double = 4) -> [Point] {
        guard let tip = corners.last, let tail = corners.dropLast().last else { return [] }
        return path(corners + Self.barbs(tail, tip, size))
    }

    private static func barbs(_ tail: (x: Double, y: Double), _ tip: (x: Double, y: Double), _ size: Double) -> [(x: Double, y: Double)] {
        let angle = atan2(tip.y - tail.y, tip.x - tail.x)
        func barb(_ turn: Double) -> (x: Double, y: Double) { (tip.x - size * cos(angle + turn), tip.y - size * sin(angle + turn)) }
        return [barb(-0.5), tip, barb(0.5)]
    }

    private mutating func shaken(_ x: Double, _ y: Double) -> Point {
        Point(x: x + random.normal(tremor), y: y + random.normal(tremor))
    }
}

extension Handwriting {
    /// Returns the strokes of a word with this height and center. Lengths are in millimeters.
    public func places(writing text: String, x: Double, y: Double, height: Double) throws(HandwritingError) -> [[Point]] {
        let strokes = try strokes(writing: text)
        guard let box = Box(around: strokes.flatMap(\.points)), box.height > 0 else { return [] }
        let scale = height / box.height
        return strokes.map { stroke in
            stroke.points.map { point in
                Point(x: x + (point.x - box.x - box.width / 2) * scale, y: y + (point.y - box.y - box.height / 2) * scale)
            }
        }
    }
}
