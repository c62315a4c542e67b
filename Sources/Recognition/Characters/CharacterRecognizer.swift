public import Ink
internal import System

/// Says which character of a script an ink is: a kanji, a kana, a Korean syllable, a Greek letter. Belongs to one thread at a time.
///
/// One model a language. Strokes may be in any order and direction, and joined.
public final class CharacterRecognizer {
    /// The model's description.
    public let card: ModelCard
    /// Everything that it knows, one character each.
    public let characters: [String]

    /// The same as a set.
    let known: Set<String>

    private let temperature: Temperature
    private let network: PictureNetwork
    private let scratch = Scratch()

    /// The most candidates of a reading.
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

    /// Takes a model from the bytes of its file, which may go afterwards.
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

    /// A digit, letter or sign alone, with nothing of its like beside it, is so much rarer than the network takes it to be.
    private static let rarityAlone = 0.02

    /// Recognises the strokes as one character; at most ten candidates, best first.
    ///
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`; `tooLittleInk` where there is no more than a dot.
    public func recognize(_ strokes: [Stroke]) throws(RecognitionError) -> [CharacterCandidate] {
        let weighed = try ranking(strokes).map {
            CharacterCandidate(text: $0.text, score: $0.score * (CharacterKind($0.text).isNarrow ? Self.rarityAlone : 1))
        }
        let all = max(weighed.reduce(0) { $0 + $1.score }, .leastNormalMagnitude)
        return Array(
            weighed.map { CharacterCandidate(text: $0.text, score: $0.score / all) }.sorted { $0.score > $1.score }
                .prefix(Self.mostCandidates))
    }

    /// All that a row may need of the characters, with their probabilities among all, the most probable first.
    func ranking(_ strokes: [Stroke]) throws(RecognitionError) -> [CharacterCandidate] {
        let frame = try ShapeFrame(ofMoreThanADot: strokes)
        return temperature.ranking(try logits(frame), among: Array(characters.indices)).prefix(2 * Self.mostCandidates).map {
            CharacterCandidate(text: characters[$0.index], score: $0.probability)
        }
    }

    /// The network's score of every character, in the order of `characters`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] {
        try logits(ShapeFrame(try FeatureExtractor.gather(strokes).ink))
    }

    private func logits(_ frame: ShapeFrame) throws(RecognitionError) -> [Float] {
        try network.logits(CharacterPicture.values(of: frame), in: scratch).checked()
    }
}

/// One of the characters that an ink may be.
public struct CharacterCandidate: Sendable, Hashable {
    /// The character.
    public var text: String
    /// Its probability among all that the model knows, 0…1, as the model estimates it.
    public var score: Double

    /// A candidate.
    @inlinable public init(text: String, score: Double) {
        self.text = text
        self.score = score
    }
}
