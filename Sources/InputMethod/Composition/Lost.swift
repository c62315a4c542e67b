internal import Ink
import InkProtocol

/// Text that no field took.
struct LostText: Sendable {
    let text: String
    /// The user knows of it.
    var isTold = false
}

/// Pending text of a field that has lost the focus, and the state from which late readings of its lines go on.
struct LeftWriting: Sendable {
    /// The words of a line that did not come into the field, or of none: other text that was to come there.
    struct Part: Sendable {
        var line: (editor: String, line: Int)?
        var strokes: Set<Int> = []
        let text: String

        func isSame(as reading: TextInputInterface.Reading) -> Bool { line.map { $0 == (reading.editor, reading.line) } ?? false }
    }

    /// inkd's number of the field; nil where the pen wrote nothing that inkd told of.
    let field: Int?
    /// The caret's.
    let place: InsertionPlace
    /// The words of the last line that are in the field.
    let kept: KeptLine?
    /// In the order in which their lines were begun.
    var parts: [Part] = []

    /// The parts' text; empty if there is none.
    var text: String { parts.map(\.text).joined().trimmed }

    /// The caret's place behind the first parts.
    func place(behind count: Int) -> InsertionPlace {
        var place = place
        place.before += parts.prefix(count).map(\.text).joined()
        return place
    }
}

/// Text that the client is believed to have put into its field when the focus went.
struct PresumedCommit: Sendable {
    let text: String
    /// The field's identifier, and the text before it there.
    let id: String?
    let before: String
    /// Another field took the focus before the client let it go, so that it may have put nothing in.
    var isOffered = false

    /// - Parameter whole: The text of a field.
    func isIn(_ whole: String, of id: String?) -> Bool { id == self.id && whole.contains(before.suffix(20) + text) }
}

/// Lost text that is put in again, and is the preedit for a moment before (`Configuration.settling`).
struct RestoredText: Sendable {
    let text: String
    let due: Duration
}

extension Composition {
    /// Keeps what is pending of a field that loses the focus: it may be put in again, but never by itself, for the next field may be anybody's.
    mutating func keepLost() {
        guard purpose?.takesInk == true else { return }
        var left = LeftWriting(field: number, place: field.place(of: purpose), kept: kept)
        if let restoring { left.parts.append(.init(text: restoring.text)) }
        restoring = nil
        // what was to take the place of a word that is deleted already, or only stands behind one that is not
        if let change, !change.isLate { left.parts.append(.init(text: change.before == nil ? change.added : change.inserted)) }
        for line in lines.compactMap({ $0.lost(behind: kept?.strokes ?? []) }) {
            let text = line.text(in: left.place(behind: left.parts.count))
            left.parts.append(.init(line: (line.editor, line.line), strokes: line.strokes, text: text))
        }
        // one that nothing was written in may have had the focus in between
        guard number != nil || !left.text.isEmpty else { return }
        leftWriting = left
        if !left.text.isEmpty { lost = LostText(text: left.text) }
    }

    /// A line was read that was finished before its field lost the focus: those of its words that are not in the field are lost text, too. It has
    /// all of the line's ink that was not taken, so it takes the place of what was read of the line before.
    mutating func takeLate(_ reading: TextInputInterface.Reading, of field: Int, at now: Duration) {
        if let known = leftWriting?.field, field < known { return }
        if leftWriting?.field != field { leftWriting = LeftWriting(field: field, place: InsertionPlace(isKnown: false), kept: nil) }
        guard var left = leftWriting else { return }
        let index = left.parts.firstIndex { $0.isSame(as: reading) }
        let place = left.place(behind: index ?? left.parts.count)
        guard var line = lateLine(reading, behind: left.kept) else { return }
        // what was chosen for this ink stays chosen
        if let index, left.parts[index].strokes == line.strokes { return }
        line.follows = !place.before.isEmpty
        let part = LeftWriting.Part(line: (line.editor, line.line), strokes: line.strokes, text: line.text(in: place))
        if let index { left.parts[index] = part } else { left.parts.append(part) }
        leftWriting = left
        guard !left.text.isEmpty, left.text != lost?.text else { return }
        lost = LostText(text: left.text)
        tellLost(at: now)
    }

    /// The words of a late reading that are in no field; nil if there are none.
    private func lateLine(_ reading: TextInputInterface.Reading, behind kept: KeptLine?) -> PendingLine? {
        let kept = kept.flatMap { $0.isSame(as: reading) ? $0.limited(to: Set(reading.strokes)) : nil }
        guard case .line(let read) = PendingLine.read(reading, behind: kept, reach: 0),
            let line = read.lost(behind: kept?.strokes ?? [])
        else { return nil }
        let old = line.strokes.filter { taken.containsAny(of: [$0], of: line.editor) }
        return old.isEmpty ? line : line.withoutKept(old)
    }

    /// The client has put the preedit into the field by itself; what would have taken the place of other words was no part of it.
    /// - Parameter isLeaving: the focus goes. What would have taken the place of other words stays pending, and what was put in is known to the late
    ///   readings of its line, which has its ink: a last stroke by itself would be read as another word.
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

    /// Another field took the focus before the one that had it let it go: the text that its client is believed to have put in may be lost. It is offered
    /// without a word, for most often it is not.
    mutating func offerPresumed() {
        guard let presumed, !presumed.isOffered else { return }
        self.presumed?.isOffered = true
        var left = leftWriting ?? LeftWriting(field: nil, place: InsertionPlace(isKnown: false), kept: nil)
        let isTold = left.text.isEmpty || lost?.isTold == true
        left.parts.insert(.init(text: presumed.text), at: 0)
        leftWriting = left
        lost = LostText(text: left.text, isTold: isTold)
    }

    /// A field tells its text: what was put in there is not lost.
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

    /// Tells that there is text to be put in again, once a field is there that could take it.
    mutating func tellLost(at now: Duration) {
        guard let lost, !lost.isTold, purpose?.takesInk == true else { return }
        self.lost?.isTold = true
        tell(
            "“\(lost.text)” came into no field: its field lost the focus. “Put in what was lost” in the menu, or “inkctl pen restore”, puts it here.",
            at: now)
    }

    /// Puts it into the field that has the focus.
    mutating func restore(at now: Duration) {
        guard let lost else { return tell("There is nothing that was lost.", at: now) }
        guard purpose?.takesInk == true, !isChanging else { return }
        (self.lost, presumed) = (nil, nil)
        // a reading that still comes must not put it in once more
        for part in leftWriting?.parts ?? [] {
            if let line = part.line { taken.insert(part.strokes.sorted(), of: line.editor) }
        }
        leftWriting?.parts = []
        commitAll(at: now)
        settle(at: now)
        releaseKept()
        tell("", at: now)
        restoring = RestoredText(text: field.place(of: purpose).inserted(lost.text), due: isModule ? now + configuration.settling : now)
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
