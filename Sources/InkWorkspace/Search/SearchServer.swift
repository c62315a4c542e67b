internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore

/// org.inkd.Search: checks calls, and performs them on the packages thread of the caller's user.
final class SearchServer: SearchService, ContentService {
    private let shared: SharedState
    let work: ContentWork

    init(shared: SharedState, work: ContentWork) { (self.shared, self.work) = (shared, work) }

    /// The allowed values of `limit`, the maximum number of hits in one reply.
    private static let limits = 1...500
    /// Maximum number of parts and packages that are read for one search; the next search continues with the rest.
    private static let mostSteps = 10_000
    /// Maximum number of samples of a sketch that is searched for.
    private static let mostSamples = Stroke.mostSamples

    func find(_ parameters: SearchInterface.Find.Parameters, for caller: Caller) async throws -> SearchInterface.Find.Reply {
        let query = try Self.query(parameters, limit: try Self.limit(parameters.limit))
        return try await search(in: query.package, for: caller) { search in
            let found = try search.find(query)
            return SearchInterface.Find.Reply(found.result, unreadable: found.unreadable)
        }
    }

    func findDrawings(
        _ parameters: SearchInterface.FindDrawings.Parameters, for caller: Caller
    ) async throws -> SearchInterface.FindDrawings.Reply {
        let limit = try Self.limit(parameters.limit)
        let strokes = try Self.places(parameters.strokes)
        guard let query = DrawingQuery(strokes, package: parameters.package, limit: limit) else {
            throw ClientInterface.InvalidValue(parameter: "strokes", value: "dots", allowed: "strokes with a length")
        }
        return try await search(in: query.package, for: caller) { search in
            let found = try search.find(query)
            return SearchInterface.FindDrawings.Reply(found.result, unreadable: found.unreadable)
        }
    }

    /// Searches the index once it is up to date with the packages.
    private func search<Reply: Sendable>(
        in package: String?, for caller: Caller, _ work: @escaping @Sendable (PackageSearch) throws -> Reply
    ) async throws -> Reply {
        do {
            // the index is updated by one part or package at a time, so that pens' ink is stored in between
            var steps = 0
            while steps < Self.mostSteps, try await shared.packages.run(of: caller.user, { try $0.search.catchUp() }) { steps += 1 }
            return try await shared.packages.run(of: caller.user) { shelf in
                if let package, try !shelf.space(isUnnamed: false).list().contains(where: { $0.name == package }) {
                    throw PackageError.notFound(package)
                }
                return try work(shelf.search)
            }
        } catch let error as PackageError {
            throw error.refusal(package: package ?? "")
        } catch let error as SearchIndexError {
            throw PackagesInterface.StorageFailed(reason: "\(error)")
        }
    }

    /// - Throws: `InvalidValue`
    private static func limit(_ limit: Int?) throws(ClientInterface.InvalidValue) -> Int {
        let limit = limit ?? 50
        guard limits.contains(limit) else {
            let allowed = "\(limits.lowerBound) to \(limits.upperBound) hits"
            throw .init(parameter: "limit", value: "\(limit)", allowed: allowed)
        }
        return limit
    }

    /// Returns the positions of a sketch's points.
    /// - Throws: `InvalidValue`
    private static func places(_ strokes: [SearchInterface.Ink]) throws(ClientInterface.InvalidValue) -> [[Point]] {
        let samples = strokes.reduce(0) { $0 + $1.x.count }
        guard (1...mostSamples).contains(samples) else {
            throw .init(parameter: "strokes", value: "\(samples) samples", allowed: "1 to \(mostSamples) samples")
        }
        for (index, stroke) in strokes.enumerated() {
            guard stroke.x.count == stroke.y.count else {
                let value = "\(stroke.x.count) x and \(stroke.y.count) y"
                throw .init(parameter: "strokes[\(index)]", value: value, allowed: "one x and one y for each sample")
            }
            guard (stroke.x + stroke.y).allSatisfy(ValueRange.place.contains) else {
                throw .init(parameter: "strokes[\(index)]", value: "a sample too far away", allowed: "coordinates of ink")
            }
        }
        return strokes.map { zip($0.x, $0.y).map { Point(x: $0, y: $1) } }
    }

    /// - Throws: `InvalidValue`
    private static func query(
        _ parameters: SearchInterface.Find.Parameters, limit: Int
    ) throws(ClientInterface.InvalidValue) -> SearchQuery {
        let matching: SearchMatching =
            switch parameters.matching {
            case nil, .similar: .similar
            case .beginning: .beginning
            case .whole: .whole
            }
        do throws(SearchQuery.Problem) {
            return try SearchQuery(parameters.words, matching: matching, package: parameters.package, limit: limit)
        } catch {
            let allowed = "1 to \(SearchQuery.mostWords) words of letters and digits"
            let value =
                switch error {
                case .noWords: "\"\(parameters.words.prefix(40))\""
                case .tooManyWords(let count): "\(count) words"
                }
            throw .init(parameter: "words", value: value, allowed: allowed)
        }
    }
}

extension SearchInterface.Find.Reply {
    /// Creates a result as org.inkd.Search describes it.
    init(_ result: SearchResult, unreadable: [String]) {
        self.init(
            hits: result.hits.map { SearchInterface.Hit($0) }, total: result.total, unread: result.unread,
            unreadable: unreadable.isEmpty ? nil : unreadable)
    }
}

extension SearchInterface.FindDrawings.Reply {
    /// Creates a result as org.inkd.Search describes it.
    init(_ result: DrawingResult, unreadable: [String]) {
        self.init(
            drawings: result.hits.map { SearchInterface.Drawing($0) }, total: result.total,
            unreadable: unreadable.isEmpty ? nil : unreadable)
    }
}

extension SearchInterface.Drawing {
    /// Creates a drawing as org.inkd.Search describes it.
    init(_ hit: DrawingHit) {
        self.init(
            package: hit.package, part: Int(hit.part.value), index: hit.index, type: hit.type, score: hit.score,
            strokes: hit.strokes.map { Int(clamping: $0.value) }, box: .init(hit.box))
    }
}

extension SearchInterface.Hit {
    /// Creates a hit as org.inkd.Search describes it.
    init(_ hit: SearchHit) {
        self.init(
            package: hit.package, part: Int(hit.part.value), index: hit.index, type: hit.type, score: hit.score, text: hit.text,
            words: hit.words.map { SearchInterface.Word($0) })
    }
}

extension SearchInterface.Word {
    /// Creates a word of a hit as org.inkd.Search describes it.
    init(_ word: SearchHit.Word) {
        let form: SearchInterface.Form =
            switch word.form {
            case .whole: .whole
            case .beginning: .beginning
            case .similar: .similar
            }
        var (line, block): (Int?, String?) = (nil, nil)
        switch word.place {
        case .line(let id): line = Int(clamping: id.value)
        case .block(let id): block = "added-\(id.value)"
        }
        self.init(
            term: word.term, text: word.text, found: word.found, guess: word.guess, confidence: word.confidence, form: form, line: line,
            block: block, strokes: Set(word.ranges.map(\.stroke)).sorted().map { Int(clamping: $0.value) },
            ranges: word.ranges.map { .init(stroke: Int(clamping: $0.stroke.value), first: $0.first, last: $0.last) },
            box: word.box.map { .init($0) }, typeset: word.isTypeset ? true : nil)
    }
}
