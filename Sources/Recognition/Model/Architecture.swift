/// The sizes of a network: convolutions that shorten the sequence, bidirectional LSTM layers, a score for every class at every step or once.
struct Architecture: Sendable, Hashable, Decodable {
    /// What the scores are of.
    enum Kind: String, Sendable, Hashable, Decodable {
        /// Every step (Graves et al. 2006, "Connectionist temporal classification").
        case transcription = "conv-bilstm-ctc"
        /// The whole ink: the output layer sees the mean of all steps.
        case classification = "conv-bilstm-mean"

        init(from decoder: any Decoder) throws {
            let name = try decoder.singleValueContainer().decode(String.self)
            guard let kind = Kind(rawValue: name) else {
                throw RecognitionError.metadata(key: "architecture", problem: "is of kind \(name), which this program does not know")
            }
            self = kind
        }
    }

    /// What the scores are of.
    var kind: Kind
    /// Numbers in a row of features.
    var features: Int
    /// Output channels of every convolution.
    var channels: [Int]
    /// Kernel length of every convolution; odd, padded by half of it on both sides.
    var kernels: [Int]
    /// Stride of every convolution.
    var strides: [Int]
    /// Width of one direction of an LSTM layer.
    var hidden: Int
    /// LSTM layers.
    var layers: Int
    /// Classes; for a transcription, the blank among them.
    var classes: Int

    /// Rows of features for one step of the output.
    var rowsPerStep: Int { strides.reduce(1, *) }

    /// Multiplications of the matrices, without padding, for so many rows of features.
    func multiplications(rows: Int) -> Int {
        var (count, width, steps) = (0, features, rows)
        for (index, kernel) in kernels.enumerated() {
            steps = (steps + strides[index] - 1) / strides[index]
            count += steps * kernel * width * channels[index]
            width = channels[index]
        }
        for _ in 0..<layers {
            count += steps * 2 * 4 * hidden * (width + hidden)
            width = 2 * hidden
        }
        return count + (kind == .transcription ? steps : 1) * width * classes
    }

    /// Refuses sizes that do not fit together or are beyond reason.
    ///
    /// - Throws: `metadata` naming the size.
    func check(classes expected: Int) throws(RecognitionError) {
        func require(_ holds: Bool, _ problem: String) throws(RecognitionError) {
            guard holds else { throw .metadata(key: "architecture", problem: problem) }
        }
        try require(features == Features.width, "has \(features) features, expected \(Features.width)")
        try require((1...4).contains(channels.count), "has \(channels.count) convolutions, expected 1 to 4")
        try require(kernels.count == channels.count && strides.count == channels.count, "has lists of different lengths")
        try require(channels.allSatisfy((1...1024).contains), "has channels \(channels), expected 1 to 1024")
        try require(kernels.allSatisfy { (1...15).contains($0) && $0 % 2 == 1 }, "has kernels \(kernels), expected odd numbers up to 15")
        try require(strides.allSatisfy((1...4).contains), "has strides \(strides), expected 1 to 4")
        try require((1...1024).contains(hidden), "has hidden \(hidden), expected 1 to 1024")
        try require((1...8).contains(layers), "has \(layers) layers, expected 1 to 8")
        try require(classes == expected, "has \(classes) classes, but the alphabet makes \(expected)")
    }
}
