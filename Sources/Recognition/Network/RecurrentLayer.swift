import CNeural

/// A bidirectional LSTM layer. A step of its result holds the forward direction's padded width, then the backward one's.
struct RecurrentLayer {
    private static let gates = 4

    /// One direction: what goes in from below, and what comes back from the step before.
    private struct Direction {
        var input: PackedLayer
        var recurrent: PackedLayer
    }

    private let lane: Int
    private let forwards: Direction
    private let backwards: Direction

    /// Layer `index` of a file; `channels` go into the first one, both directions of the layer below into the others.
    ///
    /// - Throws: `missingTensor`, `shape`, `tensor`.
    init(_ index: Int, hidden: Int, channels: Int, file: Safetensors) throws(RecognitionError) {
        lane = PackedLayer.padded(hidden)
        // where each number of the layer below lies in its padded step
        let below = index == 0 ? Array(0..<channels) : Array(0..<hidden) + (0..<hidden).map { [lane] in $0 + lane }
        let padded = index == 0 ? PackedLayer.padded(channels) : 2 * lane
        forwards = try Self.direction("forwards.\(index)", hidden: hidden, below: below, padded: padded, file: file)
        backwards = try Self.direction("backwards.\(index)", hidden: hidden, below: below, padded: padded, file: file)
    }

    private static func direction(
        _ name: String, hidden: Int, below: [Int], padded: Int, file: Safetensors
    ) throws(RecognitionError) -> Direction {
        let lane = PackedLayer.padded(hidden)
        let rows = gates * hidden
        let input = try file.tensor("\(name).weight_ih_l0", shape: [rows, below.count])
        let recurrent = try file.tensor("\(name).weight_hh_l0", shape: [rows, hidden])
        let inputBias = try file.tensor("\(name).bias_ih_l0", shape: [rows])
        let recurrentBias = try file.tensor("\(name).bias_hh_l0", shape: [rows])
        let result = Direction(
            input: PackedLayer(inner: padded, columns: gates * lane), recurrent: PackedLayer(inner: lane, columns: gates * lane))
        for row in 0..<rows {
            let column = row / hidden * lane + row % hidden
            result.input.bias.start[column] = inputBias[row] + recurrentBias[row]
            for (k, place) in below.enumerated() { result.input.set(row: place, column: column, to: input[row * below.count + k]) }
            for k in 0..<hidden { result.recurrent.set(row: k, column: column, to: recurrent[row * hidden + k]) }
        }
        return result
    }

    /// Reads `scratch.input` and leaves the result there.
    func run(steps: Int, in scratch: Scratch, level: cneural_level) {
        for (direction, offset) in [(forwards, 0), (backwards, lane)] {
            Network.affine(
                direction.input, from: scratch.input, stride: direction.input.inner, rows: steps, rectify: false, into: scratch.gates,
                at: 0,
                level: level)
            assert(steps * 2 * lane <= scratch.output.count && 6 * lane <= scratch.state.count)
            cneural_lstm(
                level, scratch.gates.start, steps, lane, direction.recurrent.weights.start, offset > 0, scratch.output.start + offset,
                2 * lane,
                scratch.state.start)
        }
        swap(&scratch.input, &scratch.output)
    }
}
