import CNeural

/// A bidirectional LSTM layer. Each step of its result contains the forward direction's padded width, then the backward one's.
struct RecurrentLayer {
    private static let gates = 4

    /// One direction: the input weights and the recurrent weights.
    private struct Direction {
        var input: PackedLayer
        var recurrent: PackedLayer
    }

    private let lane: Int
    private let forwards: Direction
    private let backwards: Direction

    /// Loads layer `index` of a file. The input of the first layer has `channels` numbers per step. The input of each other layer has the
    /// outputs of both directions of the layer below.
    ///
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    init(_ index: Int, hidden: Int, channels: Int, file: Safetensors) throws(RecognitionError) {
        lane = PackedLayer.padded(hidden)
        let (below, padded) = Self.below(index, hidden: hidden, channels: channels)
        forwards = try Self.direction("forwards.\(index)", hidden: hidden, below: below, padded: padded, file: file)
        backwards = try Self.direction("backwards.\(index)", hidden: hidden, below: below, padded: padded, file: file)
    }

    /// Creates the last layer adapted to a user, in the precision of the matrices that it replaces.
    init(_ adaptation: Adaptation, layout: TailLayout, isFirst: Bool, isInt8: Bool) {
        lane = PackedLayer.padded(layout.hidden)
        let (below, padded) = Self.below(isFirst ? 0 : 1, hidden: layout.hidden, channels: layout.below)
        func direction(_ name: String) -> Direction {
            func matrix(_ part: String) -> Matrix {
                adaptation.matrix("\(name).\(part)", rows: layout.gates, isInt8: isInt8)
            }
            return Self.direction(
                input: matrix("input"), recurrent: matrix("recurrent"), bias: adaptation.tensors["\(name).bias"] ?? [],
                hidden: layout.hidden, below: below, padded: padded)
        }
        forwards = direction("forwards")
        backwards = direction("backwards")
    }

    /// Returns where the numbers of the layer below are in one step of its padded output, and the padded width of the step.
    private static func below(_ index: Int, hidden: Int, channels: Int) -> (places: [Int], padded: Int) {
        index == 0
            ? (Array(0..<channels), PackedLayer.padded(channels)) : (places(hidden: hidden, lanes: 2), 2 * PackedLayer.padded(hidden))
    }

    /// Returns the offsets of the units of `lanes` lanes, each of `hidden` units, padded.
    static func places(hidden: Int, lanes: Int) -> [Int] {
        (0..<(lanes * hidden)).map { $0 / hidden * PackedLayer.padded(hidden) + $0 % hidden }
    }

    private static func direction(
        _ name: String, hidden: Int, below: [Int], padded: Int, file: Safetensors
    ) throws(RecognitionError) -> Direction {
        let rows = gates * hidden
        let input = try file.matrix("\(name).weight_ih_l0", shape: [rows, below.count])
        let recurrent = try file.matrix("\(name).weight_hh_l0", shape: [rows, hidden])
        let inputBias = try file.tensor("\(name).bias_ih_l0", shape: [rows])
        let recurrentBias = try file.tensor("\(name).bias_hh_l0", shape: [rows])
        return direction(
            input: input, recurrent: recurrent, bias: zip(inputBias, recurrentBias).map { $0 + $1 }, hidden: hidden, below: below,
            padded: padded)
    }

    private static func direction(input: Matrix, recurrent: Matrix, bias: [Float], hidden: Int, below: [Int], padded: Int) -> Direction {
        let lane = PackedLayer.padded(hidden)
        let outputs = places(hidden: hidden, lanes: gates)
        return Direction(
            input: PackedLayer(input, bias: bias, inputs: below, inner: padded, outputs: outputs, columns: gates * lane),
            recurrent: PackedLayer(
                recurrent, bias: [Float](repeating: 0, count: gates * hidden), inputs: Array(0..<hidden), inner: lane, outputs: outputs,
                columns: gates * lane))
    }

    /// Whether the weights are 8-bit.
    var isInt8: Bool { forwards.input.isInt8 }

    /// The number of scratch bytes that the layer needs.
    var bytesNeeded: Int { max(forwards.input.bytesNeeded, backwards.input.bytesNeeded, lane) }

    /// Runs the layer on `scratch.input` and leaves the result there.
    func run(steps: Int, in scratch: Scratch, level: cneural_level) {
        assert(steps * 2 * lane <= scratch.output.count)
        for (direction, offset) in [(forwards, 0), (backwards, lane)] {
            direction.input.run(
                from: scratch.input, stride: direction.input.inner, rows: steps, rectify: false, into: scratch.gates, at: 0, in: scratch,
                level: level)
            direction.recurrent.recur(
                steps: steps, backwards: offset > 0, into: scratch.output.start + offset, stride: 2 * lane, in: scratch, level: level)
        }
        swap(&scratch.input, &scratch.output)
    }
}
