import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Symbol model files")
struct SymbolModelTests {
    private func tiny() throws -> [UInt8] { [UInt8](try Data(contentsOf: SymbolClassifierTests.tiny)) }

    private func changed(_ old: String, _ new: String) throws -> [UInt8] { try Golden.changed(tiny(), old, new) }

    private func load(_ bytes: [UInt8]) throws -> SymbolClassifier {
        try bytes.withUnsafeBytes { try SymbolClassifier(bytes: $0, instructions: .best) }
    }

    @Test("a model for something else is refused")
    func otherKind() throws {
        #expect(throws: RecognitionError.metadata(key: "kind", problem: "is text, expected symbols")) {
            _ = try SymbolClassifier(modelPath: Golden.tinyModel.path)
        }
        #expect(throws: RecognitionError.wrongPipeline(found: "2", supported: 1)) {
            _ = try load(changed(#""symbol_pipeline":"1""#, #""symbol_pipeline":"2""#))
        }
        #expect(throws: RecognitionError.wrongPipeline(found: "2", supported: 1)) {
            _ = try load(changed(#""sketch_pipeline":"1""#, #""sketch_pipeline":"2""#))
        }
        #expect(throws: RecognitionError.missingTensor("picture.conv1.weight")) {
            _ = try load(changed(#""picture.conv1.weight""#, #""picture.conv9.weight""#))
        }
    }

    @Test(
        "metadata that cannot be is refused by its name",
        arguments: [
            (#""temperature":"1.5""#, #""temperature":"0""#, "temperature"),
            (#""temperature":"1.5""#, #""temperature":"nan""#, "temperature"),
            (#""temperature""#, #""warmth""#, "temperature"), (#"[\"7\""#, #"[\"a\""#, "symbols"), (#"[\"7\""#, #"[\"\""#, "symbols"),
            (#"[\"7\","#, "[", "symbols"), (#"\"digit ascii\""#, #"\"digit rune\""#, "symbols"), (#"[\"7\""#, #"[7"#, "symbols"),
            (#"\"classes\": 6"#, #"\"classes\": 7"#, "architecture"), (#"conv-bilstm-mean"#, #"conv-bilstm-ctc"#, "architecture"),
            (#"conv-bilstm-mean"#, #"transformer"#, "architecture"), (#"[4,2,"#, #"[0,2,"#, "convolutions"),
        ])
    func metadata(_ old: String, _ new: String, _ key: String) throws {
        try Golden.expectRefusal(of: key) { _ = try load(changed(old, new)) }
    }

    @Test("a model without the network that sees pictures is read, by the other one alone")
    func strokesAlone() throws {
        let cross = [stroke([0, 5, 10, 5]), stroke([5, 0, 5, 10], id: 1)]
        let (both, alone) = try (load(tiny()), load(changed(#""convolutions""#, #""layers""#)))
        #expect(try alone.logits(cross) != both.logits(cross) && alone.classify(cross).count == both.symbols.count)
    }

    @Test("changed weights do not match their checksum, and a file cut short is refused")
    func damaged() throws {
        Golden.expectDamageIsFound(in: try tiny()) { _ = try load($0) }
    }

    @Test("no damage to a symbol model stops the program", .timeLimit(.minutes(MachineSpeed.limit)))
    func fuzz() throws {
        let good = try tiny()
        var (refused, read) = (0, 0)
        Fuzz.run(seed: 3) { random in
            do {
                let candidates = try load(Fuzz.damaged(safetensors: good, using: &random)).classify([stroke([0, 0, 3, 4])])
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
