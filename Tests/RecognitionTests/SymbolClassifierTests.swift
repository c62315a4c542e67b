import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Symbol classifier")
struct SymbolClassifierTests {
    static let tiny = Golden.folder.appending(path: "tiny-symbols.safetensors")

    private func classifier(_ instructions: InstructionSet = .best) throws -> SymbolClassifier {
        try [UInt8](Data(contentsOf: Self.tiny)).withUnsafeBytes { try SymbolClassifier(bytes: $0, instructions: instructions) }
    }

    private let cross = [stroke([0, 5, 10, 5]), stroke([5, 0, 5, 10], id: 1)]

    @Test("features are those of the training", arguments: try Golden.read("symbols"))
    func features(_ expected: Golden.Case) throws {
        let features = try SymbolFeatureExtractor.features(of: expected.ink)
        try #require(features.rows == expected.features.count)
        for (found, wanted) in zip(features.values, expected.features.joined()) { #expect(abs(found - wanted) < 1e-5) }
    }

    @Test("scores are PyTorch's", arguments: try Golden.read("symbols"), InstructionSet.available)
    func scores(_ expected: Golden.Case, instructions: InstructionSet) throws {
        let found = try classifier(instructions).logits(expected.ink)
        let wanted = try #require(expected.logits.first)
        try #require(found.count == wanted.count)
        for (a, b) in zip(found, wanted) { #expect(abs(a - b) < 1e-4) }
    }

    @Test("the tiny model says what it is and what it knows")
    func description() throws {
        let classifier = try SymbolClassifier(modelPath: Self.tiny.path)
        #expect(classifier.card.kind == .symbols && classifier.card.language == "zxx-Zsym-x-symbols")
        #expect(classifier.symbols.map(\.command) == ["7", "\\#", "\\alpha", "\\upalpha", "a", "\\Bat"])
        #expect(classifier.symbols.map(\.character) == ["7", "#", "α", "α", "a", nil])
        #expect(classifier.commands(.digit) == ["7"])
        #expect(classifier.commands(.ascii) == ["7", "a", "\\#"])
    }

    @Test("candidates come best first and their scores add up to one")
    func order() throws {
        let found = try classifier().classify(cross)
        #expect(found.count == 6)
        #expect(abs(found.reduce(0) { $0 + $1.score } - 1) < 1e-9)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
        #expect(try classifier().classify(cross, candidates: 2) == Array(found.prefix(2)))
        #expect(try classifier().classify(cross, candidates: -1).isEmpty)
    }

    @Test("only the symbols asked for are considered, and their scores add up to one among themselves")
    func restriction() throws {
        let all = try classifier().classify(cross)
        let some = try classifier().classify(cross, among: ["7", "a", "unknown"])
        #expect(Set(some.map(\.symbol.command)) == ["7", "a"])
        #expect(abs(some.reduce(0) { $0 + $1.score } - 1) < 1e-9)
        #expect(some.map(\.symbol) == all.map(\.symbol).filter { ["7", "a"].contains($0.command) })
        #expect(try classifier().classify(cross, among: ["unknown"]).isEmpty)
        #expect(try classifier().classify(cross, among: []).isEmpty)
    }

    @Test("symbols of the same character can be one candidate with the probability of all")
    func alike() throws {
        let all = try classifier().classify(cross)
        let merged = try classifier().classify(cross, mergingAlike: true)
        let alphas = all.filter { $0.symbol.character == "α" }
        let alpha = try #require(merged.first { $0.symbol.character == "α" })
        #expect(merged.count == 5 && alphas.count == 2)
        #expect(alpha.symbol == alphas.first?.symbol && abs(alpha.score - alphas.reduce(0) { $0 + $1.score }) < 1e-12)
        #expect(zip(merged, merged.dropFirst()).allSatisfy { $0.score >= $1.score })
        #expect(try classifier().classify(cross, candidates: 1, mergingAlike: true) == Array(merged.prefix(1)))
    }

    @Test("an ink without samples is no symbol")
    func empty() throws {
        for ink in [[], [stroke([])], [stroke([]), stroke([], id: 1)]] { #expect(try classifier().classify(ink).isEmpty) }
    }

    @Test(
        "a dot, the smallest and the hugest ink give finite scores",
        arguments: [0, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-12, 1, 1e9])
    func sizes(_ size: Double) throws {
        let corner = [stroke([0, size, size, 0, size, size]), stroke([-size, 0], id: 1)]
        let inks = [[stroke([size, size])], [stroke([0, 0, size, -size])], corner]
        for ink in inks {
            #expect(try SymbolFeatureExtractor.features(of: ink).values.allSatisfy { $0.isFinite && abs($0) < 1.2 })
            #expect(try classifier().classify(ink).allSatisfy { $0.score.isFinite })
        }
    }

    @Test("neither size nor place of a symbol counts")
    func frame() throws {
        let moved = cross.map { stroke in
            Stroke(id: stroke.id, points: stroke.points.map { InkPoint(x: 4096 + 512 * $0.x, y: 512 * $0.y - 64) })
        }
        #expect(try SymbolFeatureExtractor.features(of: moved).values == SymbolFeatureExtractor.features(of: cross).values)
    }

    @Test("a long ink is cut into a bounded number of rows")
    func long() throws {
        let scribble = stroke((0..<20_000).flatMap { [Double($0 % 97), Double($0 * 31 % 89)] })
        #expect(try SymbolFeatureExtractor.features(of: [scribble]).rows == 97)
    }

    @Test("samples that are no numbers, and too many of them, are refused")
    func refused() throws {
        #expect(throws: RecognitionError.coordinate(stroke: 1, point: 0)) {
            _ = try classifier().classify([stroke([0, 0]), stroke([.nan, 1], id: 1)])
        }
        let many = [Stroke](repeating: stroke([1, 2]), count: FeatureExtractor.mostStrokes + 1)
        #expect(
            throws: RecognitionError.tooMuchInk(
                what: "strokes", count: FeatureExtractor.mostStrokes + 1, limit: FeatureExtractor.mostStrokes)
        ) { _ = try classifier().classify(many) }
    }
}
