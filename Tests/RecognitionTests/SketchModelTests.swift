import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Sketch model files")
struct SketchModelTests {
    private static let path = Golden.folder.appending(path: "tiny-sketches.safetensors")

    private func tiny() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.path)) }

    private func changed(_ old: String, _ new: String) throws -> [UInt8] { try Golden.changed(tiny(), old, new) }

    private func load(_ bytes: [UInt8], _ instructions: InstructionSet = .best) throws -> SketchRecognizer {
        try bytes.withUnsafeBytes { try SketchRecognizer(bytes: $0, instructions: instructions) }
    }

    @Test("pictures are those of the training", arguments: try Golden.read("sketches"))
    func pictures(_ expected: Golden.Case) throws {
        let found = SketchPicture.values(of: ShapeFrame(try FeatureExtractor.gather(expected.ink).ink))
        var wanted = [Float](repeating: 0, count: SketchPicture.grid * SketchPicture.grid * SketchPicture.planes)
        for cell in expected.features { wanted[Int(cell[0])] = cell[1] }
        try #require(found.count == wanted.count)
        for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 1e-5) }
    }

    @Test("scores are PyTorch's", arguments: try Golden.read("sketches"), InstructionSet.available)
    func scores(_ expected: Golden.Case, instructions: InstructionSet) throws {
        let found = try load(tiny(), instructions).logits(expected.ink)
        let wanted = try #require(expected.logits.first)
        try #require(found.count == wanted.count)
        for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 1e-4) }
    }

    @Test("a model says what it is, and which sketches have an emoji")
    func description() throws {
        let recognizer = try SketchRecognizer(modelPath: Self.path.path)
        #expect(recognizer.card.kind == .sketches && recognizer.card.language == "zxx-Zsym-x-autodraw")
        #expect(recognizer.sketches.map(\.name) == ["cat", "mug", "coffee cup", "fence"])
        #expect(recognizer.sketches.map(\.emoji) == ["🐱", "☕", "☕", nil])
    }

    @Test("among emoji each is one candidate, with the probability of all its sketches")
    func emoji() throws {
        let recognizer = try load(tiny())
        let ink = [stroke([0, 0, 9, 4, 3, 8])]
        let (all, emoji) = try (recognizer.recognize(ink).candidates, recognizer.recognize(ink, onlyEmoji: true).candidates)
        #expect(all.count == 4 && abs(all.reduce(0) { $0 + $1.score } - 1) < 1e-9)
        #expect(emoji.count == 2 && Set(emoji.map(\.sketch.emoji)) == ["🐱", "☕"])
        #expect(abs(emoji.reduce(0) { $0 + $1.score } - 1) < 1e-9 && emoji[0].score >= emoji[1].score)
    }

    @Test("two candidates that are close make a reading ambiguous")
    func ambiguous() {
        func reading(_ scores: Double...) -> SketchReading {
            SketchReading(candidates: scores.map { SketchCandidate(sketch: Sketch(name: "x"), score: $0) })
        }
        #expect(reading(0.6, 0.4).ambiguous && !reading(0.7, 0.3).ambiguous && !reading(0.7).ambiguous && !reading().ambiguous)
    }

    @Test("a dot, or nothing, is no sketch")
    func dot() throws {
        let recognizer = try load(tiny())
        #expect(throws: RecognitionError.tooLittleInk(samples: 1)) { _ = try recognizer.recognize([stroke([3, 4])]) }
        #expect(throws: RecognitionError.tooLittleInk(samples: 0)) { _ = try recognizer.recognize([]) }
    }

    @Test("a model for something else is refused")
    func otherKind() throws {
        #expect(throws: RecognitionError.metadata(key: "kind", problem: "is text, expected sketches")) {
            _ = try SketchRecognizer(modelPath: Golden.tinyModel.path)
        }
        #expect(throws: RecognitionError.wrongPipeline(found: "2", supported: 1)) {
            _ = try load(changed(#""sketch_pipeline":"1""#, #""sketch_pipeline":"2""#))
        }
        #expect(throws: RecognitionError.missingTensor("conv1.weight")) { _ = try load(changed(#""conv1.weight""#, #""conv9.weight""#)) }
        #expect(throws: RecognitionError.self) { _ = try SketchRecognizer(modelPath: "/no/such/model") }
    }

    @Test(
        "metadata that cannot be is refused by its name",
        arguments: [
            (#""temperature":"1.5""#, #""temperature":"0""#, "temperature"), (#"\"mug\""#, #"\"cat\""#, "classes"),
            (#"\"mug\","#, #"\"mug\",\"\","#, "classes"), (#"\"mug\""#, #"\"\""#, "classes"), (#""classes""#, #""names""#, "classes"),
            (#"[4,1"#, #"[0,1"#, "convolutions"), (#"[4,1"#, #"[4,3"#, "convolutions"), (#"[4,1"#, #"[9999,1"#, "convolutions"),
            (#"[4,1,\"plain\"]"#, #"[4,1,\"open\"]"#, "convolutions"), (#"[12,1,\"open\"]"#, #"[12,1,\"plain\"]"#, "convolutions"),
            (#"[12,1,\"close\"]"#, #"[8,1,\"close\"]"#, "convolutions"), (#"[12,1,\"close\"]"#, #"[12,2,\"close\"]"#, "convolutions"),
            (#"[12,1,\"close\"]"#, #"[12,1,\"open\"]"#, "convolutions"), (#"[20,2,\"plain\"]"#, #"[20,1,\"open\"]"#, "convolutions"),
            (#"[20,2,\"plain\"]"#, #"[20,2]"#, "convolutions"), (#""convolutions""#, #""layers""#, "convolutions"),
        ])
    func metadata(_ old: String, _ new: String, _ key: String) throws {
        try Golden.expectRefusal(of: key) { _ = try load(changed(old, new)) }
    }

    @Test("changed weights do not match their checksum, and a file cut short is refused")
    func damaged() throws {
        Golden.expectDamageIsFound(in: try tiny()) { _ = try load($0) }
    }

    @Test("no damage to a sketch model stops the program", .timeLimit(.minutes(MachineSpeed.limit)))
    func fuzz() throws {
        let good = try tiny()
        var (refused, read) = (0, 0)
        Fuzz.run(seed: 5) { random in
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
