import InkProtocol

/// The written lines: uncommitted lines in the order in which they were started, and the last committed line, which strokes can still
/// continue or revise.
struct LineQueue: Sendable {
    private(set) var lines: [PendingLine] = []
    var committedStrokes = CommittedStrokes()
    /// The committed words of the last line that strokes can still continue or revise.
    var revisable: RevisableLine?
    /// Whether `revisable` must be released once the pending text is committed.
    var releasesRevisable = false

    var isEmpty: Bool { lines.isEmpty }

    /// Whether a commit was ordered by a key, a click or the focus.
    var isOrdered: Bool { lines.contains(where: \.isOrdered) }

    /// Whether a pending line replaces words in the field.
    var replacesText: Bool { lines.contains { !$0.replaced.isEmpty } }

    /// The time at which the next line is due; nil if no line has a due time.
    var deadline: Duration? { lines.compactMap(\.due).min() }

    // MARK: Readings

    func contains(lineOf reading: TextInputInterface.Reading) -> Bool { lines.contains { $0.isSame(as: reading) } }

    /// Removes the line of a reading that has no new words.
    mutating func remove(lineOf reading: TextInputInterface.Reading) {
        if let index = lines.firstIndex(where: { $0.isSame(as: reading) }) { lines.remove(at: index) }
    }

    /// Adds a line, or replaces its previous reading.
    /// - Parameters:
    ///   - follows: Whether a new line begins a new word in any case.
    ///   - due: The time at which a final reading is committed, depending on whether the user has chosen a candidate.
    mutating func put(_ line: PendingLine, follows: Bool, due: (_ isChosen: Bool) -> Duration) {
        var line = line
        let index = lines.firstIndex { $0.editor == line.editor && $0.line == line.line }
        if let index { line.carryOn(lines[index]) } else { line.follows = !lines.isEmpty || follows }
        if line.isFinal, !line.isOrdered { line.due = due(line.isChosen) }
        if let index { lines[index] = line } else { lines.append(line) }
    }

    // MARK: Choices

    /// Chooses a candidate of the last line.
    mutating func select(_ option: String) {
        guard let index = lines.indices.last else { return }
        lines[index].select(option)
    }

    /// Defers the commit of all lines with a due time.
    mutating func postpone(until time: Duration) {
        for index in lines.indices where lines[index].due != nil { lines[index].due = time }
    }

    // MARK: Commits

    /// Makes the finished lines due, because the next stroke has begun.
    mutating func commitFinal(at now: Duration) {
        for index in lines.indices where lines[index].isFinal { lines[index].due = now }
    }

    /// Holds the finished lines while a stroke is written that may continue their last word. A chosen candidate is due.
    mutating func hold(until time: Duration, at now: Duration) {
        for index in lines.indices where lines[index].isFinal && !lines[index].isOrdered {
            lines[index].due = lines[index].isChosen ? now : time
        }
    }

    /// Ends the hold at the latest at a time, because the stroke continues no word.
    mutating func endHold(by time: Duration) {
        for index in lines.indices where !lines[index].isChosen { lines[index].due = lines[index].due.map { min($0, time) } }
    }

    /// Makes the finished lines before that of a reading due, because the reading begins another word.
    mutating func commitFinal(before reading: TextInputInterface.Reading, at now: Duration) {
        let end = lines.firstIndex { $0.isSame(as: reading) } ?? 0
        for index in 0..<end where lines[index].isFinal { lines[index].due = now }
    }

    /// Commits all lines as soon as nothing else is in progress.
    mutating func commitAll(at now: Duration) {
        for index in lines.indices { lines[index].order(at: now) }
    }

    /// Returns the lines to commit now. The last one may lack the words that are still being written.
    func dueParts(isCorrectable: Bool, at now: Duration) -> [PendingLine] {
        let ordered = (lines.lastIndex { $0.due.map { $0 <= now } ?? false } ?? -1) + 1
        var parts: [PendingLine] = []
        for (index, line) in lines.enumerated() {
            // a line that replaces text is committed alone
            if !line.replaced.isEmpty, !parts.isEmpty { break }
            if index < ordered || (isCorrectable && line.isFinal && !line.isChosen) {
                parts.append(line)
                guard line.replaced.isEmpty else { break }
                continue
            }
            let count = line.finishedWords(isCorrectable: isCorrectable)
            if count > 0 { parts.append(line.first(count)) }
            break
        }
        return parts
    }

    /// Moves a line, or its first words, from the pending to the committed words.
    mutating func commit(_ part: PendingLine, text: String) {
        revise(part, text: text)
        guard let index = lines.firstIndex(where: { $0.editor == part.editor && $0.line == part.line }) else { return }
        if let rest = lines[index].rest(after: part) { lines[index] = rest } else { lines.remove(at: index) }
    }

    /// Retains committed text, so that later strokes can continue it.
    mutating func revise(_ part: PendingLine, text: String) {
        let isSame = revisable.map { $0.editor == part.editor && $0.line == part.line } ?? false
        var line = isSame ? revisable : nil
        if line == nil { line = RevisableLine(editor: part.editor, line: part.line) }
        line?.put(part, text: text)
        revisable = line
    }

    /// Whether all strokes of the pending lines are among the given strokes of an editor.
    func holdsOnly(_ strokes: [Int], of editor: String) -> Bool {
        lines.allSatisfy { $0.editor == editor && $0.strokes.isSubset(of: strokes) }
    }

    // MARK: Removal

    /// Removes and returns all lines.
    mutating func removeAll() -> [PendingLine] {
        defer { lines = [] }
        return lines
    }

    /// Removes and returns the lines that replace no text in the field.
    mutating func removeInsertions() -> [PendingLine] {
        defer { lines.removeAll(where: \.replaced.isEmpty) }
        return lines.filter(\.replaced.isEmpty)
    }

    /// Removes the lines that continue the committed words of the revisable line.
    mutating func removeContinuations() {
        guard let revisable else { return }
        lines.removeAll { $0.editor == revisable.editor && $0.line == revisable.line && $0.carriesOn }
    }

    /// Removes and returns the committed words, so that later writing does not continue them. New words stay pending.
    mutating func releaseRevisable() -> RevisableLine? {
        guard let released = revisable else { return nil }
        revisable = nil
        lines = lines.compactMap { line in
            guard line.editor == released.editor, line.line == released.line, line.carriesOn else { return line }
            return line.withoutCommitted(released.strokes)
        }
        return released
    }

    /// Forgets everything but the committed strokes, because the field has lost the focus.
    mutating func forget() {
        lines = []
        revisable = nil
        releasesRevisable = false
    }
}
