internal import Ink
internal import System

/// The kinds of characters in a test row: the script's characters mixed with digits, Latin letters and punctuation.
struct CharacterRowPattern {
    /// The kind of character at a position of a row.
    enum Slot: Hashable {
        /// Any character of the script.
        case any
        case digit
        case capital
        case small
        /// This character. If no ink has it, a full-size character is replaced by any character of the script.
        case exactly(String)
    }

    let slots: [Slot]

    private init(_ text: String) {
        slots = text.map { character in
            switch character {
            case "*": .any
            case "0": .digit
            case "A": .capital
            case "a": .small
            default: .exactly(String(character))
            }
        }
    }

    /// Rows that mix other characters with those of the script. Punctuation that no file contains is left out.
    static let mixed = [
        "0000年0月00日", "00個", "*00*", "**0**", "AAA", "**AA*", "A00", "**aaaa*", "*Aaaa", "*「**」*", "「***」", "***！", "**？", "（**）*",
        "00:00", "*00%",
    ].map(Self.init)

    /// Returns an ink for each position of the pattern; `any` stands for a character that is not a digit, letter or sign.
    func choose(from inks: RowInks, random: inout SeededGenerator) -> [LabeledInk] {
        slots.compactMap { slot in
            switch slot {
            case .any: inks.any(&random)
            case .digit: inks.one(of: "0123456789", &random)
            case .capital: inks.one(of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", &random)
            case .small: inks.one(of: "abcdefghijklmnopqrstuvwxyz", &random)
            case .exactly(let text): inks.one(of: text, &random) ?? (CharacterHeight(text) == .full ? inks.any(&random) : nil)
            }
        }
    }
}

/// An ink of one character.
struct LabeledInk {
    var label: String
    var strokes: [Stroke]
}

/// The inks that rows are composed of.
struct RowInks {
    private(set) var all: [LabeledInk] = []
    private var others: [LabeledInk] = []
    private var byLabel: [String: [LabeledInk]] = [:]

    mutating func add(_ ink: LabeledInk) {
        all.append(ink)
        if CharacterHeight(ink.label) == .full { others.append(ink) }
        byLabel[ink.label, default: []].append(ink)
    }

    /// Returns an ink of the script; nil if there are no such inks.
    func any(_ random: inout SeededGenerator) -> LabeledInk? { others.isEmpty ? nil : others[random.index(below: others.count)] }

    /// Returns an ink of one of the characters, with equal probability for each; nil without such an ink.
    func one(of characters: String, _ random: inout SeededGenerator) -> LabeledInk? {
        let known = characters.filter { byLabel[String($0)] != nil }.map(String.init)
        guard !known.isEmpty, let inks = byLabel[known[random.index(below: known.count)]] else { return nil }
        return inks[random.index(below: inks.count)]
    }
}

/// The height and vertical position of a character, relative to the square of a full-size character: top 0, bottom 1.
enum CharacterHeight {
    /// A character that fills its square.
    case full
    /// A capital, a digit, a Latin bracket.
    case tall
    /// A lowercase letter without ascender and descender.
    case low
    case descending
    /// An opening bracket in the upper half, and a closing bracket in the lower half.
    case upper, lower
    /// A punctuation mark with strokes at half height.
    case middle

    init(_ label: String) {
        self =
            switch label {
            case "「", "『": .upper
            case "」", "』": .lower
            case "-", "+", "=": .middle
            case "a", "c", "e", "m", "n", "o", "r", "s", "u", "v", "w", "x", "z", ":": .low
            case "g", "p", "q", "y", "j": .descending
            default: label.unicodeScalars.allSatisfy { $0.isASCII || (0xFF01...0xFF60).contains($0.value) } ? .tall : .full
            }
    }

    /// The top and the bottom.
    var extent: (top: Double, bottom: Double) {
        switch self {
        case .full: (0, 1)
        case .tall: (0.1, 0.95)
        case .low: (0.45, 0.95)
        case .descending: (0.45, 1.2)
        case .upper: (0, 0.5)
        case .lower: (0.5, 1)
        case .middle: (0.35, 0.7)
        }
    }
}
