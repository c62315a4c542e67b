import CNeural

/// Convolutions, bidirectional LSTM layers and a score for every class: features to CTC log-probabilities.
///
/// The same function as `training/inkd_training/network.py` computes, to about 1e-5.
final class Network {
    let architecture: Architecture
    private let instructions: InstructionSet
    private let convolutions: [PackedLayer]
    private let layers: [RecurrentLayer]
    private let scores: PackedLayer

    /// Takes the weights of the architecture from the file.
    ///
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    init(_ architecture: Architecture, weights file: Safetensors, instructions: InstructionSet) throws(RecognitionError) {
        self.architecture = architecture
        self.instructions = instructions
        var convolutions: [PackedLayer] = []
        var (width, padded) = (architecture.features, architecture.features)
        for (index, channels) in architecture.channels.enumerated() {
            let (name, kernel) = ("conv\(index + 1)", architecture.kernels[index])
            let weight = try file.tensor("\(name).weight", shape: [channels, width, kernel])
            let bias = try file.tensor("\(name).bias", shape: [channels])
            let layer = PackedLayer(inner: kernel * padded, columns: channels)
            for out in 0..<channels {
                layer.bias.start[out] = bias[out]
                for into in 0..<width {
                    for tap in 0..<kernel {
                        layer.set(row: tap * padded + into, column: out, to: weight[(out * width + into) * kernel + tap])
                    }
                }
            }
            convolutions.append(layer)
            (width, padded) = (channels, layer.columns)
        }
        self.convolutions = convolutions
        var layers: [RecurrentLayer] = []
        for index in 0..<architecture.layers {
            layers.append(try RecurrentLayer(index, hidden: architecture.hidden, channels: width, file: file))
        }
        self.layers = layers
        let (hidden, lane) = (architecture.hidden, PackedLayer.padded(architecture.hidden))
        let weight = try file.tensor("output.weight", shape: [architecture.classes, 2 * hidden])
        let bias = try file.tensor("output.bias", shape: [architecture.classes])
        scores = PackedLayer(inner: 2 * lane, columns: architecture.classes)
        for out in 0..<architecture.classes {
            scores.bias.start[out] = bias[out]
            for unit in 0..<(2 * hidden) {
                scores.set(row: unit / hidden * lane + unit % hidden, column: out, to: weight[out * 2 * hidden + unit])
            }
        }
    }

    /// Natural logarithms of every class's probability at every step; no steps for no features.
    func logProbabilities(_ features: Features, in scratch: Scratch) -> Scores {
        run(features, in: scratch, normalising: true)
    }

    /// What the output layer says before it is normalised.
    func logits(_ features: Features, in scratch: Scratch) -> Scores {
        run(features, in: scratch, normalising: false)
    }

    private func run(_ features: Features, in scratch: Scratch, normalising: Bool) -> Scores {
        guard features.rows > 0 else {
            return Scores(steps: 0, classes: architecture.classes, rows: scratch.input.start, stride: 0)
        }
        let mode = cneural_flush_denormals()
        defer { cneural_restore_denormals(mode) }
        let rows = reserve(rows: features.rows, in: scratch)
        convolve(features, rows: rows, in: scratch)
        let steps = rows[rows.count - 1]
        for layer in layers { layer.run(steps: steps, in: scratch, level: instructions.level) }
        Self.affine(
            scores, from: scratch.input, stride: scores.inner, rows: steps, rectify: false, into: scratch.output, at: 0,
            level: instructions.level)
        if normalising {
            cneural_log_softmax(instructions.level, scratch.output.start, scores.columns, steps, architecture.classes)
        }
        return Scores(steps: steps, classes: architecture.classes, rows: scratch.output.start, stride: scores.columns)
    }

    /// How many rows go into every convolution and, last, come out of them; and room for all.
    private func reserve(rows: Int, in scratch: Scratch) -> [Int] {
        var counts = [rows]
        var sequence = (rows + architecture.kernels[0]) * architecture.features
        for (index, layer) in convolutions.enumerated() {
            let count = (counts[index] - 1) / architecture.strides[index] + 1
            counts.append(count)
            let kernel = index + 1 < convolutions.count ? architecture.kernels[index + 1] : 0
            sequence = max(sequence, (count + kernel) * layer.columns)
        }
        let (steps, lane) = (counts[counts.count - 1], PackedLayer.padded(architecture.hidden))
        sequence = max(sequence, steps * max(2 * lane, scores.columns))
        scratch.reserve(sequence: sequence, gates: steps * 4 * lane, state: 6 * lane)
        return counts
    }

    /// All convolutions; the last one's result lies in `scratch.input`.
    private func convolve(_ features: Features, rows: [Int], in scratch: Scratch) {
        var width = architecture.features
        var pad = architecture.kernels[0] / 2
        scratch.input.clear(0..<(pad * width))
        assert(features.values.count == rows[0] * width && (rows[0] + 2 * pad) * width <= scratch.input.count)
        features.values.withUnsafeBufferPointer { values in
            guard let start = values.baseAddress else { return }
            (scratch.input.start + pad * width).update(from: start, count: values.count)
        }
        scratch.input.clear(((pad + rows[0]) * width)..<((2 * pad + rows[0]) * width))
        for (index, layer) in convolutions.enumerated() {
            pad = index + 1 < convolutions.count ? architecture.kernels[index + 1] / 2 : 0
            let count = rows[index + 1]
            Self.affine(
                layer, from: scratch.input, stride: architecture.strides[index] * width, rows: count, rectify: true, into: scratch.output,
                at: pad * layer.columns, level: instructions.level)
            width = layer.columns
            scratch.output.clear(0..<(pad * width))
            scratch.output.clear(((pad + count) * width)..<((2 * pad + count) * width))
            swap(&scratch.input, &scratch.output)
        }
    }

    /// One layer applied to every row, sizes asserted.
    static func affine(
        _ layer: PackedLayer, from input: FloatBuffer, stride: Int, rows: Int, rectify: Bool, into output: FloatBuffer, at offset: Int,
        level: cneural_level
    ) {
        assert(rows > 0 && (rows - 1) * stride + layer.inner <= input.count && offset + rows * layer.columns <= output.count)
        cneural_affine(
            level, input.start, stride, rows, layer.inner, layer.weights.start, layer.bias.start, layer.columns, rectify,
            output.start + offset,
            layer.columns)
    }
}
