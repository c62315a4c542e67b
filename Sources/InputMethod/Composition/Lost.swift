internal import Ink
import InkProtocol

/// Text that no field took.
struct LostText: Sendable {
    let text: String
    /// The user knows of it.
    var isTold = false
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
        var text = ""
        // what was to take the place of a word that is deleted already, or only stands behind one that is not
        if let change, !change.isLate { text = change.before == nil ? change.added : change.inserted }
        for line in lines.compactMap({ $0.replaced.isEmpty ? $0 : $0.withoutKept(kept?.strokes ?? []) }) {
            var place = field.place(of: purpose)
            place.before += text
            text += line.text(in: place)
        }
        text = (restoring?.text ?? "") + text
        restoring = nil
        guard !text.trimmed.isEmpty else { return }
        lost = LostText(text: text.trimmed)
    }

    /// The client has put the preedit into the field by itself; what would have taken the place of other words was no part of it, and is kept.
    mutating func takePreedit() {
        let text = shown.preedit
        let put = lines.filter(\.replaced.isEmpty)
        lines.removeAll(where: \.replaced.isEmpty)
        if !lines.isEmpty { keepLost() }
        lines = []
        for part in put {
            written.note(part, in: field.place(of: purpose))
            took(part.strokes, of: part.editor, text: part.text(in: field.place(of: purpose)), keep: false)
        }
        field.committed(text)
        releaseKept()
    }

    /// Tells that there is text to be put in again, once a field is there that could take it.
    mutating func tellLost(at now: Duration) {
        guard let lost, !lost.isTold, purpose?.takesInk == true else { return }
        self.lost?.isTold = true
        tell("“\(lost.text)” came into no field: its field lost the focus. “Put in what was lost” in the menu puts it here.", at: now)
    }

    /// Puts it into the field that has the focus.
    mutating func restore(at now: Duration) {
        guard let lost else { return tell("There is nothing that was lost.", at: now) }
        guard purpose?.takesInk == true, !isChanging else { return }
        self.lost = nil
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
