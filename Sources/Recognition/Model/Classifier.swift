import Glibc
import Ink
import System

/// The common part of the recognizers that choose among classes: a model file's description, and its network with the working memory.
///
/// Confined to one thread at a time.
struct Classifier<Description: ClassifierDescription> {
    let description: Description
    let network: Description.Scorer
    let scratch = Scratch()

    /// Loads a model file.
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    init(modelPath: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: modelPath)
        try self.init(bytes: file.bytes, instructions: .best)
        // keep the file mapped until its bytes have been read
        withExtendedLifetime(file) {}
    }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        let tensors = try Safetensors(bytes)
        description = try Description(metadata: tensors.metadata)
        try tensors.verify()
        network = try description.network(tensors, instructions)
    }

    /// Returns the considered classes, the most probable first, with their probabilities normalized to a sum of 1.
    func ranking(_ scores: [Float], among considered: [Int]) -> [Temperature.Rank] {
        description.temperature.ranking(scores, among: considered)
    }
}

extension Classifier where Description.Scorer: PictureClassifier {
    /// Returns the network's score of every class.
    ///
    /// - Throws: `notFinite`.
    func logits(_ picture: [Float]) throws(RecognitionError) -> [Float] { try network.logits(picture, in: scratch).checked() }
}

extension Classifier where Description: InkDescription {
    /// Returns the network's score of every class, for an ink in its frame.
    ///
    /// - Throws: `notFinite`.
    func logits(_ frame: ShapeFrame) throws(RecognitionError) -> [Float] { try logits(Description.picture(of: frame)) }

    /// Returns the network's score of every class, for an ink of any size.
    ///
    /// - Throws: `coordinate`, `tooMuchInk`, `notFinite`.
    func logits(_ strokes: [Stroke]) throws(RecognitionError) -> [Float] {
        try logits(ShapeFrame(try FeatureExtractor.gather(strokes).ink))
    }
}

/// The validated description of a model file with a network that scores classes.
protocol ClassifierDescription {
    associatedtype Scorer

    var card: ModelCard { get }
    /// The divisor of the network's scores before they become probabilities.
    var temperature: Temperature { get }

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`, `newerFormat`, `wrongPipeline`.
    init(metadata: [String: String]) throws(RecognitionError)

    /// Loads the network's weights from the file.
    ///
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    func network(_ file: Safetensors, _ instructions: InstructionSet) throws(RecognitionError) -> Scorer
}

/// The description of a network that sees one ink as a picture.
protocol InkDescription: ClassifierDescription where Scorer: PictureClassifier {
    /// Returns the network's input.
    static func picture(of frame: ShapeFrame) -> [Float]
}

/// A network from a picture to a score for every class.
protocol PictureClassifier {
    /// Returns a score for every class.
    ///
    /// - Parameter picture: Rows from top to bottom, in each the cells from left to right, in each the planes.
    func logits(_ picture: [Float], in scratch: Scratch) -> [Float]
}

/// The calibration of a network: the number by which scores are divided before softmax (Guo et al. 2017, "On calibration of modern neural
/// networks").
struct Temperature: Sendable, Hashable {
    /// A class with its probability, 0…1.
    typealias Rank = (index: Int, probability: Double)

    private let value: Double

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`.
    init(metadata: [String: String]) throws(RecognitionError) {
        guard let value = metadata["temperature"].flatMap(Double.init), (0.05...20).contains(value) else {
            throw .metadata(key: "temperature", problem: "is not a number from 0.05 to 20")
        }
        self.value = value
    }

    /// Returns the considered classes, the most probable first, with their probabilities normalized to a sum of 1.
    func ranking(_ scores: [Float], among considered: [Int]) -> [Rank] {
        guard let best = considered.map({ scores[$0] }).max() else { return [] }
        let weights = considered.map { (index: $0, probability: exp(Double(scores[$0] - best) / value)) }
        let total = weights.reduce(0) { $0 + $1.probability }
        return weights.sorted { ($0.probability, $1.index) > ($1.probability, $0.index) }.map { ($0.index, $0.probability / total) }
    }

    /// Merges the classes with the same key into the most probable of them, and adds their probabilities. Classes without a key are
    /// unchanged.
    static func merged(_ ranking: [Rank], by key: (Int) -> String?) -> [Rank] {
        var places: [String: Int] = [:]
        var merged: [Rank] = []
        for rank in ranking {
            let key = key(rank.index)
            if let key, let place = places[key] {
                merged[place].probability += rank.probability
            } else {
                if let key { places[key] = merged.count }
                merged.append(rank)
            }
        }
        return merged.enumerated().sorted { ($0.element.probability, $1.offset) > ($1.element.probability, $0.offset) }.map(\.element)
    }
}
