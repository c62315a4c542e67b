internal import Ink

/// A second reading of words in Latin letters within lines of another script: the Latin network reads the line's uncertain words again.
///
/// Each network knows only its script's letters. It reads a foreign word as similar letters, with low confidence and outside any language.
/// Confidence states how often such words are right, which makes the confidences of the two networks comparable.
public struct ForeignWords {
    private let recognizer: Recognizer
    private let language: LanguageModel?

    /// The confidence above which a word is not read again.
    private static let sure = 0.6
    /// The minimum gain in confidence for using the Latin reading: most words of a line are in the line's script.
    private static let gain = 0.3

    /// - Parameters:
    ///   - recognizer: A recognizer of Latin letters; used on the same thread.
    ///   - language: The most likely language of the words; nil for no language.
    public init(recognizer: Recognizer, language: LanguageModel?) {
        self.recognizer = recognizer
        self.language = language
    }

    /// Returns the transcript of a line, in which words are replaced by their Latin reading if it is more probable.
    ///
    /// - Parameters:
    ///   - strokes: The strokes of the line.
    ///   - alternatives: The maximum number of candidates.
    func judged(_ transcript: Transcript, of strokes: [Stroke], alternatives: Int) -> Transcript {
        var result = transcript
        for index in transcript.words.indices {
            guard let word = reading(of: index, in: transcript, strokes, alternatives) else { continue }
            result.words[index] = word
        }
        guard result.words != transcript.words else { return transcript }
        let lead = transcript.text.first == " " ? " " : ""
        let text = lead + result.words.map(\.text).joined(separator: " ")
        result.candidates.insert(Candidate(text: text, score: transcript.candidates.first?.score), at: 0)
        result.candidates = Array(result.candidates.prefix(max(1, alternatives)))
        result.confidence = result.words.reduce(1.0) { $0 * ($1.confidence ?? 0) }
        return result
    }

    /// Returns the word read as Latin letters; nil if that is not more probable, or if the word shares a stroke with another word.
    private func reading(of index: Int, in transcript: Transcript, _ strokes: [Stroke], _ alternatives: Int) -> TranscribedWord? {
        let word = transcript.words[index]
        guard let confidence = word.confidence, confidence < Self.sure, word.text.contains(where: \.isLetter) else { return nil }
        let own = Set(word.ranges.map(\.stroke)).sorted()
        let others = Set(transcript.words.indices.lazy.filter { $0 != index }.flatMap { transcript.words[$0].ranges.map(\.stroke) })
        guard !own.isEmpty, own.allSatisfy(strokes.indices.contains), others.isDisjoint(with: own) else { return nil }
        let before = recognizer.language
        recognizer.language = language
        defer { recognizer.language = before }
        let hints = RecognitionHints(alternatives: alternatives)
        guard let found = try? recognizer.recognize(own.map { strokes[$0] }, hints: hints), let other = found.words.first,
            found.words.count == 1, let probable = other.confidence, probable >= confidence + Self.gain,
            other.text.count > 1, other.text.contains(where: \.isLetter)
        else { return nil }
        func placed(_ ranges: [StrokeRange]) -> [StrokeRange] {
            ranges.map { StrokeRange(stroke: own[$0.stroke], first: $0.first, last: $0.last) }
        }
        var result = word
        result.text = other.text
        result.candidates = Array((other.candidates + word.candidates.prefix(1)).prefix(max(1, alternatives)))
        result.ranges = placed(other.ranges)
        result.graphemes = other.graphemes.map { TranscribedGrapheme(text: $0.text, ranges: placed($0.ranges)) }
        result.confidence = probable
        return result
    }
}
