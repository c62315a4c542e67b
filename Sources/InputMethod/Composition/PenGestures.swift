internal import Ink
import InkProtocol

/// Pen gestures that edit the field's text.
extension Composition {
    mutating func handle(_ gesture: TextInputInterface.Gesture, at now: Duration) {
        guard !findText(below: gesture, at: now), gesture.taken else { return }
        switch gesture.kind {
        case "backspace": press(.backspace, byPenAt: now)
        case "newline": press(.enter, byPenAt: now)
        case "space": insertSpace(at: now)
        case "undo": undo(at: now)
        case "scratch-out", "join", "split": edit(gesture, at: now)
        default: break
        }
    }

    /// Handles a gesture over words in the field.
    mutating func edit(_ gesture: TextInputInterface.Gesture, at now: Duration) {
        guard !isChanging else { return }
        choices.close()
        // inkd has dropped the ink of the committed words
        queue.removeContinuations()
        queue.revisable = nil
        // the words of a split are the two parts of a single word in the field
        let struck = gesture.kind == "split" ? [gesture.words.joined()] : gesture.words.map(\.trimmed)
        let words = field.history.words.suffix(max(1, struck.count))
        let isLast = struck == words.map(\.trimmed) || struck == field.history.readWords.suffix(struck.count).map(\.trimmed)
        guard !words.isEmpty, isLast else {
            return showMessage("Only the last word can be edited, so “\(struck.joined(separator: " "))” was not changed.", at: now)
        }
        let text = words.joined()
        let space = String(text.prefix(while: \.isWhitespace))
        switch gesture.kind {
        case "join": replace(text, with: space + text.filter { !$0.isWhitespace }, at: now)
        case "split":
            guard let first = gesture.words.first, text.trimmed.count > first.count else { return }
            let word = text.trimmed
            replace(text, with: "\(space)\(word.prefix(first.count)) \(word.dropFirst(first.count))", at: now)
        default: deleteLast(text, at: now)
        }
    }

    /// Inserts a space after the pen's text.
    private mutating func insertSpace(at now: Duration) {
        endWriting(at: now)
        releaseRevisable()
        choices.close()
        commit(" ", at: now)
    }

    /// Sends a key that the pen presses.
    private mutating func press(_ key: PenKey, byPenAt now: Duration) {
        endWriting(at: now)
        releaseRevisable()
        queue.releasesRevisable = false
        choices.close()
        type(key == .enter ? .enter : .backspace, at: now)
        actions.append(.press(key))
    }
}
