@testable import Editing
import Ink
import InkTestSupport

/// A document that is written by the same hand each time.
struct Sheet {
    /// A word to be written; several readings make candidates.
    struct Word {
        var text: String
        var candidates: [String] = []
        var decorations: Set<Decoration.Kind> = []
    }

    private(set) var strokes: [InkStroke] = []
    private var lines: UInt64 = 0

    /// Lines of writing, 10 mm apart, the first at `y`.
    mutating func text(_ id: String, x: Double = 10, y: Double = 10, style: InkStyle = InkStyle(), _ lines: [[Word]]) throws -> Block {
        var block = Block(id: id, type: .text)
        for (index, words) in lines.enumerated() { try write(words, x: x, y: y + 10 * Double(index), style: style, in: &block) }
        block.box = block.lines.map(\.box).reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box }
        return block
    }

    private mutating func write(_ words: [Word], x: Double, y: Double, style: InkStyle, in block: inout Block) throws {
        var (x, written): (Double, [LineWord]) = (x, [])
        for word in words {
            var hand = Handwriting()
            hand.seed = UInt64(strokes.count + 1)
            hand.xHeight = 2.5
            let ink = try hand.strokes(writing: word.text)
            guard let bounds = Box(around: ink.flatMap(\.points)) else { continue }
            // An x stands on the baseline.
            let baseline = try Box(around: hand.strokes(writing: "x").flatMap(\.points))?.bottom ?? 0
            let first = strokes.count
            for stroke in ink { add(stroke.points, x: x - bounds.x, y: y - baseline, style: style) }
            let own = strokes[first...]
            block.strokes += own.map(\.id)
            let ranges = own.map { WordRange(stroke: $0.id, first: 0, last: $0.samples.count - 1) }
            let readings = word.candidates.isEmpty ? [word.text] : word.candidates
            var line = LineWord(
                text: word.text, box: Box(around: own.flatMap(\.samples)), ranges: ranges,
                candidates: readings.map { Candidate(text: $0, score: nil) }, baseline: y, xHeight: hand.xHeight,
                graphemes: word.text.map { LineGrapheme(text: String($0), ranges: word.text.count == 1 ? ranges : []) })
            line.decorations = word.decorations
            written.append(line)
            x += bounds.width + 4
        }
        lines += 1
        let text = words.map(\.text).joined(separator: " ")
        let box = written.compactMap(\.box).reduce(Box(x: x, y: y, width: 0, height: 0)) { $0.union($1) }
        block.lines.append(
            LineState(
                id: LineID(lines), revision: 1, text: text, stablePrefix: text.unicodeScalars.count,
                candidates: [Candidate(text: text, score: nil)], words: written, confidence: nil, isCurrent: true, isFinal: true, box: box))
    }

    /// A stroke through these points, moved; its name.
    @discardableResult
    mutating func add(_ points: [InkPoint], x: Double = 0, y: Double = 0, style: InkStyle = InkStyle()) -> StrokeID {
        let id = StrokeID(UInt64(strokes.count + 1))
        let moved = points.map {
            InkPoint(x: $0.x + x, y: $0.y + y, time: $0.time, force: $0.force, azimuth: $0.azimuth, altitude: $0.altitude)
        }
        let created = 1_600_000_000_000_000 + Int64(strokes.count) * 1_000_000
        strokes.append(InkStroke(id: id, fitting: moved, style: style, created: created))
        return id
    }

    /// Changes a stroke that is there.
    mutating func change(_ id: StrokeID, _ body: (inout InkStroke) -> Void) {
        for index in strokes.indices where strokes[index].id == id { body(&strokes[index]) }
    }

    func snapshot(_ type: PartType, _ root: Block, revision: UInt64 = 7) -> DocumentSnapshot {
        DocumentSnapshot(type: type, revision: revision, language: "en", unitsPerMillimeter: 1, strokes: strokes, root: root)
    }
}

/// A straight line of samples, 100 a second.
func line(from a: (Double, Double), to b: (Double, Double), count: Int = 20, force: Float = 0.5) -> [InkPoint] {
    (0..<count).map { index in
        let t = Double(index) / Double(count - 1)
        return InkPoint(
            x: a.0 + (b.0 - a.0) * t, y: a.1 + (b.1 - a.1) * t, time: Instant(microseconds: Int64(index) * 10_000), force: force)
    }
}
