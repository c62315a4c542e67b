internal import Ink
import InkProtocol

/// Pen gestures that edit the field's text.
extension Composition {
    mutating func take(_ gesture: TextInputInterface.Gesture, at now: Duration) {
        guard gesture.taken else { return }
        switch gesture.kind {
        case "backspace": press(.backspace, byPenAt: now)
        case "newline": press(.enter, byPenAt: now)
        case "space": putSpace(at: now)
        case "undo": undo(at: now)
        case "scratch-out", "join", "split": edit(gesture, at: now)
        default: break
        }
    }

    /// Handles a gesture over words in the field.
    private mutating func edit(_ gesture: TextInputInterface.Gesture, at now: Duration) {
        guard !isChanging else { return }
        correction = nil
        // inkd has dropped the kept words' ink
        if let kept { lines.removeAll { $0.editor == kept.editor && $0.line == kept.line && $0.carriesOn } }
        kept = nil
        // a word to be split is one word in the field
        let struck = gesture.kind == "split" ? [gesture.words.joined()] : gesture.words.map(\.trimmed)
        let words = field.words.suffix(max(1, struck.count))
        let isLast = struck == words.map(\.trimmed) || struck == field.read.suffix(struck.count).map(\.trimmed)
        guard !words.isEmpty, isLast else {
            return tell("Only the last word can be edited; “\(struck.joined(separator: " "))” was left as it is.", at: now)
        }
        let text = words.joined()
        let space = String(text.prefix(while: \.isWhitespace))
        switch gesture.kind {
        case "join": exchange(text, for: space + text.filter { !$0.isWhitespace }, at: now)
        case "split":
            guard let first = gesture.words.first, text.trimmed.count > first.count else { return }
            let word = text.trimmed
            exchange(text, for: "\(space)\(word.prefix(first.count)) \(word.dropFirst(first.count))", at: now)
        default: takeBack(text, at: now)
        }
    }

    /// Inserts a space after the pen's text.
    private mutating func putSpace(at now: Duration) {
        endWriting(at: now)
        releaseKept()
        correction = nil
        actions.append(.commit(" "))
        field.committed(" ")
        committedAt = now
    }

    /// Sends a key that the pen presses.
    private mutating func press(_ key: PenKey, byPenAt now: Duration) {
        endWriting(at: now)
        releaseKept()
        releasesKept = false
        correction = nil
        typed(key == .enter ? .enter : .backspace, at: now)
        actions.append(.press(key))
    }
}
