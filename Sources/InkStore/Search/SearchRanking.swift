internal import Glibc
internal import Ink

extension SearchIndex {
    /// The maximum number of words examined for one term of a search. A term with more matches is too common to be useful.
    static let mostMatches = 20_000

    /// Finds the passages with all words of a query, best first.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func find(_ query: SearchQuery) throws(SearchIndexError) -> SearchResult {
        try read { database -> SearchResult in
            var package: Int64?
            if let name = query.package {
                package = try Self.number(of: name, in: database)
                guard package != nil else { return SearchResult() }
            }
            var passages = try Self.passages(of: query.glued, query.matching, package, in: database)
            if query.glued != query.terms {
                var known = Set(passages.map { Set($0.words.map(\.word)) })
                for other in try Self.passages(of: query.terms, query.matching, package, in: database)
                where known.insert(Set(other.words.map(\.word))).inserted { passages.append(other) }
            }
            var result = SearchResult()
            result.unread = try Self.unread(package, in: database)
            result.total = passages.count
            result.hits = try SearchPassage.sorted(passages).prefix(query.limit).map { try Self.hit($0, in: database) }
            return result
        }
    }

    private static func passages(
        of terms: [String], _ matching: SearchMatching, _ package: Int64?, in database: Database
    ) throws -> [SearchPassage] {
        var found: [[SearchMatch]] = []
        for term in terms where found.last?.isEmpty != true {
            found.append(try matches(try expression(for: term, matching, in: database), package, in: database))
        }
        return found.count == terms.count ? SearchPassage.all(found) : []
    }

    /// Returns the expression for a term of a query.
    private static func expression(for term: String, _ matching: SearchMatching, in database: Database) throws -> SearchExpression {
        var similar: Set<String> = []
        if matching == .similar, let halves = SearchExpression.halves(of: term) {
            // a single edit leaves one half of the term unchanged
            for (beginning, isReversed) in [(halves.first, false), (SearchTerms.reversed(halves.last), true)] {
                let sql = "SELECT term FROM vocabulary WHERE term >= ?1 AND term < ?1 || char(1114111) AND col = ?2"
                try Columns.forEach(database, sql, [beginning, isReversed ? "reversed" : "terms"]) { row in
                    let stored = try row.text(0)
                    let other = isReversed ? SearchTerms.reversed(stored) : stored
                    if similar.count < SearchExpression.mostSimilar, SearchTerms.areOneEditApart(term, other) { similar.insert(other) }
                }
            }
        }
        return SearchExpression(term: term, similar: similar, matching: matching)
    }

    /// Returns the words in the index that match an expression.
    private static func matches(_ expression: SearchExpression, _ package: Int64?, in database: Database) throws -> [SearchMatch] {
        let sql = """
            SELECT word.id, line.package, line.part, line.id, word.position, word.readings \
            FROM reading CROSS JOIN word ON word.id = reading.rowid CROSS JOIN line ON line.id = word.line \
            WHERE reading MATCH ?1 AND (?2 IS NULL OR line.package = ?2) LIMIT ?3
            """
        var matches: [SearchMatch] = []
        try Columns.forEach(database, sql, [expression.text, package, mostMatches]) { row in
            guard let match = try SearchRow.match(try row.text(5), expression) else { return }
            matches.append(
                SearchMatch(
                    term: expression.term, word: try row.integer(0), page: .init(package: try row.integer(1), part: try row.integer(2)),
                    line: try row.integer(3), position: try row.integer(4), match: match))
        }
        return matches
    }

    private static func unread(_ package: Int64?, in database: Database) throws -> Int {
        let sql = "SELECT count(*) FROM line WHERE isRead = 0 AND (?1 IS NULL OR package = ?1)"
        return try database.integer(sql, [package]).map { Int(clamping: $0) } ?? 0
    }

    /// Returns the hit for a passage, with all its details.
    private static func hit(_ passage: SearchPassage, in database: Database) throws -> SearchHit {
        var hit = SearchHit(package: "", part: PartID(passage.page.part), index: 0, type: "", score: passage.score, text: "", words: [])
        let place = """
            SELECT package.name, part.position, part.type FROM package \
            LEFT JOIN part ON part.package = package.id AND part.part = ? WHERE package.id = ?
            """
        try Columns.forEach(database, place, [passage.page.part, passage.page.package]) { row in
            hit.package = try row.text(0)
            if !row.isNull(1) { (hit.index, hit.type) = (Int(clamping: try row.integer(1)), try row.text(2)) }
        }
        var lines: [(id: Int64, text: String)] = []
        let sql = """
            SELECT word.readings, word.ranges, word.x, word.y, word.width, word.height, word.isTypeset, line.place, line.text \
            FROM word JOIN line ON line.id = word.line WHERE word.id = ?
            """
        for found in passage.words {
            try Columns.forEach(database, sql, [found.word]) { row in
                let box =
                    row.isNull(2)
                    ? nil : Box(x: try row.real(2), y: try row.real(3), width: try row.real(4), height: try row.real(5))
                hit.words.append(
                    .init(
                        term: found.term, text: SearchRow.best(try row.text(0)), found: found.match.text, guess: found.match.guess,
                        confidence: found.match.probability, form: found.match.form, place: TextPlace(number: try row.integer(7)),
                        ranges: try SearchRow.ranges(try row.text(1)), box: box, isTypeset: try row.integer(6) != 0))
                if !lines.contains(where: { $0.id == found.line }) { lines.append((found.line, try row.text(8))) }
            }
        }
        hit.text = lines.map(\.text).joined(separator: " … ")
        return hit
    }
}

/// A word that matches a term of a query.
struct SearchMatch {
    /// A part of a package. Both are identified by their numbers in the index.
    struct Page: Hashable {
        var package: Int64
        var part: Int64
    }

    /// The term of the query.
    var term: String
    var word: Int64
    var page: Page
    var line: Int64
    var position: Int64
    var match: SearchRow.Match

    /// Returns the proximity, 0…1, of this match and the match for another term, which is `distance` terms after this one in the query.
    func closeness(of other: SearchMatch, distance: Int) -> Double {
        guard other.line == line else { return 0.75 }
        let isInOrder = other.position - position == Int64(distance) || other.word == word
        return isInOrder ? 1 : 0.95
    }
}

/// One word of a part for each term of a query, close together.
struct SearchPassage {
    var page: SearchMatch.Page
    /// The words in the order of the query.
    var words: [SearchMatch]
    var score: Double

    /// The maximum number of matches of the rarest term that are examined in a part, best first.
    static let mostOfPage = 200

    /// Returns the passages in all parts.
    /// - Parameter found: the matching words for each term of a query.
    static func all(_ found: [[SearchMatch]]) -> [SearchPassage] {
        guard let first = found.first else { return [] }
        return found.count == 1 ? first.map { SearchPassage(page: $0.page, words: [$0], score: $0.match.score) } : joined(found)
    }

    /// Returns passages, best first.
    static func sorted(_ passages: [SearchPassage]) -> [SearchPassage] {
        passages.sorted { a, b in
            if a.score != b.score { return a.score > b.score }
            return (a.page.package, a.page.part, a.words.first?.word ?? 0) < (b.page.package, b.page.part, b.words.first?.word ?? 0)
        }
    }

    /// Returns the passages around each match of the rarest term, in each part that contains all terms. A passage has the best matches of
    /// the other terms.
    private static func joined(_ found: [[SearchMatch]]) -> [SearchPassage] {
        let pages = found.map { Dictionary(grouping: $0, by: \.page) }
        var passages: [SearchPassage] = []
        for page in pages.dropFirst().reduce(Set(pages.first.map { Array($0.keys) } ?? []), { $0.intersection($1.keys) }) {
            let words = pages.map { $0[page] ?? [] }
            guard let anchor = words.indices.min(by: { words[$0].count < words[$1].count }) else { continue }
            var known: Set<[Int64]> = []
            for match in words[anchor].sorted(by: { $0.match.score > $1.match.score }).prefix(mostOfPage) {
                // a line with all the words is a passage, even if other lines have matches with higher scores
                for passage in [around(match, anchor, words.map { $0.filter { $0.line == match.line } }), around(match, anchor, words)] {
                    if let passage, known.insert(passage.words.map(\.word)).inserted { passages.append(passage) }
                }
            }
        }
        return passages
    }

    /// Returns the best passage that contains a match; nil if another term has no match.
    private static func around(_ match: SearchMatch, _ anchor: Int, _ words: [[SearchMatch]]) -> SearchPassage? {
        var (chosen, product) = ([SearchMatch](), 1.0)
        for (index, matches) in words.enumerated() {
            var (best, score) = (match, match.match.score)
            if index != anchor {
                guard !matches.isEmpty else { return nil }
                score = -1
                for other in matches {
                    let value = other.match.score * match.closeness(of: other, distance: index - anchor)
                    if value > score { (best, score) = (other, value) }
                }
            }
            chosen.append(best)
            product *= max(0, score)
        }
        // the geometric mean of the words' scores
        return SearchPassage(page: match.page, words: chosen, score: pow(product, 1 / Double(words.count)))
    }
}
