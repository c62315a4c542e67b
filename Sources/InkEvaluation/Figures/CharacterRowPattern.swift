internal import Ink

/// A row of characters with digits, Latin letters and signs among them: of what kinds its characters are, and how they lie in a line.
struct CharacterRowPattern {
    /// What stands at a place of a row.
    enum Slot: Hashable {
        /// Any character of the script.
        case any
        case digit
        case capital
        case small
        /// This character; any of the script where there is no ink of it.
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

    /// Rows with other characters among those of the script. A sign that no file has is left out.
    static let mixed = [
        "0000年0月00日", "00個", "*00*", "**0**", "AAA", "**AA*", "A00", "**aaaa*", "*Aaaa", "*「**」*", "「***」", "***！", "**？", "（**）*",
        "00:00", "*00%",
    ].map(Self.init)

    /// The characters of the kinds, of inks by label; `nil` is any that is no digit, letter or sign.
    func choose(from inks: RowInks, random: inout RowComposer.Random) -> [LabelledInk] {
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
struct LabelledInk {
    var label: String
    var strokes: [Stroke]
}

/// The inks that rows are put together of.
struct RowInks {
    private(set) var all: [LabelledInk] = []
    private var others: [LabelledInk] = []
    private var byLabel: [String: [LabelledInk]] = [:]

    mutating func add(_ ink: LabelledInk) {
        all.append(ink)
        if CharacterHeight(ink.label) == .full { others.append(ink) }
        byLabel[ink.label, default: []].append(ink)
    }

    /// One of the script; nil if there is none.
    func any(_ random: inout RowComposer.Random) -> LabelledInk? { others.isEmpty ? nil : others[random.index(below: others.count)] }

    /// An ink of one of the characters, each of which is as probable; nil if there is none.
    func one(of characters: String, _ random: inout RowComposer.Random) -> LabelledInk? {
        let known = characters.filter { byLabel[String($0)] != nil }.map(String.init)
        guard !known.isEmpty, let inks = byLabel[known[random.index(below: known.count)]] else { return nil }
        return inks[random.index(below: inks.count)]
    }
}

/// How high a character is and where, in the square of one that fills it: top and bottom, 0 and 1 those of the square.
enum CharacterHeight {
    /// It fills the square, or is as large as it is.
    case full
    /// A capital, a digit, a bracket about words.
    case tall
    /// A small letter without ascender and descender.
    case low
    case descending
    /// A bracket in the upper half, and its counterpart.
    case upper, lower
    /// A stroke at half height.
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

    /// Top and bottom.
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
