internal import Editing
internal import Formula
internal import Reading
internal import Glibc
internal import Ink
internal import InkProtocol
internal import Recognition

/// Formulas as lines of text: the words of the line are the symbols of the formula.
extension ReadFormula {
    /// - Parameter strokes: the strokes that the formula was read from.
    func transcript(of strokes: [Stroke]) -> Transcript {
        let words = symbols.map { symbol in
            let ranges = symbol.strokes.filter { strokes.indices.contains($0) }.map {
                StrokeRange(stroke: $0, first: 0, last: max(0, strokes[$0].points.count - 1))
            }
            return TranscribedWord(
                text: symbol.symbol.text, box: symbol.box, ranges: ranges,
                candidates: symbol.candidates.map { Ink.Candidate(text: $0.symbol.text, score: $0.score > 0 ? log($0.score) : nil) },
                graphemes: [TranscribedGrapheme(text: symbol.symbol.text, ranges: ranges)],
                confidence: symbol.candidates.first { $0.symbol == symbol.symbol }?.score)
        }
        return Transcript(candidates: candidates.map { Ink.Candidate(text: $0.latex, score: $0.score) }, words: words)
    }
}

extension FormulaReader {
    /// Reads a line that is a formula, with the user's choices of symbols.
    func read(_ snapshot: LineSnapshot) throws(RecognitionError) -> Transcript {
        try readFormula(snapshot).transcript(of: snapshot.strokes)
    }

    /// Reads a line that is a formula, with the user's choices of symbols, and returns the reader's complete result.
    func readFormula(_ snapshot: LineSnapshot) throws(RecognitionError) -> ReadFormula {
        let places = Dictionary(snapshot.strokes.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
        let decisions = snapshot.decisions.compactMap { choice in
            MathSymbol.text(choice.text).map { Decision(strokes: choice.strokes.compactMap { places[$0] }, symbol: $0) }
        }
        return try read(snapshot.strokes, decisions: decisions)
    }
}

extension EditorSession {
    /// Returns a line as org.inkd.Editor describes it.
    func message(of line: LineState) -> EditorInterface.Line {
        var message = EditorInterface.Line(line)
        guard ink.isFormula(line.id), line.isFinal, let formula = ink.formula(of: line) else { return message }
        let result = ink.value(of: line, besides: reading.results[line.id]?.strokes ?? []).map { value in
            switch value {
            case .success(let value): EditorInterface.FormulaResult(text: ink.resultText(of: value), value: value)
            case .failure(let error): EditorInterface.FormulaResult(problem: error.description)
            }
        }
        message.formula = .init(mathml: MathMLWriter.text(of: formula.math), result: result)
        return message
    }
}
