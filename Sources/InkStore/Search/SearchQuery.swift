/// The comparison of words in a search.
public enum SearchMatching: String, Sendable, Hashable, CaseIterable {
    /// The whole word, ignoring accents and case.
    case whole
    /// Also words that begin with the term.
    case beginning
    /// Also words with one letter added, missing or different.
    case similar
}

/// A search for words, all of which must match. It has no operators: all input is compared as text.
public struct SearchQuery: Sendable, Hashable {
    /// A text that cannot be searched for.
    public enum Problem: Error, Sendable, Hashable {
        /// The text has neither a letter nor a digit.
        case noWords
        /// The text has more words than one search supports.
        case tooManyWords(Int)
    }

    /// The maximum number of words in a query.
    public static let mostWords = 16

    /// The words as they are compared: lowercase and without accents; at least one.
    public let terms: [String]
    /// Terms with inner punctuation removed: "U.K." is `uk` here, and `u`, `k` in `terms`.
    let glued: [String]
    /// Matching mode: whole word, prefix or fuzzy.
    public var matching: SearchMatching
    /// The package to search in; nil for all.
    public var package: String?
    /// The maximum number of hits.
    public var limit: Int

    /// Creates a search for the words of a text.
    ///
    /// - Throws: `noWords`, `tooManyWords`.
    public init(
        _ text: String, matching: SearchMatching = .similar, package: String? = nil, limit: Int = 50
    ) throws(Problem) {
        let terms = SearchTerms.of(text)
        guard !terms.isEmpty else { throw .noWords }
        guard terms.count <= Self.mostWords else { throw .tooManyWords(terms.count) }
        self.terms = terms
        glued = SearchTerms.glued(text)
        self.matching = matching
        self.package = package
        self.limit = limit
    }
}

/// The expression that looks up a term in the index, in FTS5's query language, made of quoted terms only.
struct SearchExpression {
    /// The maximum number of similar terms, which bounds the expression.
    static let mostSimilar = 200

    /// The term of the query.
    let term: String
    /// Terms one edit away.
    let similar: Set<String>
    let matching: SearchMatching

    /// The expression in FTS5's query language. Terms contain only letters, digits and marks, but are quoted anyway.
    var text: String {
        let own = Self.quoted(term) + (matching != .whole && allowsBeginnings ? " *" : "")
        return "terms : (" + ([own] + similar.sorted().map(Self.quoted)).joined(separator: " OR ") + ")"
    }

    /// Whether a word that only begins with the term matches; false for a single letter, with which too many words begin.
    var allowsBeginnings: Bool { term.unicodeScalars.count > 1 }

    /// Kind of match; nil for no match.
    func form(of other: some StringProtocol) -> SearchHit.Form? {
        if other == term { return .whole }
        if matching != .whole, allowsBeginnings, other.hasPrefix(term) { return .beginning }
        return matching == .similar && similar.contains(String(other)) ? .similar : nil
    }

    private static func quoted(_ term: String) -> String { "\"" + term.replacing("\"", with: "\"\"") + "\"" }

    /// Returns both halves of a term: a single edit leaves one of them unchanged. nil for short terms, from which a single edit leads to
    /// too many words.
    static func halves(of term: String) -> (first: String, last: String)? {
        let scalars = Array(term.unicodeScalars)
        guard scalars.count >= 4 else { return nil }
        func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        return (text(scalars[..<(scalars.count / 2)]), text(scalars[(scalars.count / 2)...]))
    }
}
