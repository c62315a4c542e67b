import Glibc

/// A scorer of the probability of a text in a language, character by character. Within a word it uses the n-gram, and the word list
/// corrects the result at the word's end. Case, digits and punctuation have rough probabilities.
///
/// A word's probability is λ · (its share of all listed words) + (1 − λ) · (the n-gram's). If an apostrophe joins two listed words (it +
/// 's, l' + homme), the product of their shares counts as the word's share. In a language with a bigram of words, the share is a mixture of
/// that in the list and that after the preceding token, and the probability of punctuation after a word depends on that word.
struct TextScorer {
    let language: LanguageModel
    let weights: LanguageWeights
    let classes: [CharacterClass?]
    /// The log-probabilities of the user's own words, by spelling.
    let userWords: [WordKey: Float]
    private let listed: Float
    private let unlisted: Float
    /// Logarithm of the weight of the bigram in a listed word's probability.
    private let paired: Float
    /// Logarithm of the weight of the word list in a listed word's probability.
    private let single: Float
    private let casing: Casing
    /// The cost of a 1 that stands alone between words, because it is usually an I.
    private static let loneOne: Float = -2.5
    /// The cost of a character of a code, in which any letter may be in any case.
    private static let codeCharacter: Float = -4
    /// The cost of punctuation that closes a bracket or a quotation.
    private static let awaited: Float = -2

    /// Creates a scorer. `classes` is indexed by the network's class; class 0 is nil.
    init(language: LanguageModel, weights: LanguageWeights, alphabet: Alphabet, userWords: [UserWord]) {
        self.language = language
        self.weights = weights
        classes = [nil] + alphabet.scalars.map { CharacterClass($0, language: language) }
        var own: [WordKey: Float] = [:]
        for word in userWords {
            // each word of a term such as x4-Prüfung is scored separately
            let parts = word.text.unicodeScalars.split { CharacterClass($0, language: language).symbol == 0 }
            for part in parts where part.count > 1 || parts.count == 1 {
                var key = WordKey()
                for character in part { key.append(character) }
                own[key] = UserWord.usual + Float(word.weight)
            }
        }
        self.userWords = own
        (listed, unlisted) = (log(weights.lexicon), log(1 - weights.lexicon))
        let share = weights.bigram ?? 0
        (paired, single) = (share > 0 ? log(share) : -.infinity, log(1 - share))
        casing = Casing(within: weights.capital ?? 0.12)
    }

    /// Looks up the state's weights for continuing and ending the text. Must be called before `append` and `end`. The call is separate
    /// because a search needs the weights of only a few of its states.
    func settle(_ state: inout TextState) { language.characters.settle(&state.word.context) }

    /// Appends a character; returns the amount that it adds to the text's score, including the correction of a word that it ends.
    func worth(of c: Int, after state: inout TextState) -> Float {
        guard let next = classes[c] else { return 0 }
        return weights.language * append(next, to: &state) + (next.kind == .space ? weights.space : weights.length)
    }

    /// Appends a character; returns the natural logarithm of its probability, including the correction of a word that it ends.
    func append(_ next: CharacterClass, to state: inout TextState) -> Float {
        let inWord = state.place == .word
        if next.symbol > 0, next.kind != .apostrophe || inWord { return letter(next, &state) }
        var score = inWord ? correction(state) : 0
        if inWord {
            state.before = state.word.pattern
            state.sentence = .within
            state.history = language.history(state.word.folded)
        }
        switch next.kind {
        case .space:
            score += space(after: state.place)
            if state.isLoneOne { score += Self.loneOne }
            state.isLoneOne = false
            state.place = .start
        case .digit:
            score += -2.3 + digit(after: state.place)
            state.isLoneOne = state.place == .start && next.character == "1" && state.before != .none
            state.place = .digit
            state.sentence = .within
            state.history = nil
        default:
            score += sign(next, &state)
        }
        return score
    }

    /// Returns the natural logarithm of the probability of a space in this lexer state.
    private func space(after place: TextState.Place) -> Float {
        switch place {
        case .start: -9
        case .closing: -0.1
        case .figure: -0.3
        case .joining: -2.5
        case .word, .digit: -0.2
        }
    }

    /// Returns the natural logarithm of the probability of any digit in this lexer state.
    private func digit(after place: TextState.Place) -> Float {
        switch place {
        case .start: -3
        case .digit: -0.4
        case .figure: -0.5
        case .word: -4.6
        case .closing, .joining: -1.6
        }
    }

    private func sign(_ next: CharacterClass, _ state: inout TextState) -> Float {
        let (place, before) = (state.place, state.history)
        state.isLoneOne = false
        state.place = next.kind == .closing ? .closing : .joining
        if next.isCurrency || place == .digit && next.joinsDigits { state.place = .figure }
        switch next.character {
        case ".", "!", "?":
            state.sentence = .begins
            state.history = language.history(History.sentence)
        case "(": state.bracketed = true
        case ")" where state.bracketed:
            state.bracketed = false
            return Self.awaited
        case "\"":
            state.quoted.toggle()
            if !state.quoted { return Self.awaited }
            state.place = place == .start ? .joining : .closing
        default: state.history = language.history(next.token)
        }
        switch place {
        case .word: return following(next, before)
        case .digit: return next.afterDigit
        case .start: return next.opening
        case .closing, .joining, .figure: return max(next.opening, next.following) - 0.5
        }
    }

    /// Returns the log-probability of punctuation right after a word.
    private func following(_ next: CharacterClass, _ word: History?) -> Float {
        guard let word, next.isListed else { return next.following }
        let own = language.logProbability(next.token, after: word) ?? next.following + word.backoff
        return Float(logSum(Double(single + next.following), Double(paired + own)))
    }

    /// Returns the score of the end of the text: the correction for its last word.
    func end(_ state: TextState) -> Float { state.place == .word ? correction(state) : 0 }

    private func letter(_ next: CharacterClass, _ state: inout TextState) -> Float {
        var score: Float = 0
        if state.place != .word {
            score += state.place == .start ? -0.1 : state.place == .digit ? -3 : state.place == .joining ? -0.8 : -3.5
            state.word = TextState.Word()
            settle(&state)
            state.isLoneOne = false
            state.place = .word
        }
        let spelling = language.characters.logProbability(next.symbol, after: state.word.context)
        if next.kind == .apostrophe {
            let host = known(state.word, language.entry(state.word.folded))
            state.word.append(next)
            state.word.elision = TextState.Elision(
                host: host, elided: language.logProbability(state.word.folded) ?? -.infinity, apostrophe: next.folded)
        } else {
            state.word.append(next)
            let cost = casing.cost(next.kind == .upper, &state)
            state.word.casing += cost
            score += cost
        }
        language.characters.advance(&state.word.context, past: next.symbol)
        state.word.spelling += spelling
        return score + spelling
    }

    /// Returns the correction at the end of a word: the score of the whole word minus the scores of its characters.
    private func correction(_ state: TextState) -> Float {
        let word = state.word
        let spelt = word.spelling + language.characters.logProbability(CharacterModel.end, after: word.context) + word.casing
        let entry = language.entry(word.folded)
        let cased = entry?.capital.map { casing.cost(of: state, capital: $0) } ?? word.casing
        let ordinary = Float(logSum(Double(listed + share(state, entry) + cased), Double(unlisted + spelt)))
        // a word may also be an abbreviation, a code or initials, which are not listed
        let code = weights.code + Self.codeCharacter * Float(word.length)
        let best = max(Float(logSum(Double(ordinary), Double(code))), userWords[word.written] ?? -.infinity)
        return best - word.spelling - word.casing
    }

    /// Returns the natural logarithm of the word's probability after the preceding token, if the word is listed; −∞ otherwise.
    private func share(_ state: TextState, _ entry: ListedWord?) -> Float {
        let alone = known(state.word, entry)
        guard let history = state.history, paired > -.infinity, alone > -.infinity else { return alone }
        let pair = entry == nil ? nil : language.logProbability(state.word.folded, after: history)
        return Float(logSum(Double(single + alone), Double(paired + (pair ?? alone + history.backoff))))
    }

    /// Returns the natural logarithm of the word's probability by the word list, as one word or as two words joined by its apostrophe; −∞
    /// if unlisted.
    private func known(_ word: TextState.Word, _ entry: ListedWord?) -> Float {
        let whole = entry?.logProbability ?? -.infinity
        guard let elision = word.elision else { return whole }
        var best = whole
        if elision.host > -.infinity {
            // a final apostrophe may be a quotation mark
            let rest = elision.isLast ? CharacterClass.closingQuote : language.logProbability(elision.clitic) ?? -.infinity
            best = max(best, elision.host + rest)
        }
        if elision.elided > -.infinity, !elision.isLast, let tail = language.logProbability(elision.tail) {
            best = max(best, elision.elided + tail)
        }
        return best
    }
}
