/// Turns what a caller knows, and the language, into what the beam search listens to.
struct Guidance {
    let alphabet: Alphabet
    let language: LanguageModel?
    let hints: RecognitionHints

    /// Refuses hints that cannot be meant.
    ///
    /// - Throws: `hint`.
    init(alphabet: Alphabet, language: LanguageModel?, hints: RecognitionHints) throws(RecognitionError) {
        if let area = hints.writingArea {
            guard area.width > 0, area.height > 0, area.width <= FeatureExtractor.farthest, area.height <= FeatureExtractor.farthest else {
                let limit = FeatureExtractor.farthest
                throw .hint("writingArea", problem: "is \(area.width) by \(area.height); both must be positive and at most \(limit)")
            }
        }
        if let set = hints.graphemeSet, !alphabet.scalars.contains(where: { set.contains(Character($0)) }) {
            throw .hint("graphemeSet", problem: "has nothing that the model can read; name characters such as \"a\" or \"1\"")
        }
        guard hints.userWords.count <= RecognitionHints.mostUserWords else {
            throw .hint("userWords", problem: "has \(hints.userWords.count) words; at most \(RecognitionHints.mostUserWords) are taken")
        }
        guard hints.userWords.allSatisfy({ abs($0.weight) <= 100 }) else {
            throw .hint("userWords", problem: "has a weight that is not a number from -100 to 100")
        }
        self.alphabet = alphabet
        self.hints = hints
        // an address, a number or single characters are no words
        self.language = hints.recognitionType == .text ? language : nil
        guard hints.graphemeSet == nil || bias.dropFirst().contains(where: { $0 > -.infinity }) else {
            throw .hint("graphemeSet", problem: "has nothing that the recognition type or the language allows")
        }
    }

    /// What the search listens to.
    var guide: BeamSearch.Guide {
        var guide = BeamSearch.Guide(bias: bias)
        guard hints.recognitionType == .text else { return guide }
        let context = PreContext(hints.preContext)
        if let language {
            let scorer = TextScorer(language: language, weights: language.weights, alphabet: alphabet, userWords: hints.userWords)
            guide.scorer = scorer
            guide.beginnings = context.beginnings(scorer)
        } else if context.endsWord {
            guide.beginnings = [(TextState(), 0, true)]
        }
        // the space before a new word is one of the graphemes too
        if let set = hints.graphemeSet, !set.contains(" ") {
            for i in guide.beginnings.indices { guide.beginnings[i].followsSpace = false }
        }
        return guide
    }

    private var bias: [Double] {
        [0]
            + alphabet.scalars.map { scalar in
                if let set = hints.graphemeSet, !set.contains(Character(scalar)) { return -.infinity }
                switch hints.recognitionType {
                case .text: return language.map { $0.graphemes.contains(scalar) } ?? true ? 0 : -.infinity
                case .email: return Self.inAddress(scalar)
                case .number: return Self.numeric.contains(scalar) ? 0 : -.infinity
                case .perCharacter: return scalar == " " ? -.infinity : 0
                }
            }
    }

    private static let numeric = Set("0123456789.,+-/:()%$€£¥".unicodeScalars)

    /// Natural logarithm of how welcome a character is in an address (RFC 5322, dot-atom): most are small letters.
    private static func inAddress(_ scalar: Unicode.Scalar) -> Double {
        switch scalar {
        case "a"..."z", ".": 0
        case "@": 1
        case "0"..."9": -0.5
        case "-", "_": -1
        case "A"..."Z", "+": -2.5
        case "!", "#", "$", "%", "&", "'", "*", "/", "=", "?", "^", "`", "{", "|", "}", "~": -6
        default: -.infinity
        }
    }
}
