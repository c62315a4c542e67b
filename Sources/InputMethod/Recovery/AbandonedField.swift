internal import Ink
import InkProtocol

/// Uncommitted text of a field that has lost the focus, and the state from which late readings of its lines continue.
struct AbandonedField: Sendable {
    /// The uncommitted words of a line, or, without a line, other text that was to be committed.
    struct Part: Sendable {
        var line: (editor: String, line: Int)?
        var strokes: Set<Int> = []
        let text: String

        func isSame(as reading: TextInputInterface.Reading) -> Bool { line.map { $0 == (reading.editor, reading.line) } ?? false }
    }

    /// inkd's number of the field; nil if inkd reported no writing in it.
    let fieldID: Int?
    /// The position of the caret, with the text around it.
    let place: InsertionPlace
    /// The committed words of the last line.
    let revisable: RevisableLine?
    /// The parts, in the order in which their lines were started.
    var parts: [Part] = []

    init(fieldID: Int?, place: InsertionPlace, revisable: RevisableLine?) {
        (self.fieldID, self.place, self.revisable) = (fieldID, place, revisable)
    }

    /// The parts' text; empty without parts.
    var text: String { parts.map(\.text).joined().trimmed }

    /// Returns the caret's position after the first `count` parts.
    func place(after count: Int) -> InsertionPlace {
        var place = place
        place.before += parts.prefix(count).map(\.text).joined()
        return place
    }

    /// Adds uncommitted lines.
    mutating func append(_ lines: [PendingLine]) {
        for line in lines.compactMap({ $0.uncommitted(besides: revisable?.strokes ?? []) }) {
            let text = line.text(in: place(after: parts.count))
            parts.append(.init(line: (line.editor, line.line), strokes: line.strokes, text: text))
        }
    }

    /// Handles the reading of a line that was finished before its field lost the focus. The reading covers all uncommitted ink of the line,
    /// so it replaces the line's previous reading. Returns whether the parts have changed.
    mutating func handleLate(_ reading: TextInputInterface.Reading, committed: CommittedStrokes) -> Bool {
        let index = parts.firstIndex { $0.isSame(as: reading) }
        let place = place(after: index ?? parts.count)
        guard var line = line(of: reading, committed: committed) else { return false }
        // keep a part with the same strokes, whose text the user may have chosen
        if let index, parts[index].strokes == line.strokes { return false }
        line.follows = !place.before.isEmpty
        let part = Part(line: (line.editor, line.line), strokes: line.strokes, text: line.text(in: place))
        if let index { parts[index] = part } else { parts.append(part) }
        return true
    }

    /// Returns the words of a late reading that are in no field; nil if there are no such words.
    private func line(of reading: TextInputInterface.Reading, committed: CommittedStrokes) -> PendingLine? {
        let known = revisable.flatMap { $0.isSame(as: reading) ? $0.limited(to: Set(reading.strokes)) : nil }
        guard case .line(let read) = PendingLine.read(reading, after: known, reach: 0),
            let line = read.uncommitted(besides: known?.strokes ?? [])
        else { return nil }
        let old = line.strokes.filter { committed.containsAny(of: [$0], of: line.editor) }
        return old.isEmpty ? line : line.withoutCommitted(old)
    }
}
