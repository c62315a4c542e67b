internal import Ink
import InkProtocol

/// A word in the field that can still be replaced.
struct Correction: Sendable {
    var alternatives: Alternatives
    /// The text in the field, from the replaceable word on.
    let committed: String
    /// A word anywhere in the field, at the caret; nil: the last word, before the caret.
    let word: WordAtCaret?
    var until: Duration
    /// Whether the user is choosing.
    var isMoved = false

    init(_ alternatives: Alternatives, of word: WordAtCaret? = nil, until: Duration) {
        self.alternatives = alternatives
        self.word = word
        committed = alternatives.tail
        self.until = until
    }
}

/// An undo request for the last word that waits until the field has the focus again.
struct WaitingUndo: Sendable {
    let until: Duration
    /// The end of the time that the focused field has to report its text.
    var due: Duration?
}

/// A replacement of text in the field: the application is asked to delete the old text, and to show that it did.
struct Change: Sendable {
    /// The text to delete, before the caret and after it.
    let removed: String
    let removedBehind: String
    let inserted: String
    /// The words at the end of the new text that are not in the field in any reading yet.
    var added = ""
    /// Whether it repairs an ignored deletion: both words are deleted, and the new one is inserted again.
    var isRepair = false
    /// Whether it ends with the last committed word.
    var isLast = true
    /// The text before the caret when the deletion was sent; nil: not sent yet, because the application has not reported its text since the
    /// last commit.
    var before: String?
    /// Whether the old word is deleted, or is being deleted by keys. The new one waits for the application.
    var isSettling = false
    /// When the application is asked for its text.
    var questions: ArraySlice<Duration>
    /// When the replacement is decided without an answer.
    var deadline: Duration
    /// Whether the application's last report since then shows the text as before.
    var isDenied = false
    /// The word was still there at the deadline. It is still replaced if the application shows its deletion before anything else happens.
    var isLate = false

    /// The next time at which something is due.
    var due: Duration? { isLate ? nil : [questions.first ?? deadline, deadline].min() }

    /// The text that replaces the deleted one, and waits as the preedit.
    var settling: String? { isSettling ? inserted : nil }

    /// The text before the caret once the deletion has been carried out; nil while it has not been sent.
    var expected: String? {
        guard let scalars = before?.unicodeScalars else { return nil }
        return String(String.UnicodeScalarView(scalars.prefix(scalars.count - removed.unicodeScalars.count)))
    }

    /// Whether the deletion has been carried out. Applications report a window of their text, which may move.
    /// - Parameters:
    ///   - told: the text before the caret.
    ///   - behind: the text after it.
    func isDone(in told: String, behind: String) -> Bool {
        guard let before, let expected else { return false }
        guard removedBehind.isEmpty || !behind.starts(withScalarsOf: removedBehind) else { return false }
        if removed.isEmpty { return true }
        if told.unicodeScalars.elementsEqual(expected.unicodeScalars) { return true }
        return (expected.ends(with: told) && !before.ends(with: told))
            || (!expected.isEmpty && told.ends(with: expected) && !told.ends(with: before))
    }
}

extension Composition {
    /// Deletes `removed`, which should be directly before the caret, and inserts `inserted` once the deletion is confirmed or times out.
    /// Also deletes `behind`, directly after the caret.
    ///
    /// Applications answer at once with outdated text, late, or never: they are asked several times, and late answers count.
    mutating func exchange(_ removed: String, behind: String = "", for inserted: String, at now: Duration) {
        let word = (removed + behind).shownWord
        guard field.isCorrectable else { return tell("This application does not let “\(word)” be changed from outside.", at: now) }
        guard !field.hasSelection, field.before.ends(with: removed), field.behind.starts(withScalarsOf: behind) else {
            return refuseExchange(of: removed + behind, at: now)
        }
        let questions = configuration.questions.map { now + $0 }
        change = Change(
            removed: removed, removedBehind: behind, inserted: inserted, questions: questions[...],
            deadline: now + configuration.confirmation)
        if field.deletesByKeys || client.deletion == .byBackspace, deleteByKeys(at: now) { return }
        if field.isFresh || field.isTracked { delete(at: now) } else { askForText(at: now) }
    }

    private mutating func refuseExchange(of removed: String, at now: Duration) {
        change = nil
        releaseKept()
        tell("“\(removed.shownWord)” does not stand directly before the cursor; it was left as it is.", at: now)
    }

    /// Sends the deletion, now that the application has reported the caret's position.
    private mutating func delete(at now: Duration) {
        guard var change, change.before == nil else { return }
        guard let told = field.told, !field.hasSelection, told.ends(with: change.removed),
            field.behind.starts(withScalarsOf: change.removedBehind)
        else { return refuseExchange(of: change.removed + change.removedBehind, at: now) }
        if client.deletion == .byBackspace {
            guard deleteByKeys(at: now) else { return refuseExchange(of: change.removed + change.removedBehind, at: now) }
            return
        }
        change.before = told
        deletedAt = now
        change.questions = configuration.questions.map { now + $0 }[...]
        change.deadline = now + configuration.confirmation
        self.change = change
        actions.append(.delete(before: change.removed, behind: change.removedBehind))
    }

    /// Deletes with Backspace if the caret is known to be after the text to delete: the application reported so, or nothing has happened
    /// since the last commit. Chromium on Wayland reports its text only while it has a preedit, and ignores deletion requests.
    ///
    /// - Returns: Whether the keys are sent.
    private mutating func deleteByKeys(at now: Duration) -> Bool {
        guard client.allowsBackspace, let change, change.removedBehind.isEmpty, field.isFresh || field.isUndisturbed, let told = field.told,
            told.ends(with: change.removed)
        else { return false }
        self.change?.before = told
        pressBackspace(times: change.removed.count, at: now)
        return true
    }

    /// Presses Backspace. The new word follows when the keys have taken effect: LibreOffice handles text before keys that came earlier.
    private mutating func pressBackspace(times: Int, at now: Duration) {
        for _ in 0..<times { actions.append(.press(.backspace)) }
        change?.isSettling = true
        change?.questions = []
        change?.deadline = now + configuration.typing + configuration.typingKey * times
    }

    /// Checks the application's first text report since a new word followed a deletion without an answer. If the old word is still there,
    /// both are deleted with Backspace, and the new word is inserted again; from now on keys delete. If keys would come too late, no text
    /// is replaced any more.
    mutating func confirm(_ unconfirmed: (removed: String, inserted: String), at now: Duration) {
        let both = unconfirmed.removed + unconfirmed.inserted
        guard let told = field.told, told.ends(with: both) else { return }
        guard change == nil, client.allowsBackspace else {
            field.refusesChanges = true
            return
        }
        field.deletesByKeys = true
        var repair = Change(removed: both, removedBehind: "", inserted: unconfirmed.inserted, questions: [], deadline: now)
        repair.isRepair = true
        repair.before = told
        change = repair
        pressBackspace(times: both.count, at: now)
    }

    /// Handles the timeouts of a replacement.
    mutating func tickChange(at now: Duration) {
        guard let due = change?.due, due <= now else { return }
        if let deadline = change?.deadline, deadline <= now { return decideChange(at: now) }
        change?.questions.removeFirst()
        if change?.before == nil, change?.questions.count == 1, deleteByKeys(at: now) { return }
        askForText(at: now)
    }

    /// Asks the application for its text, unless the last commit may still be in transit. The application reports its text after that
    /// anyway, and IBus asks with an empty commit: of two commits that reach GNOME Shell before it forwards them, the first is lost.
    mutating func askForText(at now: Duration) {
        if let committedAt, !field.isFresh, now - committedAt < configuration.delivery { return }
        actions.append(.askForText)
    }

    /// Handles the application's report of its text.
    mutating func answerChange(_ before: String, at now: Duration) {
        guard let change else { return }
        if change.before == nil {
            if field.isFresh { delete(at: now) }
        } else if change.isSettling {
            return
        } else if change.isDone(in: before, behind: field.behind) {
            // no preedit came before it: text that replaces other words is shown when it replaces them
            guard client.needsPreeditBeforeCommit, !change.inserted.isEmpty else { return finishChange(before: before, at: now) }
            self.change?.isSettling = true
            self.change?.questions = []
            self.change?.deadline = now + configuration.settling
        } else {
            self.change?.isDenied = before == change.before && field.behind.starts(withScalarsOf: change.removedBehind)
        }
    }

    /// Stops waiting for an answer. A deletion that was sent is not revoked, and may merely be unreported: the new text follows it, unless
    /// the application reports that the word is still there.
    mutating func decideChange(at now: Duration) {
        guard let change, !change.isLate else { return }
        guard let expected = change.expected else { return refuseExchange(of: change.removed + change.removedBehind, at: now) }
        guard !change.isSettling else { return finishChange(before: expected, at: now) }
        guard !change.isDenied else {
            self.change?.isLate = true
            field.refusesChanges = true
            releaseKept()
            return tell("The application did not change the word; correct it with the keyboard.", at: now)
        }
        finishChange(before: expected, at: now)
        field.isFresh = false
        if !change.inserted.isEmpty { unconfirmed = (change.removed, change.inserted) }
    }

    private mutating func finishChange(before: String, at now: Duration) {
        guard let change else { return }
        self.change = nil
        field.told = before
        field.ownText =
            change.removedBehind.isEmpty && field.ownText.ends(with: change.removed)
            ? String(String.UnicodeScalarView(field.ownText.unicodeScalars.dropLast(change.removed.unicodeScalars.count))) : ""
        field.isFresh = true
        field.refusesChanges = false
        // only the words directly before the caret can be undone
        if change.isLast { forgetWords(change.isRepair ? change.inserted : change.removed) } else { field.words = [] }
        field.after = before
        guard !change.inserted.isEmpty else { return }
        actions.append(.commit(change.inserted))
        field.committed(change.inserted)
        committedAt = now
    }

    /// Decides an open replacement because something else happens in the field: later reports say nothing about it.
    mutating func cancelChange(at now: Duration) {
        decideChange(at: now)
        change = nil
    }

    /// Handles that the application starts or stops reporting its text.
    ///
    /// Firefox stops for good when it is asked while its text is changing, so if nothing else has happened since the last commit, the caret
    /// is still where that commit left it.
    mutating func seesText(_ isSeen: Bool, at now: Duration) {
        guard !isSeen, field.told != nil else { return }
        if change == nil, field.isWhereItWas, !field.hasSelection {
            field.isTracked = true
            return
        }
        // it may do so because it was asked to delete
        if change != nil { cancelChange(at: now) }
        correction = nil
        field.losePlace()
        // other words cannot be replaced any more
        if lines.contains(where: { !$0.replaced.isEmpty }) { releaseKept() }
    }

    mutating func undo(at now: Duration) {
        guard let purpose else {
            undo = WaitingUndo(until: now + configuration.correction)
            return
        }
        guard purpose.takesInk, !isChanging else { return }
        correction = nil
        if !lines.isEmpty { return dropAll() }
        releaseKept()
        guard let word = field.words.last else { return tell("There is no word to take back.", at: now) }
        takeBack(word, at: now)
    }

    /// Carries out a waiting undo request, as the focus is back. Applications do not report unchanged text again
    /// (ibus_input_context_set_surrounding_text).
    mutating func undoWaiting(at now: Duration) {
        guard let waiting = undo else { return }
        undo = nil
        guard now <= waiting.until else { return }
        let told = field.told ?? left.told
        if let id = field.id, id == left.id, field.words.isEmpty, told == left.told {
            field.words = left.words
            field.after = left.after
            field.told = told
            field.isFresh = told != nil
        }
        undo(at: now)
    }

    /// Deletes the last commit if the caret is still directly after it: the same letters elsewhere were not written by the pen.
    mutating func takeBack(_ text: String, at now: Duration) {
        if field.isCorrectable, !field.isWhereItWas {
            return tell("“\(text.trimmed)” does not stand directly before the cursor; it was left as it is.", at: now)
        }
        exchange(text, for: "", at: now)
    }

    private mutating func forgetWords(_ removed: String) {
        var left = removed.unicodeScalars.count
        while left > 0, let word = field.words.popLast() {
            let scalars = word.unicodeScalars
            if scalars.count > left { field.words.append(String(String.UnicodeScalarView(scalars.prefix(scalars.count - left)))) }
            left -= scalars.count
        }
    }
}

extension String {
    /// The word as shown in messages: white space alone stays as it is.
    var shownWord: String { trimmed.isEmpty ? self : trimmed }
}
