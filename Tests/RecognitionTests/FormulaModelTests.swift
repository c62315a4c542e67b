import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Models of formulas")
struct FormulaModelTests {
    private static let path = Golden.folder.appending(path: "tiny-formulas.safetensors")

    private func tiny() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.path)) }

    private func changed(_ old: String, _ new: String) throws -> [UInt8] { try Golden.changed(tiny(), old, new) }

    private func load(_ bytes: [UInt8], _ instructions: InstructionSet = .best) throws -> GroupRecognizer {
        try bytes.withUnsafeBytes { try GroupRecognizer(bytes: $0, instructions: instructions) }
    }

    @Test("pictures are those of the training", arguments: try Golden.read("formulas"))
    func pictures(_ expected: Golden.Case) throws {
        let (unit, group) = (try #require(expected.unit), try #require(expected.groups?.last))
        var found = try GroupPicture(of: expected.ink, unit: unit).values(of: group)
        try #require(found.count == GroupPicture.grid * GroupPicture.grid * GroupPicture.planes)
        for value in expected.features {
            #expect(abs(found[Int(value[0])] - value[1]) < 1e-4)
            found[Int(value[0])] = 0
        }
        #expect(found.allSatisfy { $0 < 1e-4 })
    }

    @Test("scores are PyTorch's", arguments: try Golden.read("formulas"), InstructionSet.available)
    func scores(_ expected: Golden.Case, instructions: InstructionSet) throws {
        let (unit, groups) = (try #require(expected.unit), try #require(expected.groups))
        let found = try load(tiny(), instructions).logits(groups, of: expected.ink, unit: unit)
        try #require(found.count == expected.logits.count)
        for (a, b) in zip(found.joined(), expected.logits.joined()) { #expect(abs(a - b) < 1e-3) }
    }

    @Test("a model says what it is and what it knows")
    func description() throws {
        let recognizer = try GroupRecognizer(modelPath: Self.path.path)
        #expect(recognizer.card.kind == .formulas && recognizer.card.language == "zxx-Zmth-x-formula")
        #expect(recognizer.symbols == ["x", "2", "+", "\\alpha", "("])
    }

    private static let strokes = [
        stroke([0, 0, 9, 4, 3, 8]), stroke([2, 9, 9, 1]), stroke([14, 0, 14, 12]), stroke([30, 30]),
    ]

    @Test("readings are probabilities, best first, and with none they make 1")
    func readings() throws {
        let found = try load(tiny()).read([[0], [0, 1], [3]], of: Self.strokes, unit: 9)
        #expect(found.count == 3)
        for reading in found {
            let scores = reading.candidates.map(\.score)
            #expect(scores.count == 5 && scores == scores.sorted(by: >) && abs(scores.reduce(reading.none, +) - 1) < 1e-9)
        }
    }

    @Test("the order of strokes does not matter, nor size and place of the formula; those within it do")
    func sameness() throws {
        let recognizer = try load(tiny())
        let first = try recognizer.logits([[0, 1]], of: Self.strokes, unit: 9)
        let moved = Self.strokes.map { stroke in
            Stroke(id: stroke.id, points: stroke.points.map { InkPoint(x: 10 * $0.x - 70, y: 10 * $0.y + 900) })
        }
        let same = try recognizer.logits([[2, 3]], of: Array(moved.reversed()), unit: 90)
        for (a, b) in zip(first.joined(), same.joined()) { #expect(abs(a - b) < 1e-3) }
        let alone = try recognizer.logits([[0, 1]], of: Array(Self.strokes.prefix(2)), unit: 9)
        let smaller = try recognizer.logits([[0, 1]], of: Array(Self.strokes.prefix(2)), unit: 27)
        #expect(zip(first.joined(), alone.joined()).contains { abs($0 - $1) > 1e-3 })
        #expect(zip(alone.joined(), smaller.joined()).contains { abs($0 - $1) > 1e-3 })
    }

    @Test("ink without extent, without samples or far away is read, and numbers of strokes that there are not count for nothing")
    func degenerate() throws {
        let recognizer = try load(tiny())
        #expect(try recognizer.read([], of: [], unit: 0).isEmpty)
        let nothing = try recognizer.read([[], [7], [-1]], of: Self.strokes, unit: 9)
        #expect(nothing.count == 3 && Set(nothing).count == 1)
        let empty = Stroke(id: StrokeID(9), points: [])
        #expect(try recognizer.read([[0]], of: [empty], unit: 1) == [nothing[0]])
        for unit in [0, -1, .nan, .infinity, 1e-300, 1e300] {
            #expect(try recognizer.read([[0], [1], [0, 1]], of: [stroke([3, 4]), stroke([3, 4, 5, 6])], unit: unit).count == 3)
        }
        let far = [stroke([1e9, -1e9, 1e9 - 1, -1e9]), stroke([-1e9, 1e9, 0, 0])]
        #expect(try recognizer.read([[0], [0, 1]], of: far, unit: 1).allSatisfy { $0.none.isFinite })
    }

    @Test("coordinates that are no numbers are refused", arguments: [Double.nan, .infinity, 1e10])
    func coordinates(_ value: Double) throws {
        #expect(throws: RecognitionError.coordinate(stroke: 1, point: 0)) {
            _ = try load(tiny()).read([[0]], of: [stroke([0, 0, 3, 4]), stroke([value, 0])], unit: 1)
        }
    }

    @Test("a model for something else is refused")
    func otherKind() throws {
        #expect(throws: RecognitionError.metadata(key: "kind", problem: "is text, expected formulas")) {
            _ = try GroupRecognizer(modelPath: Golden.tinyModel.path)
        }
        #expect(throws: RecognitionError.wrongPipeline(found: "2", supported: 1)) {
            _ = try load(changed(#""formula_pipeline":"1""#, #""formula_pipeline":"2""#))
        }
        #expect(throws: RecognitionError.missingTensor("conv1.weight")) { _ = try load(changed(#""conv1.weight""#, #""conv9.weight""#)) }
        #expect(throws: RecognitionError.self) { _ = try GroupRecognizer(modelPath: "/no/such/model") }
    }

    @Test(
        "metadata that cannot be is refused by its name",
        arguments: [
            (#""temperature":"1.5""#, #""temperature":"0""#, "temperature"), (#""classes""#, #""names""#, "classes"),
            (#"[\"x\","#, #"[\"2\","#, "classes"), (#",\"\"]"#, #",\"y\"]"#, "classes"),
            (#"[4,2]"#, #"[0,2]"#, "convolutions"), (#""hidden":"[10]""#, #""hidden":"[]""#, "hidden"),
        ])
    func metadata(_ old: String, _ new: String, _ key: String) throws {
        try Golden.expectRefusal(of: key) { _ = try load(changed(old, new)) }
    }

    @Test("changed weights do not match their checksum, and a file cut short is refused")
    func damaged() throws {
        Golden.expectDamageIsFound(in: try tiny()) { _ = try load($0) }
    }

    @Test("no damage to a model of formulas stops the program", .timeLimit(.minutes(MachineSpeed.limit)))
    func fuzz() throws {
        let good = try tiny()
        var (refused, read) = (0, 0)
        Fuzz.run(seed: 16) { random in
            do {
                let readings = try load(Fuzz.damaged(safetensors: good, using: &random)).read([[0]], of: Self.strokes, unit: 9)
                #expect(readings.allSatisfy { $0.none.isFinite && $0.candidates.allSatisfy(\.score.isFinite) })
                read += 1
            } catch {
                #expect(error is RecognitionError)
                refused += 1
            }
        }
        #expect(refused > 0 && read > 0)
    }
}
