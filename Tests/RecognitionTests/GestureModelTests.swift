import Foundation
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Gesture model files", .enabled("needs models/gestures.safetensors") { GestureGolden.hasModel })
struct GestureModelTests {
    private func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: GestureGolden.model)) }

    private func error(_ bytes: [UInt8]) -> RecognitionError? {
        do {
            _ = try bytes.withUnsafeBytes { try GestureRecognizer(bytes: $0) }
            return nil
        } catch {
            return error as? RecognitionError
        }
    }

    /// The model with a piece of its header replaced by one of the same length.
    private func changed(_ old: String, _ new: String) throws -> [UInt8] {
        var bytes = try bytes()
        let length = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        let header = String(decoding: bytes[8..<(8 + length)], as: UTF8.self)
        try #require(header.contains(old) && old.utf8.count == new.utf8.count, "\(old)")
        bytes.replaceSubrange(8..<(8 + length), with: header.replacingOccurrences(of: old, with: new).utf8)
        return bytes
    }

    @Test("the model says what it is")
    func description() throws {
        let recognizer = try GestureRecognizer(modelPath: GestureGolden.model.path)
        #expect(recognizer.model.kind == .gestures)
        #expect(recognizer.model.language == "mul-Latn-x-gesture")
        #expect(recognizer.model.trainingDataLicense == "CC BY 4.0")
    }

    @Test("another kind, other features and other classes are refused by name")
    func metadata() throws {
        #expect(try error(changed(#""kind":"gestures""#, #""kind":"symbols" "#)) == .metadata(key: "kind", problem: "is not \"gestures\""))
        #expect(try error(changed(#""feature_pipeline":"1""#, #""feature_pipeline":"7""#)) == .wrongPipeline(found: "7", supported: 1))
        #expect(
            try error(changed("text scratch-out", "text scratch-off"))
                == .metadata(key: "classes", problem: "are not the classes that this program knows"))
        #expect(
            try error(changed(#""threshold":"0."#, #""threshold":"7."#))
                == .metadata(key: "threshold", problem: "is not a number from 0 to 1"))
        #expect(try error(changed(#""layer1.bias""#, #""layer1.bios""#)) == .missingTensor("layer1.bias"))
    }

    @Test("weights that were changed do not match their checksum")
    func checksum() throws {
        var bytes = try bytes()
        bytes[bytes.count - 1] ^= 1
        #expect(error(bytes) == .checksum)
    }

    @Test("no damage to a model file stops the program", .timeLimit(.minutes(MachineSpeed.limit)))
    func fuzz() throws {
        let good = try bytes()
        var refused = 0
        Fuzz.run(seed: 3) { random in
            refused += error(Fuzz.damaged(safetensors: good, using: &random)) == nil ? 0 : 1
        }
        #expect(refused > 0)
    }
}
