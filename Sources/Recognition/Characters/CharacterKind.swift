/// Kinds of characters that tend to be adjacent: digits beside digits, katakana beside katakana.
enum CharacterKind: Int, Sendable, Hashable, CaseIterable {
    /// Kanji and hanzi, and all letters without a kind of their own.
    case ideograph
    case hiragana
    case katakana
    /// ー, which lengthens a kana.
    case long
    case hangul
    case digit
    case capital
    case small
    /// Brackets, the marks at a sentence's end, separators of numbers.
    case sign
    /// A full stop, a comma, or a point at half height.
    case point

    /// The kind of a character.
    init(_ text: String) {
        self =
            switch text.unicodeScalars.first?.value ?? 0 {
            case 0x30FC: .long
            case 0x3041...0x309F: .hiragana
            case 0x30A1...0x30FA: .katakana
            case 0xAC00...0xD7A3: .hangul
            case 0x30...0x39: .digit
            case 0x41...0x5A: .capital
            case 0x61...0x7A: .small
            case 0x2C, 0x2E, 0xB7, 0x3001, 0x3002, 0x30FB, 0xFF0C, 0xFF0E: .point
            case 0x21...0x7E, 0x3003, 0x3008...0x301F, 0xFF01...0xFF60: .sign
            default: .ideograph
            }
    }

    /// Whether the character is narrower than the square that a character of an East Asian script fills.
    var isNarrow: Bool { rawValue >= Self.digit.rawValue }

    /// Returns the cost of this kind after another one, in nats. The costs are rough estimates for text of these scripts, the same for all
    /// languages.
    /// - Parameter before: The kind of the preceding character; nil at the beginning.
    func cost(after before: CharacterKind?) -> Double {
        guard let before else { return Self.atBeginning[rawValue] }
        return Self.costs[before.rawValue][rawValue]
    }

    // columns: ideograph, hiragana, katakana, long, hangul, digit, capital, small, sign, point; rows of `costs`: the preceding kind
    private static let atBeginning = [0, 0, 0, 4, 0, 1.2, 2, 3, 1.5, 0]
    private static let costs: [[Double]] = [
        [0, 0, 1, 3, 0.7, 1.2, 2, 3, 1, 0],  // ideograph
        [0, 0, 0.35, 0.3, 1, 1.2, 2, 3, 1, 0],  // hiragana
        [1, 0.35, 0, 0, 1, 1.5, 2, 3, 1, 0],  // katakana
        [1, 0.3, 0, 3, 1, 1.5, 2, 3, 1, 0],  // long
        [1, 1, 1, 3, 0, 1.2, 2, 3, 0.7, 0],  // hangul
        [0.5, 1, 1, 4, 0.5, 0, 1.8, 2, 0.4, 0],  // digit
        [1, 1, 1, 4, 1, 0.7, 0, 0.2, 1, 0],  // capital
        [1, 1, 1, 4, 1, 1, 1.5, 0, 1, 0],  // small
        [0, 0, 0, 4, 0, 0.3, 0.7, 0.7, 1, 0],  // sign
        [0, 0, 0, 4, 0, 0.3, 0.7, 0.7, 1, 0],  // point
    ]
}
