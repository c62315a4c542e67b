internal import Glibc
internal import Ink
internal import InkClient
internal import InkProtocol
internal import PenLog

/// A search for words that are drawn: each of the texts that the ink may say is searched for.
struct InkQuery {
    /// A text that the ink may say.
    struct Reading: Hashable {
        let text: String
        /// How probable it is against the best: 1 for that one.
        let share: Double
    }

    /// Texts, best first.
    let readings: [Reading]

    /// Texts that are searched for.
    static let mostReadings = 5
    /// Candidates that are asked for: some differ in what a search passes over.
    private static let candidates = 16

    /// - Throws: as `InkConnection.recognize`.
    init(_ inks: [JSONInk], on connection: InkConnection) throws(ClientError) {
        var readings = [Reading(text: "", share: 1)]
        for ink in inks {
            let strokes = ink.placesInMillimetres.filter { !$0.isEmpty }
            let reply = try connection.recognize(
                strokes.map { RecognizerInterface.Ink(x: $0.map(\.x), y: $0.map(\.y)) }, alternatives: Self.candidates)
            readings = Self.joined(readings, Self.readings(of: reply.candidates))
        }
        self.readings = readings.filter { !$0.text.isEmpty }
    }

    /// All ink as one sketch.
    static func sketch(of inks: [JSONInk]) -> [SearchInterface.Ink] {
        inks.flatMap(\.placesInMillimetres).filter { !$0.isEmpty }.map { SearchInterface.Ink(x: $0.map(\.x), y: $0.map(\.y)) }
    }

    /// Candidates with their shares of the best one, without those that differ from a better one in signs and capitals alone.
    static func readings(of candidates: [RecognizerInterface.Candidate]) -> [Reading] {
        let best = candidates.first?.score
        var known: Set<String> = [""]
        let different = candidates.filter { known.insert($0.text.lowercased().filter { $0.isLetter || $0.isNumber }).inserted }
        return different.prefix(mostReadings).map { candidate in
            guard let best, let score = candidate.score else { return Reading(text: candidate.text, share: 1) }
            return Reading(text: candidate.text, share: min(1, exp(score - best)))
        }
    }

    /// Every text of some with every one of the next ink, the most probable ones.
    static func joined(_ before: [Reading], _ next: [Reading]) -> [Reading] {
        guard !next.isEmpty else { return before }
        let all = before.flatMap { first in
            next.map { Reading(text: first.text.isEmpty ? $0.text : "\(first.text) \($0.text)", share: first.share * $0.share) }
        }
        return Array(all.sorted { ($1.share, $0.text) < ($0.share, $1.text) }.prefix(mostReadings))
    }

    /// Places that several texts were found in count once, by the best of them.
    ///
    /// - Parameter found: the answers to the readings, in their order.
    func merged(_ found: [SearchInterface.Find.Reply], limit: Int) -> SearchInterface.Find.Reply {
        struct Place: Hashable {
            let package: String
            let part: Int
            let strokes: [[Int]]
            let blocks: [String?]
        }
        var best: [Place: SearchInterface.Hit] = [:]
        for (reading, reply) in zip(readings, found) {
            for var hit in reply.hits {
                hit.score *= reading.share
                let place = Place(
                    package: hit.package, part: hit.part, strokes: hit.words.map(\.strokes), blocks: hit.words.map(\.block))
                if hit.score > best[place]?.score ?? -1 { best[place] = hit }
            }
        }
        let hits = best.values.sorted { ($1.score, $0.package, $0.index) < ($0.score, $1.package, $1.index) }
        let isAll = found.allSatisfy { $0.total <= $0.hits.count }
        return .init(
            hits: Array(hits.prefix(limit)), total: isAll ? hits.count : max(hits.count, found.map(\.total).max() ?? 0),
            unread: found.map(\.unread).max() ?? 0, unreadable: found.first?.unreadable)
    }
}
