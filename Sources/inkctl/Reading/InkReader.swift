internal import ArgumentParser
internal import Editing
internal import Ink
internal import InkProtocol
internal import Recognition

/// What an ink is taken for.
enum InkKind: String, CaseIterable, ExpressibleByArgument {
    case line, page, symbol, shape
}

/// Reads inks as one kind.
enum InkReader {
    /// One line of writing, with the language and the hints.
    case line(Recognizer, RecognitionHints)
    /// The most probable character at every step.
    case greedy(Recognizer)
    /// Lines of writing.
    case page(Recognizer, RecognitionHints)
    /// A symbol, and how many candidates are wanted.
    case symbol(SymbolClassifier, Int)
    /// A shape.
    case shape(ShapeRecognizer)

    /// What is read, for people and as JSON.
    ///
    /// - Throws: `RecognitionError`.
    func read(_ strokes: [Stroke], id: String?) throws(RecognitionError) -> (text: String, record: JSONValue) {
        let reading = try reading(of: strokes)
        return (reading.text, reading.record(id: id))
    }

    /// What is read.
    ///
    /// - Throws: `RecognitionError`.
    func reading(of strokes: [Stroke]) throws(RecognitionError) -> InkReading {
        switch self {
        case .line(let recognizer, let hints): return .line(try recognizer.recognize(strokes, hints: hints))
        case .greedy(let recognizer):
            let text = try recognizer.greedyText(strokes)
            return .line(Transcript(candidates: [Candidate(text: text, score: nil)], words: []))
        case .page(let recognizer, let hints):
            var lines: [(strokes: [Int], transcript: Transcript)] = []
            for indices in PageLayout.lines(of: strokes) {
                lines.append((indices, try recognizer.recognize(indices.map { strokes[$0] }, hints: hints)))
            }
            return .page(lines)
        case .symbol(let classifier, let alternatives): return .symbol(try classifier.classify(strokes, candidates: alternatives))
        case .shape(let recognizer): return .shape(try recognizer.recognize(strokes))
        }
    }
}
