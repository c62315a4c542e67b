internal import Ink
internal import InkProtocol
internal import Recognition

/// What an ink was read as.
enum InkReading {
    /// A line of writing.
    case line(Transcript)
    /// Lines of writing, each with the numbers of its strokes in the ink.
    case page([(strokes: [Int], transcript: Transcript)])
    /// A symbol: candidates, best first.
    case symbol([SymbolCandidate])
    /// A shape.
    case shape(ShapeReading)

    /// For people: the best candidate, of a page one a line.
    var text: String { candidates.first?.text ?? "" }

    /// What it may say, best first. Of lines a score is a natural logarithm, of the others a probability; a page has one without a score.
    var candidates: [Candidate] {
        switch self {
        case .line(let transcript): transcript.candidates
        case .page(let lines): [Candidate(text: lines.map(\.transcript.text).joined(separator: "\n"), score: nil)]
        case .symbol(let candidates): candidates.map { Candidate(text: $0.symbol.command, score: $0.score) }
        case .shape(let reading): reading.candidates.map { Candidate(text: $0.name, score: $0.score) }
        }
    }

    /// The words of writing in reading order, their strokes numbered as in the ink.
    var words: [TranscribedWord] {
        switch self {
        case .line(let transcript): transcript.words
        case .page(let lines): lines.flatMap { line in line.transcript.words.map { Self.renumbered($0, line.strokes) } }
        case .symbol, .shape: []
        }
    }

    /// 0 to 1: how probable it is that all is right; nil where nothing is known about that.
    var confidence: Double? {
        guard case .line(let transcript) = self else { return nil }
        return transcript.confidence
    }

    /// For programs.
    func record(id: String?) -> JSONValue {
        switch self {
        case .line(let transcript): ReadingRecord.reading(id: id, transcript)
        case .page(let lines): ReadingRecord.page(id: id, lines)
        case .symbol(let candidates): ReadingRecord.symbol(id: id, candidates)
        case .shape(let reading): ReadingRecord.shape(id: id, reading)
        }
    }

    private static func renumbered(_ word: TranscribedWord, _ strokes: [Int]) -> TranscribedWord {
        func ranges(_ ranges: [StrokeRange]) -> [StrokeRange] {
            ranges.map {
                StrokeRange(stroke: strokes.indices.contains($0.stroke) ? strokes[$0.stroke] : $0.stroke, first: $0.first, last: $0.last)
            }
        }
        var word = word
        word.ranges = ranges(word.ranges)
        word.graphemes = word.graphemes.map { TranscribedGrapheme(text: $0.text, ranges: ranges($0.ranges)) }
        return word
    }
}
