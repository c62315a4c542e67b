import CNeural

/// A matrix and a bias in the memory layout of the kernels: see `CNEURAL_PANEL`.
struct PackedLayer {
    private static let panel = Int(CNEURAL_PANEL)

    /// The weights, in the precision of the multiplication.
    private enum Weights {
        case float32(FloatBuffer)
        /// Bytes, with every column's scale and sum.
        case int8(AlignedBuffer<Int8>, scales: FloatBuffer, sums: AlignedBuffer<Int32>)
    }

    /// The number of rows: inputs.
    let inner: Int
    /// The number of columns: outputs, a multiple of the panel.
    let columns: Int

    private let weights: Weights
    private let bias: FloatBuffer

    /// Returns the next multiple of the kernels' panel.
    static func padded(_ width: Int) -> Int { (width + panel - 1) / panel * panel }

    /// Packs a matrix of `outputs.count` rows, each of `inputs.count` numbers; the padding is zero.
    ///
    /// - Parameters:
    ///   - inputs: The input index of each number of a row of the matrix.
    ///   - inner: The number of inputs; a multiple of the panel width if the matrix contains bytes.
    ///   - outputs: The output index of each row's result.
    ///   - columns: The number of outputs, before padding.
    init(_ matrix: Matrix, bias values: [Float], inputs: [Int], inner: Int, outputs: [Int], columns: Int) {
        let padded = Self.padded(columns)
        self.inner = inner
        self.columns = padded
        bias = FloatBuffer(count: padded)
        assert(values.count == outputs.count && inputs.allSatisfy { $0 < inner } && outputs.allSatisfy { $0 < padded })
        for (out, column) in outputs.enumerated() { bias.start[column] = values[out] }
        switch matrix {
        case .float32(let values):
            let packed = FloatBuffer(count: inner * padded)
            Self.pack(values, inputs: inputs, inner: inner, outputs: outputs, group: 1, into: packed)
            weights = .float32(packed)
        case .int8(let values, let rowScales):
            assert(inner % Self.panel == 0)
            let packed = AlignedBuffer<Int8>(count: inner * padded)
            Self.pack(values, inputs: inputs, inner: inner, outputs: outputs, group: 4, into: packed)
            let (scales, sums) = (FloatBuffer(count: padded), AlignedBuffer<Int32>(count: padded))
            for (out, column) in outputs.enumerated() {
                scales.start[column] = rowScales[out]
                sums.start[column] = values[(out * inputs.count)..<((out + 1) * inputs.count)].reduce(0) { $0 + Int32($1) }
            }
            weights = .int8(packed, scales: scales, sums: sums)
        }
    }

    /// Packs the weights so that `group` rows of a column are adjacent.
    private static func pack<Number>(
        _ values: [Number], inputs: [Int], inner: Int, outputs: [Int], group: Int, into packed: AlignedBuffer<Number>
    ) {
        assert(values.count == inputs.count * outputs.count)
        let rows = inputs.map { $0 / group * group * panel + $0 % group }
        values.withUnsafeBufferPointer { values in
            for (out, column) in outputs.enumerated() {
                let start = packed.start + (column / panel * inner * panel + column % panel * group)
                for (k, row) in rows.enumerated() { start[row] = values[out * rows.count + k] }
            }
        }
    }

    /// Applies the layer to `rows` rows, `stride` apart. The sizes are asserted. If `rectify`, negative results become zero.
    func run(
        from input: FloatBuffer, stride: Int, rows: Int, rectify: Bool, into output: FloatBuffer, at offset: Int, in scratch: Scratch,
        level: cneural_level
    ) {
        assert(rows > 0 && (rows - 1) * stride + inner <= input.count && offset + rows * columns <= output.count)
        switch weights {
        case .float32(let weights):
            cneural_affine(
                level, input.start, stride, rows, inner, weights.start, bias.start, columns, rectify, output.start + offset, columns)
        case .int8(let weights, let scales, let sums):
            assert(scratch.bytes.count >= bytesNeeded)
            cneural_affine_int8(
                level, input.start, stride, rows, inner, weights.start, scales.start, sums.start, bias.start, columns, rectify,
                output.start + offset, columns, scratch.bytes.start)
        }
    }

    /// Runs an LSTM of `inner` units whose recurrent weights are this layer; reads `scratch.gates`.
    func recur(
        steps: Int, backwards: Bool, into output: UnsafeMutablePointer<Float>, stride: Int, in scratch: Scratch, level: cneural_level
    ) {
        assert(columns == 4 * inner && steps * columns <= scratch.gates.count && scratch.state.count >= 6 * inner)
        switch weights {
        case .float32(let weights):
            cneural_lstm(level, scratch.gates.start, steps, inner, weights.start, backwards, output, stride, scratch.state.start)
        case .int8(let weights, let scales, let sums):
            assert(scratch.bytes.count >= inner)
            cneural_lstm_int8(
                level, scratch.gates.start, steps, inner, weights.start, scales.start, sums.start, backwards, output, stride,
                scratch.state.start, scratch.bytes.start)
        }
    }

    /// Whether the weights are 8-bit.
    var isInt8: Bool {
        if case .int8 = weights { true } else { false }
    }

    /// The number of scratch bytes that the layer needs.
    var bytesNeeded: Int { isInt8 ? Int(CNEURAL_INT8_TILE) * inner : 0 }
}

/// The processor instructions that the kernels use.
enum InstructionSet: Sendable, CaseIterable, CustomStringConvertible {
    /// The baseline of every processor of the architecture.
    case baseline
    /// AVX2 with fused multiply-add.
    case avx2
    /// AVX2 with dot products of bytes.
    case avxVNNI
    /// AVX-512 with dot products of bytes.
    case avx512

    /// The instruction sets of this processor, the slowest first.
    static var available: [InstructionSet] { allCases.filter { cneural_supports($0.level) } }

    /// The fastest instruction set of this processor.
    static var best: InstructionSet { available.last ?? .baseline }

    var level: cneural_level {
        switch self {
        case .baseline: CNEURAL_BASELINE
        case .avx2: CNEURAL_AVX2
        case .avxVNNI: CNEURAL_AVX_VNNI
        case .avx512: CNEURAL_AVX512
        }
    }

    var description: String { String(cString: cneural_level_name(level)) }
}
