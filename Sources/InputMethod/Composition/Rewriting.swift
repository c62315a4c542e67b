internal import Ink
import InkProtocol

/// Fields that change the text put into them, or report another text.
extension Composition {
    /// Compares a report with the text that was put into the field.
    mutating func check(_ report: (before: String, selection: String, after: String), at now: Duration) -> InsertionCheck.Finding {
        guard exchange.current == nil else { return .expected }
        let preedits = display.lastPreedits.map(\.text)
        let finding = field.insertions.check(report, preedits: preedits, at: now, delivery: delivery)
        // the client has committed the preedit by itself
        guard finding == .expected, field.rewrites else { return finding }
        let letters = report.before.letters
        return !letters.isEmpty && letters == field.history.textAfterCommit.letters ? .rewritten : .expected
    }

    /// Handles the application's change of text that was put in. The report is the truth: later text follows the reported text.
    mutating func noteRewriting(before: String, at now: Duration) {
        field.rewrites = true
        field.history.textAfterCommit = before
        choices.close()
        if queue.replacesText { releaseRevisable() }
    }

    /// Treats the field as one that reports nothing, because its reports never have the text that was put in.
    mutating func ignoreReports(at now: Duration) {
        field.ignoreReports()
        choices.close()
        if queue.replacesText { releaseRevisable() }
    }

    /// Handles a report that has the preedit in another spelling: the application has rewritten its text, and with it the preedit, which is
    /// the field's own text from then on.
    /// - Parameters:
    ///   - before: The text before the caret.
    ///   - rest: The selection and the text after the caret.
    /// - Returns: Whether the report has the preedit.
    mutating func takePreedit(in before: String, rest: String, at now: Duration) -> Bool {
        guard exchange.current == nil, recovery.restoring == nil, !queue.isEmpty, field.caret.isReported, let known = field.reportedText
        else { return false }
        let letters = (before + rest).letters
        let tail = (field.caret.selection ?? "") + field.caret.textAfter
        let preedit = display.lastPreedits.last { preedit in
            !preedit.text.letters.isEmpty && (known + preedit.text + tail).letters == letters
                && preedit.lines.allSatisfy { !queue.committedStrokes.containsAny(of: Array($0.strokes), of: $0.editor) }
        }
        guard let preedit, ![preedit.text, preedit.text.trimmed].contains(where: { before.isSpelled(as: known + $0) }) else { return false }
        let readings = queue.removeAll().map(\.reading)
        for line in preedit.lines {
            let text = line.text(in: field.place(of: purpose))
            choices.written.note(line, in: field.place(of: purpose))
            field.commit(text)
            queue.revise(line, text: text)
            sendCommitted(line.strokes, of: line.editor, text: text, keep: true)
        }
        field.forgetInsertions()
        field.caret.report(before)
        field.history.textAfterCommit = before
        field.rewrites = true
        actions += display.show(.init())
        // strokes since then continue the text
        for reading in readings { handle(reading, at: now) }
        return true
    }
}
