import InkProtocol

/// Clicks into words that the pen has written.
extension Composition {
    /// Handles a click into the text. If the click places the caret in a word written by the pen, the word's candidates are offered again.
    /// Some clients report the caret only after the next key (`CaretReport`), so they are asked for the caret.
    mutating func caretMayMove(at now: Duration) {
        guard field.isCorrectable, !choices.written.isEmpty else { return }
        choices.noteClick(askAt: now + configuration.locating)
    }

    /// Handles a field that gets the focus while a pen is near: the tap that gave it the focus may have placed the caret in one of the
    /// words that the pen wrote there before.
    mutating func returnByPen(to id: String?, at now: Duration) {
        guard let id, purpose?.takesInk == true, isPenPresent(at: now) else { return }
        choices.restoreWords(of: id)
        guard !choices.written.isEmpty, !choices.isTyping(at: now, within: configuration.reporting) else { return }
        switch client.caretReport {
        case .onChange: choices.noteLocatedClick()
        case .onRequest: choices.noteClick(askAt: now + configuration.locating)
        }
    }

    /// Handles the application's text report. A report of the same text with another caret position counts as a click if no key can have
    /// moved the caret.
    mutating func noteCaret(in text: String, before: String, at now: Duration) {
        choices.locate()
        guard client.caretReport == .onChange, choices.click == nil, exchange.current == nil, queue.isEmpty, !choices.written.isEmpty,
            field.caret.isReported, text == field.caret.window, field.reportedText?.isSame(as: before) != true,
            !choices.isTyping(at: now, within: configuration.reporting)
        else { return }
        choices.noteLocatedClick()
    }

    /// Handles the timeout after a click.
    mutating func tickClick(at now: Duration) {
        guard let due = choices.click?.question, due <= now else { return }
        choices.locate()
        if queue.isEmpty, exchange.current == nil { askForText(at: now) }
    }

    /// Offers the candidates of the word at the reported caret again, after a click into the word.
    mutating func reopen(at now: Duration) {
        guard choices.click != nil, exchange.current == nil, queue.isEmpty, !field.caret.hasSelection, field.isCorrectable,
            purpose?.takesInk == true, let word = WordAtCaret(before: field.before, after: field.caret.textAfter),
            let found = [word, word.withoutSigns].compactMap(\.self).first(where: { choices.written.options(of: $0.text) != nil }),
            let options = choices.written.options(of: found.text)
        else {
            if choices.correction?.word != nil { choices.close() }
            return
        }
        // the caret may be reported several times while the user is already choosing
        guard choices.correction?.word != found else { return }
        let alternatives = Alternatives(prefix: "", options: options, selected: 0, suffix: "")
        choices.correction = Correction(alternatives, of: found, until: now + configuration.correction)
    }
}
