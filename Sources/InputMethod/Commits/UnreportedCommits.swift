internal import Ink

/// The commits that the application has not reported yet, for clients that may lose one of them (`ClientProfile.EarlierCommit`).
///
/// A report without a commit may be older than the commit. Only a report with a later commit shows that an earlier one is lost.
struct UnreportedCommits: Sendable {
    /// Consecutive commits that are lost.
    struct Loss: Sendable, Equatable {
        /// The lost text.
        let text: String
        /// The text after the lost text that reached the application, directly before the caret.
        let following: String
    }

    /// The text before the caret at the last report.
    private var before = ""
    private var texts: [String] = []
    private var lastNote: Duration?

    /// The maximum number of unreported commits.
    private static let limit = 100
    /// The maximum time between two commits for the earlier one to count as lost: if an application reports nothing for longer, it has
    /// dropped the text itself.
    private static let relevance: Duration = .seconds(5)

    /// Records a commit.
    /// - Parameter before: The text before the commit if the application has reported it; otherwise nil.
    mutating func note(_ text: String, after before: String?, at now: Duration) {
        if texts.count == Self.limit || lastNote.map({ now - $0 > Self.relevance }) ?? false { forget() }
        if texts.isEmpty {
            // an empty report may be incomplete: some applications report only the sentence that contains the caret
            guard let before, !before.isEmpty else { return }
            self.before = before
        }
        texts.append(text)
        lastNote = now
    }

    /// Forgets the commits, because the text was changed by something else.
    mutating func forget() { self = UnreportedCommits() }

    /// Handles a report of the text before the caret; returns the commits that are lost.
    mutating func report(_ reported: String) -> Loss? {
        guard !texts.isEmpty else { return nil }
        for count in stride(from: texts.count, through: 0, by: -1) where isText(reported, texts[..<count]) {
            before = reported
            texts.removeFirst(count)
            return nil
        }
        guard let (lost, end) = gap(in: reported) else {
            forget()
            return nil
        }
        // wait for a report that includes the later commits, too
        guard end == texts.count else { return nil }
        defer { forget() }
        return Loss(text: texts[lost].joined(), following: texts[lost.upperBound...].joined())
    }

    /// Returns the commits that are missing in a report, although the report ends with a later commit: the last of the first `end` commits.
    /// Returns nil if the report cannot be explained by lost commits.
    private func gap(in reported: String) -> (lost: Range<Int>, end: Int)? {
        // compare lengths first: most combinations of commits do not have the length of the report
        let lengths = texts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.comparedCount) }
        let surplus = reported.comparedCount - before.comparedCount
        for end in stride(from: texts.count, to: 1, by: -1) {
            for next in 1..<end {
                for first in 0..<next where lengths[first] + lengths[end] - lengths[next] == surplus {
                    if isText(reported, texts[..<first] + texts[next..<end]) { return (first..<next, end) }
                }
            }
        }
        return nil
    }

    private func isText(_ reported: String, _ texts: ArraySlice<String>) -> Bool {
        reported.isSame(as: before + texts.joined())
    }
}
