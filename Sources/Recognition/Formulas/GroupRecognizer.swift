public import Ink
internal import System

/// Says which symbol of a formula a group of its strokes is, or that it is none: a part of one, or parts of several. Belongs to one thread at
/// a time.
///
/// The network sees the group and what is around it, so size and place count; the order of strokes does not.
public final class GroupRecognizer {
    /// The model's description.
    public let card: ModelCard
    /// All symbols that it knows, in LaTeX.
    public let symbols: [String]

    /// A usual size that may be divided by.
    public static let smallestUnit = 1e-6

    /// In the order of the network's classes; empty for no symbol.
    private let classes: [String]
    private let temperature: Temperature
    private let network: PictureNetwork
    private let scratch = Scratch()

    /// Loads a model file of the kind "formulas".
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
        let description = try FormulaDescription(metadata: tensors.metadata)
        try tensors.verify()
        network = try PictureNetwork(
            description.plan, side: GroupPicture.grid, planes: GroupPicture.planes, classes: description.classes.count, weights: tensors,
            instructions: instructions)
        (card, classes, temperature) = (description.card, description.classes, description.temperature)
        symbols = description.classes.filter { !$0.isEmpty }
    }

    /// The candidates of each group.
    ///
    /// - Parameters:
    ///   - strokes: All strokes of the formula.
    ///   - unit: The usual size of a stroke, in the strokes' unit; what is less than `smallestUnit`, or no number, counts as that.
    ///   - groups: Numbers of strokes.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`.
    public func read(_ groups: [[Int]], of strokes: [Stroke], unit: Double) throws(RecognitionError) -> [GroupReading] {
        let all = Array(classes.indices)
        return try logits(groups, of: strokes, unit: unit).map { scores in
            let ranking = temperature.ranking(scores, among: all)
            let none = ranking.first { classes[$0.index].isEmpty }?.probability ?? 0
            let candidates = ranking.lazy.filter { !self.classes[$0.index].isEmpty }.prefix(GroupReading.mostCandidates).map {
                GroupReading.Candidate(latex: self.classes[$0.index], score: $0.probability)
            }
            return GroupReading(none: none, candidates: Array(candidates))
        }
    }

    /// The network's score of every class, for each group.
    func logits(_ groups: [[Int]], of strokes: [Stroke], unit: Double) throws(RecognitionError) -> [[Float]] {
        let picture = try GroupPicture(of: strokes, unit: unit.isFinite ? max(unit, Self.smallestUnit) : Self.smallestUnit)
        return try groups.map { group throws(RecognitionError) in
            try network.logits(picture.values(of: group), in: scratch).checked()
        }
    }
}

/// What a group of strokes may be.
public struct GroupReading: Sendable, Hashable {
    /// A symbol that it may be.
    public struct Candidate: Sendable, Hashable {
        /// The symbol in LaTeX: "x", "\alpha".
        public var latex: String
        /// 0…1: its probability among all symbols and none, as the model estimates it.
        public var score: Double

        /// A candidate.
        @inlinable public init(latex: String, score: Double) {
            self.latex = latex
            self.score = score
        }
    }

    /// The most candidates of a group.
    public static let mostCandidates = 8

    /// 0…1: the probability that it is no symbol.
    public var none: Double
    /// Best first.
    public var candidates: [Candidate]

    /// A reading.
    @inlinable public init(none: Double, candidates: [Candidate]) {
        self.none = none
        self.candidates = candidates
    }
}
