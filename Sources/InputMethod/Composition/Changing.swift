import InkProtocol

/// A word in the field that can still be exchanged.
struct Correction: Sendable {
    var alternatives: Alternatives
    /// The text in the field, from the exchangeable word on.
    let committed: String
    var until: Duration
    /// Somebody is choosing.
    var isMoved = false

    init(_ alternatives: Alternatives, until: Duration) {
        self.alternatives = alternatives
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

/// Text in the field is being exchanged: the application was asked to delete it, and has to show that it did.
struct Change: Sendable {
    /// The text before the caret at that time.
    let before: String
    let removed: String
    let inserted: String
    let deadline: Duration
    /// The user has been notified that it failed. It is still completed if nothing else happens first.
    var isLate = false

    /// Applications tell a window of their text, which may move.
    func isDone(in told: String) -> Bool {
        let scalars = before.unicodeScalars
        let expected = String(String.UnicodeScalarView(scalars.prefix(scalars.count - removed.unicodeScalars.count)))
        if told.unicodeScalars.elementsEqual(expected.unicodeScalars) { return true }
        return (expected.ends(with: told) && !before.ends(with: told))
            || (!expected.isEmpty && told.ends(with: expected) && !told.ends(with: before))
    }
}

extension Composition {
    /// Deletes `removed`, which should stand directly before the caret, and puts `inserted` in its place once it is seen to be gone.
    mutating func exchange(_ removed: String, for inserted: String, at now: Duration) {
        let word = removed.filter { !$0.isWhitespace }.isEmpty ? removed : removed.trimmed
        guard field.isCorrectable, let before = field.told else {
            return tell("This application does not let “\(word)” be changed from outside.", at: now)
        }
        guard field.isFresh, !field.hasSelection, before.ends(with: removed) else {
            return tell("“\(word)” does not stand directly before the cursor; it was left as it is.", at: now)
        }
        change = Change(before: before, removed: removed, inserted: inserted, deadline: now + configuration.confirmation)
        actions.append(.deleteBefore(removed))
    }

    mutating func changed(_ change: Change, before: String, at now: Duration) {
        self.change = nil
        field.told = before
        field.refusesChanges = false
        forgetWords(change.removed)
        field.after = before
        guard !change.inserted.isEmpty else { return }
        actions.append(.commit(change.inserted))
        field.committed(change.inserted)
        committedAt = now
    }

    mutating func changeFailed(at now: Duration) {
        change?.isLate = true
        field.refusesChanges = true
        tell("The application did not change the word; correct it with the keyboard.", at: now)
    }

    /// Something else happens in the field: later reports of the application say nothing about the change.
    mutating func cancelChange(at now: Duration) {
        if let change, !change.isLate { changeFailed(at: now) }
        change = nil
    }

    mutating func undo(at now: Duration) {
        guard let purpose else {
            undo = WaitingUndo(until: now + configuration.correction)
            return
        }
        guard purpose.takesInk, change == nil else { return }
        correction = nil
        if !lines.isEmpty { return dropAll() }
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
    private mutating func takeBack(_ text: String, at now: Duration) {
        if field.isCorrectable, !field.isWhereItWas {
            return tell("“\(text.trimmed)” does not stand directly before the cursor; it was left as it is.", at: now)
        }
        exchange(text, for: "", at: now)
    }

    mutating func take(_ gesture: TextInputInterface.Gesture, at now: Duration) {
        guard gesture.taken, gesture.kind == "scratch-out", change == nil else { return }
        correction = nil
        let words = field.words.suffix(max(1, gesture.words.count))
        let struck = gesture.words.map(\.trimmed)
        let isLast = struck == words.map(\.trimmed) || struck == field.read.suffix(struck.count).map(\.trimmed)
        guard !words.isEmpty, isLast else {
            return tell("Only the last word can be scratched out; “\(gesture.words.joined(separator: " "))” was left as it is.", at: now)
        }
        takeBack(words.joined(), at: now)
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
    /// Without the spaces around it.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

/// The state that the user sees.
struct Shown: Sendable {
    var preedit = ""
    var stable = 0
    var candidates: [String] = []
    var selected = 0
    var message = ""
}

extension Composition {
    /// The alternatives to choose from now; nil if there are none.
    var offered: Alternatives? {
        let alternatives = lines.last?.alternatives ?? (change == nil ? correction?.alternatives : nil)
        return alternatives.flatMap { $0.options.count > 1 ? $0 : nil }
    }

    /// Shows the present preedit and candidates.
    mutating func show(at now: Duration) {
        var text = ""
        var stable = 0
        for line in lines {
            let part = line.text(after: field.before + text)
            stable = text.unicodeScalars.count + min(line.stable, part.unicodeScalars.count)
            text += part
        }
        if text != shown.preedit || stable != shown.stable { setPreedit(text, stable: stable) }
        showCandidates(at: now)
    }

    mutating func setPreedit(_ text: String, stable: Int) {
        shown.preedit = text
        shown.stable = stable
        actions.append(.setPreedit(text, stable: stable))
    }

    private mutating func showCandidates(at now: Duration) {
        guard let offered else {
            candidatesDue = nil
            guard showsCandidates else { return }
            shown.candidates = []
            actions.append(.hideCandidates)
            return
        }
        if offered.options == shown.candidates {
            candidatesDue = nil
            guard offered.selected != shown.selected else { return }
        } else {
            let due = candidatesDue ?? now + configuration.tableDelay
            candidatesDue = due
            guard due <= now else { return }
            candidatesDue = nil
        }
        shown.candidates = offered.options
        shown.selected = offered.selected
        actions.append(.showCandidates(shown.candidates, selected: shown.selected))
    }
}
