import Foundation
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Model files")
struct ModelTests {
    /// The tiny model with a piece of its header replaced, the header's length put right.
    private func changed(_ old: String, _ new: String) throws -> [UInt8] { try Golden.changed(tinyBytes(), old, new) }

    private func error(_ bytes: [UInt8]) -> RecognitionError? {
        do {
            _ = try tinyRecognizer(bytes)
            return nil
        } catch {
            return error as? RecognitionError
        }
    }

    @Test("the tiny model says what it is")
    func description() throws {
        let model = try Recognizer(modelPath: Golden.tinyModel.path).model
        #expect(model.language == "mul-Latn")
        #expect(model.alphabet.classes == 96)
        #expect(model.alphabet.space == 1)
        #expect(model.architecture.channels == [4, 12, 8])
        #expect(model.architecture.rowsPerStep == 4)
    }

    @Test("a file that is not there or not a file is unreadable")
    func unreadable() {
        #expect(throws: RecognitionError.unreadable(path: "/nonexistent/model", code: ENOENT)) {
            _ = try Recognizer(modelPath: "/nonexistent/model")
        }
        #expect(throws: RecognitionError.unreadable(path: "/dev/null", code: EINVAL)) { _ = try Recognizer(modelPath: "/dev/null") }
    }

    @Test("a file cut anywhere is refused")
    func truncated() throws {
        let bytes = try tinyBytes()
        for length in [0, 7, 8, 100, 1500, bytes.count / 2, bytes.count - 1] {
            #expect(error(Array(bytes.prefix(length))) != nil, "\(length)")
        }
        #expect(error(Array(bytes.prefix(bytes.count - 1))) == .truncated("tensor output.weight"))
        #expect(error(Array(bytes.prefix(200))) == .truncated("its header"))
    }

    @Test("a newer format, another pipeline and missing metadata are named")
    func metadata() throws {
        #expect(try error(changed(#""format_version":"1""#, #""format_version":"2""#)) == .newerFormat(found: 2, supported: 1))
        #expect(try error(changed(#""feature_pipeline":"1""#, #""feature_pipeline":"9""#)) == .wrongPipeline(found: "9", supported: 1))
        #expect(try error(changed(#""language""#, #""idiom""#)) == .metadata(key: "language", problem: "is missing"))
        #expect(
            try error(changed(#""format":"inkd.model""#, #""format":"other""#))
                == .metadata(key: "format", problem: "is not \"inkd.model\""))
        #expect(
            try error(changed(#""alphabet":" !"#, #""alphabet":"!!"#))
                == .metadata(key: "alphabet", problem: "has a duplicate character"))
    }

    @Test(
        "an architecture that cannot be is refused",
        arguments: [
            (#"\"hidden\": 8"#, #"\"hidden\": 0"#), (#"\"hidden\": 8"#, #"\"hidden\": 99999999999"#),
            (#"\"layers\": 2"#, #"\"layers\": -1"#),
            (#"\"classes\": 96"#, #"\"classes\": 97"#), (#"[4, 12, 8]"#, #"[]"#), (#"[4, 12, 8]"#, #"[4, 12]"#),
            (#"[5, 5, 3]"#, #"[5, 4, 3]"#),
            (#"[1, 2, 2]"#, #"[1, 0, 2]"#), (#"conv-bilstm-ctc"#, #"transformer"#), (#"\"features\": 8"#, #"\"features\": 7"#),
        ])
    func architecture(_ old: String, _ new: String) throws {
        guard case .metadata(let key, _) = try error(changed(old, new)) else {
            Issue.record("\(new) was not refused as metadata")
            return
        }
        #expect(key == "architecture")
    }

    @Test("a tensor that is missing, of another shape, type or place, or not finite is named")
    func tensors() throws {
        #expect(try error(changed(#""output.bias""#, #""output.bios""#)) == .missingTensor("output.bias"))
        #expect(
            try error(changed(#""conv1.weight":{"dtype":"F32","shape":[4,8,5]"#, #""conv1.weight":{"dtype":"F32","shape":[4,5,8]"#))
                == .shape(tensor: "conv1.weight", found: [4, 5, 8], expected: [4, 8, 5]))
        #expect(
            try error(changed(#""conv1.weight":{"dtype":"F32""#, #""conv1.weight":{"dtype":"F16""#))
                == .tensor("conv1.weight", problem: "has type F16, expected one of F32, I32, I8, U8"))
        #expect(
            try error(changed(#""conv1.bias":{"dtype":"F32""#, #""conv1.bias":{"dtype":"I32""#))
                == .tensor("conv1.bias", problem: "has type I32, expected F32"))
        #expect(
            try error(changed(#"[5632,5648]"#, #"[5648,5632]"#)) == .tensor("conv1.bias", problem: "has offsets [5648, 5632]"))
        #expect(try error(changed(#"[5632,5648]"#, #"[-16,0]"#)) == .tensor("conv1.bias", problem: "has offsets [-16, 0]"))
        #expect(try error(changed(#"[5632,5648]"#, #"[90005632,90005648]"#)) == .truncated("tensor conv1.bias"))
        guard case .tensor("conv1.weight", _) = try error(changed(#""shape":[4,8,5]"#, #""shape":[4611686018427387904,8,5]"#)) else {
            Issue.record("an overflowing shape was not refused")
            return
        }
        var bytes = try tinyBytes()
        bytes.replaceSubrange((bytes.count - 4)..., with: [0, 0, 0xC0, 0x7F])
        #expect(throws: RecognitionError.tensor("output.weight", problem: "holds a number that is not finite")) {
            try bytes.withUnsafeBytes { _ = try Safetensors($0).tensor("output.weight", shape: [96, 16]) }
        }
    }

    @Test("weights that were changed do not match their checksum")
    func checksum() throws {
        var bytes = try tinyBytes()
        bytes[bytes.count - 3] ^= 1
        #expect(error(bytes) == .checksum)
        #expect(try error(changed(#""data_sha256":"acda3f"#, #""data_sha256":"acda30"#)) == .checksum)
        #expect(try error(changed(#""data_sha256""#, #""data_sha255""#)) == .metadata(key: "data_sha256", problem: "is missing"))
    }

    @Test("every message names what is wrong and what to do")
    func messages() throws {
        let error = try #require(try error(changed(#""output.bias""#, #""output.bios""#)))
        #expect("\(error)" == "the model has no tensor output.bias; the file is damaged or not a model of inkd; install it again")
    }

    @Test("no damage to a model file stops the program", .timeLimit(.minutes(MachineSpeed.limit)), arguments: ["tiny", "tiny-int8"])
    func fuzz(_ model: String) throws {
        let good = try tinyBytes(model)
        let ink = try #require(try Golden.read("golden").first { $0.name == "a cross" }).ink
        var (refused, read) = (0, 0)
        Fuzz.run(seconds: 2, seed: 1) { random in
            do {
                _ = try tinyRecognizer(Fuzz.damaged(safetensors: good, using: &random)).recognize(ink, alternatives: 2)
                read += 1
            } catch {
                #expect(error is RecognitionError)
                refused += 1
            }
        }
        #expect(refused > 0 && read > 0)
    }
}
