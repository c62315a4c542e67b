import Foundation
import Ink
import Testing

@testable import Recognition

/// A decoder's input made by hand, read in the shipped English.
struct Spelling {
    static let alphabet = try? Alphabet(String(String.UnicodeScalarView((32..<127).map { Unicode.Scalar(UInt8($0)) })) + "äöüß")
    static let cyrillic = try? Alphabet(" ,.0°ДОЗабвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ")
    static let greek = try? Alphabet(" ,.0ΛΟΣάέήίόύώαβγδεζηθικλμνξοπρσςτυφχψω")
    static let models = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "models/language")

    private static let english = Result { try language("en") }

    /// The shipped English, loaded once.
    static func language() throws -> LanguageModel { try english.get() }

    static func language(_ tag: String) throws -> LanguageModel {
        try LanguageModel(path: models.appending(path: "\(tag).safetensors").path)
    }

    /// Scores of a network that sees one character after the other, each with its probabilities (nothing with the
    /// rest), and blanks between.
    static func scores(_ characters: [[Character: Float]], classes alphabet: Alphabet) throws -> Scores {
        var rows: [Float] = []
        for seen in characters {
            for blank in [true, false] {
                var row = [Float](repeating: 1e-6, count: alphabet.classes)
                row[0] = blank ? 0.98 : max(1e-3, 1 - seen.values.reduce(0, +))
                if !blank {
                    for (character, probability) in seen {
                        let c = try #require(alphabet.scalars.firstIndex { Character($0) == character }) + 1
                        row[c] = probability
                    }
                }
                let sum = row.reduce(0, +)
                rows += row.map { log($0 / sum) }
            }
        }
        return try #require(Scores(steps: 2 * characters.count, classes: alphabet.classes, values: rows))
    }

    /// The reading where the network is sure of every character but those given with alternatives: "h[oa]t" has an o as probable as an a.
    static func read(
        _ pattern: String, hints: RecognitionHints = RecognitionHints(), language: LanguageModel?, strokes: [Stroke] = [],
        alphabet other: Alphabet? = nil
    ) throws -> [String] {
        let alphabet = try #require(other ?? alphabet)
        var characters: [[Character: Float]] = []
        var group: [Character]?
        for character in pattern {
            switch (character, group) {
            case ("[", nil): group = []
            case ("]", let open?):
                characters.append(Dictionary(uniqueKeysWithValues: open.map { ($0, 1 / Float(open.count)) }))
                group = nil
            case (_, nil): characters.append([character: 1])
            default: group?.append(character)
            }
        }
        let table = try scores(characters, classes: alphabet)
        let guide = try Guidance(alphabet: alphabet, language: language, hints: hints).guide
        let readings = Reading.best(of: BeamSearch().hypotheses(table, guide: guide), alphabet: alphabet)
        guard let area = hints.writingArea, let term = SizeTerm(strokes, in: area, alphabet: alphabet) else { return readings.map(\.text) }
        return term.judged(readings, in: table, alphabet: alphabet, guide: guide, isAlone: hints.preContext.isEmpty).map(\.text)
    }
}
