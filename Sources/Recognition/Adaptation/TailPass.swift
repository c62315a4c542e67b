import CNeural
import Glibc

/// A forward and backward pass of one ink through a network's last layers: log-probabilities, then the derivatives of the loss with
/// respect to each weight.
///
/// Backpropagation through time: A. Graves, J. Schmidhuber, "Framewise phoneme classification with bidirectional LSTM", 2005, appendix A.
struct TailPass {
    private let layout: TailLayout
    private let weights: FloatBuffer
    private let below: HiddenSequence
    private let level: cneural_level
    /// The gates of each direction, after activation.
    private let gates: [FloatBuffer]
    /// The cell states of each direction.
    private let cells: [FloatBuffer]
    /// Both directions' outputs, one row per step.
    private let outputs: FloatBuffer
    /// Log-probabilities of every step.
    let scores: Scores

    private var steps: Int { below.steps }

    /// Runs the layers. `below` has `layout.below` numbers per step and at least one step.
    init(_ below: HiddenSequence, layout: TailLayout, weights: FloatBuffer, level: cneural_level) {
        assert(below.width == layout.below && below.steps > 0 && weights.count == layout.count)
        (self.layout, self.weights, self.below, self.level) = (layout, weights, below, level)
        let (steps, hidden) = (below.steps, layout.hidden)
        gates = (0..<2).map { _ in FloatBuffer(count: steps * layout.gates) }
        cells = (0..<2).map { _ in FloatBuffer(count: steps * hidden) }
        outputs = FloatBuffer(count: steps * 2 * hidden)
        for direction in 0..<2 {
            Self.recur(
                below, direction: direction, layout: layout, weights: weights, gates: gates[direction], cells: cells[direction],
                outputs: outputs, level: level)
        }
        let logits = FloatBuffer(count: steps * layout.classes)
        for step in 0..<steps {
            (logits.start + step * layout.classes).update(from: weights.start + layout.outputBias, count: layout.classes)
        }
        cneural_accumulate(
            level, outputs.start, 2 * hidden, 1, steps, 2 * hidden, weights.start + layout.outputWeight, layout.classes, logits.start)
        cneural_log_softmax(level, logits.start, layout.classes, steps, layout.classes)
        scores = Scores(steps: steps, classes: layout.classes, rows: logits.start, stride: layout.classes)
    }

    /// Returns the steps in the order of a direction.
    private static func order(_ direction: Int, steps: Int) -> [Int] { direction == 0 ? Array(0..<steps) : (0..<steps).reversed() }

    private static func recur(
        _ below: HiddenSequence, direction: Int, layout: TailLayout, weights: FloatBuffer, gates: FloatBuffer, cells: FloatBuffer,
        outputs: FloatBuffer, level: cneural_level
    ) {
        let (hidden, width) = (layout.hidden, layout.gates)
        for step in 0..<below.steps {
            (gates.start + step * width).update(from: weights.start + layout.bias(direction), count: width)
        }
        below.values.withUnsafeBufferPointer { values in
            cneural_accumulate(
                level, values.baseAddress, below.width, 1, below.steps, below.width, weights.start + layout.input(direction), width,
                gates.start)
        }
        var before: Int?
        for step in order(direction, steps: below.steps) {
            let z = gates.start + step * width
            let out = outputs.start + (step * 2 + direction) * hidden
            if let before {
                let last = outputs.start + (before * 2 + direction) * hidden
                cneural_accumulate(level, last, hidden, 1, 1, hidden, weights.start + layout.recurrent(direction), width, z)
            }
            for unit in 0..<hidden {
                let (input, forget) = (sigmoid(z[unit]), sigmoid(z[hidden + unit]))
                let (cell, output) = (tanhf(z[2 * hidden + unit]), sigmoid(z[3 * hidden + unit]))
                let state = input * cell + forget * (before.map { cells.start[$0 * hidden + unit] } ?? 0)
                cells.start[step * hidden + unit] = state
                (z[unit], z[hidden + unit], z[2 * hidden + unit], z[3 * hidden + unit]) = (input, forget, cell, output)
                out[unit] = output * tanhf(state)
            }
            before = step
        }
    }

    private static func sigmoid(_ x: Float) -> Float { 1 / (1 + expf(-x)) }

    /// Adds the derivatives of the loss with respect to every weight to `gradient`, given those with respect to the scores before
    /// normalization.
    func differentiate(_ scoreGradient: [Float], into gradient: FloatBuffer) {
        assert(scoreGradient.count == steps * layout.classes && gradient.count == layout.count)
        let (hidden, classes) = (layout.hidden, layout.classes)
        let back = FloatBuffer(count: steps * 2 * hidden)
        scoreGradient.withUnsafeBufferPointer { rows in
            guard let rows = rows.baseAddress else { return }
            cneural_accumulate(level, outputs.start, 1, 2 * hidden, 2 * hidden, steps, rows, classes, gradient.start + layout.outputWeight)
            for step in 0..<steps {
                let row = rows + step * classes
                for c in 0..<classes { gradient.start[layout.outputBias + c] += row[c] }
                cneural_dot(level, weights.start + layout.outputWeight, 2 * hidden, classes, row, back.start + step * 2 * hidden)
            }
        }
        for direction in 0..<2 { differentiate(direction, back: back, into: gradient) }
    }

    private func differentiate(_ direction: Int, back: FloatBuffer, into gradient: FloatBuffer) {
        let (hidden, width) = (layout.hidden, layout.gates)
        let (gates, cells) = (gates[direction].start, cells[direction].start)
        let changes = FloatBuffer(count: steps * width)
        var cellBack = [Float](repeating: 0, count: hidden)
        let order = Self.order(direction, steps: steps)
        for (index, step) in order.enumerated().reversed() {
            let (z, dz) = (gates + step * width, changes.start + step * width)
            let before = index > 0 ? order[index - 1] : nil
            for unit in 0..<hidden {
                let (input, forget, cell, output) = (z[unit], z[hidden + unit], z[2 * hidden + unit], z[3 * hidden + unit])
                let squashed = tanhf(cells[step * hidden + unit])
                let change = back.start[(step * 2 + direction) * hidden + unit]
                let inner = cellBack[unit] + change * output * (1 - squashed * squashed)
                let last = before.map { cells[$0 * hidden + unit] } ?? 0
                dz[unit] = inner * cell * input * (1 - input)
                dz[hidden + unit] = inner * last * forget * (1 - forget)
                dz[2 * hidden + unit] = inner * input * (1 - cell * cell)
                dz[3 * hidden + unit] = change * squashed * output * (1 - output)
                cellBack[unit] = inner * forget
            }
            for gate in 0..<width { gradient.start[layout.bias(direction) + gate] += dz[gate] }
            if let before {
                let to = back.start + (before * 2 + direction) * hidden
                cneural_dot(level, weights.start + layout.recurrent(direction), hidden, width, dz, to)
            }
        }
        below.values.withUnsafeBufferPointer { values in
            cneural_accumulate(
                level, values.baseAddress, 1, below.width, below.width, steps, changes.start, width,
                gradient.start + layout.input(direction))
        }
        // a step's output is an input of the next one in the direction's order
        let from = outputs.start + (direction == 0 ? 0 : 2 * hidden) + direction * hidden
        cneural_accumulate(
            level, from, 1, 2 * hidden, hidden, steps - 1, changes.start + (direction == 0 ? width : 0), width,
            gradient.start + layout.recurrent(direction))
    }
}
