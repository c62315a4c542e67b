import Foundation
public import Ink

/// A failure to write a text.
public enum HandwritingError: Error, CustomStringConvertible {
    /// ``GlyphAlphabet`` lacks the character.
    case noGlyph(Character)
    /// The text has more lines than fit on the tablet.
    case noRoom(lines: Int)

    /// The problem and its fix.
    public var description: String {
        switch self {
        case .noGlyph(let character):
            "there is no glyph for “\(character)”; write letters a–z and A–Z, digits and . , ! ? ' - : ; ( )"
        case .noRoom(let lines): "the text takes \(lines) lines, more than the tablet has room for; write less, or smaller"
        }
    }
}

/// Writes a text like a person: in neat print script, with natural unsteadiness, speed and pressure.
///
/// The same seed gives the same ink.
public struct Handwriting: Sendable {
    /// The height of lowercase letters in millimeters.
    public var xHeight = 4.0
    /// The number of reports per second.
    public var hertz = 200.0
    /// The seed of the hand's random variation.
    public var seed: UInt64 = 1
    /// The unsteadiness of the hand: 0 draws all instances of a letter alike, 1 is like a fairly careful writer.
    public var unsteadiness = 1.0
    /// The width of the writing area in millimeters.
    public var width = 200.0
    /// The height of the writing area in millimeters.
    public var height = 120.0
    /// The time of the first stroke.
    public var start = Instant(microseconds: 1_000_000)

    /// The gap between letters, in x-heights.
    private let letterGap = 0.22
    /// The gap between words, in addition to the gap between letters, in x-heights.
    private let wordGap = 1.15

    /// Creates the default hand.
    public init() {}

    /// Returns the strokes of the text, with samples on the ticks of `hertz`. Long lines are broken between words.
    ///
    /// - Throws: ``HandwritingError``.
    public func strokes(writing text: String) throws(HandwritingError) -> [Stroke] {
        var random = SeededGenerator(seed: seed)
        let pen = PenMotion(hertz: hertz)
        var strokes: [Stroke] = []
        var time = start
        var before: (x: Double, y: Double)?
        for path in try paths(writing: text, random: &random) {
            if let before { time = time.advanced(byMicroseconds: pen.pause(from: before, to: path[0], random: &random)) }
            let points = pen.points(along: path, from: time, unsteadiness: unsteadiness, random: &random)
            strokes.append(Stroke(id: StrokeID(UInt64(strokes.count + 1)), points: points))
            time = points.last?.time ?? time
            before = path.last
        }
        return strokes
    }

    /// Returns the curves of all strokes in millimeters, y downward.
    private func paths(writing text: String, random: inout SeededGenerator) throws(HandwritingError) -> [[(x: Double, y: Double)]] {
        let (margin, pitch) = (3 * xHeight, 3.6 * xHeight)
        var (x, line) = (margin, 0)
        var paths: [[(x: Double, y: Double)]] = []
        let phase = Double.random(in: 0...6, using: &random)
        for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
            for word in row.split(separator: " ") {
                let breadth = try self.breadth(of: word) * xHeight
                if x > margin, x + breadth > width - margin { (x, line) = (margin, line + 1) }
                for character in word {
                    guard let glyph = GlyphAlphabet.glyph(of: character) else { throw .noGlyph(character) }
                    let drift = 0.08 * sin(x / 17 + phase) * unsteadiness + shake(0.03, &random)
                    let baseline = margin + (1 + drift) * xHeight + Double(line) * pitch
                    paths += draw(glyph, x: x, baseline: baseline, random: &random)
                    x += (glyph.width + letterGap + shake(0.035, &random)) * xHeight
                }
                x += (wordGap + shake(0.08, &random)) * xHeight
            }
            (x, line) = (margin, line + 1)
        }
        guard margin + Double(line) * pitch < height else { throw .noRoom(lines: line) }
        return paths
    }

    private func breadth(of word: Substring) throws(HandwritingError) -> Double {
        var sum = 0.0
        for character in word {
            guard let glyph = GlyphAlphabet.glyph(of: character) else { throw .noGlyph(character) }
            sum += glyph.width + letterGap
        }
        return sum
    }

    private func draw(_ glyph: Glyph, x: Double, baseline: Double, random: inout SeededGenerator) -> [[(x: Double, y: Double)]] {
        let (wide, high) = (xHeight * (1 + shake(0.04, &random)), xHeight * (1 + shake(0.03, &random)))
        let slant = 0.09 + shake(0.03, &random)
        return glyph.strokes.map { stroke in
            let (dx, dy) = (shake(0.015, &random), shake(0.015, &random))
            let control = stroke.map { point in
                var point = point
                point.x += dx + shake(0.022, &random)
                point.y += dy + shake(0.022, &random)
                return point
            }
            return Spline.curve(through: control, step: 0.02).map { (x + ($0.x + slant * $0.y) * wide, baseline - $0.y * high) }
        }
    }

    private func shake(_ deviation: Double, _ random: inout SeededGenerator) -> Double { random.normal(deviation * unsteadiness) }
}
