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

    /// The last commit stands before the caret: after a pause another word begins, whatever a language thinks of the two as one.
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

    /// Discards the pending text and its ink.
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
    /// the last one counts. nil: it has reported the text, or it reports none.
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

/// A line that is not in the field yet.
struct PendingLine: Sendable {
    let editor: String
    let line: Int
    var strokes: [Int]
    var alternatives: Alternatives
    /// The words as they were read.
    let words: [String]
    /// The number of code points of the text that are firm.
    var stable: Int
    var isFinal: Bool
    /// It was begun behind another line, so that a new word begins with it.
    let follows: Bool
    /// Somebody is choosing among the candidates.
    var isChosen = false
    /// The time of its commit; nil: not before another event.
    var due: Duration?
    /// It goes as soon as it can, however it is read meanwhile.
    var isOrdered = false

    init(_ reading: TextInputInterface.Reading, follows: Bool) {
        editor = reading.editor
        line = reading.line
        strokes = reading.strokes
        alternatives = Alternatives(of: reading)
        words = reading.words.map(\.text)
        stable = reading.final ? reading.text.unicodeScalars.count : reading.stablePrefix
        isFinal = reading.final
        self.follows = follows
    }

    /// The line as it is read now. What was chosen stays chosen as long as the ink is the same.
    func read(anew reading: TextInputInterface.Reading) -> PendingLine {
        var line = PendingLine(reading, follows: follows)
        if isChosen, Set(reading.strokes) == Set(strokes) {
            line.alternatives = alternatives
            line.isChosen = true
        }
        if isOrdered {
            line.isOrdered = true
            line.due = due
        }
        return line
    }

    func isSame(as reading: TextInputInterface.Reading) -> Bool { reading.editor == editor && reading.line == line }

    /// The text that goes into the field after `before`: a space is due wherever inkd's `PreContext` puts one, too.
    func text(after before: String) -> String {
        let text = alternatives.text
        guard follows, let last = before.last, let first = text.first,
            last.isLetter || last.isNumber || ".,;:!?)]}%»".contains(last), first.isLetter || first.isNumber, !first.isIdeograph,
            !last.isIdeograph
        else { return text }
        return " " + text
    }
}

extension Character {
    /// Of a script that puts no spaces between words: kana, CJK ideographs and their extensions.
    fileprivate var isIdeograph: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        return (0x2E80...0x9FFF).contains(value) || (0xF900...0xFAFF).contains(value) || (0x20000...0x3FFFF).contains(value)
    }
}

/// Strokes whose text is in the field. Readings that still come for them are late.
struct TakenStrokes: Sendable {
    private struct Stroke: Sendable, Hashable {
        let editor: String
        let number: Int
    }

    /// More than can be on their way at any time.
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
