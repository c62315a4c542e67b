internal import Ink
internal import InkProtocol

/// The text around the caret, as reported by the application.
extension Composition {
    mutating func surrounding(_ text: String, cursor: Int, anchor: Int, at now: Duration) {
        guard purpose?.takesInk == true, !field.reportsOtherText else { return }
        let scalars = Array(text.unicodeScalars)
        let (low, high) = (max(0, min(cursor, anchor, scalars.count)), max(0, min(max(cursor, anchor), scalars.count)))
        let reported = String(String.UnicodeScalarView(scalars[..<low]))
        recovery.noteReport(text, of: field.id)
        let after = String(String.UnicodeScalarView(scalars[high...].prefix(Self.longestAfter)))
        let selection = cursor == anchor ? nil : String(String.UnicodeScalarView(scalars[low..<high]))
        let isTaken = takePreedit(in: reported, rest: (selection ?? "") + after, at: now)
        field.caret.noteEnd(isPreedit: !isTaken && endsWithPreedit(reported))
        let before = isTaken ? reported : withoutPreedit(reported, after: after)
        noteCaret(in: text, before: before, at: now)
        if field.caret.endsWithPreedit, client.preeditCommit == .always, isPreeditCommitted { acceptPreedit() }
        let finding = isTaken ? .expected : check((before, selection ?? "", after), at: now)
        if finding == .foreign { return ignoreReports(at: now) }
        if finding != .unchanged {
            field.caret.noteSurroundings(window: text, selection: selection, after: after)
            // during a replacement an application often reports outdated text
            if !exchange.hidesReports { field.caret.report(before) }
        }
        if isTaken || finding == .rewritten { noteRewriting(before: before, at: now) }
        if let unconfirmed = exchange.unconfirmed {
            exchange.unconfirmed = nil
            confirm(unconfirmed, at: now)
        }
        handleReport(before, at: now)
        if let loss = field.unreported.report(before) { reinsert(loss, at: now) }
        if exchange.current == nil, !field.isCaretAtLastCommit, !isOutdated(before, at: now) { releaseRevisable() }
        if recovery.undo != nil { undoWaiting(at: now) }
        if exchange.current == nil { eraseReported(at: now) }
        reopen(at: now)
    }

    /// Handles the application's notice that it starts or stops reporting its text.
    ///
    /// An application may stop for good because it was asked for its text while the text was changing. If nothing else has happened since
    /// the last commit, the caret is therefore still at the end of that commit.
    mutating func seesText(_ isSeen: Bool, at now: Duration) {
        guard !isSeen, field.reportedText != nil else { return }
        if exchange.current == nil, field.isCaretAtLastCommit, !field.caret.hasSelection { return field.caret.track() }
        // the reset may be the reply to a deletion request
        if exchange.current != nil { cancelExchange(at: now) }
        choices.close()
        field.caret.lose()
        field.unreported.forget()
        // without reports, words in the field cannot be replaced any more
        if queue.replacesText { releaseRevisable() }
    }

    /// Returns the text before the caret without the preedit. Some applications report the preedit as a part of their text
    /// (`PreeditReport`), and LibreOffice omits the space at the beginning of the preedit. Reports of deletions by such applications are
    /// unreliable.
    private mutating func withoutPreedit(_ reported: String, after: String) -> String {
        guard client.preeditCommit != .always else { return reported }
        // with `ifAskedAtAnyReset` the text is reported only after the reset
        if field.caret.endsWithPreedit, display.preedit.mode == .commit, client.preeditCommit != .ifAskedAtAnyReset {
            return reported.droppingLast(display.preedit.text)
        }
        // an unchanged report does not include the preedit: the same word may have been before the caret already
        let isUnchanged = field.reportedText?.isSame(as: reported) == true && after == field.caret.textAfter
        guard !isUnchanged, let before = withoutEnd(reported) else { return reported }
        if client.preeditReport == .possiblyIncluded { field.noteIncludedPreedit() }
        // LibreOffice reports only the sentence that contains the caret, without the space before the sentence: here the preedit begins
        // that sentence
        if before.isEmpty, field.caret.isInSameObject, let known = field.reportedText, known.endsSentence { return known }
        return before
    }

    /// Returns a text that ends with the current or a recent preedit, without the preedit; nil for any other text. The end of the text
    /// alone is compared only for a first report, and in an application that includes the preedit, where the caret may have moved.
    private func withoutEnd(_ reported: String) -> String? {
        let ends = display.recentPreedits.flatMap { [$0, $0.trimmed] }.filter { !$0.trimmed.isEmpty }
        if let before = field.reportedText, ends.contains(where: { reported.isSame(as: before + $0) }) { return before }
        guard client.preeditReport == .possiblyIncluded, field.reportedText == nil || field.includesPreedit, !display.preedit.isEmpty,
            let end = ends.filter({ reported.ends(with: $0) }).max(by: { $0.unicodeScalars.count < $1.unicodeScalars.count })
        else { return nil }
        return reported.droppingLast(end)
    }

    /// Whether the text reported by the application includes the preedit at its end, as far as this can be decided.
    private func endsWithPreedit(_ reported: String) -> Bool {
        let preedit = display.preedit.text
        guard !preedit.isEmpty else { return false }
        guard let before = field.reportedText, field.caret.isCertain else { return reported.ends(with: preedit) }
        return reported.isSame(as: before + preedit)
    }

    /// The maximum number of relevant code points after the caret.
    private static let longestAfter = 400

    /// Whether the reported text may be from before the last commits.
    private func isOutdated(_ reported: String, at now: Duration) -> Bool {
        gate.isRecent(at: now, within: configuration.reporting) && field.history.textAfterCommit.begins(with: reported)
    }
}
