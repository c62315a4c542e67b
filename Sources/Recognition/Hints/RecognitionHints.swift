/// Hints of a caller for the recognition of an ink.
public struct RecognitionHints: Sendable, Hashable {
    /// The expected kind of text.
    public enum RecognitionType: String, Sendable, Hashable, CaseIterable {
        /// Words and sentences of the language.
        case text
        /// An address of electronic mail: no spaces, seldom a capital.
        case email
        /// Digits, the signs that go with them, and currencies.
        case number
        /// Characters that make no word: each one for itself, without spaces.
        case perCharacter = "per-character"
    }

    /// The most graphemes of `preContext` that count.
    public static let longestPreContext = 20
    /// The most words of `userWords`.
    public static let mostUserWords = 10_000

    /// The expected kind of text.
    public var recognitionType: RecognitionType
    /// Most readings to return; at least one is looked for.
    public var alternatives: Int
    /// If not nil, nothing else may come out. Graphemes that the model cannot read are ignored, so that one set serves all models;
    /// a set of which nothing can be read is refused.
    public var graphemeSet: Set<Character>?
    /// The text before the ink: its last `longestPreContext` graphemes count, for text only. A reading that is a new word after it begins
    /// with a space.
    public var preContext: String
    /// The place the ink was written in, which is one line high.
    public var writingArea: WritingArea?
    /// Boxes that hold one character each: only where the ink is read as characters.
    public var boxes: CharacterBoxes?
    /// Words that count as listed in the language, for text only; without a language they mean nothing.
    public var userWords: [UserWord]

    /// Hints; omitted ones are unknown.
    public init(
        recognitionType: RecognitionType = .text, alternatives: Int = 5, graphemeSet: Set<Character>? = nil, preContext: String = "",
        writingArea: WritingArea? = nil, boxes: CharacterBoxes? = nil, userWords: [UserWord] = []
    ) {
        self.recognitionType = recognitionType
        self.alternatives = alternatives
        self.graphemeSet = graphemeSet
        self.preContext = preContext
        self.writingArea = writingArea
        self.boxes = boxes
        self.userWords = userWords
    }
}

/// A place one line high to write in.
public struct WritingArea: Sendable, Hashable {
    /// y of its top edge, in the unit of the strokes.
    public var top: Double
    /// In the unit of the strokes.
    public var width: Double
    /// In the unit of the strokes.
    public var height: Double

    /// An area of this size.
    public init(width: Double, height: Double, top: Double = 0) {
        self.top = top
        self.width = width
        self.height = height
    }
}

/// A word of the user's own: a name, an abbreviation, a term.
public struct UserWord: Sendable, Hashable {
    /// The natural logarithm of the probability that a user's word of weight 0 has: that of a common word.
    static let usual: Float = -8

    /// Its spelling, including capitals.
    public var text: String
    /// Natural logarithm of its probability relative to a common word's.
    public var weight: Double

    /// A word; by default as probable as a common one.
    public init(_ text: String, weight: Double = 0) {
        self.text = text
        self.weight = weight
    }
}

/// The text before the ink, as far as it counts.
struct PreContext {
    private let text: Substring

    /// Keeps the last `RecognitionHints.longestPreContext` graphemes.
    init(_ text: String) { self.text = text.suffix(RecognitionHints.longestPreContext) }

    /// Whether the text ends where a space is due before another word: after a letter, a digit or a closing sign.
    var endsWord: Bool {
        guard let last = text.last else { return false }
        return last.isLetter || last.isNumber || ".,;:!?)]}%»".contains(last)
    }

    /// The possible beginnings of the ink's text: right after this text, or after a space.
    ///
    /// Both are tried where a space is possible; the language's score of the words around it decides.
    func beginnings(_ scorer: TextScorer) -> [BeamSearch.Beginning] {
        var state = TextState()
        for scalar in text.unicodeScalars {
            let character = CharacterClass(scalar.properties.isWhitespace ? " " : scalar, language: scorer.language)
            if character.kind == .space, state.place == .start { continue }
            scorer.settle(&state)
            _ = scorer.append(character, to: &state)
        }
        scorer.settle(&state)
        guard endsWord else { return [(state, 0, false)] }
        var behind = state
        let space = scorer.append(CharacterClass(" ", language: scorer.language), to: &behind)
        return [(state, 0, false), (behind, Double(scorer.weights.language * space), true)]
    }
}
