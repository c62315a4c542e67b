public import Ink

/// What a stroke over written text asks for.
public enum GestureKind: String, Sendable, Hashable, CaseIterable {
    /// Back and forth over words: delete them.
    case scratchOut = "scratch-out"
    /// A line through words.
    case strikethrough
    /// A line under words.
    case underline
    /// A closed line around words or letters.
    case surround
    /// Upwards through the gap between two words, or an arc that bridges it: take the space away.
    case join
    /// Downwards between words or letters: part them.
    case split
    /// A caret, ∧ from below or V from above: something is to be written there.
    case insert
}

/// A word that a gesture is over.
public struct TouchedWord: Sendable, Hashable {
    /// Index among the words of the context.
    public var index: Int
    /// How much of it, 0…1: of its ink for a scratch-out or a surrounding line, else of its width.
    public var coverage: Double

    /// A word and how much of it.
    @inlinable public init(index: Int, coverage: Double) {
        self.index = index
        self.coverage = coverage
    }
}

/// A place between words or letters.
public struct InsertionPoint: Sendable, Hashable {
    /// Index of a word of the context.
    public var word: Int
    /// The grapheme of the word before which it is: 0 before the word, their number after it. nil within or after a word whose
    /// graphemes are not known.
    public var grapheme: Int?
    /// Where the gesture points to, in the unit of the strokes.
    public var x: Double
    /// Where the gesture points to, in the unit of the strokes.
    public var y: Double

    /// A place in or beside a word.
    @inlinable public init(word: Int, grapheme: Int?, x: Double, y: Double) {
        self.word = word
        self.grapheme = grapheme
        self.x = x
        self.y = y
    }
}

/// A stroke taken for a gesture, and what it is about.
public struct GestureReading: Sendable, Hashable {
    /// What it asks for.
    public var kind: GestureKind
    /// 0…1: the probability of this kind.
    public var score: Double
    /// The words it is over, in their order: at least one. Those on both sides of a join; the one before or within which `insertion` is.
    public var words: [TouchedWord]
    /// The samples of the context's strokes that it is over; empty for gestures with an insertion point.
    public var ranges: [StrokeRange]
    /// Where a join, a split or an insertion is to be; nil for the other kinds.
    public var insertion: InsertionPoint?

    /// A reading of a stroke.
    @inlinable public init(kind: GestureKind, score: Double, words: [TouchedWord], ranges: [StrokeRange], insertion: InsertionPoint?) {
        self.kind = kind
        self.score = score
        self.words = words
        self.ranges = ranges
        self.insertion = insertion
    }
}
