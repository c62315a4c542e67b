/// The way in which the words of a search are compared with the terms.
public enum SearchMatching: String, Sendable, Hashable, CaseIterable {
    /// Only words that equal the term, ignoring accents and case.
    case whole
    /// Also words that begin with the term.
    case beginning
    /// Also words that differ from the term by one letter that is added, missing or replaced.
    case similar
}

/// A search for words, all of which must match. The text has no operators: all of it is compared as words.
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

    /// The words of the text in the form in which they are compared: lowercase and without accents; at least one.
    public let terms: [String]
    /// The words with inner punctuation removed: "U.K." is `uk` in `glued`, and `u`, `k` in `terms`.
    let glued: [String]
    /// The matching mode: whole word, prefix or fuzzy.
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

/// A query in FTS5's query language for one term. It consists of quoted terms only.
struct SearchExpression {
    /// The maximum number of similar terms, which limits the length of the query.
    static let mostSimilar = 200

    /// The term of the query.
    let term: String
    /// The terms in the index that differ from `term` by one edit.
    let similar: Set<String>
    let matching: SearchMatching

    /// The query as text. The terms contain only letters, digits and marks, but are quoted anyway.
    var text: String {
        let own = Self.quoted(term) + (matching != .whole && allowsBeginnings ? " *" : "")
        return "terms : (" + ([own] + similar.sorted().map(Self.quoted)).joined(separator: " OR ") + ")"
    }

    /// Whether a word that begins with the term matches. False for a single letter, because too many words begin with it.
    var allowsBeginnings: Bool { term.unicodeScalars.count > 1 }

    /// Returns the way in which a word matches; nil if it does not match.
    func form(of other: some StringProtocol) -> SearchHit.Form? {
        if other == term { return .whole }
        if matching != .whole, allowsBeginnings, other.hasPrefix(term) { return .beginning }
        return matching == .similar && similar.contains(String(other)) ? .similar : nil
    }

    private static func quoted(_ term: String) -> String { "\"" + term.replacing("\"", with: "\"\"") + "\"" }

    /// Returns both halves of a term, because a single edit leaves one of them unchanged. Returns nil for a short term, from which a single
    /// edit leads to too many words.
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
