internal import Glibc
internal import Ink
internal import InkCorpus
internal import PenLog
package import Recognition
internal import System

/// The accuracy of reading several characters that were written one by one and are combined: side by side, with varying sizes, positions
/// and gaps, in a column, or superimposed.
package struct CharacterRowEvaluation: Hashable {
    /// The number of rows that were read.
    package private(set) var rows = 0
    /// The number of rows with all characters correct.
    package private(set) var right = 0
    /// The number of characters of all rows.
    package private(set) var characters = 0
    /// The edit distance between readings and labels, in characters.
    package private(set) var edits = 0
    /// The number of rows that are segmented into the correct number of characters.
    package private(set) var divided = 0
    /// The number of strokes of all rows.
    package private(set) var strokes = 0

    /// Creates an empty evaluation.
    package init() {}

    /// Combines the inks of some files at random and reads the rows; each ink is about equally frequent.
    ///
    /// - Parameters:
    ///   - paths: Files of single characters; those unknown to the model are left out.
    ///   - length: The number of characters in a row.
    ///   - count: The number of rows.
    ///   - layout: The layout in which the characters are combined and read: `automatic` places them side by side.
    ///   - isMixed: Includes digits, Latin letters and signs, as in `CharacterRowPattern`; `length` is then ignored.
    /// - Throws: `CorpusError` if a file cannot be read, `RecordingError` for a line that is not an ink.
    package static func measure(
        _ paths: [String], with recognizer: CharacterRecognizer, length: Int, count: Int, layout: CharacterLayout,
        isMixed: Bool = false, seed: UInt64 = 1
    ) throws -> CharacterRowEvaluation {
        let known = Set(recognizer.characters)
        var inks = RowInks()
        for path in paths {
            let file = try InkFile(path: path)
            while let ink = try file.nextInk() {
                guard let label = ink.label, known.contains(label), !ink.strokes.isEmpty else { continue }
                inks.add(LabeledInk(label: label, strokes: ink.deviceStrokes))
            }
        }
        var evaluation = CharacterRowEvaluation()
        var composer = RowComposer(seed: seed)
        guard !inks.all.isEmpty else { return evaluation }
        for number in 0..<count {
            let chosen =
                isMixed
                ? CharacterRowPattern.mixed[number % CharacterRowPattern.mixed.count].choose(from: inks, random: &composer.random)
                : (0..<length).map { _ in inks.all[composer.random.index(below: inks.all.count)] }
            let strokes = isMixed ? composer.compose(chosen) : composer.compose(chosen.map(\.strokes), layout: layout)
            let read = (try? recognizer.recognizeRow(strokes, layout: layout)) ?? []
            evaluation.add(read.map(\.text), label: chosen.map(\.label), strokes: strokes.count)
        }
        return evaluation
    }

    /// Counts a reading of a row.
    package mutating func add(_ read: [String], label: [String], strokes: Int) {
        rows += 1
        right += read == label ? 1 : 0
        divided += read.count == label.count ? 1 : 0
        characters += label.count
        self.strokes += strokes
        edits += EditDistance.between(read, label)
    }

    /// A one-line summary for people.
    package var summary: String {
        func percent(_ part: Int, _ whole: Int) -> String { DisplayText.percent(part, of: whole) }
        return "characters \(percent(max(0, characters - edits), characters)), rows \(percent(right, rows)), "
            + "divided \(percent(divided, rows)), of \(DisplayText.count(rows, "row"))"
    }
}

/// Combines single characters, identically for the same seed.
struct RowComposer {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The side of a character's square before its size is varied.
    private static let side = 10.0

    /// Places characters side by side, with their height and position in a line; letters are closer together than characters that fill a
    /// square.
    mutating func compose(_ inks: [LabeledInk]) -> [Stroke] {
        var strokes: [Stroke] = []
        var left = 0.0
        for (place, ink) in inks.enumerated() {
            guard let box = Box(around: ink.strokes.flatMap(\.points)) else { continue }
            let height = CharacterHeight(ink.label)
            let side = Self.side * random.number(0.85...1.05)
            let extent = height.extent
            let scale =
                height == .full
                ? side / max(box.width, box.height, .leastNormalMagnitude)
                : min((extent.bottom - extent.top) * side / max(box.height, 0.1 * box.width), side / max(box.width, .leastNormalMagnitude))
            let middle = side * ((extent.top + extent.bottom) / 2 + random.number(-0.04...0.04))
            strokes += ink.strokes.map { stroke in
                let points = stroke.points.map { point in
                    var point = point
                    point.x = left + (point.x - box.x) * scale
                    point.y = middle + (point.y - box.y - box.height / 2) * scale
                    return point
                }
                return Stroke(id: StrokeID(UInt64(strokes.count + 1)), points: points)
            }
            let isClose = place + 1 < inks.count && [height, CharacterHeight(inks[place + 1].label)].allSatisfy { $0 != .full }
            left += box.width * scale + Self.side * random.number(isClose ? 0.06...0.2 : 0.06...0.4)
        }
        return strokes
    }

    mutating func compose(_ inks: [[Stroke]], layout: CharacterLayout) -> [Stroke] {
        var strokes: [Stroke] = []
        var left = 0.0
        for ink in inks {
            guard let box = Box(around: ink.flatMap(\.points)) else { continue }
            let side = Self.side * random.number(0.8...1.1)
            let scale = side / max(box.width, box.height, .leastNormalMagnitude)
            let middle = Point(x: Self.side * random.number(-0.06...0.06), y: Self.side * random.number(-0.06...0.06))
            // the position along the row or column is `left`
            let origin =
                switch layout {
                case .automatic, .row: Point(x: left, y: middle.y - box.height * scale / 2)
                case .column: Point(x: middle.x - box.width * scale / 2, y: left)
                case .superimposed: Point(x: middle.x - box.width * scale / 2, y: middle.y - box.height * scale / 2)
                }
            for stroke in ink {
                let points = stroke.points.map { point in
                    var point = point
                    point.x = origin.x + (point.x - box.x) * scale
                    point.y = origin.y + (point.y - box.y) * scale
                    return point
                }
                strokes.append(Stroke(id: StrokeID(UInt64(strokes.count + 1)), points: points))
            }
            left += (layout == .column ? box.height : box.width) * scale + Self.side * random.number(0.06...0.4)
        }
        return strokes
    }
}

extension SeededGenerator {
    mutating func number(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    mutating func index(below count: Int) -> Int { Int(next() % UInt64(max(1, count))) }
}
