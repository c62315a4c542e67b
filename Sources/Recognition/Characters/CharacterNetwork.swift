import CNeural

/// Convolutions over a picture and layers of rectified units: a picture to a score for every character.
///
/// The same function as `CharacterNetwork` in `training/inkd_training/characters/network.py` computes, to about 1e-5 where the file's weights
/// are in single precision.
struct CharacterNetwork {
    private let instructions: InstructionSet
    private let convolutions: [(layer: PackedLayer, stride: Int)]
    /// The last one's results are the scores.
    private let layers: [PackedLayer]
    private let classes: Int

    /// Takes the weights from the file, each layer in the precision that it has there. The first convolution's are F32.
    ///
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    init(_ description: CharacterDescription, weights file: Safetensors, instructions: InstructionSet) throws(RecognitionError) {
        self.instructions = instructions
        classes = description.characters.count
        var convolutions: [(layer: PackedLayer, stride: Int)] = []
        var (side, width, padded) = (CharacterPicture.samples, CharacterPicture.directions, CharacterPicture.directions)
        for (index, plan) in description.convolutions.enumerated() {
            let layer = try PackedLayer.convolution(
                "conv\(index + 1)", of: file, channels: plan.channels, width: width, padded: padded, isQuantisable: index > 0)
            convolutions.append((layer, plan.stride))
            (side, width, padded) = (Scratch.side(side, stride: plan.stride), plan.channels, layer.columns)
        }
        self.convolutions = convolutions
        // the places of the last picture one after the other, each with all its channels
        var inputs = (0..<(side * side * width)).map { [width, padded] in $0 / width * padded + $0 % width }
        var inner = PackedLayer.padded(side * side * padded)
        var layers: [PackedLayer] = []
        let names = description.hidden.indices.map { "hidden\($0 + 1)" } + ["output"]
        for (name, outputs) in zip(names, description.hidden + [classes]) {
            let layer = PackedLayer(
                try file.matrix("\(name).weight", shape: [outputs, inputs.count]), bias: try file.tensor("\(name).bias", shape: [outputs]),
                inputs: inputs, inner: inner, outputs: Array(0..<outputs), columns: outputs)
            layers.append(layer)
            (inputs, inner) = (Array(0..<outputs), layer.columns)
        }
        self.layers = layers
    }

    /// A score for every character.
    ///
    /// - Parameter picture: As `CharacterPicture` makes it.
    func logits(_ picture: [Float], in scratch: Scratch) -> [Float] {
        let mode = cneural_flush_denormals()
        defer { cneural_restore_denormals(mode) }
        var (side, width) = (CharacterPicture.samples, CharacterPicture.directions)
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
        var side = CharacterPicture.samples
        var largest = side * side * CharacterPicture.directions
        for (layer, stride) in convolutions {
            side = Scratch.side(side, stride: stride)
            largest = max(largest, side * side * max(layer.inner, layer.columns))
        }
        for layer in layers { largest = max(largest, layer.inner, layer.columns) }
        let bytes = (convolutions.map(\.layer) + layers).map(\.bytesNeeded)
        scratch.reserve(sequence: largest, gates: 0, state: 0, bytes: bytes.max() ?? 0)
    }
}
