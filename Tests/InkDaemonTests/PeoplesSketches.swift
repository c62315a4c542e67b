import Foundation
import Ink
import InkTestSupport

/// Sketches that people drew (Quick, Draw!), from INKD_DATA.
enum PeoplesSketches {
    private static let path = (ProcessInfo.processInfo.environment["INKD_DATA"] ?? "") + "/train/quickdraw.jsonl.gz"
    static var exist: Bool { FileManager.default.fileExists(atPath: path) }

    private struct Row: Decodable {
        var label: String
        var strokes: [[Double]]
    }

    /// Some things at random, with sketches of each, in any unit.
    static func things(
        _ count: Int, sketchesOfEach: Int, _ dice: inout SeededGenerator
    ) throws -> [(name: String, sketches: [[[Point]]])] {
        let unpacked = try ChildProgram.run(["gzip", "-dc", path]).output
        var sketches: [String: [[[Point]]]] = [:]
        for line in Data(unpacked).split(separator: UInt8(ascii: "\n")) {
            let row = try JSONDecoder().decode(Row.self, from: line)
            let strokes = row.strokes.map { steps in
                var place = Point(x: 0, y: 0)
                return stride(from: 0, to: steps.count - 1, by: 2).map { index in
                    place = place + Point(x: steps[index], y: steps[index + 1])
                    return place
                }
            }
            sketches[row.label, default: []].append(strokes)
        }
        let names = sketches.filter { $0.value.count >= sketchesOfEach }.keys.sorted().shuffled(using: &dice).prefix(count)
        return names.map { ($0, Array((sketches[$0] ?? []).shuffled(using: &dice).prefix(sketchesOfEach))) }
    }

    private static func box(_ strokes: [[Point]]) -> Box {
        Box(around: strokes.joined().map { InkPoint(x: $0.x, y: $0.y) }) ?? Box(x: 0, y: 0, width: 1, height: 1)
    }

    /// Strokes at a place, the longer side of their box as long as this.
    static func fitted(_ strokes: [[Point]], x: Double, y: Double, size: Double) -> [[Point]] {
        let box = box(strokes)
        let scale = size / max(box.width, box.height, .leastNormalMagnitude)
        return strokes.map { $0.map { Point(x: x + ($0.x - box.x) * scale, y: y + ($0.y - box.y) * scale) } }
    }

    /// The same drawn again: of another size, turned by at most ten degrees; its strokes in another order, some from their end to their beginning,
    /// each a little beside its place and wavering, drawn at another speed.
    static func redrawn(_ strokes: [[Point]], _ dice: inout SeededGenerator) -> [[Point]] {
        let box = box(strokes)
        let extent = max(box.width, box.height)
        let (angle, scale) = (Double.random(in: -10...10, using: &dice) / 180 * .pi, Double.random(in: 0.2...2, using: &dice))
        var redrawn: [[Point]] = []
        for stroke in strokes.shuffled(using: &dice) {
            let beside = Point(x: dice.normal(0.02 * extent), y: dice.normal(0.02 * extent))
            let phases = (Double.random(in: 0...6.28, using: &dice), Double.random(in: 0...6.28, using: &dice))
            let waves = 6.28 * Double.random(in: 1...3, using: &dice)
            let places = stroke.enumerated().map { index, place in
                let share = waves * Double(index) / Double(max(1, stroke.count - 1))
                let own = Point(x: sin(share + phases.0), y: sin(share + phases.1)) * (0.02 * extent)
                return place + beside + own
            }
            let ordered = Bool.random(using: &dice) ? places : places.reversed()
            redrawn.append(refined(ordered, into: Int.random(in: 1...4, using: &dice)))
        }
        return redrawn.map { $0.map { Point(x: $0.x * cos(angle) - $0.y * sin(angle), y: $0.x * sin(angle) + $0.y * cos(angle)) * scale } }
    }

    /// A stroke with so many samples for each that it has: drawn more slowly.
    private static func refined(_ stroke: [Point], into pieces: Int) -> [Point] {
        zip(stroke, stroke.dropFirst()).flatMap { start, end in
            (0..<pieces).map { start + (end - start) * (Double($0) / Double(pieces)) }
        } + stroke.suffix(1)
    }
}
