import CNeural
import Foundation
import InkTestSupport
import Testing

@testable import Recognition

@Suite("The end of a network, forwards and backwards")
struct TailPassTests {
    private static let text = [3, 1, 1]

    private func tiny(_ name: String = "tiny") throws -> (layout: TailLayout, values: FloatBuffer, network: Network) {
        try tinyBytes(name).withUnsafeBytes { bytes in
            let tensors = try Safetensors(bytes)
            let architecture = try ModelDescription(metadata: tensors.metadata).architecture
            let layout = TailLayout(architecture)
            return (
                layout, try layout.values(of: tensors, layer: architecture.layers - 1),
                try Network(architecture, weights: tensors, instructions: .best)
            )
        }
    }

    @Test("it says what the network says", arguments: try Golden.read("golden"))
    func forwards(_ expected: Golden.Case) throws {
        let (layout, values, network) = try tiny()
        let features = try FeatureExtractor.features(of: expected.ink)
        let below = network.encode(features, in: Scratch(), belowLast: true)
        let scores = TailPass(below, layout: layout, weights: values, level: CNEURAL_BASELINE).scores
        let direct = network.logProbabilities(features, in: Scratch())
        try #require(scores.values.count == direct.values.count)
        for (a, b) in zip(scores.values, direct.values) { #expect(abs(a - b) < 1e-4) }
    }

    @Test("derivatives are those of finite differences, with every instruction set", arguments: InstructionSet.available)
    func backwards(_ instructions: InstructionSet) throws {
        let (layout, values, network) = try tiny()
        let ink = try #require(try Golden.read("golden").first { $0.name == "loops" }).ink
        let below = network.encode(try FeatureExtractor.features(of: ink), in: Scratch(), belowLast: true)
        func loss() throws -> ConnectionistLoss {
            let pass = TailPass(below, layout: layout, weights: values, level: instructions.level)
            return try #require(ConnectionistLoss(pass.scores, classes: Self.text))
        }
        let gradient = FloatBuffer(count: layout.count)
        TailPass(below, layout: layout, weights: values, level: instructions.level).differentiate(try loss().gradient, into: gradient)
        var random = SeededGenerator(seed: 4)
        // a few of every tensor
        for piece in layout.pieces {
            for _ in 0..<6 {
                let place = piece.start + Int.random(in: 0..<piece.count, using: &random)
                let (value, small) = (values.start[place], Float(0.01))
                values.start[place] = value + small
                let above = try loss().value
                values.start[place] = value - small
                let under = try loss().value
                values.start[place] = value
                let expected = (above - under) / Double(2 * small)
                #expect(abs(Double(gradient.start[place]) - expected) < 0.01 + 0.02 * abs(expected), "\(piece.name)")
            }
        }
    }

    @Test("tensors come back from where they went")
    func layout() throws {
        let (layout, values, _) = try tiny()
        let again = layout.values(of: layout.tensors(of: values))
        for place in 0..<layout.count { #expect(again.start[place] == values.start[place]) }
        #expect(layout.pieces.last.map { $0.start + $0.count } == layout.count)
    }
}
