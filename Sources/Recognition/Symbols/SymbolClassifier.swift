public import Ink

/// A classifier of single symbols: LaTeX's symbols, digits, letters, punctuation. One network processes the strokes as a sequence,
/// another as a picture; their errors differ, so their scores are added. Confined to one thread at a time: its working memory is reused
/// for every ink.
public final class SymbolClassifier {
    /// The model's description.
    public var card: ModelCard { classifier.description.card }
    /// The symbols that the classifier can read.
    public var symbols: [Symbol] { classifier.description.symbols }

    private let classifier: Classifier<SymbolDescription>

    /// Loads a model file of the kind "symbols".
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public init(modelPath: String) throws(RecognitionError) { classifier = try Classifier(modelPath: modelPath) }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        classifier = try Classifier(bytes: bytes, instructions: instructions)
    }

    /// Returns the commands of the symbols that belong to `kind`, for the parameter `among` of `classify`.
    public func commands(_ kind: Symbol.Kind) -> Set<String> {
        Set(symbols.lazy.filter { $0.kinds.contains(kind) }.map(\.command))
    }

    /// Returns the candidates for the strokes, read together as one symbol, best first; empty for an ink without samples.
    ///
    /// - Parameters:
    ///   - candidates: The maximum number of candidates.
    ///   - among: The commands of the only symbols to consider; nil for all. Unknown commands are ignored.
    ///   - mergingAlike: Whether to merge symbols with the same character, which cannot be distinguished by shape, into one candidate:
    ///     the most probable of them, with the probability of all.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`.
    public func classify(
        _ strokes: [Stroke], candidates: Int = 10, among: Set<String>? = nil, mergingAlike: Bool = false
    ) throws(RecognitionError) -> [SymbolCandidate] {
        let scores = try logits(strokes)
        let symbols = symbols
        var found = classifier.ranking(scores, among: scores.indices.filter { among?.contains(symbols[$0].command) ?? true })
        if mergingAlike { found = Temperature.merged(found) { symbols[$0].character } }
        return found.prefix(max(0, candidates)).map { SymbolCandidate(symbol: symbols[$0.index], score: $0.probability) }
    }

    /// Returns the networks' total score of every symbol; empty for an ink without samples.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] {
        let (networks, scratch) = (classifier.network, classifier.scratch)
        let followed = try networks.strokes.logits(try SymbolFeatureExtractor.features(of: strokes), in: scratch).checked().values
        guard let pictures = networks.picture, !followed.isEmpty else { return followed }
        let seen = try pictures.logits(SketchPicture.values(of: ShapeFrame(try FeatureExtractor.gather(strokes).ink)), in: scratch)
            .checked()
        return zip(followed, seen).map(+)
    }
}

/// One class of a symbol classifier.
public struct Symbol: Sendable, Hashable {
    /// The category of a symbol; one may belong to several.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Decodable {
        /// The symbols of Detexify.
        case latex
        /// Printable ASCII characters except the space.
        case ascii
        /// 0…9.
        case digit
    }

    /// The LaTeX command: "\alpha", "\#", "7"; unique within a model.
    public let command: String
    /// The equivalent Unicode character; nil if no character matches exactly. Symbols that look alike may have the same character.
    public let character: String?
    /// The symbol's categories.
    public let kinds: Set<Kind>
}

/// A candidate symbol for an ink, with its probability.
public struct SymbolCandidate: Sendable, Hashable {
    /// The symbol.
    public let symbol: Symbol
    /// The symbol's probability among the considered symbols, 0…1, as the model estimates it.
    public let score: Double
}
