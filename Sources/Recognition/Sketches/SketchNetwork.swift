import CNeural

/// A residual convolutional network with global average pooling and one fully connected layer: computes the score of each sketch or
/// symbol for a picture (He et al. 2016, "Deep residual learning for image recognition").
///
/// Computes the same function as `SketchNetwork` in `training/inkd_training/sketches/network.py`, to about 1e-5 if the file's weights
/// are in single precision.
struct SketchNetwork: PictureClassifier {
    private let instructions: InstructionSet
    private let convolutions: [(layer: PackedLayer, plan: SketchDescription.Convolution)]
    private let output: PackedLayer
    private let classes: Int

    /// Loads the weights from the file, each layer in the file's precision. The first convolution's weights are F32.
    ///
    /// - Parameters:
    ///   - classes: The number of scores.
    ///   - prefix: The prefix of its tensors' names.
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    init(
        _ plans: [SketchDescription.Convolution], classes: Int, prefix: String = "", weights file: Safetensors, instructions: InstructionSet
    ) throws(RecognitionError) {
        self.instructions = instructions
        self.classes = classes
        var convolutions: [(layer: PackedLayer, plan: SketchDescription.Convolution)] = []
        var (width, padded) = (SketchPicture.planes, SketchPicture.planes)
        for (index, plan) in plans.enumerated() {
            let layer = try PackedLayer.convolution(
                "\(prefix)conv\(index + 1)", of: file, channels: plan.channels, width: width, padded: padded, isQuantizable: index > 0)
            convolutions.append((layer, plan))
            (width, padded) = (plan.channels, layer.columns)
        }
        self.convolutions = convolutions
        output = PackedLayer(
            try file.matrix("\(prefix)output.weight", shape: [classes, width]),
            bias: try file.tensor("\(prefix)output.bias", shape: [classes]),
            inputs: Array(0..<width), inner: padded, outputs: Array(0..<classes), columns: classes)
    }

    /// Returns a score for every class.
    ///
    /// - Parameter picture: A picture from `SketchPicture`.
    func logits(_ picture: [Float], in scratch: Scratch) -> [Float] {
        let mode = cneural_flush_denormals()
        defer { cneural_restore_denormals(mode) }
        var (side, width) = (SketchPicture.grid, SketchPicture.planes)
        assert(picture.count == side * side * width)
        reserve(in: scratch)
        picture.withUnsafeBufferPointer { values in
            guard let start = values.baseAddress else { return }
            scratch.output.start.update(from: start, count: values.count)
        }
        var kept: [Float] = []
        for (layer, plan) in convolutions {
            if plan.role == .open { kept = Array(UnsafeBufferPointer(start: scratch.output.start, count: side * side * width)) }
            side = scratch.unfold(side: side, width: width, stride: plan.stride)
            layer.run(rows: side * side, rectify: plan.role != .close, in: scratch, instructions)
            width = layer.columns
            if plan.role == .close { Self.add(kept, to: scratch.output) }
        }
        average(places: side * side, width: width, in: scratch)
        output.run(rows: 1, rectify: false, in: scratch, instructions)
        return Array(UnsafeBufferPointer(start: scratch.output.start, count: classes))
    }

    /// Adds the shortcut to the sequence; negative sums become zero.
    private static func add(_ kept: [Float], to sequence: FloatBuffer) {
        assert(kept.count <= sequence.count)
        for (i, value) in kept.enumerated() { sequence.start[i] = max(0, sequence.start[i] + value) }
    }

    /// Averages all cells of the picture in `scratch.output` into `scratch.input`.
    private func average(places: Int, width: Int, in scratch: Scratch) {
        for channel in 0..<width {
            var sum: Float = 0
            for place in 0..<places { sum += scratch.output.start[place * width + channel] }
            scratch.input.start[channel] = sum / Float(places)
        }
    }

    /// Reserves the scratch memory.
    private func reserve(in scratch: Scratch) {
        var side = SketchPicture.grid
        var largest = max(side * side * SketchPicture.planes, output.inner, output.columns)
        for (layer, plan) in convolutions {
            side = Scratch.side(side, stride: plan.stride)
            largest = max(largest, side * side * max(layer.inner, layer.columns))
        }
        let bytes = convolutions.map(\.layer.bytesNeeded) + [output.bytesNeeded]
        scratch.reserve(sequence: largest, gates: 0, state: 0, bytes: bytes.max() ?? 0)
    }
}
