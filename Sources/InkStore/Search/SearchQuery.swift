/// The comparison of words in a search.
public enum SearchMatching: String, Sendable, Hashable, CaseIterable {
    /// The whole word, accents and case aside.
    case whole
    /// Words that begin so as well.
    case beginning
    /// Words with one letter more, less or other as well.
    case similar
}

/// What is searched for: words, every one of which is to be found. There are no operators: whatever is given is compared as text.
public struct SearchQuery: Sendable, Hashable {
    /// A text that cannot be searched for.
    public enum Problem: Error, Sendable, Hashable {
        /// There is neither a letter nor a digit in it.
        case noWords
        /// It has more words than are searched for at once.
        case tooManyWords(Int)
    }

    /// The most words of a query.
    public static let mostWords = 16

    /// The words as they are compared, without accents and small; one at least.
    public let terms: [String]
    /// The same where signs within words part nothing: "U.K." is `uk` here, and `u`, `k` in `terms`.
    let glued: [String]
    /// How freely they are compared.
    public var matching: SearchMatching
    /// The package to search in; nil for all.
    public var package: String?
    /// The most hits wanted.
    public var limit: Int

    /// A search for the words of a text.
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

/// The text that a term is looked up by in the index: an expression of FTS5 in which nothing but quoted terms stands.
struct SearchExpression {
    /// Terms that count beside those that were asked for are this many at most, so that the expression has a bound.
    static let mostSimilar = 200

    /// The term that was asked for.
    let term: String
    /// Terms one edit away.
    let similar: Set<String>
    let matching: SearchMatching

    /// In FTS5's language. A term has letters, digits and marks alone; it is quoted all the same, and quotes in it are doubled.
    var text: String {
        let own = Self.quoted(term) + (matching != .whole && allowsBeginnings ? " *" : "")
        return "terms : (" + ([own] + similar.sorted().map(Self.quoted)).joined(separator: " OR ") + ")"
    }

    /// A single letter begins too many words to mean them.
    var allowsBeginnings: Bool { term.unicodeScalars.count > 1 }

    /// How a term fits; nil where it does not.
    func form(of other: some StringProtocol) -> SearchHit.Form? {
        if other == term { return .whole }
        if matching != .whole, allowsBeginnings, other.hasPrefix(term) { return .beginning }
        return matching == .similar && similar.contains(String(other)) ? .similar : nil
    }

    private static func quoted(_ term: String) -> String { "\"" + term.replacing("\"", with: "\"\"") + "\"" }

    /// Halves of a term: with one edit in the other half, one of them is left as it is. nil for short ones, of which one edit makes too many others.
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
