import Glibc

/// The class of a character in a text: a part of a word, a digit, a space or punctuation.
struct CharacterClass {
    /// The kinds of characters.
    enum Kind: UInt8 {
        case space, lower, upper, apostrophe, digit, closing, joining, other
    }

    let kind: Kind
    /// The character as written.
    let character: Unicode.Scalar
    /// The character in lower case, by `LanguageModel.folded`.
    let folded: Unicode.Scalar
    /// The symbol in the language's n-gram; 0 if the n-gram does not contain the character.
    let symbol: UInt64
    /// The log-probability that the character begins a token.
    let opening: Float
    /// The log-probability that the character comes right after the letters of a token.
    let following: Float
    /// The log-probability that the character comes right after a digit of a number.
    let afterDigit: Float
    /// The character's key as a token.
    let token: WordKey
    /// Whether a bigram of words lists the character as punctuation.
    let isListed: Bool

    init(_ character: Unicode.Scalar, language: LanguageModel) {
        self.character = character
        let properties = character.properties
        folded = language.folded(character)
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
        afterDigit = Self.numeric[character] ?? following
        token = WordKey(String(character))
        isListed = ",;:.!?".unicodeScalars.contains(character)
    }

    /// Returns the character in lower case, as used in word lists; the final sigma becomes an ordinary sigma.
    ///
    /// Source: Unicode, CaseFolding.txt, status C.
    static func folded(_ character: Unicode.Scalar) -> Unicode.Scalar {
        let lower = character.properties.lowercaseMapping.unicodeScalars
        let folded = lower.count == 1 ? lower.first ?? character : character
        return folded == "ς" ? "σ" : folded
    }

    /// Whether the digits of a number, a time, a date or a price may continue after the character.
    var joinsDigits: Bool { Self.numeric[character] != nil && character != "%" }

    /// Whether the character is a currency symbol, which is written before the amount.
    var isCurrency: Bool { character == "$" || character == "€" || character == "£" }

    /// Log-probabilities of punctuation after a digit: rough estimates, like those of `chances`.
    private static let numeric: [Unicode.Scalar: Float] = [".": -2.3, ",": -2.3, ":": -3, "/": -3.5, "-": -3.5, "%": -3]

    /// Logarithm of the probability that an apostrophe after a word is a quotation mark.
    static let closingQuote: Float = -5

    /// Returns the log-probabilities of a punctuation mark at the beginning of a token, and right after the letters of a token, as in
    /// ordinary prose. They are rough estimates, not measured.
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

/// The cost of capitals: words are in small letters, begin with a capital or consist of capitals, and are seldom mixed.
struct Casing {
    /// The probability that a word within a sentence begins with a capital.
    let within: Float

    /// The maximum probability of a capital by chance for a word, such as a name, whose fraction of occurrences with a capital is known.
    private static let byChance: Float = 0.06
    /// The maximum probability of a capital: no word is always written in one way.
    private static let surest: Float = 0.99

    /// Returns the log-probability that the word's next letter is, or is not, a capital; updates the word's pattern.
    func cost(_ isUpper: Bool, _ state: inout TextState) -> Float {
        switch state.word.pattern {
        case .none:
            let upper = initial(state, within: within)
            state.word.pattern = isUpper ? .initial : .lower
            return isUpper ? log(upper) : log(1 - upper)
        case .initial:
            state.word.pattern = isUpper ? .capitals : .capitalized
            let upper = second(state)
            return isUpper ? log(upper) : log(1 - upper)
        case .lower, .capitalized:
            guard isUpper else { return -0.01 }
            state.word.pattern = .mixed
            return -4.6
        case .capitals:
            guard !isUpper else { return -0.05 }
            state.word.pattern = .mixed
            return -3
        case .mixed:
            return -1.2
        }
    }

    /// Returns the natural logarithm of the probability of the whole word's case, given how often the word begins with a capital.
    func cost(of state: TextState, capital: Float) -> Float {
        let upper = min(1 - (1 - capital) * (1 - initial(state, within: min(within, Self.byChance))), Self.surest)
        switch state.word.pattern {
        case .lower: return log(1 - upper)
        case .initial: return log(upper)
        case .capitalized: return log(upper) + log(1 - second(state))
        case .none, .capitals, .mixed: return state.word.casing
        }
    }

    /// Returns the probability that a word begins with a capital. It is larger after a capitalized word, because names tend to be adjacent.
    private func initial(_ state: TextState, within: Float) -> Float {
        switch (state.before, state.sentence) {
        case (.capitals, _), (_, .begins): 0.8
        case (.capitalized, _), (.initial, _): max(0.4, within)
        case (_, .within): within
        case (_, .unknown): 0.3
        }
    }

    /// Returns the probability that a second capital follows a word's initial capital.
    private func second(_ state: TextState) -> Float { state.before == .capitals ? 0.8 : 0.15 }
}
