import Glibc

/// The class of a character in a text: a part of a word, a digit, a space or punctuation.
struct CharacterClass {
    /// The kinds of characters.
    enum Kind: UInt8 {
        case space, lower, upper, apostrophe, digit, closing, joining, other
    }

    let kind: Kind
    /// The character, as written and in lower case (`folded`).
    let character: Unicode.Scalar
    let folded: Unicode.Scalar
    /// Its symbol in the language's n-gram; 0 if it has none.
    let symbol: UInt64
    /// Logarithms of the probability that it begins a token, and that it follows one.
    let opening: Float
    let following: Float

    init(_ character: Unicode.Scalar, language: LanguageModel) {
        self.character = character
        let properties = character.properties
        let lower = properties.lowercaseMapping.unicodeScalars
        folded = lower.count == 1 ? lower.first ?? character : character
        symbol = language.symbol(folded) ?? 0
        kind =
            switch character {
            case " ": .space
            case "'": .apostrophe
            case "0"..."9": .digit
            case ".", ",", ";", ":", "!", "?", ")", "]", "}", "\"", "»", "%": .closing
            case "-", "/", "_", "@", "&", "+", "#", "*", "=": .joining
            default: properties.isUppercase ? .upper : properties.isAlphabetic ? .lower : .other
            }
        (opening, following) = Self.chances(character)
    }

    /// Logarithm of the chance that an apostrophe after a word is a quotation mark.
    static let closingQuote: Float = -5

    /// Shares of signs at the beginning of a token and right after its letters, as in ordinary prose: rough, since no text stands behind them.
    private static func chances(_ character: Unicode.Scalar) -> (Float, Float) {
        switch character {
        case ".": (-6.5, -3)
        case ",": (-7, -2.8)
        case "-": (-5, -4)
        case "?", "!": (-6.5, -4.5)
        case "'", "\"": (-5, -5)
        case ":", ";": (-7, -5)
        case "(", "¿", "¡", "«": (-5, -7)
        case ")", "/", "»", "%": (-7, -5.5)
        case "&": (-4.5, -7)
        case "$", "#", "€", "@": (-6, -7)
        default: (-7.5, -7.5)
        }
    }
}

/// The cost of capitals: words are in small letters, begin with a capital or are all capitals, and seldom mixed.
enum Casing {
    /// Natural logarithm of the chance that the word's next letter is a capital, or that it is not; takes it into the word's pattern.
    static func cost(_ isUpper: Bool, _ state: inout TextState) -> Float {
        switch state.pattern {
        case .none:
            let upper = initial(state)
            state.pattern = isUpper ? .initial : .lower
            return isUpper ? log(upper) : log(1 - upper)
        case .initial:
            state.pattern = isUpper ? .capitals : .capitalised
            let upper: Float = state.before == .capitals ? 0.8 : 0.15
            return isUpper ? log(upper) : log(1 - upper)
        case .lower, .capitalised:
            guard isUpper else { return -0.01 }
            state.pattern = .mixed
            return -4.6
        case .capitals:
            guard !isUpper else { return -0.05 }
            state.pattern = .mixed
            return -3
        case .mixed:
            return -1.2
        }
    }

    /// The chance that a word begins with a capital. Names stand together.
    private static func initial(_ state: TextState) -> Float {
        switch (state.before, state.sentence) {
        case (.capitals, _), (_, .begins): 0.8
        case (.capitalised, _), (.initial, _): 0.4
        case (_, .within): 0.12
        case (_, .unknown): 0.3
        }
    }
}
