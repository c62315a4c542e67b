public import Ink
internal import System

/// A recognizer of a single character of a script: a kanji, a kana, a Korean syllable, a Greek letter. Confined to one thread at a time.
///
/// Each language has one model. Strokes may be in any order and direction, and joined.
public final class CharacterRecognizer {
    /// The model's description.
    public let card: ModelCard
    /// All characters that the model knows.
    public let characters: [String]

    /// The same characters as a set.
    let known: Set<String>

    private let temperature: Temperature
    private let network: PictureNetwork
    private let scratch = Scratch()

    /// The maximum number of candidates of a reading.
    public static let mostCandidates = 10

    /// Loads a model file of the kind "characters".
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public convenience init(modelPath: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: modelPath)
        try self.init(bytes: file.bytes, instructions: .best)
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        let tensors = try Safetensors(bytes)
        let description = try CharacterDescription(metadata: tensors.metadata)
        try tensors.verify()
        network = try PictureNetwork(
            description.plan, side: CharacterPicture.samples, planes: CharacterPicture.directions, classes: description.characters.count,
            weights: tensors, instructions: instructions)
        known = Set(description.characters)
        (card, characters, temperature) = (description.card, description.characters, description.temperature)
    }

    /// The factor by which a digit, letter or sign alone, with no similar one beside it, is rarer than the network estimates.
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

    /// Returns the candidates that a row may need, with their probabilities among all characters, the most probable first.
    func ranking(_ strokes: [Stroke]) throws(RecognitionError) -> [CharacterCandidate] {
        let frame = try ShapeFrame(ofMoreThanADot: strokes)
        return temperature.ranking(try logits(frame), among: Array(characters.indices)).prefix(2 * Self.mostCandidates).map {
            CharacterCandidate(text: characters[$0.index], score: $0.probability)
        }
    }

    /// Returns the network's score of every character, in the order of `characters`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] {
        try logits(ShapeFrame(try FeatureExtractor.gather(strokes).ink))
    }

    private func logits(_ frame: ShapeFrame) throws(RecognitionError) -> [Float] {
        try network.logits(CharacterPicture.values(of: frame), in: scratch).checked()
    }
}

/// A candidate for the character of an ink.
public struct CharacterCandidate: Sendable, Hashable {
    /// The character.
    public var text: String
    /// Its probability among all characters that the model knows, 0…1, as the model estimates it.
    public var score: Double

    /// Creates a candidate.
    @inlinable public init(text: String, score: Double) {
        self.text = text
        self.score = score
    }
}
