import InkProtocol

extension Composition {
    /// Handles a reading of a line: its uncommitted words become pending.
    mutating func take(_ reading: TextInputInterface.Reading, at now: Duration) {
        let index = lines.firstIndex { $0.isSame(as: reading) }
        if let kept, kept.isSame(as: reading) {
            // ink that inkd has dropped cannot be continued
            let limited = kept.limited(to: Set(reading.strokes))
            if limited == nil, !kept.strokes.isDisjoint(with: reading.strokes) { releaseKept() } else { self.kept = limited }
        }
        let kept = kept.flatMap { $0.isSame(as: reading) ? $0 : nil }
        let late = reading.strokes.filter { kept?.strokes.contains($0) != true }
        guard !taken.containsAny(of: late, of: reading.editor) else { return }
        guard !late.isEmpty, !reading.text.isEmpty else {
            if let index { lines.remove(at: index) }
            return
        }
        correction = nil
        switch PendingLine.read(reading, behind: kept, reach: canExchange ? field.before.unicodeScalars.count : 0) {
        case .nothing: if let index { lines.remove(at: index) }
        case .unfit: releaseKept()
        case .line(var line):
            guard line.replaced.isEmpty || field.isCorrectable else { return releaseKept() }
            // an application reports keys and clicks only when it is asked
            if lines.isEmpty, field.told != nil, !field.isFresh, !field.isTracked, change == nil { askForText(at: now) }
            if let index { line.carryOn(lines[index]) } else { line.follows = !lines.isEmpty || followsWriting || followsHiddenWord }
            if line.isFinal, !line.isOrdered { line.due = now + (line.isChosen ? configuration.correction : hold) }
            if let index { lines[index] = line } else { lines.append(line) }
        }
    }

    /// The delay of a commit; zero if no candidate list is visible, because waiting gains nothing then.
    private var hold: Duration { areCandidatesSeen ? configuration.hold : .zero }

    /// Whether the last committed words are directly before the caret, and can be replaced.
    private var canExchange: Bool { field.isCorrectable && !field.hasSelection && field.isWhereItWas }

    /// Whether the last commit is directly before the caret: after a pause another word begins, even if the language would join the two.
    private var followsWriting: Bool {
        guard purpose == .text || purpose == .name else { return false }
        return !field.words.isEmpty && (field.told == nil ? field.before == field.after : field.isWhereItWas)
    }

    /// Whether a word unknown to inkd is before the caret, typed where typed text is not sent: another word begins.
    private var followsHiddenWord: Bool {
        guard field.hidesText(of: purpose), let last = field.before.last else { return false }
        return last.isLetter || last.isNumber
    }

    mutating func strokeBegan(at now: Duration) {
        correction = nil
        click = nil
        mayBeWriting = true
        strokeUntil = now + configuration.stroke
        tell("", at: now)
        for index in lines.indices where lines[index].isFinal { lines[index].due = now }
    }

    /// Commits all pending text as soon as nothing else is under way.
    mutating func commitAll(at now: Duration) {
        for index in lines.indices {
            lines[index].due = now
            lines[index].isOrdered = true
        }
    }

    /// Commits all pending text in a moment, unless the focus moves first.
    mutating func commitSoon(at now: Duration) {
        commitAll(at: now)
        quietUntil = now + configuration.burst
    }

    /// Voids the stroke under way: its rest would be read as something else.
    mutating func cancelStroke() {
        guard mayBeWriting else { return }
        (mayBeWriting, strokeUntil) = (false, nil)
        if isAttached { actions.append(.call(.cancelStroke)) }
    }

    /// Discards the pending text and its ink.
    mutating func dropAll() {
        for line in lines { took(line.strokes, of: line.editor, text: "", keep: false) }
        lines = []
    }

    /// Releases the kept words, so that later writing does not continue them: the caret has moved, or other text was inserted there.
    mutating func releaseKept() {
        guard let kept else { return }
        self.kept = nil
        // new words stay pending
        lines = lines.compactMap { line in
            guard line.editor == kept.editor, line.line == kept.line, line.carriesOn else { return line }
            return line.withoutKept(kept.strokes)
        }
        guard isAttached else { return }
        actions.append(.call(.take(editor: kept.editor, strokes: kept.strokes.sorted(), text: "", keep: false)))
    }

    /// Releases the kept words once the pending text is committed.
    mutating func releaseKeptSoon() {
        releasesKept = !lines.isEmpty
        if !releasesKept { releaseKept() }
    }

    /// Commits the lines that are due, all at once. No line overtakes another: earlier lines are committed with it.
    mutating func settle(at now: Duration) {
        waitsUntil = nil
        guard !isChanging, restoring == nil else { return }
        let parts = dueParts(at: now)
        guard !parts.isEmpty else { return }
        let isExchange = parts.first.map { !$0.replaced.isEmpty } ?? false
        if let wait = [quietUntil, keyUntil, busyUntil, isExchange ? nil : unshownUntil(parts, now)].compactMap(\.self).max(), now < wait {
            waitsUntil = wait
            return
        }
        if let first = parts.first, isExchange { return exchangeKept(by: first, at: now) }
        var committed = ""
        let place = actions.count
        for part in parts {
            let text = part.text(in: field.place(of: purpose))
            committed += text
            field.committed(text)
            field.read = part.words.map(\.text)
            correction = part.isChosen ? nil : Correction(part.placed(in: field.lastPlace, as: text), until: now + configuration.correction)
            written.note(part, in: field.lastPlace)
            keep(part, text: text)
            if let correction = part.correction { correct(correction.text, correction.strokes, of: part.editor) }
            took(part.strokes, of: part.editor, text: text, keep: true)
            removeFirst(part)
        }
        if !committed.isEmpty {
            actions.insert(.commit(committed), at: place)
            committedAt = now
        }
        change = nil
        if releasesKept, lines.isEmpty {
            releasesKept = false
            releaseKept()
        }
        if !field.isCorrectable || !lines.isEmpty { correction = nil }
    }

    /// Returns the lines to commit now, the last of them perhaps without the words that are still being written.
    private func dueParts(at now: Duration) -> [PendingLine] {
        let ordered = (lines.lastIndex { $0.due.map { $0 <= now } ?? false } ?? -1) + 1
        var parts: [PendingLine] = []
        for (index, line) in lines.enumerated() {
            // a line that replaces text is committed alone
            if !line.replaced.isEmpty, !parts.isEmpty { break }
            if index < ordered || (field.isCorrectable && line.isFinal && !line.isChosen) {
                parts.append(line)
                guard line.replaced.isEmpty else { break }
                continue
            }
            let count = line.finishedWords(isCorrectable: field.isCorrectable)
            if count > 0 { parts.append(line.first(count)) }
            break
        }
        return parts
    }

    /// Replaces words in the field that later strokes have changed.
    private mutating func exchangeKept(by part: PendingLine, at now: Duration) {
        var replaced = part.replaced
        // LibreOffice does not report the space before a sentence
        if !field.before.ends(with: replaced), field.before.ends(with: replaced.withoutLead),
            field.before.count == replaced.withoutLead.count
        {
            replaced = replaced.withoutLead
        }
        guard field.isCorrectable, !field.hasSelection, field.before.ends(with: replaced) else { return releaseKept() }
        var place = field.place(of: purpose)
        place.before.unicodeScalars.removeLast(replaced.unicodeScalars.count)
        let text = part.text(in: place)
        if !shown.preedit.isEmpty { setPreedit("", stable: 0) }
        let added = kept.flatMap { part.withoutKept($0.strokes) }
        written.note(part, in: place)
        keep(part, text: text)
        took(part.strokes, of: part.editor, text: text, keep: true)
        removeFirst(part)
        guard text != replaced else { return }
        exchange(replaced, for: text, at: now)
        change?.added = added?.alternatives.text ?? ""
    }

    /// Removes a line, or its first words, from the pending text.
    private mutating func removeFirst(_ part: PendingLine) {
        guard let index = lines.firstIndex(where: { $0.editor == part.editor && $0.line == part.line }) else { return }
        if let rest = lines[index].rest(behind: part) { lines[index] = rest } else { lines.remove(at: index) }
    }

    /// Keeps the ink of committed text, so that later strokes can continue it.
    mutating func keep(_ part: PendingLine, text: String) {
        let isSame = kept.map { $0.editor == part.editor && $0.line == part.line } ?? false
        var line = isSame ? kept : nil
        if line == nil { line = KeptLine(editor: part.editor, line: part.line) }
        line?.put(part, text: text)
        kept = line
    }

    /// The time until which no further text is sent to the application: of several texts that arrive together in Wayland's text-input-v3,
    /// only the last one counts. A commit ordered by a key, a click or the focus waits no longer than necessary. nil: the application has
    /// reported the text, or it reports no text.
    private var busyUntil: Duration? {
        guard field.told != nil, !field.isFresh, let committedAt else { return nil }
        return committedAt + (lines.contains(where: \.isOrdered) ? configuration.pace : configuration.delivery)
    }

    /// The time until which text is shown as the preedit before its commit, if a toolkit's module asks for the application's text after
    /// every commit (`settling`). A commit ordered by a key, a click or the focus does not wait for that.
    private func unshownUntil(_ parts: [PendingLine], _ now: Duration) -> Duration? {
        guard client.needsPreeditBeforeCommit, field.told != nil, !lines.contains(where: \.isOrdered) else { return nil }
        let place = field.place(of: purpose)
        guard parts.contains(where: { !$0.text(in: place).isEmpty }) else { return nil }
        return (preeditSince ?? now) + configuration.settling
    }

    mutating func took(_ strokes: Set<Int>, of editor: String, text: String, keep: Bool) {
        let numbers = strokes.sorted()
        taken.insert(numbers, of: editor)
        // without a connection no daemon has the ink any more
        guard isAttached else { return }
        actions.append(.call(.take(editor: editor, strokes: numbers, text: text, keep: keep)))
        field.knownToDaemon = String((field.knownToDaemon + text).suffix(20))
    }
}

/// Strokes whose text is committed. Further readings of them are late.
struct TakenStrokes: Sendable {
    private struct Stroke: Sendable, Hashable {
        let editor: String
        let number: Int
    }

    /// The maximum number of strokes: more than can be in transit at any time.
    private static let limit = 4096

    private var strokes: Set<Stroke> = []
    private var order: [Stroke] = []

    mutating func insert(_ numbers: [Int], of editor: String) {
        for number in numbers {
            let stroke = Stroke(editor: editor, number: number)
            if strokes.insert(stroke).inserted { order.append(stroke) }
        }
        guard order.count > Self.limit else { return }
        let old = order.prefix(order.count - Self.limit / 2)
        strokes.subtract(old)
        order.removeFirst(old.count)
    }

    func containsAny(of numbers: [Int], of editor: String) -> Bool {
        numbers.contains { strokes.contains(Stroke(editor: editor, number: $0)) }
    }
}
