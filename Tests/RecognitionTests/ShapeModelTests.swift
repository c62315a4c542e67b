import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Shape model files")
struct ShapeModelTests {
    private static let path = Golden.folder.appending(path: "tiny-shapes.safetensors")

    private func tiny() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.path)) }

    private func changed(_ old: String, _ new: String) throws -> [UInt8] { try Golden.changed(tiny(), old, new) }

    private func load(_ bytes: [UInt8], _ instructions: InstructionSet = .best) throws -> ShapeRecognizer {
        try bytes.withUnsafeBytes { try ShapeRecognizer(bytes: $0, instructions: instructions) }
    }

    @Test("pictures are those of the training", arguments: try Golden.read("shapes"))
    func pictures(_ expected: Golden.Case) throws {
        let found = ShapePicture.values(of: ShapeFrame(try FeatureExtractor.gather(expected.ink).ink))
        let wanted = Array(expected.features.joined())
        try #require(found.count == wanted.count)
        for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 1e-5) }
    }

    @Test("scores are PyTorch's", arguments: try Golden.read("shapes"), InstructionSet.available)
    func scores(_ expected: Golden.Case, instructions: InstructionSet) throws {
        let found = try load(tiny(), instructions).logits(expected.ink)
        let wanted = try #require(expected.logits.first)
        try #require(found.count == wanted.count)
        for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 1e-4) }
    }

    @Test("a model says what it is")
    func description() throws {
        let recognizer = try ShapeRecognizer(modelPath: Self.path.path)
        #expect(recognizer.card.kind == .shapes && recognizer.card.language == "zxx-Zsym-x-shapes")
        #expect(recognizer.names.count == 39 && recognizer.names.contains("arrow"))
    }

    @Test("a model for something else is refused")
    func otherKind() throws {
        #expect(throws: RecognitionError.metadata(key: "kind", problem: "is text, expected shapes")) {
            _ = try ShapeRecognizer(modelPath: Golden.tinyModel.path)
        }
        #expect(throws: RecognitionError.wrongPipeline(found: "2", supported: 1)) {
            _ = try load(changed(#""shape_pipeline":"1""#, #""shape_pipeline":"2""#))
        }
        #expect(throws: RecognitionError.missingTensor("conv1.weight")) { _ = try load(changed(#""conv1.weight""#, #""conv9.weight""#)) }
        #expect(throws: RecognitionError.self) { _ = try ShapeRecognizer(modelPath: "/no/such/model") }
    }

    @Test(
        "metadata that cannot be is refused by its name",
        arguments: [
            (#""temperature":"1.5""#, #""temperature":"0""#, "temperature"),
            (#""temperature":"1.5""#, #""temperature":"nan""#, "temperature"),
            (#""temperature""#, #""warmth""#, "temperature"), (#""D H "#, #""D D "#, "classes"), (#""classes""#, #""names""#, "classes"),
            (#""4 8 8""#, #""4 8""#, "channels"), (#""4 8 8""#, #""4 8 0""#, "channels"), (#""4 8 8""#, #""4 8 x""#, "channels"),
            (#""hidden":"12""#, #""hidden":"""#, "hidden"), (#""hidden":"12""#, #""hidden":"12 12""#, "hidden"),
            (#""hidden":"12""#, #""hidden":"99999999999""#, "hidden"),
        ])
    func metadata(_ old: String, _ new: String, _ key: String) throws {
        try Golden.expectRefusal(of: key) { _ = try load(changed(old, new)) }
    }

    @Test("changed weights do not match their checksum, and a file cut short is refused")
    func damaged() throws {
        var bytes = try tiny()
        #expect(throws: RecognitionError.self) { _ = try load(Array(bytes.prefix(bytes.count - 1))) }
        bytes[bytes.count - 3] ^= 1
        #expect(throws: RecognitionError.checksum) { _ = try load(bytes) }
        #expect(throws: RecognitionError.self) { _ = try load(changed(#""hidden":"12""#, #""hidden":"13""#)) }
    }

    @Test("no damage to a shape model stops the program", .timeLimit(.minutes(MachineSpeed.limit)))
    func fuzz() throws {
        let good = try tiny()
        var (refused, read) = (0, 0)
        Fuzz.run(seed: 4) { random in
            do {
                let candidates = try load(Fuzz.damaged(safetensors: good, using: &random)).recognize([stroke([0, 0, 3, 4])]).candidates
                #expect(candidates.allSatisfy { $0.score.isFinite })
                read += 1
            } catch {
                #expect(error is RecognitionError)
                refused += 1
            }
        }
        #expect(refused > 0 && read > 0)
    }
}
