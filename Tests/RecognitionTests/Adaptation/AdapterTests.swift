import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Adapting to a hand")
struct AdapterTests {
    /// Two inks that look different, five times each, as two words: easy to learn, and nothing that the tiny model's random weights know.
    private static func examples() throws -> [Adapter.Example] {
        let cases = try Golden.read("golden")
        let inks = try ["loops", "a long line that rises"].map { name in try #require(cases.first { $0.name == name }).ink }
        return (0..<10).map { Adapter.Example(strokes: inks[$0 % 2], text: ["ab", "ba"][$0 % 2]) }
    }

    private func adapter(_ model: String = "tiny") throws -> Adapter { try tinyBytes(model).withUnsafeBytes { try Adapter(bytes: $0) } }

    private static let learnt = Result { try tinyBytes().withUnsafeBytes { try Adapter(bytes: $0) }.adapt(to: examples()) }

    @Test("inks kept back lose less afterwards, in either precision, and progress only grows", arguments: ["tiny", "tiny-int8"])
    func learns(_ model: String) throws {
        var told: [Double] = []
        let adaptation = try adapter(model).adapt(to: Self.examples()) { done in
            told.append(done)
            return true
        }
        #expect(adaptation.inks == 10 && adaptation.lossAfter < adaptation.lossBefore)
        #expect(told == told.sorted() && told.allSatisfy { (0...1).contains($0) })
        let recognizer = try tinyRecognizer(tinyBytes(model))
        let example = try Self.examples()[4]
        let features = try FeatureExtractor.features(of: example.strokes)
        let classes = example.text.unicodeScalars.map { Int($0.value) - 31 }
        let losses = [recognizer.base, Network(recognizer.base, adaptation: adaptation)].map { network in
            ConnectionistLoss(network.logProbabilities(features, in: Scratch()), classes: classes)?.value ?? .infinity
        }
        #expect(losses[0].isFinite && losses[1] < losses[0])
        let before = try recognizer.greedyText(example.strokes)
        try recognizer.adapt(to: adaptation)
        #expect(recognizer.adaptation?.tensors == adaptation.tensors)
        try recognizer.adapt(to: nil)
        #expect(try recognizer.adaptation == nil && recognizer.greedyText(example.strokes) == before)
    }

    @Test("learning goes on from an earlier adaptation, and keeps nothing that is no better than that")
    func goesOn() throws {
        let earlier = try Self.learnt.get()
        let (adapter, examples) = (try adapter(), try Self.examples())
        do throws(AdaptationError) {
            let later = try adapter.adapt(to: examples, from: earlier)
            #expect(later.lossBefore == earlier.lossAfter && later.lossAfter < earlier.lossAfter)
        } catch {
            #expect(error == .nothingGained)
        }
        let other = try self.adapter("tiny-int8")
        #expect(throws: AdaptationError.self) { _ = try other.adapt(to: examples, from: earlier) }
    }

    @Test("few examples, those that cannot be learnt from, and a wish to stop are answered")
    func refused() throws {
        let adapter = try adapter()
        let examples = try Self.examples()
        #expect(throws: AdaptationError.tooFewInks(usable: 9, needed: 10)) { _ = try adapter.adapt(to: Array(examples.dropLast())) }
        let unknown = examples.map { Adapter.Example(strokes: $0.strokes, text: "日本") }
        #expect(throws: AdaptationError.tooFewInks(usable: 0, needed: 10)) { _ = try adapter.adapt(to: unknown) }
        let empty = examples.map { Adapter.Example(strokes: $0.strokes, text: " ") }
        #expect(throws: AdaptationError.tooFewInks(usable: 0, needed: 10)) { _ = try adapter.adapt(to: empty) }
        let broken = examples.map { _ in Adapter.Example(strokes: [stroke([.nan, 0])], text: "a") }
        #expect(throws: AdaptationError.tooFewInks(usable: 0, needed: 10)) { _ = try adapter.adapt(to: broken) }
        #expect(throws: AdaptationError.stopped) { _ = try adapter.adapt(to: examples) { _ in false } }
    }

    @Test("its file is the owner's alone, and says the same again")
    func file() throws {
        let adaptation = try Self.learnt.get()
        let recognizer = try tinyRecognizer()
        let folder = FileManager.default.temporaryDirectory.appending(path: "inkd-adaptation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "me.adaptation").path
        for _ in 0..<2 { try adaptation.write(to: path, for: recognizer) }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["me.adaptation"])
        let again = try Adaptation(path: path, for: recognizer)
        #expect(again.tensors == adaptation.tensors && again.base == adaptation.base && again.inks == 10)
        #expect(again.lossBefore == adaptation.lossBefore && again.lossAfter == adaptation.lossAfter)
        #expect(throws: AdaptationError.unwritable(path: "/nonexistent/a", code: ENOENT)) {
            try adaptation.write(to: "/nonexistent/a", for: recognizer)
        }
        #expect(throws: AdaptationError.unusable(.unreadable(path: "/nonexistent/a", code: ENOENT))) {
            _ = try Adaptation(path: "/nonexistent/a", for: recognizer)
        }
    }

    @Test("another model refuses it")
    func otherModel() throws {
        let adaptation = try Self.learnt.get()
        let other = try tinyRecognizer(tinyBytes("tiny-int8"))
        let error = AdaptationError.otherModel(found: adaptation.base, expected: other.dataSHA256)
        #expect(throws: error) { try other.adapt(to: adaptation) }
        #expect(other.adaptation == nil)
        let bytes = adaptation.bytes(architecture: other.model.architecture)
        #expect(throws: error) {
            _ = try bytes.withUnsafeBytes { try Adaptation($0, base: other.dataSHA256, architecture: other.model.architecture) }
        }
    }

    @Test("no damage to its file stops the program")
    func fuzz() throws {
        let recognizer = try tinyRecognizer()
        let architecture = recognizer.model.architecture
        let good = try Self.learnt.get().bytes(architecture: architecture)
        var refused = 0
        Fuzz.run(seed: 2) { random in
            let bytes = Fuzz.damaged(safetensors: good, using: &random)
            do {
                let adaptation = try bytes.withUnsafeBytes { try Adaptation($0, base: recognizer.dataSHA256, architecture: architecture) }
                try recognizer.adapt(to: adaptation)
            } catch {
                #expect(error is RecognitionError || error is AdaptationError)
                refused += 1
            }
        }
        #expect(refused > 0)
    }
}
