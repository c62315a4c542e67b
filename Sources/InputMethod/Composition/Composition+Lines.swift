import InkProtocol

extension Composition {
    mutating func take(_ reading: TextInputInterface.Reading, at now: Duration) {
        guard !taken.containsAny(of: reading.strokes, of: reading.editor) else { return }
        let index = lines.firstIndex { $0.isSame(as: reading) }
        guard !reading.text.isEmpty else {
            if let index { lines.remove(at: index) }
            return
        }
        correction = nil
        var line = index.map { lines[$0].read(anew: reading) } ?? PendingLine(reading, follows: !lines.isEmpty || followsWriting)
        if line.isFinal, !line.isOrdered { line.due = now + (line.isChosen ? configuration.correction : configuration.hold) }
        if let index { lines[index] = line } else { lines.append(line) }
    }

    /// Before the caret stands what was written last: after a pause another word begins, whatever a language thinks of the two as one.
    private var followsWriting: Bool {
        guard purpose == .text || purpose == .name else { return false }
        return !field.words.isEmpty && field.before == field.after
    }

    mutating func strokeBegan(at now: Duration) {
        correction = nil
        tell("", at: now)
        for index in lines.indices where lines[index].isFinal { lines[index].due = now }
    }

    /// All that is pending goes into the field, as soon as nothing else is under way.
    mutating func commitAll(at now: Duration) {
        for index in lines.indices {
            lines[index].due = now
            lines[index].isOrdered = true
        }
    }

    /// All that is pending goes into the field in a moment, unless the focus goes first.
    mutating func commitSoon(at now: Duration) {
        commitAll(at: now)
        quietUntil = now + configuration.burst
    }

    /// What is pending goes nowhere, and its ink goes away.
    mutating func dropAll() {
        for line in lines { took(line, text: "") }
        lines = []
    }

    /// Commits the lines whose time has come, all at once. None overtakes another: those in front of it go with it.
    mutating func settle(at now: Duration) {
        waitsUntil = nil
        if let change, !change.isLate { return }
        var count = (lines.lastIndex { $0.due.map { $0 <= now } ?? false } ?? -1) + 1
        if field.isCorrectable { count = max(count, lines.prefix { $0.isFinal && !$0.isChosen }.count) }
        guard count > 0 else { return }
        if let wait = [quietUntil, busyUntil].compactMap(\.self).max(), now < wait {
            waitsUntil = wait
            return
        }
        if !shown.preedit.isEmpty { setPreedit("", stable: 0) }
        var committed = ""
        let place = actions.count
        for line in lines.prefix(count) {
            let text = line.text(after: field.before)
            committed += text
            field.committed(text)
            field.read = line.words
            took(line, text: text)
            correction = line.isChosen ? nil : Correction(line.alternatives, until: now + configuration.correction)
        }
        actions.insert(.commit(committed), at: place)
        committedAt = now
        lines.removeFirst(count)
        change = nil
        if !field.isCorrectable { correction = nil }
    }

    /// Until when the application, which was given text, is given no more: of several texts that come together in Wayland's text-input-v3, only
    /// the last one counts. nil: it has told of the text, or it tells nothing.
    private var busyUntil: Duration? {
        guard field.told != nil, !field.isFresh, let committedAt else { return nil }
        return committedAt + configuration.pace
    }

    private mutating func took(_ line: PendingLine, text: String) {
        taken.insert(line.strokes, of: line.editor)
        // without a connection there is nobody any more who has the ink
        guard isAttached else { return }
        actions.append(.call(.take(editor: line.editor, strokes: line.strokes, text: text)))
        field.knownToDaemon = String((field.knownToDaemon + text).suffix(20))
    }
}
