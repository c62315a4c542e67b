public import Ink

/// A recognizer of the symbol that a group of a formula's strokes forms. A group may also be no symbol: a part of a symbol, or parts of
/// several. Confined to one thread at a time.
///
/// The network sees the group and its surroundings, so size and position matter; the order of strokes does not.
public final class GroupRecognizer {
    /// The model's description.
    public var card: ModelCard { classifier.description.card }
    /// All symbols that the model knows, in LaTeX.
    public private(set) lazy var symbols = classifier.description.classes.filter { !$0.isEmpty }

    /// The smallest usual size that is safe as a divisor.
    public static let smallestUnit = 1e-6

    private let classifier: Classifier<FormulaDescription>

    /// Loads a model file of the kind "formulas".
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public init(modelPath: String) throws(RecognitionError) { classifier = try Classifier(modelPath: modelPath) }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        classifier = try Classifier(bytes: bytes, instructions: instructions)
    }

    /// Returns the reading of each group.
    ///
    /// - Parameters:
    ///   - strokes: All strokes of the formula.
    ///   - unit: The usual size of a stroke, in the strokes' unit; raised to `smallestUnit` if it is smaller or not finite.
    ///   - groups: Indices of strokes.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`.
    public func read(_ groups: [[Int]], of strokes: [Stroke], unit: Double) throws(RecognitionError) -> [GroupReading] {
        let classes = classifier.description.classes
        let all = Array(classes.indices)
        return try logits(groups, of: strokes, unit: unit).map { scores in
            let ranking = classifier.ranking(scores, among: all)
            let none = ranking.first { classes[$0.index].isEmpty }?.probability ?? 0
            let candidates = ranking.lazy.filter { !classes[$0.index].isEmpty }.prefix(GroupReading.mostCandidates).map {
                GroupReading.Candidate(latex: classes[$0.index], score: $0.probability)
            }
            return GroupReading(none: none, candidates: Array(candidates))
        }
    }

    /// Returns the network's score of every class, for each group.
    func logits(_ groups: [[Int]], of strokes: [Stroke], unit: Double) throws(RecognitionError) -> [[Float]] {
        let picture = try GroupPicture(of: strokes, unit: unit.isFinite ? max(unit, Self.smallestUnit) : Self.smallestUnit)
        return try groups.map { group throws(RecognitionError) in
            try classifier.logits(picture.values(of: group))
        }
    }
}

/// The reading of a group of strokes.
public struct GroupReading: Sendable, Hashable {
    /// A candidate symbol.
    public struct Candidate: Sendable, Hashable {
        /// The symbol in LaTeX: "x", "\alpha".
        public var latex: String
        /// The symbol's probability among all symbols and no symbol, 0…1, as the model estimates it.
        public var score: Double

        /// Creates a candidate.
        @inlinable public init(latex: String, score: Double) {
            self.latex = latex
            self.score = score
        }
    }

    /// The maximum number of candidates of a group.
    public static let mostCandidates = 8

    /// The probability that the group is not a symbol, 0…1.
    public var none: Double
    /// The candidates, best first.
    public var candidates: [Candidate]

    /// Creates a reading.
    @inlinable public init(none: Double, candidates: [Candidate]) {
        self.none = none
        self.candidates = candidates
    }
}
