internal import Glibc
public import Ink

extension CharacterRecognizer {
    /// Returns the transcript of an ink read as characters. Each character is a word with its own candidates. If the script does not use
    /// spaces, no spaces are around the words.
    ///
    /// - Parameters:
    ///   - boxes: The boxes for one character each; with boxes, `layout` is ignored.
    ///   - alternatives: The maximum number of candidates of the whole text, and of each character.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`.
    public func transcript(
        of strokes: [Stroke], layout: CharacterLayout = .automatic, boxes: CharacterBoxes? = nil, alternatives: Int = mostCandidates
    ) throws(RecognitionError) -> Transcript {
        let row: [RowCharacter]
        if let boxes { row = try recognize(strokes, in: boxes) } else { row = try recognizeRow(strokes, layout: layout) }
        return Transcript(
            candidates: Self.texts(of: row, most: alternatives), words: row.map { Self.word($0, of: strokes, alternatives: alternatives) },
            confidence: row.isEmpty ? nil : row.reduce(1) { $0 * ($1.candidates.first?.score ?? 0) })
    }

    private static func word(_ character: RowCharacter, of strokes: [Stroke], alternatives: Int) -> TranscribedWord {
        let ranges = character.strokes.map { StrokeRange(stroke: $0, first: 0, last: strokes[$0].points.count - 1) }
        return TranscribedWord(
            text: character.text, box: character.box, ranges: ranges,
            candidates: character.candidates.prefix(max(1, alternatives)).map { Candidate(text: $0.text, score: logarithm($0.score)) },
            graphemes: [TranscribedGrapheme(text: character.text, ranges: ranges)], confidence: character.candidates.first?.score)
    }

    /// Returns the best text, then texts that differ from the best in one character, the most probable first.
    private static func texts(of row: [RowCharacter], most: Int) -> [Candidate] {
        guard !row.isEmpty else { return [] }
        func text(_ place: Int? = nil, _ other: String = "") -> String {
            row.enumerated().map { ($0 > 0 && $1.followsSpace ? " " : "") + ($0 == place ? other : $1.text) }.joined()
        }
        let best = row.reduce(0) { $0 + logarithm($1.candidates.first?.score ?? 0) }
        var others: [Candidate] = []
        for (place, character) in row.enumerated() {
            let first = logarithm(character.candidates.first?.score ?? 0)
            for candidate in character.candidates.dropFirst() {
                others.append(Candidate(text: text(place, candidate.text), score: best - first + logarithm(candidate.score)))
            }
        }
        others.sort { ($0.score ?? 0, $1.text) > ($1.score ?? 0, $0.text) }
        return [Candidate(text: text(), score: best)] + others.prefix(max(0, most - 1))
    }

    /// Returns the logarithm of a probability; finite even for 0.
    private static func logarithm(_ probability: Double) -> Double { log(max(probability, 1e-30)) }
}
