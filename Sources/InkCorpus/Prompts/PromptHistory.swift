package import PenLog

/// What was asked for and accepted in earlier recordings.
package enum PromptHistory {
    /// The sentences that were accepted in a recording, in their order.
    package static func accepted(in records: [LogRecord]) -> [String] {
        records.compactMap { record in
            guard case .annotation(let annotation) = record, annotation.key == "accepted" else { return nil }
            return annotation.text
        }
    }

    /// The sentences that are not written yet. One that stands in the file several times has to be accepted as often.
    package static func remaining(_ sentences: [String], accepted: [String]) -> [String] {
        var counts = Dictionary(accepted.map { ($0, 1) }, uniquingKeysWith: +)
        return sentences.filter { sentence in
            guard let count = counts[sentence], count > 0 else { return true }
            counts[sentence] = count - 1
            return false
        }
    }
}
