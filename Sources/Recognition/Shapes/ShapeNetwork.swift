import CNeural

/// A network of three convolutions over a picture, the last two of stride 2, and two fully connected layers: computes the score of each
/// shape for a picture.
///
/// Computes the same function as `ShapeNetwork` in `training/inkd_training/shapes/network.py`, to about 1e-5.
struct ShapeNetwork: PictureClassifier {
    private static let strides = [1, 2, 2]

    private let instructions: InstructionSet
    private let convolutions: [PackedLayer]
    private let hidden: PackedLayer
    private let output: PackedLayer
    private let classes: Int

    /// Loads the weights from the file.
    ///
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    init(_ description: ShapeDescription, weights file: Safetensors, instructions: InstructionSet) throws(RecognitionError) {
        self.instructions = instructions
        classes = description.names.count
        var convolutions: [PackedLayer] = []
        var (width, padded, side) = (ShapePicture.planes, ShapePicture.planes, ShapePicture.grid)
        for (index, channels) in description.channels.enumerated() {
            let layer = try PackedLayer.convolution(
                "conv\(index + 1)", of: file, channels: channels, width: width, padded: padded, isQuantizable: false)
            convolutions.append(layer)
            (width, padded, side) = (channels, layer.columns, Scratch.side(side, stride: Self.strides[index]))
        }
        self.convolutions = convolutions
        let cells = side * side
        hidden = PackedLayer(
            .float32(try file.tensor("hidden.weight", shape: [description.hidden, width * cells])),
            bias: try file.tensor("hidden.bias", shape: [description.hidden]),
            inputs: (0..<(width * cells)).map { [padded] in $0 % cells * padded + $0 / cells }, inner: cells * padded,
            outputs: Array(0..<description.hidden), columns: description.hidden)
        output = PackedLayer(
            .float32(try file.tensor("output.weight", shape: [classes, description.hidden])),
            bias: try file.tensor("output.bias", shape: [classes]), inputs: Array(0..<description.hidden), inner: hidden.columns,
            outputs: Array(0..<classes), columns: classes)
    }

    func logits(_ picture: [Float], in scratch: Scratch) -> [Float] {
        let mode = cneural_flush_denormals()
        defer { cneural_restore_denormals(mode) }
        var (side, width) = (ShapePicture.grid, ShapePicture.planes)
        assert(picture.count == side * side * width)
        let widest = convolutions.map { max($0.inner, $0.columns) }.max() ?? 0
        scratch.reserve(sequence: max(side * side * widest, hidden.inner, hidden.columns, output.columns), gates: 0, state: 0, bytes: 0)
        picture.withUnsafeBufferPointer { values in
            guard let start = values.baseAddress else { return }
            scratch.output.start.update(from: start, count: values.count)
        }
        for (layer, stride) in zip(convolutions, Self.strides) {
            side = scratch.unfold(side: side, width: width, stride: stride)
            layer.run(rows: side * side, rectify: true, in: scratch, instructions)
            width = layer.columns
        }
        for (layer, rectify) in [(hidden, true), (output, false)] {
            swap(&scratch.input, &scratch.output)
            layer.run(rows: 1, rectify: rectify, in: scratch, instructions)
        }
        return Array(UnsafeBufferPointer(start: scratch.output.start, count: classes))
    }
}

/// The validated description of a shape model.
struct ShapeDescription: InkDescription {
    let card: ModelCard
    /// The names in the order of the network's classes.
    let names: [String]
    let temperature: Temperature
    /// The output channels of every convolution.
    let channels: [Int]
    /// The width of the layer between the convolutions and the scores.
    let hidden: Int

    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata, .shapes, pipeline: ShapePicture.pipeline, "shape_pipeline")
        temperature = try Temperature(metadata: metadata)
        names = (metadata["classes"] ?? "").split(separator: " ").map(String.init)
        guard (2...1000).contains(names.count) else {
            throw .metadata(key: "classes", problem: "has \(names.count) names, expected 2 to 1000")
        }
        guard Set(names).count == names.count else { throw .metadata(key: "classes", problem: "has a duplicate name") }
        channels = try Self.numbers("channels", metadata)
        guard channels.count == 3 else { throw .metadata(key: "channels", problem: "has \(channels.count) numbers, expected 3") }
        let hidden = try Self.numbers("hidden", metadata)
        guard hidden.count == 1 else { throw .metadata(key: "hidden", problem: "has \(hidden.count) numbers, expected 1") }
        self.hidden = hidden[0]
    }

    func network(_ file: Safetensors, _ instructions: InstructionSet) throws(RecognitionError) -> ShapeNetwork {
        try ShapeNetwork(self, weights: file, instructions: instructions)
    }

    static func picture(of frame: ShapeFrame) -> [Float] { ShapePicture.values(of: frame) }

    /// Reads widths of layers, separated by spaces.
    private static func numbers(_ key: String, _ metadata: [String: String]) throws(RecognitionError) -> [Int] {
        var numbers: [Int] = []
        for word in (metadata[key] ?? "").split(separator: " ") {
            guard let number = Int(word), (1...1024).contains(number) else {
                throw .metadata(key: key, problem: "is not numbers from 1 to 1024")
            }
            numbers.append(number)
        }
        return numbers
    }
}
