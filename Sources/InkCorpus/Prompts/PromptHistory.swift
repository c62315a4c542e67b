package import PenLog

/// The prompts accepted in earlier recordings.
package enum PromptHistory {
    /// Returns the sentences accepted in a recording, in order.
    package static func accepted(in records: [LogRecord]) -> [String] {
        records.compactMap { record in
            guard case .annotation(let annotation) = record, annotation.key == "accepted" else { return nil }
            return annotation.text
        }
    }

    /// Returns the sentences that still have to be written. A sentence that occurs several times in the file has to be accepted as often.
    package static func remaining(_ sentences: [String], accepted: [String]) -> [String] {
        var counts = Dictionary(accepted.map { ($0, 1) }, uniquingKeysWith: +)
        return sentences.filter { sentence in
            guard let count = counts[sentence], count > 0 else { return true }
            counts[sentence] = count - 1
            return false
        }
    }
}
