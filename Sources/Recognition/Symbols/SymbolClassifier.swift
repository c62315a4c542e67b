public import Ink
internal import System

/// A classifier of single symbols: LaTeX's symbols, digits, letters, punctuation. One network follows the strokes, another sees them as a
/// picture; their errors differ, and their scores are added. Confined to one thread at a time: its working memory is reused for every ink.
public final class SymbolClassifier {
    /// The model's description.
    public var card: ModelCard { description.card }
    /// The symbols that it can read.
    public var symbols: [Symbol] { description.symbols }

    private let description: SymbolDescription
    private let network: Network
    private let pictures: SketchNetwork?
    private let scratch = Scratch()

    /// Loads a model file of the kind "symbols".
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
        description = try SymbolDescription(metadata: tensors.metadata)
        try tensors.verify()
        network = try Network(description.architecture, weights: tensors, instructions: instructions)
        if let convolutions = description.convolutions {
            pictures = try SketchNetwork(
                convolutions, classes: description.symbols.count, prefix: "picture.", weights: tensors, instructions: instructions)
        } else {
            pictures = nil
        }
    }

    /// Returns the commands of the symbols that belong to `kind`, for `among`.
    public func commands(_ kind: Symbol.Kind) -> Set<String> {
        Set(symbols.lazy.filter { $0.kinds.contains(kind) }.map(\.command))
    }

    /// Returns the candidates for the strokes, read together as one symbol, best first; empty for an ink without samples.
    ///
    /// - Parameters:
    ///   - candidates: The maximum number of candidates.
    ///   - among: The commands of the only symbols to consider; nil for all. Unknown commands are ignored.
    ///   - mergingAlike: Whether to merge symbols of the same character, which no drawing distinguishes, into one candidate: the most
    ///     probable of them, with the probability of all.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`.
    public func classify(
        _ strokes: [Stroke], candidates: Int = 10, among: Set<String>? = nil, mergingAlike: Bool = false
    ) throws(RecognitionError) -> [SymbolCandidate] {
        let scores = try logits(strokes)
        let considered = scores.indices.filter { among?.contains(symbols[$0].command) ?? true }
        let found = description.temperature.ranking(scores, among: considered).map {
            SymbolCandidate(symbol: symbols[$0.index], score: $0.probability)
        }
        return Array((mergingAlike ? Self.merged(found) : found).prefix(max(0, candidates)))
    }

    /// Merges candidates of the same character, ranked by their sum.
    private static func merged(_ candidates: [SymbolCandidate]) -> [SymbolCandidate] {
        var places: [String: Int] = [:]
        var merged: [SymbolCandidate] = []
        for candidate in candidates {
            if let character = candidate.symbol.character, let place = places[character] {
                merged[place] = SymbolCandidate(symbol: merged[place].symbol, score: merged[place].score + candidate.score)
            } else {
                if let character = candidate.symbol.character { places[character] = merged.count }
                merged.append(candidate)
            }
        }
        return merged.enumerated().sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }.map(\.element)
    }

    /// Returns the networks' total score of every symbol; empty for an ink without samples.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] {
        let followed = try network.logits(try SymbolFeatureExtractor.features(of: strokes), in: scratch).checked().values
        guard let pictures, !followed.isEmpty else { return followed }
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
    /// Its probability among the considered symbols, 0…1, as the model estimates it.
    public let score: Double
}
