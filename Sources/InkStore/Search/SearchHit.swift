public import Editing
public import Ink

/// A passage that contains the words of a search: one word of a part for each search term, close together.
public struct SearchHit: Sendable, Hashable {
    /// The kind of match of a word.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// The same word, ignoring accents and case.
        case whole
        /// A word that begins with the term.
        case beginning
        /// A word with one letter added, missing or different.
        case similar

        /// The weight relative to a match of the whole word.
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
        /// The candidate that matches.
        public var found: String
        /// The candidate's rank among all, from 0, the best.
        public var guess: Int
        /// The probability of the matching candidate, 0…1.
        public var confidence: Double
        /// The kind of match.
        public var form: Form
        /// The line or the block of the word.
        public var place: TextPlace
        /// The word's samples; empty for text that is not ink.
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
    /// The rank, 0…1: from the words' confidence, form of match, and proximity.
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
    /// The number of hits, counted up to a limit.
    public var total = 0
    /// The number of lines of ink that have not been read yet; a search cannot find their words.
    public var unread = 0
}

/// The position of text: a line, or a block with text of its own.
public enum TextPlace: Sendable, Hashable {
    /// A line of text, including typeset words.
    case line(LineID)
    /// An added block.
    case block(BlockID)

    /// The number in the index: for a line its ID, for a block a negative number. nil for IDs that the database cannot store.
    var number: Int64? {
        switch self {
        case .line(let id): Int64(exactly: id.value)
        case .block(let id): Int64(exactly: id.value).map { -1 - $0 }
        }
    }

    /// Decodes the place from its number in the index.
    init(number: Int64) {
        self = number >= 0 ? .line(LineID(UInt64(number))) : .block(BlockID(UInt64(-1 - number)))
    }
}
