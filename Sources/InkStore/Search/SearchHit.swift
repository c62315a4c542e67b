public import Editing
public import Ink

/// A place where the words of a search stand: one word of a part for each of them, close together.
public struct SearchHit: Sendable, Hashable {
    /// The kind of match of a word.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// It is the word, accents and case aside.
        case whole
        /// It begins so.
        case beginning
        /// It has one letter more, less or other.
        case similar

        /// By how much less it counts than the word itself.
        var weight: Double {
            switch self {
            case .whole: 1
            case .beginning: 0.6
            case .similar: 0.4
            }
        }
    }

    /// A word that was found.
    public struct Word: Sendable, Hashable {
        /// The word of the search.
        public var term: String
        /// The best reading of the word that was found.
        public var text: String
        /// The candidate of it that fits.
        public var found: String
        /// The candidate's place among all, from 0, the best.
        public var guess: Int
        /// The probability that the word says that, 0…1.
        public var confidence: Double
        /// The kind of match.
        public var form: Form
        /// The line or the block that it stands in.
        public var place: TextPlace
        /// Its samples; none of text that is no ink.
        public var ranges: [WordRange]
        /// Around it; nil where nothing is known of its place.
        public var box: Box?
        /// It is no ink: it was converted, imported or pasted.
        public var isTypeset: Bool
    }

    /// The name of the package.
    public var package: String
    /// The part, and its place in the package, from 0.
    public var part: PartID
    /// Its place in the package, from 0.
    public var index: Int
    /// Its type.
    public var type: String
    /// The rank, 0…1: the words' confidence, how they fit, and how close they stand.
    public var score: Double
    /// The best reading of the lines that the words stand in.
    public var text: String
    /// One for each word of the search, in its order.
    public var words: [Word]
}

/// What a search found.
public struct SearchResult: Sendable, Hashable {
    /// The best, best first.
    public var hits: [SearchHit] = []
    /// How many there were; those beyond a bound are not counted.
    public var total = 0
    /// Lines of ink that were not read yet, in what was searched: nothing can be found there.
    public var unread = 0
}

/// What text stands in: a line, or a block with text of its own.
public enum TextPlace: Sendable, Hashable {
    /// A line of writing, typeset words included.
    case line(LineID)
    /// A block that was added.
    case block(BlockID)

    /// The number in the index: of a line its own, of a block below 0. nil for numbers that no store keeps.
    var number: Int64? {
        switch self {
        case .line(let id): Int64(exactly: id.value)
        case .block(let id): Int64(exactly: id.value).map { -1 - $0 }
        }
    }

    /// The place of a number.
    init(number: Int64) {
        self = number >= 0 ? .line(LineID(UInt64(number))) : .block(BlockID(UInt64(-1 - number)))
    }
}
