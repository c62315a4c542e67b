internal import Ink

/// The comparison of an application's reports with the text that was put into its field.
///
/// Some fields rewrite their text: masks, fields of capitals, web pages that set the value themselves, inline completion, numbers with
/// separators. Others report a text of their own.
struct InsertionCheck: Sendable {
    /// The meaning of a report for the text that was put in.
    enum Finding: Sendable {
        /// The field has the text, or nothing is known of it.
        case expected
        /// The report is as before the text was put in.
        case unchanged
        /// The application has changed the text.
        case rewritten
        /// Reports never have the text that was put in.
        case foreign
    }

    /// The text around the caret before the text was put in.
    private var earlier: (before: String, after: String) = ("", "")
    /// The text put in since, oldest first; empty if nothing is compared.
    private var texts: [String] = []
    /// Text that was replaced before, which a late report may still have.
    private var replaced = ""
    private var lastNote: Duration = .zero
    /// Whether a click or a change by the application may have happened since.
    private var isDisturbed = false
    /// Whether a report had the last text.
    private var isConfirmed = false
    /// Whether a report was as before the last text.
    private var isUnchanged = false
    /// Whether the last text is counted as missed.
    private var isMissed = false
    /// The number of texts in a row that no report had.
    private var misses = 0

    /// The number of missed texts after which reports are ignored.
    private static let mostMisses = 2
    /// The maximum number of texts: more are not on their way at a time.
    private static let limit = 20

    /// Records text that is put in.
    /// - Parameters:
    ///   - before: The text before the caret if the application has reported it; otherwise nil.
    ///   - after: The text after the caret.
    ///   - delivery: The time that the text before may take to reach the application.
    mutating func note(_ text: String, before: String?, after: String, at now: Duration, delivery: Duration) {
        if isUnchanged, now - lastNote >= delivery { miss() }
        if let before {
            (earlier, texts) = ((before, after), [])
        } else if texts.isEmpty || texts.count == Self.limit {
            return forget()
        }
        texts.append(text)
        lastNote = now
        (isDisturbed, isConfirmed, isUnchanged, isMissed) = (false, false, false, false)
    }

    /// Forgets the text, because something else has changed the field.
    mutating func forget() { (texts, isUnchanged, isMissed) = ([], false, false) }

    /// Records that text in the field is being replaced.
    mutating func replace(_ text: String) {
        forget()
        replaced = text
    }

    /// Records a click, or a change by the application itself.
    mutating func disturb() { isDisturbed = true }

    /// Compares a report.
    /// - Parameters:
    ///   - report: The text before the caret, the selection and the text after it.
    ///   - preedits: The last preedits, which a late report may have.
    ///   - delivery: The time that the text may take to reach the application.
    mutating func check(
        _ report: (before: String, selection: String, after: String), preedits: [String], at now: Duration, delivery: Duration
    ) -> Finding {
        guard let last = texts.last?.trimmed, !last.isEmpty else { return .expected }
        let whole = report.before + report.selection + report.after
        if report.before.ends(with: last) {
            confirm()
            // the rest of a word that the application completes is selected behind the caret
            let isCompleted = !isDisturbed && !report.selection.isEmpty && earlier.after.isSame(as: report.after)
            return isCompleted ? .rewritten : .expected
        }
        if whole.isSame(as: earlier.before + earlier.after) {
            // text that was there is gone
            guard !isDisturbed, !isConfirmed else { return .expected }
            isUnchanged = true
            if now - lastNote >= delivery { miss() }
            return misses >= Self.mostMisses ? .foreign : .unchanged
        }
        let all = texts.joined()
        let change = Self.change(from: earlier.before + earlier.after, to: whole)
        if change.holds(last) || whole.isSame(as: earlier.before + all + earlier.after) {
            confirm()
            return .expected
        }
        // on its way: a text before the last one, or a preedit
        let others = (texts.dropLast() + preedits + [replaced]).map(\.trimmed)
        if others.contains(where: { !$0.isEmpty && report.before.ends(with: $0) }) { return .expected }
        if isDisturbed ? change.letters == all.letters && !change.letters.isEmpty : Self.resembles(change, all) {
            confirm()
            return .rewritten
        }
        if !isDisturbed, !change.isEmpty { miss() }
        return misses >= Self.mostMisses ? .foreign : .expected
    }

    private mutating func confirm() { (isConfirmed, misses, replaced) = (true, 0, "") }

    private mutating func miss() {
        guard !isMissed, !isConfirmed else { return }
        isMissed = true
        misses += 1
    }

    /// Returns the part of a text that differs from an earlier text.
    static func change(from earlier: String, to text: String) -> String {
        let prefix = zip(earlier, text).prefix { $0 == $1 }.count
        let rest = (earlier.dropFirst(prefix), text.dropFirst(prefix))
        let suffix = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
        return String(rest.1.dropLast(suffix))
    }

    /// Whether a change has at least half of the letters and digits of a text, in their order.
    private static func resembles(_ change: String, _ text: String) -> Bool {
        let (found, put) = (Array(change.letters), Array(text.letters))
        guard !put.isEmpty, !found.isEmpty, found.count <= 2 * put.count + 8 else { return false }
        // the length of the longest common subsequence
        var row = Array(repeating: 0, count: put.count + 1)
        for letter in found {
            var diagonal = 0
            for (index, other) in put.enumerated() {
                let above = row[index + 1]
                row[index + 1] = letter == other ? diagonal + 1 : max(above, row[index])
                diagonal = above
            }
        }
        return 2 * (row.last ?? 0) >= put.count
    }
}

extension String {
    /// The letters and digits without their case, which masks and capitals leave.
    var letters: String { filter { $0.isLetter || $0.isNumber }.lowercased() }
}
