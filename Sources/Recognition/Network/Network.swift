import CNeural

/// A network of convolutions, bidirectional LSTM layers and a score for every class: features to log-probabilities.
///
/// Computes the same function as `training/inkd_training/encoder.py`: to about 1e-5 if the file's weights are in single precision.
/// Layers with 8-bit weights also round their inputs (Jacob et al. 2018, "Quantization and training of neural networks for efficient
/// integer-arithmetic-only inference"); accumulation, gates and state stay in single precision.
final class Network {
    let architecture: Architecture
    private let instructions: InstructionSet
    private let convolutions: [PackedLayer]
    private let layers: [RecurrentLayer]
    private let scores: PackedLayer

    /// Loads the weights of the architecture from the file, each layer in the file's precision. The first convolution's weights are F32.
    ///
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    init(_ architecture: Architecture, weights file: Safetensors, instructions: InstructionSet) throws(RecognitionError) {
        self.architecture = architecture
        self.instructions = instructions
        var convolutions: [PackedLayer] = []
        var (width, padded) = (architecture.features, architecture.features)
        for (index, channels) in architecture.channels.enumerated() {
            let (name, kernel) = ("conv\(index + 1)", architecture.kernels[index])
            let shape = [channels, width, kernel]
            let weightName = "\(name).weight"
            let weight = try index == 0 ? .float32(file.tensor(weightName, shape: shape)) : file.matrix(weightName, shape: shape)
            let layer = PackedLayer(
                weight, bias: try file.tensor("\(name).bias", shape: [channels]),
                inputs: (0..<(width * kernel)).map { [padded] in $0 % kernel * padded + $0 / kernel }, inner: kernel * padded,
                outputs: Array(0..<channels), columns: channels)
            convolutions.append(layer)
            (width, padded) = (channels, layer.columns)
        }
        self.convolutions = convolutions
        var layers: [RecurrentLayer] = []
        for index in 0..<architecture.layers {
            layers.append(try RecurrentLayer(index, hidden: architecture.hidden, channels: width, file: file))
        }
        self.layers = layers
        let shape = [architecture.classes, 2 * architecture.hidden]
        scores = Self.output(
            try file.matrix("output.weight", shape: shape), bias: try file.tensor("output.bias", shape: [architecture.classes]),
            architecture)
    }

    /// Creates a network with the last layers adapted to a user, sharing the other layers with `base`. Only the sizes are checked.
    init(_ base: Network, adaptation: Adaptation) {
        (architecture, instructions, convolutions) = (base.architecture, base.instructions, base.convolutions)
        let layout = TailLayout(architecture)
        let last = RecurrentLayer(
            adaptation, layout: layout, isFirst: architecture.layers == 1, isInt8: base.layers.last?.isInt8 ?? false)
        layers = base.layers.dropLast() + [last]
        scores = Self.output(
            adaptation.matrix("output.weight", rows: architecture.classes, isInt8: base.scores.isInt8),
            bias: adaptation.tensors["output.bias"] ?? [], architecture)
    }

    private static func output(_ weight: Matrix, bias: [Float], _ architecture: Architecture) -> PackedLayer {
        PackedLayer(
            weight, bias: bias, inputs: RecurrentLayer.places(hidden: architecture.hidden, lanes: 2),
            inner: 2 * PackedLayer.padded(architecture.hidden), outputs: Array(0..<architecture.classes), columns: architecture.classes)
    }

    /// Returns the log-probability of each class: for each step, or in one row for a classification; no rows without features.
    func logProbabilities(_ features: Features, in scratch: Scratch) -> Scores {
        run(features, in: scratch, normalizing: true)
    }

    /// Returns the scores of the output layer before the softmax.
    func logits(_ features: Features, in scratch: Scratch) -> Scores {
        run(features, in: scratch, normalizing: false)
    }

    /// Returns the output of the last recurrent layer at every step, or, if `belowLast`, its input; no steps without features.
    func encode(_ features: Features, in scratch: Scratch, belowLast: Bool = false) -> HiddenSequence {
        let mode = cneural_flush_denormals()
        defer { cneural_restore_denormals(mode) }
        let layers = belowLast ? layers.dropLast() : layers[...]
        let steps = recur(features, through: layers, in: scratch)
        guard !layers.isEmpty else {
            let width = architecture.channels.last ?? 0
            let rows = Scores(steps: steps, classes: width, rows: scratch.input.start, stride: PackedLayer.padded(width))
            return HiddenSequence(steps: steps, width: width, values: rows.values)
        }
        let (hidden, lane) = (architecture.hidden, PackedLayer.padded(architecture.hidden))
        let rows = Scores(steps: 2 * steps, classes: hidden, rows: scratch.input.start, stride: lane)
        return HiddenSequence(steps: steps, width: 2 * hidden, values: rows.values)
    }

    private func run(_ features: Features, in scratch: Scratch, normalizing: Bool) -> Scores {
        let mode = cneural_flush_denormals()
        defer { cneural_restore_denormals(mode) }
        var rows = recur(features, through: layers[...], in: scratch)
        guard rows > 0 else { return Scores(steps: 0, classes: architecture.classes, rows: scratch.input.start, stride: 0) }
        if architecture.kind == .classification {
            average(rows: rows, in: scratch.input)
            rows = 1
        }
        scores.run(
            from: scratch.input, stride: scores.inner, rows: rows, rectify: false, into: scratch.output, at: 0, in: scratch,
            level: instructions.level)
        if normalizing {
            cneural_log_softmax(instructions.level, scratch.output.start, scores.columns, rows, architecture.classes)
        }
        return Scores(steps: rows, classes: architecture.classes, rows: scratch.output.start, stride: scores.columns)
    }

    /// Runs the convolutions and `layers`; the result is in `scratch.input`. Returns its number of steps.
    private func recur(_ features: Features, through layers: ArraySlice<RecurrentLayer>, in scratch: Scratch) -> Int {
        guard features.rows > 0 else { return 0 }
        let rows = reserve(rows: features.rows, in: scratch)
        convolve(features, rows: rows, in: scratch)
        let steps = rows[rows.count - 1]
        for layer in layers { layer.run(steps: steps, in: scratch, level: instructions.level) }
        return steps
    }

    /// Replaces the first row by the mean of all.
    private func average(rows: Int, in sequence: FloatBuffer) {
        let width = scores.inner
        for unit in 0..<width {
            var sum: Float = 0
            for row in 0..<rows { sum += sequence.start[row * width + unit] }
            sequence.start[unit] = sum / Float(rows)
        }
    }

    /// Reserves the scratch memory. Returns the number of input rows of every convolution and, last, of output rows.
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
        let bytes = (convolutions + [scores]).map(\.bytesNeeded) + layers.map(\.bytesNeeded)
        scratch.reserve(sequence: sequence, gates: steps * 4 * lane, state: 6 * lane, bytes: bytes.max() ?? 0)
        return counts
    }

    /// Runs all convolutions; the result is in `scratch.input`.
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
            layer.run(
                from: scratch.input, stride: architecture.strides[index] * width, rows: count, rectify: true, into: scratch.output,
                at: pad * layer.columns, in: scratch, level: instructions.level)
            width = layer.columns
            scratch.output.clear(0..<(pad * width))
            scratch.output.clear(((pad + count) * width)..<((2 * pad + count) * width))
            swap(&scratch.input, &scratch.output)
        }
    }
}
