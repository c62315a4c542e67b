internal import Ink
internal import InkProtocol

/// The text around the caret, as reported by the application.
extension Composition {
    mutating func surrounding(_ text: String, cursor: Int, anchor: Int, at now: Duration) {
        guard purpose?.takesInk == true else { return }
        let text = text.withPlainSpaces
        let scalars = Array(text.unicodeScalars)
        let (low, high) = (max(0, min(cursor, anchor, scalars.count)), max(0, min(max(cursor, anchor), scalars.count)))
        let told = String(String.UnicodeScalarView(scalars[..<low]))
        noteText(text)
        field.tellsPreedit = endsWithPreedit(told)
        let behind = String(String.UnicodeScalarView(scalars[high...].prefix(Self.longestBehind)))
        let before = withoutPreedit(told, behind: behind)
        noteCaret(in: text, behind: before, at: now)
        field.whole = text
        if field.tellsPreedit, client.preeditCommit == .always, isPreeditCommitted { takePreedit() }
        field.selected = String(String.UnicodeScalarView(scalars[low..<high]))
        field.behind = behind
        field.hasSelection = cursor != anchor
        // during a replacement an application often reports outdated text
        if change?.before == nil || change?.isLate == true {
            field.told = before
            field.isFresh = true
            field.isTracked = false
            field.isTypedInto = false
        }
        if let unconfirmed {
            self.unconfirmed = nil
            confirm(unconfirmed, at: now)
        }
        answerChange(before, at: now)
        if change == nil, !field.isWhereItWas, !isOutdated(before, at: now) { releaseKept() }
        if undo != nil { undoWaiting(at: now) }
        reopen(at: now)
    }

    /// Returns the text before the caret without the preedit: on Wayland LibreOffice and Chromium report it as a part of their text, and
    /// LibreOffice omits the space at its beginning. Their reports of a deletion there are unreliable.
    private mutating func withoutPreedit(_ told: String, behind: String) -> String {
        guard client.preeditCommit != .always else { return told }
        // mutter reports it only after the reset
        if field.tellsPreedit, shown.mode == .commit, client.preeditCommit != .ifAskedAtAnyReset {
            return String(String.UnicodeScalarView(told.unicodeScalars.dropLast(shown.preedit.unicodeScalars.count)))
        }
        // a word pending elsewhere may be the word that was before the caret
        guard told != field.told || behind != field.behind, let before = withoutEnd(told) else { return told }
        if client.preeditReport == .possiblyIncluded { (field.includesPreedit, field.deletesByKeys) = (true, true) }
        // LibreOffice reports the sentence that contains the caret, without the space before it: the preedit has begun a sentence
        if before.isEmpty, field.isUndisturbed, !field.isOtherObject, let known = field.told, known.endsSentence { return known }
        return before
    }

    /// Returns a text that ends with the current or a recent preedit, without the preedit; nil if it does not. Of a first report nothing
    /// else is known, and if the application is known to include the preedit, the caret may have moved.
    private func withoutEnd(_ told: String) -> String? {
        let ends = shown.preedits.flatMap { [$0, $0.trimmed] }.filter { !$0.trimmed.isEmpty }
        if let before = field.told, ends.contains(where: { told == before + $0 }) { return before }
        guard client.preeditReport == .possiblyIncluded, field.told == nil || field.includesPreedit, !shown.preedit.isEmpty,
            let end = ends.filter({ told.ends(with: $0) }).max(by: { $0.unicodeScalars.count < $1.unicodeScalars.count })
        else { return nil }
        return String(String.UnicodeScalarView(told.unicodeScalars.dropLast(end.unicodeScalars.count)))
    }

    /// Whether an application's text ends with the preedit, as far as can be known.
    private func endsWithPreedit(_ told: String) -> Bool {
        guard !shown.preedit.isEmpty else { return false }
        guard let before = field.told, field.isFresh || field.isTracked else { return told.ends(with: shown.preedit) }
        return told == before + shown.preedit
    }

    /// The maximum number of relevant code points after the caret.
    private static let longestBehind = 40

    /// Whether the application may have reported its text as it was before the last commits.
    private func isOutdated(_ told: String, at now: Duration) -> Bool {
        guard let committedAt, now - committedAt < configuration.telling else { return false }
        return field.after.starts(withScalarsOf: told)
    }
}
