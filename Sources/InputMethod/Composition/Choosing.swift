internal import Ink
import InkProtocol

/// Keys, and choices among candidates.
extension Composition {
    /// Handles a key press. Perform the returned actions first; if `handled` is false, forward the key to the application afterwards.
    public mutating func press(_ key: Key, at now: Duration) -> (handled: Bool, actions: [Action]) {
        guard key != .modifier, purpose?.takesInk == true else { return (false, []) }
        if choosesByKeys, choose(with: key, at: now) { return (true, finish(at: now)) }
        // Escape ends the writing; if nothing is being written, the key is forwarded to the application
        let isEnd = key == .escape && isComposing
        endWriting(at: now)
        cancelStroke()
        guard key != .chord else { return (false, finish(at: now)) }
        releaseRevisable()
        queue.releasesRevisable = false
        choices.close()
        if !isEnd {
            type(key, at: now)
            if key.mayMoveFocus { gate.noteKey(until: now + configuration.commits.keyGrace) }
        }
        return (isEnd, finish(at: now))
    }

    /// Records a key that the application receives.
    mutating func type(_ key: Key, at now: Duration) {
        choices.noteKey(at: now)
        field.erased = nil
        field.caret.type(key)
        field.forgetInsertions()
    }

    /// Chooses a candidate by its index among the displayed ones.
    /// - Returns: Whether a candidate was chosen.
    @discardableResult
    mutating func choose(_ index: Int, at now: Duration) -> Bool {
        // the displayed candidates may be slightly older than the offered ones
        guard display.candidates.options.indices.contains(index), let offered,
            let choice = offered.options.firstIndex(of: display.candidates.options[index])
        else { return false }
        guard queue.isEmpty else {
            queue.select(offered.options[choice])
            queue.commitAll(at: now)
            choices.close()
            return true
        }
        guard let correction = choices.correction else { return false }
        choices.close()
        var chosen = correction.alternatives
        chosen.selected = choice
        if chosen.tail != correction.committed { replace(correction, with: chosen, at: now) }
        return true
    }

    /// Replaces a word with another candidate; from now on the ink of that word is read as this candidate.
    private mutating func replace(_ correction: Correction, with chosen: Alternatives, at now: Duration) {
        choices.written.note(chosen)
        if let word = correction.word {
            choices.forgetClick()
            return replace(word.before, after: word.after, with: chosen.tail, kind: .wordAtCaret, at: now)
        }
        let (removed, inserted) = (correction.committed, chosen.tail)
        replace(removed, with: inserted, at: now)
        guard exchange.current != nil, let revisable = queue.revisable else { return }
        guard let replaced = revisable.exchanged(removed, for: inserted) else { return releaseRevisable() }
        queue.revisable = replaced
        if let word = replaced.words.last { sendCorrection(word.text.trimmed, word.strokes, of: revisable.editor) }
    }

    /// Sends inkd the text that the user chose for strokes, while inkd still has their ink.
    mutating func sendCorrection(_ text: String, _ strokes: Set<Int>, of editor: String) {
        guard isAttached, !text.isEmpty, !strokes.isEmpty else { return }
        actions.append(.call(.correct(editor: editor, strokes: strokes.sorted(), text: text)))
    }

    /// Handles a request by a button of the pen or a key of the tablet.
    mutating func handle(_ action: TextInputInterface.Action, at now: Duration) {
        switch action {
        case .undo: undo(at: now)
        case .nextCandidate: step(1, at: now)
        case .previousCandidate: step(-1, at: now)
        case .restore: restore(at: now)
        }
    }

    /// Chooses the candidate next to the current one. The pen has no key to confirm the choice, so pending text stays pending for a while,
    /// as after an arrow key. A word in the field is replaced immediately, and can be replaced again.
    private mutating func step(_ step: Int, at now: Duration) {
        guard purpose?.takesInk == true, let offered else { return }
        guard queue.isEmpty, let correction = choices.correction else { return select(offered.selected + step, at: now) }
        var alternatives = offered
        alternatives.selected = (offered.selected + step + offered.options.count) % offered.options.count
        choices.correction = Correction(alternatives, until: now + configuration.correction)
        replace(correction, with: alternatives, at: now)
    }

    private mutating func choose(with key: Key, at now: Duration) -> Bool {
        let candidates = display.candidates
        switch key {
        // after a click into the text these keys move the caret
        case .down where isReopened, .up where isReopened, .pageDown where isReopened, .pageUp where isReopened: return false
        case .character(let digit):
            guard digit.isASCII, let number = digit.wholeNumberValue, (1...candidates.options.count).contains(number) else { return false }
            // in a field for numbers, a digit is typed unless the user has begun to choose
            let isNumber = purpose == .number || purpose == .phone
            guard !isNumber || isChoiceBegun else { return false }
            return choose(number - 1, at: now)
        case .down: select(candidates.selected + 1, at: now)
        case .up: select(candidates.selected - 1, at: now)
        case .pageDown: select(candidates.options.count - 1, at: now)
        case .pageUp: select(0, at: now)
        case .enter:
            // once the word is in the field, Return that chooses nothing belongs to the application
            guard isChoiceBegun else { return false }
            return choose(candidates.selected, at: now)
        case .escape:
            // Escape does not discard pending words
            guard queue.isEmpty else { return false }
            choices.close()
            choices.forgetClick()
        default: return false
        }
        return true
    }

    /// Whether words are pending, or the user has selected another candidate for a word in the field.
    private var isChoiceBegun: Bool { !queue.isEmpty || choices.correction?.isMoved == true }

    /// Whether the displayed candidates are for a word in which the caret was placed.
    private var isReopened: Bool { queue.isEmpty && choices.correction?.word != nil }

    private mutating func select(_ index: Int, at now: Duration) {
        guard let offered else { return }
        let selected = (index + offered.options.count) % offered.options.count
        let end = now + configuration.correction
        guard queue.isEmpty else {
            queue.select(offered.options[selected])
            return queue.postpone(until: end)
        }
        choices.correction?.move(to: selected, until: end)
    }
}
