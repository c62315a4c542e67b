internal import Glibc
public import Ink

/// A recognizer of the subject of a sketch: a cat, a bicycle, a cloud. Confined to one thread at a time.
public final class SketchRecognizer {
    /// The model's description.
    public var card: ModelCard { classifier.description.card }
    /// All sketches that the model knows.
    public var sketches: [Sketch] { classifier.description.sketches }

    private let classifier: Classifier<SketchDescription>

    private static let mostCandidates = 5

    /// Loads a model file of the kind "sketches".
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public init(modelPath: String) throws(RecognitionError) { classifier = try Classifier(modelPath: modelPath) }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        classifier = try Classifier(bytes: bytes, instructions: instructions)
    }

    /// Recognizes the strokes as one sketch; at most five candidates, best first.
    ///
    /// - Parameter onlyEmoji: Whether only sketches with an emoji are considered, with one candidate per emoji: its most probable sketch,
    ///   with the total probability of its sketches.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`; `tooLittleInk` for no more than a dot.
    public func recognize(_ strokes: [Stroke], onlyEmoji: Bool = false) throws(RecognitionError) -> SketchReading {
        let frame = try ShapeFrame(ofMoreThanADot: strokes)
        let scores = try classifier.logits(frame)
        let sketches = sketches
        var found = classifier.ranking(scores, among: sketches.indices.filter { !onlyEmoji || sketches[$0].emoji != nil })
        if onlyEmoji { found = Temperature.merged(found) { sketches[$0].emoji } }
        return SketchReading(
            candidates: found.prefix(Self.mostCandidates).map { SketchCandidate(sketch: sketches[$0.index], score: $0.probability) })
    }

    /// Returns the emoji of a sketch as the only word of a text.
    ///
    /// - Throws: Like `recognize`, except for a dot, whose transcript is empty.
    public func emojiTranscript(of strokes: [Stroke]) throws(RecognitionError) -> Transcript {
        let reading: SketchReading
        do throws(RecognitionError) {
            reading = try recognize(strokes, onlyEmoji: true)
        } catch {
            guard case .tooLittleInk = error else { throw error }
            return Transcript(candidates: [], words: [])
        }
        let candidates = reading.candidates.compactMap { candidate in
            candidate.sketch.emoji.map { Candidate(text: $0, score: log(max(candidate.score, 1e-30))) }
        }
        guard let best = candidates.first else { return Transcript(candidates: [], words: []) }
        let written = strokes.indices.filter { !strokes[$0].points.isEmpty }
        let ranges = written.map { StrokeRange(stroke: $0, first: 0, last: strokes[$0].points.count - 1) }
        let word = TranscribedWord(
            text: best.text, box: Box(around: strokes.flatMap(\.points)), ranges: ranges, candidates: candidates,
            graphemes: [TranscribedGrapheme(text: best.text, ranges: ranges)], confidence: reading.candidates.first?.score)
        return Transcript(candidates: candidates, words: [word], confidence: reading.candidates.first?.score)
    }

    /// Returns the network's score of every sketch, in the order of `sketches`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] { try classifier.logits(strokes) }
}

/// One class of a sketch model.
public struct Sketch: Sendable, Hashable {
    /// The English name of the thing: "cat", unique within a model.
    public let name: String
    /// The emoji that shows the same thing; nil if no emoji fits. Several sketches may have the same emoji.
    public let emoji: String?

    /// Creates a sketch.
    @inlinable public init(name: String, emoji: String? = nil) {
        self.name = name
        self.emoji = emoji
    }
}

/// A candidate for the subject of an ink.
public struct SketchCandidate: Sendable, Hashable {
    /// The sketched thing.
    public var sketch: Sketch
    /// The sketch's probability among the considered sketches, 0…1, as the model estimates it.
    public var score: Double

    /// Creates a candidate.
    @inlinable public init(sketch: Sketch, score: Double) {
        self.sketch = sketch
        self.score = score
    }
}

/// The reading of an ink as one sketch.
public struct SketchReading: Sendable, Hashable {
    /// The score difference of the best two candidates below which a reading is ambiguous.
    public static let ambiguousMargin = ShapeReading.ambiguousMargin

    /// The candidates, best first.
    public var candidates: [SketchCandidate]

    /// Whether the second candidate is nearly as probable as the first, so that the caller should ask the user, or do nothing.
    public var ambiguous: Bool { candidates.count > 1 && candidates[0].score - candidates[1].score < Self.ambiguousMargin }

    /// Creates a reading of these candidates, best first.
    @inlinable public init(candidates: [SketchCandidate]) { self.candidates = candidates }
}
