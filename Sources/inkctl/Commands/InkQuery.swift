internal import Glibc
internal import Ink
internal import InkClient
internal import InkProtocol
internal import PenLog

/// A search for handwritten words, which searches for each possible reading of the ink.
struct InkQuery {
    /// A possible reading of the ink.
    struct Reading: Hashable {
        let text: String
        /// The probability relative to the best reading's probability; 1 for the best reading.
        let share: Double
    }

    /// The readings, best first.
    let readings: [Reading]

    /// The maximum number of readings that are searched for.
    static let mostReadings = 5
    /// The number of candidates to request. Some candidates differ only in characters that a search ignores, so more are requested than
    /// used.
    private static let candidates = 16

    /// - Throws: as `InkConnection.recognize`.
    init(_ inks: [JSONInk], on connection: InkConnection) throws(ClientError) {
        var readings = [Reading(text: "", share: 1)]
        for ink in inks {
            let strokes = ink.placesInMillimeters.filter { !$0.isEmpty }
            let reply = try connection.recognize(
                strokes.map { RecognizerInterface.Ink(x: $0.map(\.x), y: $0.map(\.y)) }, alternatives: Self.candidates)
            readings = Self.joined(readings, Self.readings(of: reply.candidates))
        }
        self.readings = readings.filter { !$0.text.isEmpty }
    }

    /// Returns all ink as one sketch.
    static func sketch(of inks: [JSONInk]) -> [SearchInterface.Ink] {
        inks.flatMap(\.placesInMillimeters).filter { !$0.isEmpty }.map { SearchInterface.Ink(x: $0.map(\.x), y: $0.map(\.y)) }
    }

    /// Returns candidates with their probabilities relative to the best one. Leaves out candidates that differ from a better one only in
    /// case, or in characters other than letters and digits.
    static func readings(of candidates: [RecognizerInterface.Candidate]) -> [Reading] {
        let best = candidates.first?.score
        var known: Set<String> = [""]
        let different = candidates.filter { known.insert($0.text.lowercased().filter { $0.isLetter || $0.isNumber }).inserted }
        return different.prefix(mostReadings).map { candidate in
            guard let best, let score = candidate.score else { return Reading(text: candidate.text, share: 1) }
            return Reading(text: candidate.text, share: min(1, exp(score - best)))
        }
    }

    /// Combines each of the readings so far with each reading of the next ink, and returns the most probable combinations.
    static func joined(_ before: [Reading], _ next: [Reading]) -> [Reading] {
        guard !next.isEmpty else { return before }
        let all = before.flatMap { first in
            next.map { Reading(text: first.text.isEmpty ? $0.text : "\(first.text) \($0.text)", share: first.share * $0.share) }
        }
        return Array(all.sorted { ($1.share, $0.text) < ($0.share, $1.text) }.prefix(mostReadings))
    }

    /// Merges the replies to the searches for all readings. A match that several readings find is listed once, with the best score.
    ///
    /// - Parameter found: the reply for each reading, in the order of `readings`.
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
