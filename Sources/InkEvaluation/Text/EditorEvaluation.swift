internal import Editing
internal import Ink
internal import InkCorpus
package import PenLog
package import Recognition

/// Measures whether an editor reads ink as well as a recognizer that receives the same ink at once.
package struct EditorEvaluation {
    /// An ink and its readings.
    package struct Row {
        /// The ink's label.
        package var label: String
        /// The recognizer's reading.
        package var recognized: String
        /// The editor's reading, with gestures off.
        package var written: String
        /// The editor's reading, with gestures on.
        package var withGestures: String
        /// The kinds of gestures that strokes were recognized as.
        package var taken: [String]

        /// The number of additional wrong characters in the worse reading of the editor, compared with the recognizer's reading.
        package var loss: Int {
            func edits(_ text: String) -> Int { EditDistance.between(Array(text), Array(label)) }
            return max(edits(written), edits(withGestures)) - edits(recognized)
        }
    }

    /// The errors of the recognizer.
    package private(set) var recognized = ErrorCount()
    /// The errors of the editor with gestures off.
    package private(set) var written = ErrorCount()
    /// The errors of the editor with gestures on.
    package private(set) var withGestures = ErrorCount()
    /// The number of strokes recognized as gestures, by kind.
    package private(set) var taken: [String: Int] = [:]
    /// The inks with more errors in the editor than in the recognizer, the worst first.
    package private(set) var worst: [Row] = []

    private let recognizer: Recognizer
    private let player: EditorPlayer
    private let part: WrittenPart

    /// Creates an empty evaluation.
    package init(_ recognizer: Recognizer, gestures: GestureRecognizer?, shapes: ShapeRecognizer?, part: WrittenPart) {
        self.recognizer = recognizer
        self.part = part
        player = EditorPlayer(text: recognizer, gestures: gestures, shapes: shapes)
    }

    /// Measures the labeled inks of a file, the first `limit` of them; `progress` is called with fractions of 0 to 1.
    ///
    /// - Throws: `CorpusError` for a file that cannot be read, `RecordingError` for a line that is not an ink.
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

    /// Measures an ink; an ink without a label is ignored.
    package mutating func add(_ ink: JSONInk) {
        let label = ErrorCount.collapsed(ink.label ?? "")
        guard !label.isEmpty else { return }
        let strokes = ink.writtenStrokes
        let texts = PageLayout.lines(of: strokes).map { (try? recognizer.recognize($0.map { strokes[$0] }).text) ?? "" }
        let written = player.text(writing: strokes, into: part, hasGestures: false)
        let withGestures = player.text(writing: strokes, into: part, hasGestures: true)
        let row = Row(
            label: label, recognized: ErrorCount.collapsed(texts.joined(separator: "\n")),
            written: ErrorCount.collapsed(written.text), withGestures: ErrorCount.collapsed(withGestures.text), taken: withGestures.taken)
        recognized.add(row.recognized, label: label)
        self.written.add(row.written, label: label)
        self.withGestures.add(row.withGestures, label: label)
        for kind in row.taken { taken[kind, default: 0] += 1 }
        if row.loss > 0 { worst.append(row) }
    }

    /// The ratios of the editor's errors to the recognizer's, with gestures off and on. nil if the recognizer makes no errors.
    package var ratios: (written: Double, withGestures: Double)? {
        guard recognized.edits > 0 else { return nil }
        return (Double(written.edits) / Double(recognized.edits), Double(withGestures.edits) / Double(recognized.edits))
    }

    /// A one-line summary for people.
    package var summary: String {
        let rates = [recognized, written, withGestures].map { DisplayText.percent($0.characterErrorRate) }
        let factors = ratios.map { [$0.written, $0.withGestures].map { DisplayText.fixed($0, digits: 3) } } ?? ["–", "–"]
        let kinds = taken.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return "\(DisplayText.count(recognized.inks, "ink")), CER at once \(rates[0]) %; "
            + "written \(rates[1]) %, \(factors[0]) times as many errors; with gestures \(rates[2]) %, \(factors[1]) times"
            + (kinds.isEmpty ? "" : "; strokes read as gestures: \(kinds)")
    }
}

extension JSONInk {
    /// The strokes in millimeters and microseconds, ten millimeters from the edges of a page.
    fileprivate var writtenStrokes: [Stroke] {
        let scale = millimetersPerUnit
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
