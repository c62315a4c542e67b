internal import Ink

/// A converter of the caller's hints, and the language, into the guide of the beam search.
struct Guidance {
    let alphabet: Alphabet
    let language: LanguageModel?
    let hints: RecognitionHints
    /// The language whose words are expected; nil for input without words: an address, a number or single characters.
    private var words: LanguageModel? { hints.recognitionType == .text ? language : nil }

    /// Validates the hints.
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
            throw .hint("graphemeSet", problem: "has no character that the model can recognize; give characters such as \"a\" or \"1\"")
        }
        guard hints.userWords.count <= RecognitionHints.mostUserWords else {
            throw .hint("userWords", problem: "has \(hints.userWords.count) words; the maximum is \(RecognitionHints.mostUserWords)")
        }
        guard hints.userWords.allSatisfy({ abs($0.weight) <= 100 }) else {
            throw .hint("userWords", problem: "has a weight that is not a number from -100 to 100")
        }
        self.alphabet = alphabet
        self.hints = hints
        self.language = language
        guard hints.graphemeSet == nil || bias.dropFirst().contains(where: { $0 > -.infinity }) else {
            throw .hint("graphemeSet", problem: "has no character that the recognition type or the language allows")
        }
    }

    /// The guide of the search.
    var guide: BeamSearch.Guide {
        var guide = BeamSearch.Guide(bias: bias)
        guide.isRestricted = hints.graphemeSet != nil || hints.recognitionType == .number
        guard hints.recognitionType == .text else { return guide }
        let context = PreContext(hints.preContext)
        if let words {
            let scorer = TextScorer(language: words, weights: words.weights, alphabet: alphabet, userWords: hints.userWords)
            guide.scorer = scorer
            guide.beginnings = context.beginnings(scorer)
        } else if context.endsWord {
            guide.beginnings = [(TextState(), 0, true)]
        }
        // the space before a new word counts as a grapheme too
        if let set = hints.graphemeSet, !set.contains(" ") {
            for i in guide.beginnings.indices { guide.beginnings[i].followsSpace = false }
        }
        return guide
    }

    private var bias: [Double] {
        [0]
            + alphabet.scalars.map { scalar in
                if let set = hints.graphemeSet {
                    guard set.contains(Character(scalar)) else { return -.infinity }
                } else if !alphabet.reads(scalar, in: language) {
                    return -.infinity
                }
                switch hints.recognitionType {
                case .text: return words.map { $0.graphemes.contains(scalar) } ?? true ? 0 : -.infinity
                case .email: return Self.inAddress(scalar)
                case .number: return Self.numeric.contains(scalar) ? 0 : -.infinity
                case .perCharacter: return scalar == " " ? -.infinity : 0
                }
            }
    }

    private static let numeric = Set("0123456789.,+-/:()%$€£¥".unicodeScalars)

    /// Returns the natural logarithm of a character's weight in an address (RFC 5322, dot-atom): most are small letters.
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

/// A term that scores readings by the ink's height and position in its writing area: to choose between o and O, or between comma, slash
/// and apostrophe.
///
/// The network does not see size, so it distinguishes characters of the same shape only by their frequency.
struct SizeTerm {
    private let height: Double
    /// The vertical center of the ink, in heights of the area from its top; nil if the ink is not within the area.
    private let middle: Double?

    /// The standard deviation of the ink's height and vertical center from the expected ones, in heights of the area.
    private static let deviation = 0.1
    /// The weight of the network's own scores for characters of the same shape: these scores mostly reflect how frequent each character is.
    private static let trust = 0.1
    /// Characters of the same shape, by script. Small Cyrillic letters are printed like their capitals, except а, б, е, р, у and ф.
    private static let shapes = [
        "cC kK oO0° pP sS uU vV wW xX zZ ,'/ -_",
        "вВ гГ дД жЖ зЗ иИ йЙ кК лЛ мМ нН оО0° пП сС тТ хХ цЦ чЧ шШ щЩ ъЪ ыЫ ьЬ эЭ юЮ яЯ єЄ ґҐ ,'/ -_", "κΚ οΟ0° τΤ χΧ φΦ ψΨ ,'/ -_",
    ].map { $0.split(separator: " ").map(Array.init) }
    /// The shapes of the alphabet's script.
    private let shapes: [[Character]]

    /// Measures the ink's position in an area; nil if the ink has no samples.
    init?(_ strokes: [Stroke], in area: WritingArea, alphabet: Alphabet) {
        let known = Set(alphabet.scalars.map { Character($0) })
        shapes = Self.shapes.first { $0[0].allSatisfy(known.contains) } ?? []
        guard let box = Box(around: strokes.lazy.flatMap(\.points)) else { return nil }
        height = min(1.5, box.height / area.height)
        let (top, bottom) = ((box.y - area.top) / area.height, (box.bottom - area.top) / area.height)
        middle = top > -0.2 && bottom < 1.2 ? (top + bottom) / 2 : nil
    }

    /// Returns the readings, and readings that differ from one of these only by the size of characters. All are scored by size, best first.
    ///
    /// - Parameter isAlone: Whether no text precedes the ink. In this case the language cannot score a single character.
    func judged(_ readings: [Reading], in scores: Scores, alphabet: Alphabet, guide: BeamSearch.Guide, isAlone: Bool) -> [Reading] {
        let bias = guide.bias
        var all = readings
        for reading in readings {
            for classes in variants(reading, alphabet) where classes.allSatisfy({ $0 < bias.count && bias[$0] > -.infinity }) {
                let text = (reading.text.first == " " ? " " : "") + alphabet.text(classes)
                guard !all.contains(where: { $0.text == text }) else { continue }
                let ink = ForwardScore.logProbability(of: classes, in: scores)
                guard ink > -.infinity else { continue }
                let worse = Self.trust * (ink - reading.ink) / Double(classes.count)
                let score = classes.count == 1 ? ink + guide.worth(of: classes, afterSpace: text.first == " ") : reading.score + worse
                all.append(Reading(text: text, classes: classes, score: score, ink: ink))
            }
        }
        for shape in shapes {
            for space in ["", " "] { equalize(shape.map { space + String($0) }, among: &all, isAlone: isAlone) }
        }
        for i in all.indices { all[i].score += logLikelihood(of: all[i].text) }
        return all.sorted { $0.score > $1.score }
    }

    /// Reduces the network's preference among single characters of the same shape to the trusted part. Without preceding text, the
    /// language's preference is removed, too.
    private func equalize(_ texts: [String], among readings: inout [Reading], isAlone: Bool) {
        let same = readings.indices.filter { texts.contains(readings[$0].text) }
        guard let best = same.max(by: { readings[$0].score < readings[$1].score }) else { return }
        let ink = readings[best].ink
        let worth = same.map { readings[$0].score - readings[$0].ink }.max() ?? 0
        for index in same {
            let own = isAlone ? worth + Self.alone(readings[index].text) : readings[index].score - readings[index].ink
            readings[index].score = own + ink + Self.trust * (readings[index].ink - ink)
        }
    }

    /// Returns the log-probability of a character without any text, relative to others of its shape: a ring is more probably a letter
    /// than a 0.
    private static func alone(_ text: String) -> Double { text.hasSuffix("0") || text.hasSuffix("°") ? -4 : 0 }

    /// Returns the reading's characters in all other sizes: for a single character, all characters of its shape; for several, all
    /// capitals or all small letters.
    private func variants(_ reading: Reading, _ alphabet: Alphabet) -> [[Int]] {
        let characters = Array(alphabet.text(reading.classes))
        let groups = characters.map { character in shapes.first { $0.contains(character) } ?? [] }
        guard let first = groups.first, groups.allSatisfy({ !$0.isEmpty }) else { return [] }
        let places = characters.count == 1 ? first.count : groups.allSatisfy({ $0[0].isLetter }) ? 2 : 0
        return (0..<places).compactMap { place in
            let classes = groups.compactMap { group in
                alphabet.scalars.firstIndex { Character($0) == group[place] }.map { $0 + 1 }
            }
            return classes.count == groups.count ? classes : nil
        }
    }

    /// Returns the log-likelihood of the ink's height and position given the text (normal distributions, without their constants).
    private func logLikelihood(of text: String) -> Double {
        var (top, bottom) = (1.0, 0.0)
        for character in text where character != " " {
            let extent = Self.extent(character)
            (top, bottom) = (min(top, extent.top), max(bottom, extent.bottom))
        }
        guard top < bottom else { return 0 }
        var sum = square((height - (bottom - top)) / Self.deviation)
        if let middle { sum += square((middle - (top + bottom) / 2) / Self.deviation) }
        return -sum / 2
    }

    private func square(_ x: Double) -> Double { x * x }

    /// Returns the upper and lower edge of a character in a line, in which 0 is the top, the baseline is at 0.75, and small letters reach
    /// up to 0.42.
    private static func extent(_ character: Character) -> (top: Double, bottom: Double) {
        switch character {
        case "a", "c", "e", "m", "n", "o", "r", "s", "u", "v", "w", "x", "z", "æ", "œ", "«", "»": (0.42, 0.75)
        case "g", "p", "q", "y", "ç", "р", "у", "γ", "η", "μ", "ρ", "χ": (0.42, 0.97)
        case "ф", "β", "ζ", "ξ", "φ", "ψ": (0.12, 0.97)
        case "б", "й", "ё", "і", "ї", "ґ", "δ", "θ", "λ", "ά", "έ", "ή", "ί", "ό", "ύ", "ώ", "ϊ", "ϋ", "ΐ", "ΰ": (0.15, 0.75)
        case "а"..."я", "є", "α"..."ω": (0.42, 0.75)
        case "j", "Q", "(", ")", "[", "]", "{", "}", "|", "$": (0.12, 0.9)
        case "'", "\"", "°", "^", "`", "*": (0.1, 0.3)
        case ",": (0.7, 0.86)
        case ".": (0.72, 0.76)
        case ";": (0.45, 0.86)
        case ":": (0.45, 0.76)
        case "-", "~": (0.54, 0.57)
        case "=", "+": (0.45, 0.65)
        case "_": (0.78, 0.81)
        default: (0.1, 0.75)
        }
    }
}
