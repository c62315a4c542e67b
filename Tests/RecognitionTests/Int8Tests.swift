import CNeural
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Weights of 8 bits")
struct Int8Tests {
    /// What `cneural_affine_int8` promises, computed plainly.
    private static func reference(
        _ x: [Float], rows: Int, inner: Int, weights: [[Int8]], scales: [Float], bias: [Float], rectify: Bool
    ) -> [Float] {
        var y: [Float] = []
        for row in 0..<rows {
            let numbers = x[(row * inner)..<((row + 1) * inner)]
            let largest = numbers.map(\.magnitude).max() ?? 0
            let factor = largest > 1e-30 ? 127 / largest : 0
            let bytes = numbers.map { Int32(($0 * factor).rounded(.toNearestOrEven)) }
            for (column, weights) in weights.enumerated() {
                let sum = zip(bytes, weights).reduce(Int32(0)) { $0 + $1.0 * Int32($1.1) }
                let product = Float(sum) * (scales[column] * (largest / 127))
                let value = product + bias[column]
                y.append(rectify ? max(value, 0) : value)
            }
        }
        return y
    }

    private func run(
        _ x: [Float], rows: Int, layer: PackedLayer, columns: Int, rectify: Bool, instructions: InstructionSet
    ) -> [Float] {
        let (input, output, scratch) = (FloatBuffer(count: x.count), FloatBuffer(count: rows * layer.columns), Scratch())
        for (index, value) in x.enumerated() { input.start[index] = value }
        scratch.reserve(sequence: 0, gates: 0, state: 0, bytes: layer.bytesNeeded)
        layer.run(
            from: input, stride: layer.inner, rows: rows, rectify: rectify, into: output, at: 0, in: scratch, level: instructions.level)
        return Scores(steps: rows, classes: columns, rows: output.start, stride: layer.columns).values
    }

    @Test(
        "a layer gives the bits of plain arithmetic, with every instruction set", arguments: InstructionSet.available,
        [(1, 16, 5), (3, 48, 16), (13, 320, 33), (25, 64, 20)])
    func affine(_ instructions: InstructionSet, _ size: (rows: Int, inner: Int, columns: Int)) {
        var random = SeededGenerator(seed: UInt64(size.inner))
        var x = (0..<(size.rows * size.inner)).map { _ in Float.random(in: -3...3, using: &random) }
        // a row of zeros, and one of halves that must be rounded to even
        for k in 0..<size.inner { x[(size.rows - 1) * size.inner + k] = 0 }
        for k in 0..<size.inner { x[k] = Float(k % 255) - 127 + (k % 2 == 0 ? 0.5 : 0) }
        x[0] = 127
        let weights = (0..<size.columns).map { _ in (0..<size.inner).map { _ in Int8.random(in: -127...127, using: &random) } }
        let scales = (0..<size.columns).map { _ in Float.random(in: 0.001...0.1, using: &random) }
        let bias = (0..<size.columns).map { _ in Float.random(in: -1...1, using: &random) }
        let layer = PackedLayer(
            .int8(weights.flatMap { $0 }, scales: scales), bias: bias, inputs: Array(0..<size.inner), inner: size.inner,
            outputs: Array(0..<size.columns), columns: size.columns)
        for rectify in [false, true] {
            let y = run(x, rows: size.rows, layer: layer, columns: size.columns, rectify: rectify, instructions: instructions)
            let expected = Self.reference(
                x, rows: size.rows, inner: size.inner, weights: weights, scales: scales, bias: bias, rectify: rectify)
            #expect(y == expected)
        }
    }

    @Test("the largest sums do not overflow", arguments: InstructionSet.available, [1, -1] as [Float])
    func extremes(_ instructions: InstructionSet, _ sign: Float) {
        let inner = 15 * 1024
        let weights = [[Int8](repeating: 127, count: inner), [Int8](repeating: -127, count: inner)]
        let layer = PackedLayer(
            .int8(weights.flatMap { $0 }, scales: [1, 1]), bias: [0, 0], inputs: Array(0..<inner), inner: inner, outputs: [0, 1], columns: 2
        )
        let y = run(
            [Float](repeating: 127 * sign, count: inner), rows: 1, layer: layer, columns: 2, rectify: false, instructions: instructions)
        let sum = Float(127 * 127 * inner) * sign
        #expect(y == [sum, -sum])
    }

    private func tiny(_ instructions: InstructionSet) throws -> Network {
        try tinyBytes("tiny-int8").withUnsafeBytes { bytes in
            let tensors = try Safetensors(bytes)
            return try Network(ModelDescription(metadata: tensors.metadata).architecture, weights: tensors, instructions: instructions)
        }
    }

    @Test("an LSTM gives the same bits with every instruction set, and nearly the full precision's numbers", arguments: [false, true])
    func recurrence(backwards: Bool) {
        let (hidden, steps) = (32, 9)
        var random = SeededGenerator(seed: 3)
        let weights = (0..<(4 * hidden * hidden)).map { _ in Int8.random(in: -127...127, using: &random) }
        let gates = (0..<(steps * 4 * hidden)).map { _ in Float.random(in: -2...2, using: &random) }
        func run(_ matrix: Matrix, _ instructions: InstructionSet) -> [Float] {
            let layer = PackedLayer(
                matrix, bias: [Float](repeating: 0, count: 4 * hidden), inputs: Array(0..<hidden), inner: hidden,
                outputs: Array(0..<(4 * hidden)), columns: 4 * hidden)
            let (scratch, output) = (Scratch(), FloatBuffer(count: steps * hidden))
            scratch.reserve(sequence: 0, gates: gates.count, state: 6 * hidden, bytes: hidden)
            for (index, gate) in gates.enumerated() { scratch.gates.start[index] = gate }
            layer.recur(
                steps: steps, backwards: backwards, into: output.start, stride: hidden, in: scratch, level: instructions.level)
            return Array(UnsafeBufferPointer(start: output.start, count: output.count))
        }
        let quantized = Matrix.int8(weights, scales: [Float](repeating: 0.002, count: 4 * hidden))
        let baseline = run(quantized, .baseline)
        for instructions in InstructionSet.available { #expect(run(quantized, instructions) == baseline) }
        let full = run(.float32(quantized.values), .baseline)
        let difference = zip(full, baseline).map { abs($0 - $1) }.max() ?? 0
        #expect(difference > 0 && difference < 0.02)
    }

    @Test("a network gives nearly the full precision's numbers", arguments: try Golden.read("golden"), InstructionSet.available)
    func network(_ expected: Golden.Case, _ instructions: InstructionSet) throws {
        let logits = try tiny(instructions).logits(FeatureExtractor.features(of: expected.ink), in: Scratch()).values
        let full = expected.logits.flatMap { $0 }
        try #require(full.count == logits.count)
        let difference = zip(full, logits).map { abs($0 - $1) }.max() ?? 0
        #expect(difference > 0 && difference < 0.1)
    }

    @Test("the model of 8 bits can be read with")
    func reads() throws {
        let ink = try #require(try Golden.read("golden").first { $0.name == "loops" }).ink
        #expect(try !tinyRecognizer(tinyBytes("tiny-int8")).recognize(ink).candidates.isEmpty)
    }

    @Test("scales that are missing or not positive, and -128, are refused")
    func refused() throws {
        func matrix(_ weights: [UInt8], scale: Float?) throws -> Matrix {
            let data = weights + [0, 0, 0].prefix((4 - weights.count % 4) % 4) + withUnsafeBytes(of: scale ?? 0) { Array($0) }
            let scaled = scale == nil ? "" : #","w.scale":{"dtype":"F32","shape":[1],"data_offsets":[\#(data.count - 4),\#(data.count)]}"#
            let header = Array(#"{"w":{"dtype":"I8","shape":[1,\#(weights.count)],"data_offsets":[0,\#(weights.count)]}\#(scaled)}"#.utf8)
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: header.count >> (8 * $0)) } + header + data
            return try bytes.withUnsafeBytes { try Safetensors($0).matrix("w", shape: [1, weights.count]) }
        }
        #expect(try matrix([1, 0xFF, 0x81], scale: 0.5).values == [0.5, -0.5, -63.5])
        for scale in [0, -1, .nan, .infinity] as [Float] {
            #expect(throws: RecognitionError.self) { _ = try matrix([1, 2], scale: scale) }
        }
        #expect(throws: RecognitionError.tensor("w.scale", problem: "holds a number that is not positive")) {
            _ = try matrix([1, 2], scale: 0)
        }
        #expect(throws: RecognitionError.missingTensor("w.scale")) { _ = try matrix([1, 2], scale: nil) }
        #expect(throws: RecognitionError.tensor("w", problem: "holds -128")) { _ = try matrix([0x80, 2], scale: 1) }
    }
}
