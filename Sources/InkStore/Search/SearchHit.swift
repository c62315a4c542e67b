public import Editing
public import Ink

/// A search hit: words of a part, close together, one for each term of the search.
public struct SearchHit: Sendable, Hashable {
    /// The way in which a word matches a term.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// The word equals the term, ignoring accents and case.
        case whole
        /// The word begins with the term.
        case beginning
        /// The word differs from the term by one letter that is added, missing or replaced.
        case similar

        /// The weight of the match, relative to that of a whole word.
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
        /// The term of the search.
        public var term: String
        /// The best reading of the word that was found.
        public var text: String
        /// The candidate of the word that matches the term.
        public var found: String
        /// The candidate's index among the word's candidates, best first, from 0.
        public var guess: Int
        /// The probability of the matching candidate, 0…1.
        public var confidence: Double
        /// The way in which the candidate matches the term.
        public var form: Form
        /// The line or block that contains the word.
        public var place: TextPlace
        /// The ranges of ink samples of the word; empty for text that is not ink.
        public var ranges: [WordRange]
        /// The word's bounding box; nil if its position is unknown.
        public var box: Box?
        /// Whether the word is typeset rather than ink: it was converted, imported or pasted.
        public var isTypeset: Bool
    }

    /// The name of the package.
    public var package: String
    /// The part.
    public var part: PartID
    /// The index of the part in the package, from 0.
    public var index: Int
    /// The type of the part.
    public var type: String
    /// The score, 0…1, from the words' confidence, the way in which each word matches, and the proximity of the words.
    public var score: Double
    /// The best reading of the lines that contain the words.
    public var text: String
    /// One word for each term of the search, in the same order.
    public var words: [Word]
}

/// The result of a search.
public struct SearchResult: Sendable, Hashable {
    /// The best hits, best first.
    public var hits: [SearchHit] = []
    /// The number of all hits, including those beyond the query's limit. Very many hits are counted only up to a limit.
    public var total = 0
    /// The number of lines of ink that have not been recognized yet. A search cannot find their words.
    public var unread = 0
}

/// The line, or the block with its own text, that contains a text.
public enum TextPlace: Sendable, Hashable {
    /// A line of text, including typeset words.
    case line(LineID)
    /// An added block.
    case block(BlockID)

    /// The number in the index; nil for an ID that the database cannot store. The number of a line is its ID; that of a block is negative.
    var number: Int64? {
        switch self {
        case .line(let id): Int64(exactly: id.value)
        case .block(let id): Int64(exactly: id.value).map { -1 - $0 }
        }
    }

    /// Decodes the line or block from its number in the index.
    init(number: Int64) {
        self = number >= 0 ? .line(LineID(UInt64(number))) : .block(BlockID(UInt64(-1 - number)))
    }
}
