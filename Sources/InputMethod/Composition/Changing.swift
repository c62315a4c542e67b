internal import Ink
import InkProtocol

/// A word in the field that can still be exchanged.
struct Correction: Sendable {
    var alternatives: Alternatives
    /// The text in the field, from the exchangeable word on.
    let committed: String
    /// A word that stands anywhere in the field, at the caret; nil: the last one, before the caret.
    let word: WordAtCaret?
    var until: Duration
    /// Somebody is choosing.
    var isMoved = false

    init(_ alternatives: Alternatives, of word: WordAtCaret? = nil, until: Duration) {
        self.alternatives = alternatives
        self.word = word
        committed = alternatives.tail
        self.until = until
    }
}

/// The last word is to be taken back when the field has the focus again.
struct WaitingUndo: Sendable {
    let until: Duration
    /// When the field, which has the focus, has had its time to tell of its text.
    var due: Duration?
}

/// Text in the field is being exchanged: the application is asked to delete it, and to show that it did.
struct Change: Sendable {
    /// The text that goes, before the caret and behind it.
    let removed: String
    let removedBehind: String
    let inserted: String
    /// The words at its end that are not in the field in any reading yet.
    var added = ""
    /// A deletion was ignored: both words go, and the one that was put in comes again.
    var isRepair = false
    /// It ends with the word that was committed last.
    var isLast = true
    /// The text before the caret when the deletion was sent; nil: not sent yet, for the application has not told its text since the last commit.
    var before: String?
    /// The word is gone, or is going by keys. The other one waits for the application.
    var isSettling = false
    /// When the application is asked for its text.
    var questions: ArraySlice<Duration>
    /// When it is decided without an answer.
    var deadline: Duration
    /// The last that the application told since is the text as it was before.
    var isDenied = false
    /// The word was still there at the deadline. It is still exchanged if the application shows that it is gone before anything else happens.
    var isLate = false

    /// The next time at which something is due.
    var due: Duration? { isLate ? nil : [questions.first ?? deadline, deadline].min() }

    /// The text that takes the place of the one that is gone, and waits as the preedit.
    var settling: String? { isSettling ? inserted : nil }

    /// The text before the caret once the deletion has been carried out; nil while it has not been sent.
    var expected: String? {
        guard let scalars = before?.unicodeScalars else { return nil }
        return String(String.UnicodeScalarView(scalars.prefix(scalars.count - removed.unicodeScalars.count)))
    }

    /// Applications tell a window of their text, which may move.
    /// - Parameters:
    ///   - told: the text before the caret.
    ///   - behind: the text behind it.
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
    /// Deletes `removed`, which should stand directly before the caret, and puts `inserted` in its place once it is seen to be gone.
    /// With `behind`, what stands directly behind the caret goes, too.
    ///
    /// Applications answer at once with their text of a moment ago, late, or never: they are asked several times, and late answers count.
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
        if field.deletesByKeys || deletesByKeys, deleteByKeys(at: now) { return }
        if field.isFresh || field.isTracked { delete(at: now) } else { askForText(at: now) }
    }

    private mutating func refuseExchange(of removed: String, at now: Duration) {
        change = nil
        releaseKept()
        tell("“\(removed.shownWord)” does not stand directly before the cursor; it was left as it is.", at: now)
    }

    /// Sends the deletion, now that the application has told where the caret is.
    private mutating func delete(at now: Duration) {
        guard var change, change.before == nil else { return }
        guard let told = field.told, !field.hasSelection, told.ends(with: change.removed),
            field.behind.starts(withScalarsOf: change.removedBehind)
        else { return refuseExchange(of: change.removed + change.removedBehind, at: now) }
        if deletesByKeys {
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

    /// Deletes with Backspace if the caret is known to be behind what goes: the application told so, or nothing has happened since the last commit.
    /// Chromium on Wayland tells its text only while some is pending, and ignores requests to delete.
    ///
    /// - Returns: Whether it is known.
    private mutating func deleteByKeys(at now: Duration) -> Bool {
        guard !isModule, let change, change.removedBehind.isEmpty, field.isFresh || field.isUndisturbed, let told = field.told,
            told.ends(with: change.removed)
        else { return false }
        self.change?.before = told
        pressBackspace(times: change.removed.count, at: now)
        return true
    }

    /// The other word follows when the keys have done their work: LibreOffice handles text before keys that came earlier.
    private mutating func pressBackspace(times: Int, at now: Duration) {
        for _ in 0..<times { actions.append(.press(.backspace)) }
        change?.isSettling = true
        change?.questions = []
        change?.deadline = now + configuration.typing + configuration.typingKey * times
    }

    /// The application has told its text for the first time since another word followed a deletion that it did not answer. Where the first one is
    /// still there, both go by Backspace, and the other one comes again; from now on keys delete. Where keys would come too late nothing is exchanged any
    /// more.
    mutating func confirm(_ unconfirmed: (removed: String, inserted: String), at now: Duration) {
        let both = unconfirmed.removed + unconfirmed.inserted
        guard let told = field.told, told.ends(with: both) else { return }
        guard change == nil, !isModule else {
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

    /// Time passes while text is being exchanged.
    mutating func tickChange(at now: Duration) {
        guard let due = change?.due, due <= now else { return }
        if let deadline = change?.deadline, deadline <= now { return decideChange(at: now) }
        change?.questions.removeFirst()
        if change?.before == nil, change?.questions.count == 1, deleteByKeys(at: now) { return }
        askForText(at: now)
    }

    /// Asks the application for its text, unless the last commit may still be on its way. It tells its text after that anyway, and IBus asks by an
    /// empty commit: of two that reach GNOME Shell before it passes them on, the first is lost.
    mutating func askForText(at now: Duration) {
        if let committedAt, !field.isFresh, now - committedAt < configuration.delivery { return }
        actions.append(.askForText)
    }

    /// The application told its text.
    mutating func answerChange(_ before: String, at now: Duration) {
        guard let change else { return }
        if change.before == nil {
            if field.isFresh { delete(at: now) }
        } else if change.isSettling {
            return
        } else if change.isDone(in: before, behind: field.behind) {
            // no preedit went before it: what takes the place of other words is shown when it does
            guard isModule, !change.inserted.isEmpty else { return finishChange(before: before, at: now) }
            self.change?.isSettling = true
            self.change?.questions = []
            self.change?.deadline = now + configuration.settling
        } else {
            self.change?.isDenied = before == change.before && field.behind.starts(withScalarsOf: change.removedBehind)
        }
    }

    /// No answer will be waited for any more. A deletion that was sent is not called back, and may just not have been told of: the new text
    /// follows it, unless the application says that the word is still there.
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
        // the words that can be taken back are those directly before the caret
        if change.isLast { forgetWords(change.isRepair ? change.inserted : change.removed) } else { field.words = [] }
        field.after = before
        guard !change.inserted.isEmpty else { return }
        actions.append(.commit(change.inserted))
        field.committed(change.inserted)
        committedAt = now
    }

    /// Something else happens in the field: what is left undecided is decided, for later reports say nothing about the change.
    mutating func cancelChange(at now: Duration) {
        decideChange(at: now)
        change = nil
    }

    /// The application tells its text from now on, or tells it no more.
    ///
    /// Firefox stops for good when it is asked while its text is changing, so where nothing else has happened since the last commit, that is where
    /// the caret still is.
    mutating func seesText(_ isSeen: Bool, at now: Duration) {
        guard !isSeen, field.told != nil else { return }
        if change == nil, field.isWhereItWas, !field.hasSelection {
            field.isTracked = true
            return
        }
        // it may do so for being asked to delete
        if change != nil { cancelChange(at: now) }
        correction = nil
        field.losePlace()
        // what has to take the place of other words cannot any more
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

    /// The focus is back. Applications whose text is still the same do not tell it again (ibus_input_context_set_surrounding_text).
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

    /// Deletes the last commit, if the caret is still right behind it: the same letters elsewhere were not written by the pen.
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
    /// The word as the user is told of it: spaces alone as they are.
    var shownWord: String { trimmed.isEmpty ? self : trimmed }
}
