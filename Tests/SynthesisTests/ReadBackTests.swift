import Foundation
import Ink
import InkEvaluation
import InkTestSupport
import Recognition
import Testing

@testable import Synthesis

/// Text, written and read again: whether ink of a hand is what a person would have written.
@Suite("Ink of text is read as that text")
struct ReadBackTests {
    /// The least share of characters that must be read right, by hand.
    static let leastRates = ["print": 0.97, "script": 0.98, "cursive": 0.98]

    private static let model = ProcessInfo.processInfo.environment["INKD_MODEL"] ?? Hands.root + "/models/latin.safetensors"
    private static let language = Hands.root + "/models/language/en.safetensors"
    private static var hasModel: Bool { FileManager.default.fileExists(atPath: model) }

    private static let page = [
        "the quick brown fox jumps over", "a lazy dog in the morning sun", "we have been waiting for the train",
        "which leaves at half past seven", "nobody knows how many people", "will come to see the old house",
        "my sister wrote a long letter", "about the garden and the birds", "please bring some bread and milk",
        "on your way back from the office", "it was quite dark in the valley", "when the first guests arrived",
        "every child likes to draw boats", "and the zebra at the zoo", "just keep the exact change here",
        "The weather is better today", "Do not forget the keys, please.", "I think that we should go home.",
    ]

    @Test(
        "a page in each hand", .enabled("needs models/latin.safetensors") { hasModel }, .timeLimit(.minutes(MachineSpeed.limit)),
        arguments: Hands.names)
    func page(_ hand: String) throws {
        let recognizer = try Recognizer(modelPath: Self.model, language: LanguageModel(path: Self.language))
        var (errors, characters) = (0, 0)
        for (number, line) in Self.page.enumerated() {
            let ink = try Hands.write(line, in: hand) {
                $0.variation = 0.5
                $0.seed = UInt64(number)
            }
            let strokes = ink.enumerated().map { Stroke(id: StrokeID(UInt64($0)), points: $1) }
            let text = try recognizer.recognize(strokes, alternatives: 1).text
            let wrong = EditDistance.between(Array(line), Array(text))
            if wrong > 0 { print("\(hand): \"\(line)\" is read as \"\(text)\"") }
            errors += wrong
            characters += line.count
        }
        let rate = 1 - Double(errors) / Double(characters)
        print("\(hand): \(rate) of \(characters) characters are read right")
        #expect(rate >= Self.leastRates[hand] ?? 1)
    }
}
