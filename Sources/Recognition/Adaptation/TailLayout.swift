/// The layout of the fitted numbers: the offsets of the weights of a network's last recurrent layer and of its output layer.
///
/// Matrices have a row for every input; the gates of an LSTM are in the order of PyTorch.
struct TailLayout: Equatable {
    /// The number of inputs of the last recurrent layer per step.
    let below: Int
    /// The width of one direction of the layer.
    let hidden: Int
    /// The number of classes of the output layer.
    let classes: Int

    init(_ architecture: Architecture) {
        hidden = architecture.hidden
        classes = architecture.classes
        below = architecture.layers > 1 ? 2 * architecture.hidden : architecture.channels.last ?? 0
    }

    /// The number of gate values of one direction.
    var gates: Int { 4 * hidden }

    private var directionCount: Int { (below + hidden + 1) * gates }

    /// Returns the offset of a direction's input weights: `below` rows of `gates` numbers. Direction 0 is forwards, 1 backwards.
    func input(_ direction: Int) -> Int { direction * directionCount }
    /// Returns the offset of a direction's recurrent weights: `hidden` rows of `gates` numbers.
    func recurrent(_ direction: Int) -> Int { input(direction) + below * gates }
    /// Returns the offset of a direction's bias: `gates` numbers.
    func bias(_ direction: Int) -> Int { recurrent(direction) + hidden * gates }
    /// The offset of the output layer's weights: `2 * hidden` rows of `classes` numbers.
    var outputWeight: Int { 2 * directionCount }
    /// The offset of the output layer's bias: `classes` numbers.
    var outputBias: Int { outputWeight + 2 * hidden * classes }
    /// The number of weights.
    var count: Int { outputBias + classes }

    /// A tensor of an adaptation: its name, its shape with outputs first as in a model's file, and its offset.
    struct Piece {
        var name: String
        var shape: [Int]
        var start: Int

        var count: Int { shape.reduce(1, *) }
    }

    /// All tensors, in the order of their offsets.
    var pieces: [Piece] {
        let directions = ["forwards", "backwards"].enumerated().flatMap { index, name in
            [
                Piece(name: "\(name).input", shape: [gates, below], start: input(index)),
                Piece(name: "\(name).recurrent", shape: [gates, hidden], start: recurrent(index)),
                Piece(name: "\(name).bias", shape: [gates], start: bias(index)),
            ]
        }
        return directions + [
            Piece(name: "output.weight", shape: [classes, 2 * hidden], start: outputWeight),
            Piece(name: "output.bias", shape: [classes], start: outputBias),
        ]
    }

    /// Returns the fitted numbers as tensors by name, outputs first.
    func tensors(of values: FloatBuffer) -> [String: [Float]] {
        var tensors: [String: [Float]] = [:]
        for piece in pieces {
            let columns = piece.shape[0]
            let rows = piece.count / columns
            tensors[piece.name] = (0..<piece.count).map { values.start[piece.start + $0 % rows * columns + $0 / rows] }
        }
        return tensors
    }

    /// Returns the numbers to be fitted, from a model's file.
    ///
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    func values(of file: Safetensors, layer: Int) throws(RecognitionError) -> FloatBuffer {
        var tensors: [String: [Float]] = [:]
        for name in ["forwards", "backwards"] {
            let from = "\(name).\(layer)"
            tensors["\(name).input"] = try file.matrix("\(from).weight_ih_l0", shape: [gates, below]).values
            tensors["\(name).recurrent"] = try file.matrix("\(from).weight_hh_l0", shape: [gates, hidden]).values
            let bias = try file.tensor("\(from).bias_ih_l0", shape: [gates])
            tensors["\(name).bias"] = zip(bias, try file.tensor("\(from).bias_hh_l0", shape: [gates])).map { $0 + $1 }
        }
        tensors["output.weight"] = try file.matrix("output.weight", shape: [classes, 2 * hidden]).values
        tensors["output.bias"] = try file.tensor("output.bias", shape: [classes])
        return values(of: tensors)
    }

    /// Returns the numbers to be fitted, from tensors of the right sizes.
    func values(of tensors: [String: [Float]]) -> FloatBuffer {
        let values = FloatBuffer(count: count)
        for piece in pieces {
            guard let tensor = tensors[piece.name], tensor.count == piece.count else { continue }
            let columns = piece.shape[0]
            let rows = piece.count / columns
            for (place, value) in tensor.enumerated() { values.start[piece.start + place % rows * columns + place / rows] = value }
        }
        return values
    }
}
