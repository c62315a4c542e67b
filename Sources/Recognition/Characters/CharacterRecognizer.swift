public import Ink

/// A recognizer of a single character of a script: a kanji, a kana, a Korean syllable, a Greek letter. Confined to one thread at a time.
///
/// Each language has one model. Strokes may be in any order and direction, and joined.
public final class CharacterRecognizer {
    /// The model's description.
    public var card: ModelCard { classifier.description.card }
    /// All characters that the model knows.
    public var characters: [String] { classifier.description.characters }

    /// The model's characters, as a set.
    private(set) lazy var known = Set(characters)

    private let classifier: Classifier<CharacterDescription>

    /// The maximum number of candidates of a reading.
    public static let mostCandidates = 10

    /// Loads a model file of the kind "characters".
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public init(modelPath: String) throws(RecognitionError) { classifier = try Classifier(modelPath: modelPath) }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        classifier = try Classifier(bytes: bytes, instructions: instructions)
    }

    /// The factor for the probability of a digit, letter or punctuation mark without a similar one beside it: on its own it is rarer than
    /// the network estimates.
    private static let rarityAlone = 0.02

    /// Recognizes the strokes as one character; at most ten candidates, best first.
    ///
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`; `tooLittleInk` for no more than a dot.
    public func recognize(_ strokes: [Stroke]) throws(RecognitionError) -> [CharacterCandidate] {
        let weighed = try ranking(strokes).map {
            CharacterCandidate(text: $0.text, score: $0.score * (CharacterKind($0.text).isNarrow ? Self.rarityAlone : 1))
        }
        let all = max(weighed.reduce(0) { $0 + $1.score }, .leastNormalMagnitude)
        return Array(
            weighed.map { CharacterCandidate(text: $0.text, score: $0.score / all) }.sorted { $0.score > $1.score }
                .prefix(Self.mostCandidates))
    }

    /// Returns up to twice `mostCandidates` candidates, because a row may need more. Their probabilities are among all characters; most
    /// probable first.
    func ranking(_ strokes: [Stroke]) throws(RecognitionError) -> [CharacterCandidate] {
        let frame = try ShapeFrame(ofMoreThanADot: strokes)
        let characters = characters
        return classifier.ranking(try classifier.logits(frame), among: Array(characters.indices)).prefix(2 * Self.mostCandidates).map {
            CharacterCandidate(text: characters[$0.index], score: $0.probability)
        }
    }

    /// Returns the network's score of every character, in the order of `characters`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] { try classifier.logits(strokes) }
}

/// A candidate for the character of an ink.
public struct CharacterCandidate: Sendable, Hashable {
    /// The character.
    public var text: String
    /// The character's probability among all characters that the model knows, 0…1, as the model estimates it.
    public var score: Double

    /// Creates a candidate.
    @inlinable public init(text: String, score: Double) {
        self.text = text
        self.score = score
    }
}
