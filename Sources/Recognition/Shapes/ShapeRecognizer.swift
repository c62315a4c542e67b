public import Ink
internal import System

/// Tells which shape an ink is: line, arrow, rectangle, ellipse and the like, marks, and a few letters. Belongs to one thread at a time.
public final class ShapeRecognizer {
    /// What the model says about itself.
    public let card: ModelCard
    /// Every shape that it knows; "other" is none of them.
    public let names: [String]

    private let temperature: Temperature
    private let network: ShapeNetwork
    private let scratch = Scratch()

    private static let mostCandidates = 5

    /// Loads a model file of the kind "shapes".
    ///
    /// - Throws: `RecognitionError` saying what does not fit.
    public convenience init(modelPath: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: modelPath)
        try self.init(bytes: file.bytes, instructions: .best)
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }

    /// Takes a model from the bytes of its file, which may go afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        let tensors = try Safetensors(bytes)
        let description = try ShapeDescription(metadata: tensors.metadata)
        try tensors.verify()
        network = try ShapeNetwork(description, weights: tensors, instructions: instructions)
        (card, names, temperature) = (description.card, description.names, description.temperature)
    }

    /// What the strokes, in any order and direction, are as one shape; at most five candidates.
    ///
    /// - Parameter among: The only names to consider, the rest being impossible; nil for all. Unknown ones are passed over: with no known one
    ///   there are no candidates.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`; `tooLittleInk` where there is no more than a dot.
    public func recognize(_ strokes: [Stroke], among: Set<String>? = nil) throws(RecognitionError) -> ShapeReading {
        let ink = try FeatureExtractor.gather(strokes).ink
        let frame = ShapeFrame(ink)
        guard !frame.isDot else { throw .tooLittleInk(samples: ink.x.count) }
        let scores = network.logits(ShapePicture.values(of: frame), in: scratch)
        let considered = names.indices.filter { among?.contains(names[$0]) ?? true }
        let fit = ShapeFit(frame)
        return ShapeReading(
            candidates: temperature.ranking(scores, among: considered).prefix(Self.mostCandidates).map { index, probability in
                ShapeCandidate(name: names[index], score: probability, geometry: fit.geometry(names[index]))
            })
    }

    /// The network's score of every shape, in the order of `names`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] {
        network.logits(ShapePicture.values(of: ShapeFrame(try FeatureExtractor.gather(strokes).ink)), in: scratch)
    }
}
