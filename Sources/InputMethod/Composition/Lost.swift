internal import Ink
import InkProtocol

/// Text that was not committed to any field.
struct LostText: Sendable {
    let text: String
    /// Whether the user has been notified of it.
    var isTold = false
}

/// Uncommitted text of a field that has lost the focus, and the state from which late readings of its lines continue.
struct LeftWriting: Sendable {
    /// The uncommitted words of a line; without a line, other text that was to be committed there.
    struct Part: Sendable {
        var line: (editor: String, line: Int)?
        var strokes: Set<Int> = []
        let text: String

        func isSame(as reading: TextInputInterface.Reading) -> Bool { line.map { $0 == (reading.editor, reading.line) } ?? false }
    }

    /// inkd's number of the field; nil if inkd reported no writing in it.
    let field: Int?
    /// The caret's place.
    let place: InsertionPlace
    /// The committed words of the last line.
    let kept: KeptLine?
    /// The parts, in the order in which their lines were started.
    var parts: [Part] = []

    /// The parts' text; empty without parts.
    var text: String { parts.map(\.text).joined().trimmed }

    /// Returns the caret's place after the first `count` parts.
    func place(behind count: Int) -> InsertionPlace {
        var place = place
        place.before += parts.prefix(count).map(\.text).joined()
        return place
    }
}

/// Text that the client has presumably committed to its field when the focus moved.
struct PresumedCommit: Sendable {
    let text: String
    /// The field's identifier, and the text before the commit.
    let id: String?
    let before: String
    /// Whether another field took the focus before the client released it, so that the client may have committed nothing.
    var isOffered = false

    /// - Parameter whole: The text of a field.
    func isIn(_ whole: String, of id: String?) -> Bool { id == self.id && whole.contains(before.suffix(20) + text) }
}

/// Lost text that is being restored, and is the preedit for a moment before (`Configuration.settling`).
struct RestoredText: Sendable {
    let text: String
    let due: Duration
}

extension Composition {
    /// Stores the uncommitted text of a field that loses the focus: it can be restored, but never automatically, because the next field may
    /// be any field.
    mutating func keepLost() {
        guard purpose?.takesInk == true else { return }
        var left = LeftWriting(field: number, place: field.place(of: purpose), kept: kept)
        if let restoring { left.parts.append(.init(text: restoring.text)) }
        restoring = nil
        // the replacement of a word that is deleted already; otherwise only the words that follow the word in the field
        if let change, !change.isLate { left.parts.append(.init(text: change.before == nil ? change.added : change.inserted)) }
        for line in lines.compactMap({ $0.lost(behind: kept?.strokes ?? []) }) {
            let text = line.text(in: left.place(behind: left.parts.count))
            left.parts.append(.init(line: (line.editor, line.line), strokes: line.strokes, text: text))
        }
        // a field without writing may have had the focus in between
        guard number != nil || !left.text.isEmpty else { return }
        leftWriting = left
        if !left.text.isEmpty { lost = LostText(text: left.text) }
    }

    /// Handles the reading of a line that was finished before its field lost the focus: its words that are not in the field are lost text,
    /// too. The reading covers all uncommitted ink of the line, so it replaces the line's previous reading.
    mutating func takeLate(_ reading: TextInputInterface.Reading, of field: Int, at now: Duration) {
        if let known = leftWriting?.field, field < known { return }
        if leftWriting?.field != field { leftWriting = LeftWriting(field: field, place: InsertionPlace(isKnown: false), kept: nil) }
        guard var left = leftWriting else { return }
        let index = left.parts.firstIndex { $0.isSame(as: reading) }
        let place = left.place(behind: index ?? left.parts.count)
        guard var line = lateLine(reading, behind: left.kept) else { return }
        // a choice for this ink stays
        if let index, left.parts[index].strokes == line.strokes { return }
        line.follows = !place.before.isEmpty
        let part = LeftWriting.Part(line: (line.editor, line.line), strokes: line.strokes, text: line.text(in: place))
        if let index { left.parts[index] = part } else { left.parts.append(part) }
        leftWriting = left
        guard !left.text.isEmpty, left.text != lost?.text else { return }
        lost = LostText(text: left.text)
        tellLost(at: now)
    }

    /// Returns the words of a late reading that are in no field; nil without such words.
    private func lateLine(_ reading: TextInputInterface.Reading, behind kept: KeptLine?) -> PendingLine? {
        let kept = kept.flatMap { $0.isSame(as: reading) ? $0.limited(to: Set(reading.strokes)) : nil }
        guard case .line(let read) = PendingLine.read(reading, behind: kept, reach: 0),
            let line = read.lost(behind: kept?.strokes ?? [])
        else { return nil }
        let old = line.strokes.filter { taken.containsAny(of: [$0], of: line.editor) }
        return old.isEmpty ? line : line.withoutKept(old)
    }

    /// Handles that the client has committed the preedit by itself, without the text that would have replaced other words.
    /// - Parameter isLeaving: Whether the focus is moving. Text that would have replaced other words then stays pending, and the late
    ///   readings of its line, which contain its ink, know the committed text: a last stroke by itself would be read as another word.
    mutating func takePreedit(leaving isLeaving: Bool = false) {
        let text = shown.preedit
        let put = lines.filter(\.replaced.isEmpty)
        lines.removeAll(where: \.replaced.isEmpty)
        if !isLeaving {
            if !lines.isEmpty { keepLost() }
            lines = []
        }
        for part in put {
            written.note(part, in: field.place(of: purpose))
            let text = part.text(in: field.place(of: purpose))
            if isLeaving { keep(part, text: text) }
            took(part.strokes, of: part.editor, text: text, keep: isLeaving)
        }
        field.committed(text)
        if !isLeaving { releaseKept() }
    }

    /// Offers the text that a client has presumably committed, because another field took the focus before the previous one released it:
    /// the text may be lost. The user is not notified, because most often it is not.
    mutating func offerPresumed() {
        guard let presumed, !presumed.isOffered else { return }
        self.presumed?.isOffered = true
        var left = leftWriting ?? LeftWriting(field: nil, place: InsertionPlace(isKnown: false), kept: nil)
        let isTold = left.text.isEmpty || lost?.isTold == true
        left.parts.insert(.init(text: presumed.text), at: 0)
        leftWriting = left
        lost = LostText(text: left.text, isTold: isTold)
    }

    /// Handles a field's report of its text: text that was committed there is not lost.
    mutating func noteText(_ whole: String) {
        guard let presumed, presumed.isOffered, presumed.isIn(whole, of: field.id) else { return }
        self.presumed = nil
        guard let index = leftWriting?.parts.firstIndex(where: { $0.line == nil && $0.text == presumed.text }) else {
            if lost?.text == presumed.text.trimmed { lost = nil }
            return
        }
        leftWriting?.parts.remove(at: index)
        let rest = leftWriting?.text ?? ""
        lost = rest.isEmpty ? nil : LostText(text: rest, isTold: lost?.isTold == true)
    }

    /// Notifies the user of text that can be restored, once a field that accepts it has the focus.
    mutating func tellLost(at now: Duration) {
        guard let lost, !lost.isTold, purpose?.takesInk == true else { return }
        self.lost?.isTold = true
        tell(
            "“\(lost.text)” came into no field: its field lost the focus. “Put in what was lost” in the menu, or “inkctl pen restore”, puts it here.",
            at: now)
    }

    /// Puts the lost text into the focused field.
    mutating func restore(at now: Duration) {
        guard let lost else { return tell("There is nothing that was lost.", at: now) }
        guard purpose?.takesInk == true, !isChanging else { return }
        (self.lost, presumed) = (nil, nil)
        // a late reading must not insert it again
        for part in leftWriting?.parts ?? [] {
            if let line = part.line { taken.insert(part.strokes.sorted(), of: line.editor) }
        }
        leftWriting?.parts = []
        commitAll(at: now)
        settle(at: now)
        releaseKept()
        tell("", at: now)
        restoring = RestoredText(
            text: field.place(of: purpose).inserted(lost.text), due: client.needsPreeditBeforeCommit ? now + configuration.settling : now)
        tickRestoring(at: now)
    }

    mutating func tickRestoring(at now: Duration) {
        guard let restoring, restoring.due <= now else { return }
        self.restoring = nil
        actions.append(.commit(restoring.text))
        field.committed(restoring.text)
        committedAt = now
    }
}
