internal import Editing
package import Reading
package import Ink
package import JSON
package import Recognition

/// The kinds of ink, which are read in different ways.
package enum InkKind: String, CaseIterable, Sendable {
    /// One line of writing.
    case line
    /// Several lines of writing.
    case page
    /// One symbol.
    case symbol
    /// One shape.
    case shape
    /// One formula.
    case formula
    /// One sketch of a thing.
    case sketch
    /// One character of a script that is not read as text.
    case character
    /// Several characters of such a script, in a row, in a column or superimposed.
    case characters

    /// Creates the kind of a private tag; nil for other tags. `zxx-Zsym-x-autodraw` stands for the names of sketches, and
    /// `zxx-Zsye-x-emoji` for their emoji.
    package init?(tag: String) {
        guard tag.lowercased() == "zxx-zsym-x-autodraw" || Self.isEmoji(tag: tag) else { return nil }
        self = .sketch
    }

    /// Whether the tag requests emoji.
    static func isEmoji(tag: String) -> Bool { tag.lowercased() == "zxx-zsye-x-emoji" }
}

/// A recognizer for inks of one kind.
package enum InkReader {
    /// One line of writing, with the language and the hints.
    case line(Recognizer, RecognitionHints)
    /// One line of writing, by greedy decoding.
    case greedy(Recognizer)
    /// Lines of writing.
    case page(Recognizer, RecognitionHints)
    /// A symbol, with the number of candidates.
    case symbol(SymbolClassifier, Int)
    /// A shape.
    case shape(ShapeRecognizer)
    /// A formula, with the number of candidates.
    case formula(FormulaReader, Int)
    /// A sketch. With `onlyEmoji`, only emoji are considered, and the text of the reading is an emoji.
    case sketch(SketchRecognizer, onlyEmoji: Bool)
    /// A character.
    case character(CharacterRecognizer)
    /// Several characters, with the number of candidates.
    case characters(CharacterRecognizer, Int)

    /// This reader for whole pages, with the same model; unchanged if this reader does not read lines.
    package var ofPages: InkReader {
        if case .line(let recognizer, let hints) = self { .page(recognizer, hints) } else { self }
    }

    /// Recognizes the strokes; returns the result as text and as JSON.
    ///
    /// - Throws: `RecognitionError`.
    package func read(_ strokes: [Stroke], id: String?) throws(RecognitionError) -> (text: String, record: JSONValue) {
        let reading = try reading(of: strokes)
        return (reading.line, reading.record(id: id))
    }

    /// Recognizes the strokes.
    ///
    /// - Throws: `RecognitionError`.
    package func reading(of strokes: [Stroke]) throws(RecognitionError) -> InkReading {
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
        case .formula(let reader, let alternatives):
            return .formula(try reader.read(strokes, alternatives: alternatives), samples: strokes.map(\.points.count))
        case .sketch(let recognizer, let onlyEmoji):
            return .sketch(try recognizer.recognize(strokes, onlyEmoji: onlyEmoji), onlyEmoji: onlyEmoji)
        case .character(let recognizer): return .character(try recognizer.recognize(strokes))
        case .characters(let recognizer, let alternatives): return .line(try recognizer.transcript(of: strokes, alternatives: alternatives))
        }
    }
}

/// A recognition result.
package enum InkReading {
    /// One line of writing.
    case line(Transcript)
    /// Lines of writing, each with the numbers of its strokes in the ink.
    case page([(strokes: [Int], transcript: Transcript)])
    /// A symbol: candidates, best first.
    case symbol([SymbolCandidate])
    /// A shape.
    case shape(ShapeReading)
    /// A formula, with the number of samples of each stroke.
    case formula(ReadFormula, samples: [Int])
    /// A sketch. With `onlyEmoji`, only emoji were considered, and the text is an emoji.
    case sketch(SketchReading, onlyEmoji: Bool)
    /// A character: candidates, best first.
    case character([CharacterCandidate])

    /// The best candidate; for a page the best of each line.
    package var text: String { candidates.first?.text ?? "" }

    /// The line to print for people: the text; for a sketch all candidates with their emoji and probabilities in percent.
    package var line: String {
        guard case .sketch(let reading, _) = self else { return text }
        return reading.candidates.map { candidate in
            [candidate.sketch.name, candidate.sketch.emoji, "\(Int((candidate.score * 100).rounded())) %"].compactMap(\.self)
                .joined(separator: " ")
        }.joined(separator: ", ")
    }

    /// The candidates, best first. The score of a line or formula is a natural logarithm; that of symbols, shapes, sketches and characters
    /// is a probability. A page has one candidate without a score.
    package var candidates: [Candidate] {
        switch self {
        case .line(let transcript): transcript.candidates
        case .page(let lines): [Candidate(text: lines.map(\.transcript.text).joined(separator: "\n"), score: nil)]
        case .symbol(let candidates): candidates.map { Candidate(text: $0.symbol.command, score: $0.score) }
        case .shape(let reading): reading.candidates.map { Candidate(text: $0.name, score: $0.score) }
        case .formula(let formula, _): formula.candidates.map { Candidate(text: $0.latex, score: $0.score) }
        case .sketch(let reading, let onlyEmoji):
            reading.candidates.map { Candidate(text: onlyEmoji ? $0.sketch.emoji ?? "" : $0.sketch.name, score: $0.score) }
        case .character(let candidates): candidates.map { Candidate(text: $0.text, score: $0.score) }
        }
    }

    /// The words of writing in reading order, with the stroke numbers of the ink.
    package var words: [TranscribedWord] {
        switch self {
        case .line(let transcript): transcript.words
        case .page(let lines): lines.flatMap { line in line.transcript.words.map { Self.renumbered($0, line.strokes) } }
        case .symbol, .shape, .formula, .sketch, .character: []
        }
    }

    /// The probability that the whole reading is correct, 0 to 1; nil if unknown.
    package var confidence: Double? {
        guard case .line(let transcript) = self else { return nil }
        return transcript.confidence
    }

    /// Returns the result as a JSON object, with the ink's ID.
    package func record(id: String?) -> JSONValue {
        switch self {
        case .line(let transcript): ReadingRecord.reading(id: id, transcript)
        case .page(let lines): ReadingRecord.page(id: id, lines)
        case .symbol(let candidates): ReadingRecord.symbol(id: id, candidates)
        case .shape(let reading): ReadingRecord.shape(id: id, reading)
        case .formula(let formula, let samples): ReadingRecord.formula(id: id, formula, samples: samples)
        case .sketch(let reading, _): ReadingRecord.sketch(id: id, text: text, reading)
        case .character(let candidates): ReadingRecord.character(id: id, candidates)
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
