import InkProtocol

/// Readings of the pen's writing.
extension Composition {
    /// Handles a reading of a line: its uncommitted words become pending.
    mutating func handle(_ reading: TextInputInterface.Reading, at now: Duration) {
        if let revisable = queue.revisable, revisable.isSame(as: reading) {
            // ink that inkd has dropped cannot be continued
            let limited = revisable.limited(to: Set(reading.strokes))
            if limited == nil, !revisable.strokes.isDisjoint(with: reading.strokes) {
                releaseRevisable()
            } else {
                queue.revisable = limited
            }
        }
        let revisable = queue.revisable.flatMap { $0.isSame(as: reading) ? $0 : nil }
        let late = reading.strokes.filter { revisable?.strokes.contains($0) != true }
        guard !queue.committedStrokes.containsAny(of: late, of: reading.editor) else { return }
        guard !late.isEmpty, !reading.text.isEmpty else { return queue.remove(lineOf: reading) }
        choices.close()
        switch PendingLine.read(reading, after: revisable, reach: canReplace ? field.before.unicodeScalars.count : 0) {
        case .nothing: queue.remove(lineOf: reading)
        case .unfit: releaseRevisable()
        case .line(let line):
            guard line.replaced.isEmpty || field.isCorrectable else { return releaseRevisable() }
            // an application reports keys and clicks only when it is asked
            if queue.isEmpty, field.reportedText != nil, !field.caret.isCertain, exchange.current == nil { askForText(at: now) }
            let (chosen, unchosen) = (now + configuration.correction, now + hold)
            let follows = followsWriting || followsHiddenWord
            queue.put(line, follows: follows) { $0 ? chosen : unchosen }
            if !field.isCorrectable { queue.commitFinal(before: reading, at: now) }
        }
    }

    /// The delay of a commit; zero without a visible candidate list, because then there is nothing to wait for.
    var hold: Duration { display.candidates.areSeen ? configuration.commits.hold : .zero }

    /// Whether the last committed words are directly before the caret and can be replaced.
    private var canReplace: Bool { field.isCorrectable && !field.caret.hasSelection && field.isCaretAtLastCommit }

    /// Whether the last commit is directly before the caret, so that writing after a pause begins another word, even if the two could
    /// form one word.
    private var followsWriting: Bool {
        guard purpose == .text || purpose == .name, !field.history.words.isEmpty else { return false }
        return field.reportedText == nil ? field.before.isSame(as: field.history.textAfterCommit) : field.isCaretAtLastCommit
    }

    /// Whether the caret follows a typed word that inkd does not receive. New writing then begins another word.
    private var followsHiddenWord: Bool {
        guard field.caret.hidesText(of: purpose), let last = field.before.last else { return false }
        return last.isLetter || last.isNumber
    }

    mutating func strokeBegan(at now: Duration) {
        choices.close()
        choices.forgetClick()
        pen.beginStroke(until: now + configuration.pen.stroke)
        showMessage("", at: now)
        // text in the field that cannot be replaced must be the whole word
        if field.isCorrectable { queue.commitFinal(at: now) } else { queue.hold(until: now + configuration.pen.stroke, at: now) }
    }

    /// Cancels the stroke in progress, because the rest of it would be read as something else.
    mutating func cancelStroke() {
        if pen.endStroke(), isAttached { actions.append(.call(.cancelStroke)) }
    }

    /// Discards the pending text and its ink.
    mutating func dropAll() {
        for line in queue.removeAll() { sendCommitted(line.strokes, of: line.editor, text: "", keep: false) }
    }

    /// Releases the committed words, so that later writing does not continue them, because the caret has moved, or other text was
    /// inserted.
    mutating func releaseRevisable() {
        guard let released = queue.releaseRevisable(), isAttached else { return }
        actions.append(.call(.take(editor: released.editor, strokes: released.strokes.sorted(), text: "", keep: false)))
    }

    /// Releases the committed words once the pending text is committed.
    mutating func releaseRevisableSoon() {
        queue.releasesRevisable = !queue.isEmpty
        if queue.isEmpty { releaseRevisable() }
    }

    /// Records strokes as committed, and reports them to inkd.
    mutating func sendCommitted(_ strokes: Set<Int>, of editor: String, text: String, keep: Bool) {
        let numbers = strokes.sorted()
        queue.committedStrokes.insert(numbers, of: editor)
        // without a connection no daemon has the ink any more
        guard isAttached else { return }
        actions.append(.call(.take(editor: editor, strokes: numbers, text: text, keep: keep)))
        field.contextOfDaemon = String((field.contextOfDaemon + text).suffix(20))
    }
}
