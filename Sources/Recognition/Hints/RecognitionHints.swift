/// A caller's hints for the recognition of an ink.
public struct RecognitionHints: Sendable, Hashable {
    /// The expected kind of text.
    public enum RecognitionType: String, Sendable, Hashable, CaseIterable {
        /// Words and sentences of the language.
        case text
        /// An email address: no spaces, seldom a capital.
        case email
        /// Digits, punctuation of numbers, and currencies.
        case number
        /// Separate characters that form no words, without spaces.
        case perCharacter = "per-character"
    }

    /// The maximum number of graphemes of `preContext` that are used.
    public static let longestPreContext = 20
    /// The maximum number of `userWords`.
    public static let mostUserWords = 10_000

    /// The expected kind of text.
    public var recognitionType: RecognitionType
    /// The maximum number of returned readings; at least one is always searched.
    public var alternatives: Int
    /// The permitted graphemes; nil for no restriction. Graphemes that the model cannot read are ignored, so that one set works for all
    /// models; a set without any readable grapheme is rejected.
    public var graphemeSet: Set<Character>?
    /// The text before the ink, for text only. Its last `longestPreContext` graphemes are used. If the ink begins a new word after this
    /// text, the reading begins with a space.
    public var preContext: String
    /// The area that the ink was written in, one line high.
    public var writingArea: WritingArea?
    /// Boxes for one character each; only for ink that is read as characters.
    public var boxes: CharacterBoxes?
    /// Words that are treated like listed words of the language, for text only; ignored without a language.
    public var userWords: [UserWord]

    /// Creates hints; omitted ones are unknown.
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

/// A writing area that is one line high.
public struct WritingArea: Sendable, Hashable {
    /// The y of the area's top edge, in the unit of the strokes.
    public var top: Double
    /// The width in the unit of the strokes.
    public var width: Double
    /// The height in the unit of the strokes.
    public var height: Double

    /// Creates an area of this size.
    public init(width: Double, height: Double, top: Double = 0) {
        self.top = top
        self.width = width
        self.height = height
    }
}

/// A word of the user: a name, an abbreviation, a term.
public struct UserWord: Sendable, Hashable {
    /// The log-probability of a user's word of weight 0, which is that of a common word.
    static let usual: Float = -8

    /// The word's spelling, including capitals.
    public var text: String
    /// The natural logarithm of the word's probability relative to a common word's.
    public var weight: Double

    /// Creates a word with a weight; by default it is as probable as a common word.
    public init(_ text: String, weight: Double = 0) {
        self.text = text
        self.weight = weight
    }
}

/// The used part of the text before the ink.
struct PreContext {
    private let text: Substring

    /// Retains the last `RecognitionHints.longestPreContext` graphemes.
    init(_ text: String) { self.text = text.suffix(RecognitionHints.longestPreContext) }

    /// Whether the text ends in a position where another word needs a space: after a letter, a digit or closing punctuation.
    var endsWord: Bool {
        guard let last = text.last else { return false }
        return last.isLetter || last.isNumber || ".,;:!?)]}%»".contains(last)
    }

    /// Returns the possible beginnings of the ink's text: directly after this text, or after a space.
    ///
    /// If a space is possible, both are tried, and the language's score of the surrounding words decides.
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
