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
        switch self {
        case .line(let recognizer, let hints):
            let transcript = try recognizer.recognize(strokes, hints: hints)
            return (transcript.text, ReadingRecord.reading(id: id, transcript))
        case .greedy(let recognizer):
            let text = try recognizer.greedyText(strokes)
            let transcript = Transcript(candidates: [Candidate(text: text, score: nil)], words: [])
            return (text, ReadingRecord.reading(id: id, transcript))
        case .page(let recognizer, let hints):
            var lines: [(strokes: [Int], transcript: Transcript)] = []
            for indices in PageLayout.lines(of: strokes) {
                lines.append((indices, try recognizer.recognize(indices.map { strokes[$0] }, hints: hints)))
            }
            return (lines.map(\.transcript.text).joined(separator: "\n"), ReadingRecord.page(id: id, lines))
        case .symbol(let classifier, let alternatives):
            let candidates = try classifier.classify(strokes, candidates: alternatives)
            return (candidates.first?.symbol.command ?? "", ReadingRecord.symbol(id: id, candidates))
        case .shape(let recognizer):
            let reading = try recognizer.recognize(strokes)
            return (reading.candidates.first?.name ?? "", ReadingRecord.shape(id: id, reading))
        }
    }
}
