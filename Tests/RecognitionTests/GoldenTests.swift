import Foundation
import System
import Testing

@testable import Recognition

@Suite("Golden vectors")
struct GoldenTests {
    @Test("features are those of the training", arguments: try Golden.read("golden"))
    func features(_ expected: Golden.Case) throws {
        let features = try FeatureExtractor.features(of: expected.ink)
        try #require(features.rows == expected.features.count)
        #expect(difference(features.values, expected.features.flatMap { $0 }) < 1e-5)
    }

    @Test("logits are PyTorch's", arguments: try Golden.read("golden"), InstructionSet.available)
    func logits(_ expected: Golden.Case, instructions: InstructionSet) throws {
        let network = try tinyNetwork(instructions)
        let logits = network.logits(try FeatureExtractor.features(of: expected.ink), in: Scratch())
        try #require(logits.steps == expected.logits.count)
        #expect(difference(logits.values, expected.logits.flatMap { $0 }) < 1e-4)
    }

    @Test("memory used for another ink before changes nothing", arguments: InstructionSet.available)
    func reuse(_ instructions: InstructionSet) throws {
        let network = try tinyNetwork(instructions)
        let scratch = Scratch()
        let cases = try Golden.read("golden")
        for expected in cases + cases.reversed() {
            let logits = network.logits(try FeatureExtractor.features(of: expected.ink), in: scratch)
            #expect(difference(logits.values, expected.logits.flatMap { $0 }) < 1e-4, "\(expected.name)")
        }
    }

    @Test("probabilities of a step add up to one", arguments: InstructionSet.available)
    func normalized(_ instructions: InstructionSet) throws {
        let network = try tinyNetwork(instructions)
        for expected in try Golden.read("golden") {
            let features = try FeatureExtractor.features(of: expected.ink)
            let scores = network.logProbabilities(features, in: Scratch())
            let logits = network.logits(features, in: Scratch())
            for step in 0..<scores.steps {
                let sum = (0..<scores.classes).reduce(0) { $0 + exp(Double(scores[step, $1])) }
                #expect(abs(sum - 1) < 1e-5)
                #expect(abs((scores[step, 3] - scores[step, 0]) - (logits[step, 3] - logits[step, 0])) < 1e-4)
            }
        }
    }

    @Test("the output layer makes the logits of the last layer's sequence, and of its mean for a classification")
    func encode() throws {
        let bytes = try tinyBytes()
        try bytes.withUnsafeBytes { bytes in
            let tensors = try Safetensors(bytes)
            var architecture = try ModelDescription(metadata: tensors.metadata).architecture
            let weight = try tensors.tensor("output.weight", shape: [96, 16])
            let bias = try tensors.tensor("output.bias", shape: [96])
            func score(_ hidden: ArraySlice<Float>) -> [Float] {
                bias.enumerated().map { c, b in zip(hidden, weight[(16 * c)...]).reduce(b) { $0 + $1.0 * $1.1 } }
            }
            let reader = try Network(architecture, weights: tensors, instructions: .best)
            architecture.kind = .classification
            let classifier = try Network(architecture, weights: tensors, instructions: .best)
            for expected in try Golden.read("golden") {
                let features = try FeatureExtractor.features(of: expected.ink)
                let sequence = reader.encode(features, in: Scratch())
                try #require(sequence.steps == expected.logits.count && sequence.width == 16)
                let scores = (0..<sequence.steps).flatMap { score(sequence.values[(16 * $0)..<(16 * ($0 + 1))]) }
                #expect(difference(scores, expected.logits.flatMap { $0 }) < 1e-4)
                #expect(difference(score(sequence.mean[...]), classifier.logits(features, in: Scratch()).values) < 1e-4)
            }
            let nothing = Features()
            #expect(reader.encode(nothing, in: Scratch()).steps == 0 && classifier.logits(nothing, in: Scratch()).steps == 0)
        }
    }

    @Test(
        "the trained model says what PyTorch says",
        .enabled("needs models/reference/latin-fp32.safetensors: make reference") { Shipped.exists },
        arguments: InstructionSet.available)
    func trained(_ instructions: InstructionSet) throws {
        let network = try Shipped.network(Shipped.reference, instructions)
        for expected in try Golden.read("shipped") {
            let logits = network.logits(try FeatureExtractor.features(of: expected.ink), in: Scratch())
            #expect(difference(logits.values, expected.logits.flatMap { $0 }) < 1e-3, "\(expected.name)")
        }
    }

    @Test(
        "with weights of 8 bits the shipped model is as sure of the same characters, or nearly",
        .enabled("needs models/reference/latin-fp32.safetensors: make reference") { Shipped.exists })
    func shipped() throws {
        let (exact, rounded) = (try Shipped.network(Shipped.reference, .best), try Shipped.network(Shipped.model, .best))
        for expected in try Golden.read("shipped") {
            let features = try FeatureExtractor.features(of: expected.ink)
            let (a, b) = (exact.logProbabilities(features, in: Scratch()), rounded.logProbabilities(features, in: Scratch()))
            let probabilities = (a.values.map { exp($0) }, b.values.map { exp($0) })
            #expect(difference(probabilities.0, probabilities.1) < 0.25, "\(expected.name)")
        }
    }

    private enum Shipped {
        static let model = Golden.folder.appending(path: "../../../models/latin.safetensors").standardizedFileURL
        static let reference = Golden.folder.appending(path: "../../../models/reference/latin-fp32.safetensors").standardizedFileURL
        static var exists: Bool {
            [model, reference, Golden.folder.appending(path: "shipped.json")].allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
        }

        static func network(_ model: URL, _ instructions: InstructionSet) throws -> Network {
            let file = try MappedFile.tensors(at: model.path)
            let tensors = try Safetensors(file.bytes)
            return try Network(ModelDescription(metadata: tensors.metadata).architecture, weights: tensors, instructions: instructions)
        }
    }

    private func tinyNetwork(_ instructions: InstructionSet) throws -> Network {
        try tinyBytes().withUnsafeBytes { bytes in
            let tensors = try Safetensors(bytes)
            return try Network(ModelDescription(metadata: tensors.metadata).architecture, weights: tensors, instructions: instructions)
        }
    }

    /// The largest; infinite if there are not as many of one as of the other.
    private func difference(_ a: [Float], _ b: [Float]) -> Float {
        guard a.count == b.count else { return .infinity }
        return zip(a, b).reduce(0) { max($0, ($1.0 - $1.1).isNaN ? .infinity : abs($1.0 - $1.1)) }
    }
}
