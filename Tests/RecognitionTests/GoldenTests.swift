import Foundation
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
    func normalised(_ instructions: InstructionSet) throws {
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

    @Test(
        "the shipped model says what PyTorch says",
        .enabled("needs models/latin.safetensors and its vectors, Tests/Fixtures/recognition/shipped.json") { Shipped.exists },
        arguments: InstructionSet.available)
    func shipped(_ instructions: InstructionSet) throws {
        let file = try MappedFile(path: Shipped.model.path)
        let tensors = try Safetensors(file.bytes)
        let network = try Network(ModelDescription(metadata: tensors.metadata).architecture, weights: tensors, instructions: instructions)
        for expected in try Golden.read("shipped") {
            let logits = network.logits(try FeatureExtractor.features(of: expected.ink), in: Scratch())
            #expect(difference(logits.values, expected.logits.flatMap { $0 }) < 1e-3, "\(expected.name)")
        }
    }

    private enum Shipped {
        static let model = Golden.folder.appending(path: "../../../models/latin.safetensors").standardizedFileURL
        static var exists: Bool {
            [model, Golden.folder.appending(path: "shipped.json")].allSatisfy { FileManager.default.fileExists(atPath: $0.path) }
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
