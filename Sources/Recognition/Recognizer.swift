public import Ink

/// Reads handwriting with one model. Belongs to one thread at a time: its working memory is used again for every ink.
public final class Recognizer {
    /// What the model says about itself.
    public let model: ModelDescription

    private let network: Network
    private let scratch = Scratch()
    private let search = BeamSearch()

    /// Loads a model file.
    ///
    /// - Throws: `RecognitionError` saying what does not fit.
    public convenience init(modelPath: String) throws(RecognitionError) {
        let file = try MappedFile(path: modelPath)
        try self.init(bytes: file.bytes, instructions: .best)
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }

    /// Loads a model file to run with the slowest instructions that every processor of the architecture has: what benchmarks compare with.
    package convenience init(baselineModelPath path: String) throws(RecognitionError) {
        let file = try MappedFile(path: path)
        try self.init(bytes: file.bytes, instructions: .baseline)
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }

    /// Single-precision multiplications with addition that the network's matrices take for an ink: the arithmetic that cannot be saved.
    package func multiplications(for strokes: [Stroke]) throws(RecognitionError) -> Int {
        model.architecture.multiplications(rows: try FeatureExtractor.features(of: strokes).rows)
    }

    /// Takes a model from the bytes of its file, which may go afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        let tensors = try Safetensors(bytes)
        model = try ModelDescription(metadata: tensors.metadata)
        try tensors.verify()
        network = try Network(model.architecture, weights: tensors, instructions: instructions)
    }

    /// The most probable texts of an ink of one line, and where the words of the best are written.
    ///
    /// A reading has no spaces at its ends and no two in a row. The transcript is empty for an ink without samples.
    /// - Parameter alternatives: Most readings to return; at least one is looked for.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`.
    public func recognize(_ strokes: [Stroke], alternatives: Int = 5) throws(RecognitionError) -> Transcript {
        let features = try FeatureExtractor.features(of: strokes)
        let scores = network.logProbabilities(features, in: scratch)
        let readings = Reading.best(of: search.hypotheses(scores), alphabet: model.alphabet)
        guard features.rows > 0, let best = readings.first else { return Transcript(candidates: [], words: []) }
        let steps = Alignment.steps(of: best.classes, in: scores) ?? []
        let splitter = WordSplitter(strokes: strokes, features: features, rowsPerStep: model.architecture.rowsPerStep)
        return Transcript(
            candidates: readings.prefix(max(1, alternatives)).map { Candidate(text: $0.text, score: $0.score) },
            words: splitter.words(best.classes, steps: steps, alphabet: model.alphabet))
    }

    /// The text of the most probable class of every step: cheaper and a little worse than `recognize`, and what training measures.
    ///
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`.
    public func greedyText(_ strokes: [Stroke]) throws(RecognitionError) -> String {
        let features = try FeatureExtractor.features(of: strokes)
        return model.alphabet.text(GreedyDecoder.classes(network.logProbabilities(features, in: scratch)))
    }
}
