internal import InkCorpus
internal import PenLog
package import Recognition

/// The top-1, top-3 and top-10 accuracy of a character recognizer.
package struct CharacterEvaluation: Hashable {
    /// The number of inks whose label is one of the model's characters.
    package private(set) var inks = 0
    /// The number of inks whose label is the first candidate.
    package private(set) var first = 0
    /// The number of inks whose label is among the first three candidates.
    package private(set) var firstThree = 0
    /// The number of inks whose label is among the first ten candidates.
    package private(set) var firstTen = 0
    /// The number of inks that are not counted, because they have no label or their label is not one of the model's characters.
    package private(set) var unlabeled = 0
    /// The number of inks that the recognizer refused; they count as wrong.
    package private(set) var refused = 0

    /// Creates an empty evaluation.
    package init() {}

    /// Recognizes the inks of a file whose label is one of the model's characters.
    ///
    /// - Throws: `CorpusError` if the file cannot be read, `RecordingError` for a line that is not an ink.
    package static func measure(_ path: String, with recognizer: CharacterRecognizer) throws -> CharacterEvaluation {
        var evaluation = CharacterEvaluation()
        let known = Set(recognizer.characters)
        let file = try InkFile(path: path)
        while let ink = try file.nextInk() {
            guard let label = ink.label, known.contains(label), !ink.strokes.isEmpty else {
                evaluation.unlabeled += 1
                continue
            }
            let candidates = try? recognizer.recognize(ink.deviceStrokes)
            if candidates == nil { evaluation.refused += 1 }
            evaluation.add(candidates ?? [], label: label)
        }
        return evaluation
    }

    /// Counts a reading of an ink with this label.
    package mutating func add(_ candidates: [CharacterCandidate], label: String) {
        inks += 1
        guard let place = candidates.firstIndex(where: { $0.text == label }) else { return }
        first += place == 0 ? 1 : 0
        firstThree += place < 3 ? 1 : 0
        firstTen += place < 10 ? 1 : 0
    }

    /// A one-line summary for people.
    package var summary: String {
        func percent(_ count: Int) -> String { DisplayText.percent(count, of: inks) }
        let rest = unlabeled > 0 ? "; \(DisplayText.count(unlabeled, "ink")) of other characters not counted" : ""
        return "first \(percent(first)), first three \(percent(firstThree)), first ten \(percent(firstTen)), "
            + "of \(DisplayText.count(inks, "ink"))\(rest)"
    }
}
