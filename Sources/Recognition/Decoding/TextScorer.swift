import Glibc

/// The probability of a text in a language, character by character: the n-gram within a word, corrected at its end by the list of
/// words; rough chances for case, digits and signs.
///
/// A word's probability is λ · (its share of all listed words) + (1 − λ) · (the n-gram's). Where an apostrophe joins two listed words
/// (it + 's, l' + homme) their product counts as listed.
struct TextScorer {
    let language: LanguageModel
    let weights: LanguageWeights
    let classes: [CharacterClass?]
    /// The costs of the user's own words, by spelling.
    let userWords: [WordKey: Float]
    private let listed: Float
    private let unlisted: Float
    /// The cost of a character that may be any letter, capital or not.
    private static let codeCharacter: Float = -4
    /// The cost of the sign that closes a bracket or a quotation.
    private static let awaited: Float = -2

    /// classes: by the network's class; class 0 is none.
    init(language: LanguageModel, weights: LanguageWeights, alphabet: Alphabet, userWords: [UserWord]) {
        self.language = language
        self.weights = weights
        classes = [nil] + alphabet.scalars.map { CharacterClass($0, language: language) }
        var own: [WordKey: Float] = [:]
        for word in userWords {
            // a term such as x4-Prüfung is judged by its words
            let parts = word.text.unicodeScalars.split { CharacterClass($0, language: language).symbol == 0 }
            for part in parts where part.count > 1 || parts.count == 1 {
                var key = WordKey()
                for character in part { key.append(character) }
                own[key] = UserWord.usual + Float(word.weight)
            }
        }
        self.userWords = own
        (listed, unlisted) = (log(weights.lexicon), log(1 - weights.lexicon))
    }

    /// Looks up the state's weights for the text's continuation and end. It must come before `append` and `end`; of the many states
    /// of a search few are asked.
    func settle(_ state: inout TextState) { language.characters.settle(&state.context) }

    /// Appends a character; returns its addition to the text's score, the correction of the finished word included.
    func worth(of c: Int, after state: inout TextState) -> Float {
        guard let next = classes[c] else { return 0 }
        return weights.language * append(next, to: &state) + (next.kind == .space ? weights.space : weights.length)
    }

    /// Appends a character; returns the natural logarithm of its probability, the correction of the finished word included.
    func append(_ next: CharacterClass, to state: inout TextState) -> Float {
        let inWord = state.place == .word
        if next.symbol > 0, next.kind != .apostrophe || inWord { return letter(next, &state) }
        var score = inWord ? correction(state) : 0
        if inWord {
            state.before = state.pattern
            state.sentence = .within
        }
        switch next.kind {
        case .space:
            score += state.place == .start ? -9 : state.place == .closing ? -0.1 : state.place == .joining ? -2.5 : -0.2
            state.place = .start
        case .digit:
            score += -2.3 + (state.place == .start ? -3 : state.place == .digit ? -0.4 : state.place == .word ? -4.6 : -1.6)
            state.place = .digit
            state.sentence = .within
        default:
            score += sign(next, &state)
        }
        return score
    }

    private func sign(_ next: CharacterClass, _ state: inout TextState) -> Float {
        let place = state.place
        state.place = next.kind == .closing ? .closing : .joining
        switch next.character {
        case ".", "!", "?": state.sentence = .begins
        case "(": state.bracketed = true
        case ")" where state.bracketed:
            state.bracketed = false
            return Self.awaited
        case "\"":
            state.quoted.toggle()
            if !state.quoted { return Self.awaited }
            state.place = place == .start ? .joining : .closing
        default: break
        }
        switch place {
        case .word, .digit: return next.following
        case .start: return next.opening
        case .closing, .joining: return max(next.opening, next.following) - 0.5
        }
    }

    /// The score of the text's end: the correction of its last word.
    func end(_ state: TextState) -> Float { state.place == .word ? correction(state) : 0 }

    private func letter(_ next: CharacterClass, _ state: inout TextState) -> Float {
        var score: Float = 0
        if state.place != .word {
            score += state.place == .start ? -0.1 : state.place == .digit ? -3 : state.place == .closing ? -3.5 : -0.8
            let kept = state
            state = TextState()
            language.characters.settle(&state.context)
            (state.before, state.sentence, state.place) = (kept.before, kept.sentence, .word)
            (state.bracketed, state.quoted) = (kept.bracketed, kept.quoted)
        }
        let spelling = language.characters.logProbability(next.symbol, after: state.context)
        if next.kind == .apostrophe {
            state.host = known(state)
            state.clitic = WordKey()
            state.tail = WordKey()
        }
        state.length += 1
        state.word.append(next.folded)
        state.written.append(next.character)
        state.clitic.append(next.folded)
        if next.kind == .apostrophe {
            state.elision = language.logProbability(state.word) ?? -.infinity
        } else {
            state.tail.append(next.folded)
            let casing = Casing.cost(next.kind == .upper, &state)
            state.casing += casing
            score += casing
        }
        state.endsInApostrophe = next.kind == .apostrophe
        language.characters.advance(&state.context, past: next.symbol)
        state.spelling += spelling
        return score + spelling
    }

    /// The score of the word that ends here, beyond that of its characters.
    private func correction(_ state: TextState) -> Float {
        let spelt = state.spelling + language.characters.logProbability(CharacterModel.end, after: state.context)
        let word = Float(logSum(Double(listed + known(state)), Double(unlisted + spelt))) + state.casing
        // abbreviations, codes and initials are no words
        let code = weights.code + Self.codeCharacter * Float(state.length)
        let best = max(Float(logSum(Double(word), Double(code))), userWords[state.written] ?? -.infinity)
        return best - state.spelling - state.casing
    }

    /// Natural logarithm of the probability of the listed word, or of the two around its apostrophe.
    private func known(_ state: TextState) -> Float {
        var best = language.logProbability(state.word) ?? -.infinity
        if state.host > -.infinity {
            // an apostrophe at the end may be a quotation mark
            let rest = state.endsInApostrophe ? CharacterClass.closingQuote : language.logProbability(state.clitic) ?? -.infinity
            best = max(best, state.host + rest)
        }
        if state.elision > -.infinity, !state.endsInApostrophe, let tail = language.logProbability(state.tail) {
            best = max(best, state.elision + tail)
        }
        return best
    }
}

/// The state of the language model after some characters of a text.
struct TextState {
    /// The state after the last character.
    enum Place: UInt8 {
        /// Nothing, or a space.
        case start
        case word, digit
        /// A sign after which a space is expected, and one after which it is not.
        case closing, joining
    }

    /// The casing of the word so far.
    enum Pattern: UInt8 {
        case none, lower, initial, capitalised, capitals, mixed
    }

    /// The position in the sentence: unknown, within it, or at the beginning of a new one.
    enum Sentence: UInt8 {
        case unknown, within, begins
    }

    var place = Place.start
    var pattern = Pattern.none
    var sentence = Sentence.unknown
    /// Whether a bracket or a quotation is open.
    var bracketed = false
    var quoted = false
    /// The casing of the previous word.
    var before = Pattern.none
    /// The word's last characters.
    var context = CharacterModel.Context()
    /// The word so far in lower case, and as it is written.
    var word = WordKey()
    var written = WordKey()
    /// The number of characters of the word so far.
    var length = 0
    /// The costs of the word's characters, as characters and as capitals.
    var spelling: Float = 0
    var casing: Float = 0
    /// The part after the last apostrophe without it and with it, and the probability of the part before it with it and without it.
    var tail = WordKey()
    var clitic = WordKey()
    var elision = -Float.infinity
    var host = -Float.infinity
    /// Whether the last character is an apostrophe.
    var endsInApostrophe = false
}
