import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Models of characters")
struct CharacterModelTests {
    private static let path = Golden.folder.appending(path: "tiny-characters.safetensors")

    private func tiny() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.path)) }

    private func changed(_ old: String, _ new: String) throws -> [UInt8] { try Golden.changed(tiny(), old, new) }

    private func load(_ bytes: [UInt8], _ instructions: InstructionSet = .best) throws -> CharacterRecognizer {
        try bytes.withUnsafeBytes { try CharacterRecognizer(bytes: $0, instructions: instructions) }
    }

    @Test("pictures are those of the training", arguments: try Golden.read("characters"))
    func pictures(_ expected: Golden.Case) throws {
        let found = CharacterPicture.values(of: ShapeFrame(try FeatureExtractor.gather(expected.ink).ink))
        try #require(found.count == CharacterPicture.samples * CharacterPicture.samples * CharacterPicture.directions)
        var rest = found
        for value in expected.features {
            #expect(abs(found[Int(value[0])] - value[1]) < 1e-4)
            rest[Int(value[0])] = 0
        }
        // smaller ones are not in the file
        #expect(rest.allSatisfy { $0 < 0.0201 })
    }

    @Test("scores are PyTorch's", arguments: try Golden.read("characters"), InstructionSet.available)
    func scores(_ expected: Golden.Case, instructions: InstructionSet) throws {
        let found = try load(tiny(), instructions).logits(expected.ink)
        let wanted = try #require(expected.logits.first)
        try #require(found.count == wanted.count)
        for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 1e-3) }
    }

    @Test("a model says what it is and what it knows")
    func description() throws {
        let recognizer = try CharacterRecognizer(modelPath: Self.path.path)
        #expect(recognizer.card.kind == .characters && recognizer.card.language == "ja-x-char")
        #expect(recognizer.characters == ["人", "木", "あ", "ア", "한", "ω"])
    }

    @Test("the order and the direction of strokes, size and place do not matter")
    func order() throws {
        let recognizer = try load(tiny())
        let first = try recognizer.logits([stroke([0, 3, 9, 3]), stroke([4, 0, 4, 8]), stroke([12, 0, 8, 9])])
        let other = try recognizer.logits([stroke([260, 280, 340, 100]), stroke([180, 100, 180, 260]), stroke([280, 160, 100, 160])])
        for (a, b) in zip(first, other) { #expect(abs(a - b) < 1e-3) }
    }

    @Test("candidates are best first, their scores probabilities")
    func candidates() throws {
        let found = try load(tiny()).recognize([stroke([0, 0, 9, 4, 3, 8])])
        #expect(found.count == 6 && Set(found.map(\.text)).count == 6)
        #expect(abs(found.reduce(0) { $0 + $1.score } - 1) < 1e-9 && zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
    }

    @Test("a dot, or nothing, is no character")
    func dot() throws {
        let recognizer = try load(tiny())
        #expect(throws: RecognitionError.tooLittleInk(samples: 1)) { _ = try recognizer.recognize([stroke([3, 4])]) }
        #expect(throws: RecognitionError.tooLittleInk(samples: 0)) { _ = try recognizer.recognize([]) }
    }

    @Test("a model for something else is refused")
    func otherKind() throws {
        #expect(throws: RecognitionError.metadata(key: "kind", problem: "is text, expected characters")) {
            _ = try CharacterRecognizer(modelPath: Golden.tinyModel.path)
        }
        #expect(throws: RecognitionError.wrongPipeline(found: "2", supported: 1)) {
            _ = try load(changed(#""character_pipeline":"1""#, #""character_pipeline":"2""#))
        }
        #expect(throws: RecognitionError.missingTensor("conv1.weight")) { _ = try load(changed(#""conv1.weight""#, #""conv9.weight""#)) }
        #expect(throws: RecognitionError.self) { _ = try CharacterRecognizer(modelPath: "/no/such/model") }
    }

    @Test(
        "metadata that cannot be is refused by its name",
        arguments: [
            (#""temperature":"1.5""#, #""temperature":"0""#, "temperature"), (#""classes""#, #""names""#, "classes"),
            (#"[\"\u4eba\","#, #"[\"\u6728\","#, "classes"), (#"[\"\u4eba\","#, #"[\"xy\","#, "classes"),
            (#"[4,2]"#, #"[0,2]"#, "convolutions"),
            (#"[4,2]"#, #"[4,3]"#, "convolutions"), (#"[4,2]"#, #"[4]"#, "convolutions"),
            (#""convolutions""#, #""layers""#, "convolutions"),
            (#""hidden":"[10]""#, #""hidden":"[]""#, "hidden"), (#""hidden":"[10]""#, #""hidden":"[0]""#, "hidden"),
        ])
    func metadata(_ old: String, _ new: String, _ key: String) throws {
        try Golden.expectRefusal(of: key) { _ = try load(changed(old, new)) }
    }

    @Test("changed weights do not match their checksum, and a file cut short is refused")
    func damaged() throws {
        Golden.expectDamageIsFound(in: try tiny()) { _ = try load($0) }
    }

    @Test("no damage to a model of characters stops the program", .timeLimit(.minutes(MachineSpeed.limit)))
    func fuzz() throws {
        let good = try tiny()
        var (refused, read) = (0, 0)
        Fuzz.run(seed: 6) { random in
            do {
                let candidates = try load(Fuzz.damaged(safetensors: good, using: &random)).recognize([stroke([0, 0, 3, 4])])
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
