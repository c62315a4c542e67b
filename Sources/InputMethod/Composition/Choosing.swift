internal import Ink
import InkProtocol

extension Composition {
    /// Handles a key press. Perform the returned actions first; if `handled` is false, forward the key to the application afterwards.
    public mutating func press(_ key: Key, at now: Duration) -> (handled: Bool, actions: [Action]) {
        guard key != .modifier, purpose?.takesInk == true else { return (false, []) }
        if choosesByKeys, choose(with: key, at: now) { return (true, finish(at: now)) }
        // Escape ends the writing; if nothing is being written, it belongs to the application
        let isEnd = key == .escape && isComposing
        endWriting(at: now)
        cancelStroke()
        guard key != .chord else { return (false, finish(at: now)) }
        releaseKept()
        releasesKept = false
        correction = nil
        if !isEnd {
            typed(key, at: now)
            if key.mayMoveFocus { keyUntil = now + configuration.following }
        }
        return (isEnd, finish(at: now))
    }

    /// Commits all pending text now: the next input does not wait.
    mutating func endWriting(at now: Duration) {
        cancelChange(at: now)
        commitAll(at: now)
        committedAt = nil
        quietUntil = nil
        settle(at: now)
        // words that replace others are committed alone
        while isChanging {
            cancelChange(at: now)
            settle(at: now)
        }
    }

    /// Chooses a candidate by its index among the displayed ones.
    mutating func choose(_ index: Int, at now: Duration) {
        // the displayed candidates may be slightly older than the offered ones
        guard shown.candidates.indices.contains(index), let offered,
            let choice = offered.options.firstIndex(of: shown.candidates[index])
        else { return }
        guard lines.isEmpty else {
            lines[lines.count - 1].select(choice)
            commitAll(at: now)
            correction = nil
            return
        }
        guard let correction else { return }
        self.correction = nil
        var chosen = correction.alternatives
        chosen.selected = choice
        if chosen.tail != correction.committed { exchange(correction, for: chosen, at: now) }
    }

    /// Replaces a word with another candidate: from now on the ink of the last words means that candidate.
    private mutating func exchange(_ correction: Correction, for chosen: Alternatives, at now: Duration) {
        written.note(chosen)
        if let word = correction.word {
            click = nil
            exchange(word.before, behind: word.behind, for: chosen.tail, at: now)
            change?.isLast = false
            return
        }
        let (removed, inserted) = (correction.committed, chosen.tail)
        exchange(removed, for: inserted, at: now)
        guard change != nil, let kept else { return }
        guard let exchanged = kept.exchanged(removed, for: inserted) else { return releaseKept() }
        self.kept = exchanged
        if let word = exchanged.words.last { correct(word.text.trimmed, word.strokes, of: kept.editor) }
    }

    /// Sends the text that the user chose for ink, before inkd drops the ink.
    mutating func correct(_ text: String, _ strokes: Set<Int>, of editor: String) {
        guard isAttached, !text.isEmpty, !strokes.isEmpty else { return }
        actions.append(.call(.correct(editor: editor, strokes: strokes.sorted(), text: text)))
    }

    /// Handles a request by a button of the pen or a key of the tablet.
    mutating func take(_ action: TextInputInterface.Action, at now: Duration) {
        switch action {
        case .undo: undo(at: now)
        case .nextCandidate: step(1, at: now)
        case .previousCandidate: step(-1, at: now)
        case .restore: restore(at: now)
        }
    }

    /// Chooses the candidate next to the current one. No key confirms it: pending text waits for more, as with a choice by the arrow keys;
    /// a word in the field is replaced at once, and can be replaced again.
    private mutating func step(_ step: Int, at now: Duration) {
        guard purpose?.takesInk == true, let offered else { return }
        guard lines.isEmpty, let correction else { return select(offered.selected + step, at: now) }
        var alternatives = offered
        alternatives.selected = (offered.selected + step + offered.options.count) % offered.options.count
        self.correction = Correction(alternatives, until: now + configuration.correction)
        exchange(correction, for: alternatives, at: now)
    }

    private mutating func choose(with key: Key, at now: Duration) -> Bool {
        switch key {
        // after a click into the text these keys move the caret
        case .down where isReopened, .up where isReopened, .pageDown where isReopened, .pageUp where isReopened: return false
        case .character(let digit):
            guard digit.isASCII, let number = digit.wholeNumberValue, (1...shown.candidates.count).contains(number) else { return false }
            // after a number in the field a digit is a digit
            let isNumber = purpose == .number || purpose == .phone
            guard !isNumber || !lines.isEmpty || correction?.isMoved == true else { return false }
            choose(number - 1, at: now)
        case .down: select(shown.selected + 1, at: now)
        case .up: select(shown.selected - 1, at: now)
        case .pageDown: select(shown.candidates.count - 1, at: now)
        case .pageUp: select(0, at: now)
        case .enter:
            // once the word is in the field, Return that chooses nothing belongs to the application
            guard !lines.isEmpty || correction?.isMoved == true else { return false }
            choose(shown.selected, at: now)
        case .escape:
            // Escape does not discard pending words
            guard lines.isEmpty else { return false }
            correction = nil
            click = nil
        default: return false
        }
        return true
    }

    /// Whether the displayed candidates are those of a word at which the caret was placed.
    private var isReopened: Bool { lines.isEmpty && correction?.word != nil }

    private mutating func select(_ index: Int, at now: Duration) {
        guard let offered else { return }
        let selected = (index + offered.options.count) % offered.options.count
        guard lines.isEmpty else {
            lines[lines.count - 1].select(selected)
            for index in lines.indices where lines[index].due != nil { lines[index].due = now + configuration.correction }
            return
        }
        correction?.alternatives.selected = selected
        correction?.isMoved = true
        correction?.until = now + configuration.correction
    }
}

/// A text with one replaceable part.
struct Alternatives: Sendable, Hashable {
    /// The maximum number of alternatives: one page, chosen with the digits 1 to 9.
    static let limit = 9

    let prefix: String
    /// The options for the replaceable part, at least one.
    var options: [String]
    var suffix: String
    var selected: Int
    /// The option that was read.
    let read: String
    /// The index of the replaceable word among the words of the text; nil: the whole text, or a single word.
    let word: Int?

    var text: String { prefix + options[selected] + suffix }

    /// The text from the replaceable part on.
    var tail: String { options[selected] + suffix }

    init(prefix: String, options: [String], selected: Int, suffix: String, word: Int? = nil) {
        self.prefix = prefix
        self.suffix = suffix
        self.word = word
        read = options[selected]
        // the reading must be among the displayed options
        if selected < Self.limit {
            self.options = Array(options.prefix(Self.limit))
            self.selected = selected
        } else {
            self.options = Array(options.prefix(Self.limit - 1)) + [options[selected]]
            self.selected = Self.limit - 1
        }
    }

    /// Makes the last word with more than one candidate replaceable; without such a word the whole text.
    ///
    /// - Parameters:
    ///   - whole: Candidates of all words together.
    ///   - lead: Whether the first word's space belongs to the text.
    init(of words: [PendingWord], whole: [String], lead: Bool = false) {
        func text(_ words: some Sequence<PendingWord>) -> String { words.map { $0.lead + $0.text }.joined() }
        var words = words
        if !lead, !words.isEmpty { words[0].lead = "" }
        for (index, word) in words.enumerated().reversed() {
            let options = Self.distinct(word.text, word.options)
            guard options.list.count > 1 else { continue }
            self.init(
                prefix: text(words[..<index]) + word.lead, options: options.list, selected: options.index,
                suffix: text(words[(index + 1)...]), word: index)
            return
        }
        let options = Self.distinct(text(words), lead ? [] : whole.map(\.trimmed))
        self.init(prefix: "", options: options.list, selected: options.index, suffix: "")
    }

    /// Returns the candidates, distinct and not empty, and the index of the reading among them.
    private static func distinct(_ text: String, _ candidates: [String]) -> (list: [String], index: Int) {
        var list: [String] = []
        for candidate in candidates where !candidate.isEmpty && !list.contains(candidate) { list.append(candidate) }
        if let index = list.firstIndex(of: text) { return (list, index) }
        return ([text] + list, 0)
    }
}
