internal import Glibc
internal import Ink

/// One line of a text as the ways of a pen: letters side by side, joined where the hand joins them, none of them quite like another.
struct PenLines {
    /// Millimetres a unit of the hand.
    let scale: Double
    /// The height of a small letter in the hand's units.
    let xHeight: Double
    /// Sideways per unit of height, to the right.
    let shear: Double
    /// 0 to 1.
    let variation: Double
    /// Whether dots and bars wait until the word is finished.
    let isJoined: Bool

    /// The longest piece of a curve that is straight, as a share of a small letter's height.
    private static let fineness = 0.03

    /// The strokes of a word, in millimetres from the place where it begins on its baseline.
    func strokes(of word: [Hand.Glyph], _ random: inout SeededGenerator) -> [[Place]] {
        var (drawn, late): ([[Place]], [[Place]]) = ([], [])
        var left = 0.0
        var mayJoin = false
        for glyph in word {
            let shape = variant(&random)
            func placed(_ stroke: [Place]) -> [Place] { stroke.map { point in shape(point) + Place(x: left, y: 0) } }
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

    /// One stroke in place of two that meet. Where they do not quite, they meet halfway.
    private static func joined(_ first: [Place], _ second: [Place]) -> [Place]? {
        guard let end = first.last, let beginning = second.first else { return nil }
        return first.dropLast() + [(end + beginning) * 0.5] + second.dropFirst()
    }

    /// How a letter is written this time: larger or smaller, turned, off the line. The pen's place on the line is where it was, so that letters
    /// go on meeting.
    private func variant(_ random: inout SeededGenerator) -> (Place) -> Place {
        let width = 1 + 0.04 * variation * random.normal()
        let height = 1 + 0.04 * variation * random.normal()
        let lean = shear + 0.04 * variation * random.normal()
        let turn = 0.015 * variation * random.normal()
        let shift = Place(x: 0.03 * variation * xHeight * random.normal(), y: 0.025 * variation * xHeight * random.normal())
        return { point in
            Place(x: point.x * width - lean * point.y, y: point.y * height + turn * point.x) + shift
        }
    }

    /// A stroke's curve, in millimetres, as a hand trembles.
    private func curve(_ points: [Place], _ random: inout SeededGenerator) -> [Place] {
        let amount = 0.012 * variation * xHeight
        let waves = (0..<2).map { _ in (phase: 2 * Double.pi * random.unit(), length: xHeight * (0.8 + random.unit())) }
        var way = 0.0
        var previous: Place?
        return SmoothCurve.points(through: points, step: Self.fineness * xHeight).map { point in
            way += previous?.distance(to: point) ?? 0
            previous = point
            let angles = waves.map { $0.phase + 2 * .pi * way / $0.length }
            return Place(x: point.x + amount * sin(angles[0]), y: point.y + amount * sin(angles[1])) * scale
        }
    }
}
