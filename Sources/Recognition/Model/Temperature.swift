internal import Glibc

/// What a classifier's scores are divided by, so that their softmax says how often a class is right.
///
/// Source: Guo et al. 2017, "On Calibration of Modern Neural Networks".
struct Temperature: Sendable, Hashable {
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

    /// The classes considered, the most probable first, with their probabilities among themselves.
    func ranking(_ scores: [Float], among considered: [Int]) -> [(index: Int, probability: Double)] {
        guard let best = considered.map({ scores[$0] }).max() else { return [] }
        let weights = considered.map { (index: $0, probability: exp(Double(scores[$0] - best) / value)) }
        let total = weights.reduce(0) { $0 + $1.probability }
        return weights.sorted { ($0.probability, $1.index) > ($1.probability, $0.index) }.map { ($0.index, $0.probability / total) }
    }
}
