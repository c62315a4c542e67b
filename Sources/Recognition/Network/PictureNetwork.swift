import CNeural

/// The sizes of a network's layers in a model file: convolutions over a picture, then layers of rectified units.
struct PicturePlan: Sendable, Hashable {
    /// One convolution over the picture, with a kernel of 3 × 3 cells.
    struct Convolution: Sendable, Hashable, Decodable {
        /// The number of output channels.
        let channels: Int
        /// The stride: 1, or 2 to halve the sides.
        let stride: Int

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            channels = try values.decode(Int.self)
            stride = try values.decode(Int.self)
        }
    }

    let convolutions: [Convolution]
    /// The number of units of each layer between the convolutions and the scores.
    let hidden: [Int]

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`.
    init(metadata: [String: String]) throws(RecognitionError) {
        convolutions = try metadata.decoded([Convolution].self, "convolutions")
        guard convolutions.count <= 8, convolutions.allSatisfy({ (1...512).contains($0.channels) && (1...2).contains($0.stride) }) else {
            throw .metadata(key: "convolutions", problem: "has more than 8 entries, or channels or strides out of range")
        }
        hidden = try metadata.decoded([Int].self, "hidden")
        guard (1...8).contains(hidden.count), hidden.allSatisfy({ (1...4096).contains($0) }) else {
            throw .metadata(key: "hidden", problem: "is not 1 to 8 sizes of 1 to 4096")
        }
    }
}

/// A convolutional network with fully connected ReLU layers: computes the score of each class (a character, or a symbol of a formula) for
/// a picture.
///
/// Computes the same function as `PictureNetwork` in `training/inkd_training/picture_network.py`, to about 1e-5 if the file's weights
/// are in single precision.
struct PictureNetwork: PictureClassifier {
    private let instructions: InstructionSet
    /// The number of cells along a side of the picture.
    private let side: Int
    /// The numbers per cell of the picture.
    private let planes: Int
    private let convolutions: [(layer: PackedLayer, stride: Int)]
    /// The fully connected layers; the last one's results are the scores.
    private let layers: [PackedLayer]
    private let classes: Int

    /// Loads the weights from the file, each layer in the file's precision. The first convolution's weights are F32.
    ///
    /// - Parameters:
    ///   - side: The number of cells along a side of the picture.
    ///   - planes: The numbers per cell.
    ///   - classes: The number of scores.
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    init(
        _ plan: PicturePlan, side: Int, planes: Int, classes: Int, weights file: Safetensors, instructions: InstructionSet
    ) throws(RecognitionError) {
        (self.instructions, self.side, self.planes, self.classes) = (instructions, side, planes, classes)
        var convolutions: [(layer: PackedLayer, stride: Int)] = []
        var (side, width, padded) = (side, planes, planes)
        for (index, convolution) in plan.convolutions.enumerated() {
            let layer = try PackedLayer.convolution(
                "conv\(index + 1)", of: file, channels: convolution.channels, width: width, padded: padded, isQuantizable: index > 0)
            convolutions.append((layer, convolution.stride))
            (side, width, padded) = (Scratch.side(side, stride: convolution.stride), convolution.channels, layer.columns)
        }
        self.convolutions = convolutions
        // the cells of the last picture in order, each with all its channels
        var inputs = (0..<(side * side * width)).map { [width, padded] in $0 / width * padded + $0 % width }
        var inner = PackedLayer.padded(side * side * padded)
        var layers: [PackedLayer] = []
        let names = plan.hidden.indices.map { "hidden\($0 + 1)" } + ["output"]
        for (name, outputs) in zip(names, plan.hidden + [classes]) {
            let layer = PackedLayer(
                try file.matrix("\(name).weight", shape: [outputs, inputs.count]), bias: try file.tensor("\(name).bias", shape: [outputs]),
                inputs: inputs, inner: inner, outputs: Array(0..<outputs), columns: outputs)
            layers.append(layer)
            (inputs, inner) = (Array(0..<outputs), layer.columns)
        }
        self.layers = layers
    }

    func logits(_ picture: [Float], in scratch: Scratch) -> [Float] {
        let mode = cneural_flush_denormals()
        defer { cneural_restore_denormals(mode) }
        var (side, width) = (side, planes)
        assert(picture.count == side * side * width)
        reserve(in: scratch)
        picture.withUnsafeBufferPointer { values in
            guard let start = values.baseAddress else { return }
            scratch.output.start.update(from: start, count: values.count)
        }
        for (layer, stride) in convolutions {
            side = scratch.unfold(side: side, width: width, stride: stride)
            layer.run(rows: side * side, rectify: true, in: scratch, instructions)
            width = layer.columns
        }
        var count = side * side * width
        for (index, layer) in layers.enumerated() {
            scratch.input.start.update(from: scratch.output.start, count: count)
            if count < layer.inner { scratch.input.clear(count..<layer.inner) }
            layer.run(rows: 1, rectify: index + 1 < layers.count, in: scratch, instructions)
            count = layer.columns
        }
        return Array(UnsafeBufferPointer(start: scratch.output.start, count: classes))
    }

    /// Reserves the scratch memory.
    private func reserve(in scratch: Scratch) {
        var side = side
        var largest = side * side * planes
        for (layer, stride) in convolutions {
            side = Scratch.side(side, stride: stride)
            largest = max(largest, side * side * max(layer.inner, layer.columns))
        }
        for layer in layers { largest = max(largest, layer.inner, layer.columns) }
        let bytes = (convolutions.map(\.layer) + layers).map(\.bytesNeeded)
        scratch.reserve(sequence: largest, gates: 0, state: 0, bytes: bytes.max() ?? 0)
    }
}
