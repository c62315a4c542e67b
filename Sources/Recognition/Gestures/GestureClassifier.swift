import Glibc

/// A classifier that separates gestures from text by the features of `GestureShape` and `GestureSurroundings`: a perceptron with two hidden
/// layers.
struct GestureClassifier: Sendable {
    /// The version of the features; models trained on another version are refused.
    static let pipeline = 1
    /// The number of features of a stroke.
    static let width = 75
    /// The classes: text, then the kinds of gestures.
    static let classes = ["text"] + GestureKind.allCases.map(\.rawValue)

    private struct Layer {
        var weights: [Float]
        var biases: [Float]
    }

    private let mean: [Float]
    private let deviation: [Float]
    private let layers: [Layer]
    /// The threshold: a stroke is a gesture if the probability of text is less than 1 - `threshold`.
    let threshold: Double

    /// Loads the weights from a model's tensors.
    ///
    /// - Throws: `wrongPipeline`, `metadata`, `missingTensor`, `shape`, `tensor`.
    init(_ tensors: Safetensors, metadata: [String: String]) throws(RecognitionError) {
        let pipeline = metadata["feature_pipeline"] ?? ""
        guard pipeline == String(Self.pipeline) else {
            throw .wrongPipeline(found: pipeline, supported: Self.pipeline)
        }
        guard metadata["classes"] == Self.classes.joined(separator: " ") else {
            throw .metadata(key: "classes", problem: "are not the classes that this program knows")
        }
        guard let threshold = metadata["threshold"].flatMap(Double.init), 0 <= threshold, threshold < 1 else {
            throw .metadata(key: "threshold", problem: "is not a number from 0 to 1")
        }
        self.threshold = threshold
        mean = try tensors.tensor("mean", shape: [Self.width])
        deviation = try tensors.tensor("deviation", shape: [Self.width])
        guard deviation.allSatisfy({ $0 > 0 }) else { throw .tensor("deviation", problem: "holds a number that is not positive") }
        var layers: [Layer] = []
        var inputs = Self.width
        for index in 0..<3 {
            let outputs = index == 2 ? Self.classes.count : try tensors.shape(of: "layer\(index).bias").first ?? 0
            guard (1...1024).contains(outputs) else {
                throw .tensor("layer\(index).bias", problem: "has \(outputs) numbers, expected 1 to 1024")
            }
            layers.append(
                Layer(
                    weights: try tensors.tensor("layer\(index).weight", shape: [outputs, inputs]),
                    biases: try tensors.tensor("layer\(index).bias", shape: [outputs])))
            inputs = outputs
        }
        self.layers = layers
    }

    /// Returns the probability of every class; `features` are `width` numbers.
    func probabilities(_ features: [Double]) -> [Double] {
        var values = features.indices.map { (Float(features[$0]) - mean[$0]) / deviation[$0] }
        for (index, layer) in layers.enumerated() {
            let inputs = values
            values = layer.biases.indices.map { row in
                var sum = layer.biases[row]
                for (column, input) in inputs.enumerated() { sum += layer.weights[row * inputs.count + column] * input }
                return index + 1 < layers.count ? max(sum, 0) : sum
            }
        }
        let largest = values.max() ?? 0
        let powers = values.map { exp(Double($0 - largest)) }
        let total = powers.reduce(0, +)
        return powers.map { $0 / total }
    }
}
