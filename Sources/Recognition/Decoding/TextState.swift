/// The state of the language model after a prefix of a text: the position in the text, and the current or last word.
struct TextState {
    /// The lexer state after the last character.
    enum Place: UInt8 {
        /// The start of the text, or after a space.
        case start
        case word, digit
        /// `closing`: after punctuation that should be followed by a space. `joining`: after punctuation that should not. `figure`: after a
        /// sign that continues a number.
        case closing, joining, figure
    }

    /// The casing of the word so far.
    enum Pattern: UInt8 {
        case none, lower, initial, capitalized, capitals, mixed
    }

    /// The position in the sentence: unknown, within a sentence, or at its beginning.
    enum Sentence: UInt8 {
        case unknown, within, begins
    }

    var place = Place.start
    var sentence = Sentence.unknown
    /// Whether a bracket is open.
    var bracketed = false
    /// Whether a quotation is open.
    var quoted = false
    /// The casing of the previous word.
    var before = Pattern.none
    /// The previous token, if the bigram lists it.
    var history: History?
    /// Whether the text ends in a lone "1" after a word and a space (a likely misread "I").
    var isLoneOne = false
    /// The word that the text ends in, if `place` is `word`; otherwise the previous word, whose score is complete.
    var word = Word()
}

extension TextState {
    /// The letters and apostrophes since the beginning of a word, and their costs. A new value is used for each word.
    struct Word {
        /// The n-gram's context: the word's last characters.
        var context = CharacterModel.Context()
        /// The key of the word in lower case.
        private(set) var folded = WordKey()
        /// The key of the word as written.
        private(set) var written = WordKey()
        /// The number of characters of the word so far.
        private(set) var length = 0
        var pattern = Pattern.none
        /// The n-gram's cost of the word's characters.
        var spelling: Float = 0
        /// The cost of the word's case.
        var casing: Float = 0
        /// The parts on both sides of the last apostrophe; nil without one.
        var elision: Elision?

        /// Appends a letter or an apostrophe.
        mutating func append(_ next: CharacterClass) {
            length += 1
            folded.append(next.folded)
            written.append(next.character)
            elision?.append(next.folded)
        }
    }

    /// The two parts of a word with an apostrophe, either of which may be listed with the apostrophe: it + 's, l' + homme.
    struct Elision {
        /// Logarithm of the probability of the part before the apostrophe, without the apostrophe; −∞ if it is not listed.
        let host: Float
        /// Logarithm of the probability of the part before the apostrophe, with the apostrophe; −∞ if it is not listed.
        let elided: Float
        /// The key of the part after the apostrophe, with the apostrophe.
        private(set) var clitic = WordKey()
        /// The key of the part after the apostrophe, without the apostrophe.
        private(set) var tail = WordKey()
        /// Whether the last character is an apostrophe.
        private(set) var isLast = true

        /// Starts the second part with the apostrophe.
        init(host: Float, elided: Float, apostrophe: Unicode.Scalar) {
            (self.host, self.elided) = (host, elided)
            clitic.append(apostrophe)
        }

        /// Appends a letter.
        mutating func append(_ letter: Unicode.Scalar) {
            clitic.append(letter)
            tail.append(letter)
            isLast = false
        }
    }
}
