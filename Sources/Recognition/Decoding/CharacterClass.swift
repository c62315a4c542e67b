/// What a character is to a text: a part of a word, a digit, a space or a sign between.
struct CharacterClass {
    /// The kinds of characters.
    enum Kind: UInt8 {
        case space, lower, upper, apostrophe, digit, closing, joining, other
    }

    let kind: Kind
    /// As it is written, and in lower case.
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
