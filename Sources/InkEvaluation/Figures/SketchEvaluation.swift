internal import InkCorpus
internal import PenLog
package import Recognition

/// The top-1, top-3 and top-5 accuracy of a sketch recognizer.
package struct SketchEvaluation: Hashable {
    /// The number of inks whose label is one of the model's sketches.
    package private(set) var inks = 0
    /// The number of inks whose label is the first candidate.
    package private(set) var first = 0
    /// The number of inks whose label is among the first three candidates.
    package private(set) var firstThree = 0
    /// The number of inks whose label is among the first five candidates.
    package private(set) var firstFive = 0
    /// The number of inks that are read as ambiguous.
    package private(set) var ambiguous = 0
    /// The number of inks that are not counted, because they have no label or their label is not one of the model's sketches.
    package private(set) var unlabeled = 0
    /// The number of inks that the recognizer refused; they count as wrong.
    package private(set) var refused = 0

    /// Creates an empty evaluation.
    package init() {}

    /// Recognizes the labeled inks of a file, every `step`-th of them and at most `limit`.
    ///
    /// - Throws: `CorpusError` if the file cannot be read, `RecordingError` for a line that is not an ink.
    package static func measure(
        _ path: String, with recognizer: SketchRecognizer, limit: Int = .max, step: Int = 1
    ) throws -> SketchEvaluation {
        var evaluation = SketchEvaluation()
        let known = Set(recognizer.sketches.map(\.name))
        let file = try InkFile(path: path)
        var taken = 0
        while taken / step < limit, let line = try file.nextLine() {
            taken += 1
            guard (taken - 1).isMultiple(of: step) else { continue }
            let ink = try JSONInk(line: line, number: file.lineNumber)
            guard let label = ink.label, known.contains(label), !ink.strokes.isEmpty else {
                evaluation.unlabeled += 1
                continue
            }
            let reading = try? recognizer.recognize(ink.deviceStrokes)
            if reading == nil { evaluation.refused += 1 }
            evaluation.add(reading ?? SketchReading(candidates: []), label: label)
        }
        return evaluation
    }

    /// Counts a reading of an ink with this label.
    package mutating func add(_ reading: SketchReading, label: String) {
        inks += 1
        ambiguous += reading.ambiguous ? 1 : 0
        guard let place = reading.candidates.firstIndex(where: { $0.sketch.name == label }) else { return }
        first += place == 0 ? 1 : 0
        firstThree += place < 3 ? 1 : 0
        firstFive += place < 5 ? 1 : 0
    }

    /// A one-line summary for people.
    package var summary: String {
        func percent(_ count: Int) -> String { DisplayText.percent(count, of: inks) }
        let rest = unlabeled > 0 ? "; \(DisplayText.count(unlabeled, "ink")) of other things not counted" : ""
        return "first \(percent(first)), first three \(percent(firstThree)), first five \(percent(firstFive)), "
            + "ambiguous \(percent(ambiguous)), of \(DisplayText.count(inks, "ink"))\(rest)"
    }
}
