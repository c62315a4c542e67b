internal import Glibc
internal import Ink
internal import System

/// The pen paths of a line of text: letters side by side, joined if the hand joins them, with slight variations.
struct PenLines {
    /// Millimeters per unit of the hand.
    let scale: Double
    /// The height of a lowercase letter in the hand's units.
    let xHeight: Double
    /// The horizontal offset to the right per unit of height.
    let shear: Double
    /// The amount of variation, 0 to 1.
    let variation: Double
    /// Whether dots and bars are drawn after the word.
    let isJoined: Bool

    /// The maximum length of a straight piece of a curve, as a fraction of the height of a lowercase letter.
    private static let fineness = 0.03

    /// Returns the strokes of a word, in millimeters from its start on the baseline.
    func strokes(of word: [Hand.Glyph], _ random: inout SeededGenerator) -> [[Point]] {
        var (drawn, late): ([[Point]], [[Point]]) = ([], [])
        var left = 0.0
        var mayJoin = false
        for glyph in word {
            let shape = variant(&random)
            func placed(_ stroke: [Point]) -> [Point] { stroke.map { point in shape(point) + Point(x: left, y: 0) } }
            for (index, stroke) in glyph.body.enumerated() {
                let points = placed(stroke)
                if index == 0, mayJoin, glyph.entry, let last = drawn.last, let joined = Self.joined(last, points) {
                    drawn[drawn.count - 1] = joined
                } else {
                    drawn.append(points)
                }
            }
            late += glyph.late.map(placed)
            if !isJoined {
                drawn += late
                late = []
            }
            mayJoin = glyph.exit
            left += glyph.advance
        }
        return (drawn + late).map { curve($0, &random) }
    }

    /// Joins two strokes into one. A gap between them is closed halfway between the end of the first and the beginning of the second.
    private static func joined(_ first: [Point], _ second: [Point]) -> [Point]? {
        guard let end = first.last, let beginning = second.first else { return nil }
        return first.dropLast() + [(end + beginning) * 0.5] + second.dropFirst()
    }

    /// Returns a random variation of a letter: its size, rotation and position. The pen's position on the line does not change, so that
    /// adjacent letters still connect.
    private func variant(_ random: inout SeededGenerator) -> (Point) -> Point {
        let width = 1 + 0.04 * variation * random.normal()
        let height = 1 + 0.04 * variation * random.normal()
        let lean = shear + 0.04 * variation * random.normal()
        let turn = 0.015 * variation * random.normal()
        let shift = Point(x: 0.03 * variation * xHeight * random.normal(), y: 0.025 * variation * xHeight * random.normal())
        return { point in
            Point(x: point.x * width - lean * point.y, y: point.y * height + turn * point.x) + shift
        }
    }

    /// Returns a stroke's curve, in millimeters, with the tremor of a hand.
    private func curve(_ points: [Point], _ random: inout SeededGenerator) -> [Point] {
        let amount = 0.012 * variation * xHeight
        let waves = (0..<2).map { _ in (phase: 2 * Double.pi * random.unit(), length: xHeight * (0.8 + random.unit())) }
        var way = 0.0
        var previous: Point?
        return SmoothCurve.points(through: points, step: Self.fineness * xHeight).map { point in
            way += previous?.distance(to: point) ?? 0
            previous = point
            let angles = waves.map { $0.phase + 2 * .pi * way / $0.length }
            return Point(x: point.x + amount * sin(angles[0]), y: point.y + amount * sin(angles[1])) * scale
        }
    }
}
