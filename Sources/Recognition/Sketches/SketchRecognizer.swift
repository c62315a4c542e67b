internal import Glibc
public import Ink
internal import System

/// Says what a sketch shows: a cat, a bicycle, a cloud. Belongs to one thread at a time.
public final class SketchRecognizer {
    /// The model's description.
    public let card: ModelCard
    /// Everything that it knows.
    public let sketches: [Sketch]

    private let temperature: Temperature
    private let network: SketchNetwork
    private let scratch = Scratch()

    private static let mostCandidates = 5

    /// Loads a model file of the kind "sketches".
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
        let description = try SketchDescription(metadata: tensors.metadata)
        try tensors.verify()
        network = try SketchNetwork(
            description.convolutions, classes: description.sketches.count, weights: tensors, instructions: instructions)
        (card, sketches, temperature) = (description.card, description.sketches, description.temperature)
    }

    /// Recognises the strokes as one sketch; at most five candidates, best first.
    ///
    /// - Parameter onlyEmoji: Whether only sketches that have an emoji are considered, and each emoji is one candidate: the most probable
    ///   sketch of it, with the probability of all.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `notFinite`; `tooLittleInk` where there is no more than a dot.
    public func recognize(_ strokes: [Stroke], onlyEmoji: Bool = false) throws(RecognitionError) -> SketchReading {
        let frame = try ShapeFrame(ofMoreThanADot: strokes)
        let scores = try logits(frame)
        let considered = sketches.indices.filter { !onlyEmoji || sketches[$0].emoji != nil }
        let found = temperature.ranking(scores, among: considered).map {
            SketchCandidate(sketch: sketches[$0.index], score: $0.probability)
        }
        return SketchReading(candidates: Array((onlyEmoji ? Self.merged(found) : found).prefix(Self.mostCandidates)))
    }

    /// The emoji of a sketch as the one word of a text.
    ///
    /// - Throws: as `recognize`, but for a dot, of which nothing is read.
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

    /// Candidates of the same emoji as one, with the sum of their probabilities.
    private static func merged(_ candidates: [SketchCandidate]) -> [SketchCandidate] {
        var places: [String: Int] = [:]
        var merged: [SketchCandidate] = []
        for candidate in candidates {
            guard let emoji = candidate.sketch.emoji else { continue }
            if let place = places[emoji] {
                merged[place].score += candidate.score
            } else {
                places[emoji] = merged.count
                merged.append(candidate)
            }
        }
        return merged.enumerated().sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }.map(\.element)
    }

    /// The network's score of every sketch, in the order of `sketches`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] {
        try logits(ShapeFrame(try FeatureExtractor.gather(strokes).ink))
    }

    private func logits(_ frame: ShapeFrame) throws(RecognitionError) -> [Float] {
        try network.logits(SketchPicture.values(of: frame), in: scratch).checked()
    }
}

/// One class of a sketch model.
public struct Sketch: Sendable, Hashable {
    /// The English name of the thing: "cat". No two sketches of a model have the same.
    public let name: String
    /// The emoji that shows the same; nil where none fits. Several sketches may have the same.
    public let emoji: String?

    /// A sketch.
    @inlinable public init(name: String, emoji: String? = nil) {
        self.name = name
        self.emoji = emoji
    }
}

/// One of the things that an ink may show.
public struct SketchCandidate: Sendable, Hashable {
    /// What it shows.
    public var sketch: Sketch
    /// Its probability among those considered, 0…1, as the model estimates it.
    public var score: Double

    /// A candidate.
    @inlinable public init(sketch: Sketch, score: Double) {
        self.sketch = sketch
        self.score = score
    }
}

/// The reading of an ink as one sketch.
public struct SketchReading: Sendable, Hashable {
    /// Best two candidates whose scores lie closer together than this make a reading ambiguous.
    public static let ambiguousMargin = ShapeReading.ambiguousMargin

    /// What it may show, best first.
    public var candidates: [SketchCandidate]

    /// Whether the second candidate is nearly as probable as the first: ask, or do nothing.
    public var ambiguous: Bool { candidates.count > 1 && candidates[0].score - candidates[1].score < Self.ambiguousMargin }

    /// A reading of these candidates, best first.
    @inlinable public init(candidates: [SketchCandidate]) { self.candidates = candidates }
}
