internal import Editing
internal import Ink
internal import InkCorpus
package import PenLog
package import Recognition

/// Measures whether an editor reads ink as well as a recogniser that gets the same ink at once.
package struct EditorEvaluation {
    /// An ink and what it was read as.
    package struct Row {
        /// Its label.
        package var label: String
        /// What the recogniser read.
        package var recognised: String
        /// What the editor read, with gestures off.
        package var written: String
        /// What the editor read, with gestures on.
        package var withGestures: String
        /// The kinds of gestures that strokes were taken for.
        package var taken: [String]

        /// By how much more characters the editor is wrong, at worst.
        package var loss: Int {
            func edits(_ text: String) -> Int { EditDistance.between(Array(text), Array(label)) }
            return max(edits(written), edits(withGestures)) - edits(recognised)
        }
    }

    /// Errors of the recogniser.
    package private(set) var recognised = ErrorCount()
    /// Errors of the editor with gestures off.
    package private(set) var written = ErrorCount()
    /// Errors of the editor with gestures on.
    package private(set) var withGestures = ErrorCount()
    /// Strokes that were taken for gestures, by the kind of gesture.
    package private(set) var taken: [String: Int] = [:]
    /// Where the editor did worse, the worst first.
    package private(set) var worst: [Row] = []

    private let recognizer: Recognizer
    private let player: EditorPlayer
    private let part: WrittenPart

    /// Nothing measured yet.
    package init(_ recognizer: Recognizer, gestures: GestureRecognizer?, shapes: ShapeRecognizer?, part: WrittenPart) {
        self.recognizer = recognizer
        self.part = part
        player = EditorPlayer(text: recognizer, gestures: gestures, shapes: shapes)
    }

    /// Measures the labelled inks of a file, the first `limit` of them; `progress` is called with fractions of 0 to 1.
    ///
    /// - Throws: `CorpusError` for a file that cannot be read, `RecordingError` for a line of it that is no ink.
    package mutating func measure(_ path: String, limit: Int? = nil, progress: (Double) -> Void = { _ in }) throws {
        let file = try InkFile(path: path)
        var taken = 0
        while taken < limit ?? .max, let ink = try file.nextInk() {
            add(ink)
            taken += 1
            progress(max(file.fractionRead, limit.map { Double(taken) / Double($0) } ?? 0))
        }
        worst.sort { $0.loss > $1.loss }
    }

    /// Measures an ink; one without a label does not count.
    package mutating func add(_ ink: JSONInk) {
        let label = ErrorCount.collapsed(ink.label ?? "")
        guard !label.isEmpty else { return }
        let strokes = ink.writtenStrokes
        let texts = PageLayout.lines(of: strokes).map { (try? recognizer.recognize($0.map { strokes[$0] }).text) ?? "" }
        let written = player.text(writing: strokes, into: part, hasGestures: false)
        let withGestures = player.text(writing: strokes, into: part, hasGestures: true)
        let row = Row(
            label: label, recognised: ErrorCount.collapsed(texts.joined(separator: "\n")),
            written: ErrorCount.collapsed(written.text), withGestures: ErrorCount.collapsed(withGestures.text), taken: withGestures.taken)
        recognised.add(row.recognised, label: label)
        self.written.add(row.written, label: label)
        self.withGestures.add(row.withGestures, label: label)
        for kind in row.taken { taken[kind, default: 0] += 1 }
        if row.loss > 0 { worst.append(row) }
    }

    /// How many times as many errors the editor makes: with gestures off, and on. nil where the recogniser makes none.
    package var ratios: (written: Double, withGestures: Double)? {
        guard recognised.edits > 0 else { return nil }
        return (Double(written.edits) / Double(recognised.edits), Double(withGestures.edits) / Double(recognised.edits))
    }

    /// One line for a person.
    package var summary: String {
        let rates = [recognised, written, withGestures].map { DisplayText.percent($0.characterErrorRate) }
        let factors = ratios.map { [$0.written, $0.withGestures].map { DisplayText.fixed($0, digits: 3) } } ?? ["–", "–"]
        let kinds = taken.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return "\(DisplayText.count(recognised.inks, "ink")), CER at once \(rates[0]) %; "
            + "written \(rates[1]) %, \(factors[0]) times as many errors; with gestures \(rates[2]) %, \(factors[1]) times"
            + (kinds.isEmpty ? "" : "; strokes taken for gestures: \(kinds)")
    }
}

extension JSONInk {
    /// The strokes in millimetres and microseconds, ten millimetres from the edges of a page.
    fileprivate var writtenStrokes: [Stroke] {
        let scale = millimetresPerUnit
        let all = strokes.joined()
        let left = Double(all.map(\.x).min() ?? 0)
        let top = Double(all.map(\.y).min() ?? 0)
        return strokes.enumerated().map { index, samples in
            Stroke(
                id: StrokeID(UInt64(index)),
                points: samples.map { sample in
                    InkPoint(
                        x: 10 + (Double(sample.x) - left) * scale, y: 10 + (Double(sample.y) - top) * scale,
                        time: Instant(microseconds: sample.time),
                        force: 0.5)
                })
        }
    }
}
