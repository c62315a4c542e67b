/// A problem with a hand, or with the text to write.
public enum SynthesisError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The hand has no glyph for these characters, listed without duplicates in the order of the text.
    case missingCharacters([Character], hand: String)
    /// No hand has this name; `available` are the names of existing ones.
    case noSuchHand(String, available: [String])
    /// A file is not a hand; `reason` says why.
    case unreadableHand(path: String, reason: String)
    /// An option has an invalid value.
    case outOfRange(option: String, value: Double, range: ClosedRange<Double>)
    /// The ink would have more samples than the limit.
    case tooLong(sampleLimit: Int)

    /// The problem and its fix, on one line.
    public var description: String {
        switch self {
        case .missingCharacters(let characters, let hand):
            "the hand \"\(hand)\" cannot write \(characters.map(Self.quoted).joined(separator: ", ")): remove these characters, or choose another hand"
        case .noSuchHand(let name, let available):
            "unknown hand \"\(name)\"; "
                + (available.isEmpty ? "no hand is installed in models/hands" : "available: \(available.joined(separator: ", "))")
        case .unreadableHand(let path, let reason): "\(path) is not a hand: \(reason)"
        case .outOfRange(let option, let value, let range):
            "\(option) is \(Self.text(value)): give \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
        case .tooLong(let limit):
            "the ink would have more than \(limit) samples: give a shorter text, a smaller size or a higher speed"
        }
    }

    /// Returns a character as it is displayed; an invisible character by its code point.
    private static func quoted(_ character: Character) -> String {
        let isVisible = character.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .unassigned, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        if isVisible { return "\"\(character)\"" }
        return character.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
    }

    private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
