internal import Ink
import InkProtocol

/// Scratch-outs over text that the application shows.
extension Composition {
    /// Searches for the text below a scratch-out.
    /// - Returns: False if the gesture's area is unknown, or the gesture concerns ink.
    mutating func findText(below gesture: TextInputInterface.Gesture, at now: Duration) -> Bool {
        guard gesture.kind == "scratch-out", let area = gesture.area, gesture.taken || gesture.strokes != nil else { return false }
        scratch = PendingScratch(gesture: gesture, until: now + configuration.exchange.search)
        actions.append(.findText(area))
        return true
    }

    /// Handles the timeout of the search for text below a scratch-out.
    mutating func tickScratch(at now: Duration) {
        guard let pending = scratch, pending.until <= now else { return }
        if pending.struck == nil { handle(.unknown, at: now) } else { eraseReported(at: now) }
    }

    /// Handles the text below the scratch-out.
    mutating func handle(_ found: TextBelow, at now: Duration) {
        guard let gesture = scratch?.gesture else { return }
        scratch = nil
        guard purpose?.takesInk == true else { return }
        switch found {
        case .unknown: if gesture.taken { edit(gesture, at: now) }
        case .nothing: break
        case .words(let struck):
            if !erase(struck, by: gesture, at: now) {
                // the application reports the caret only when it is asked
                scratch = PendingScratch(gesture: gesture, until: now + configuration.exchange.confirmation, struck: struck)
                askForText(at: now)
            }
        }
    }

    /// Handles the application's text report. If the report contains the words below a pending scratch-out, the words are deleted.
    mutating func eraseReported(at now: Duration) {
        guard let pending = scratch, let struck = pending.struck else { return }
        scratch = nil
        guard purpose?.takesInk == true, !erase(struck, by: pending.gesture, at: now) else { return }
        showMessage("“\(struck.text.shownWord)” is too far from the cursor to be deleted. Tap into it first.", at: now)
    }

    /// Deletes the words below a scratch-out.
    /// - Returns: False if the reported text does not contain the words at their position; true if they are deleted, or must not be.
    private mutating func erase(_ struck: StruckText, by gesture: TextInputInterface.Gesture, at now: Duration) -> Bool {
        guard !isChanging, field.isCorrectable, !field.caret.hasSelection,
            queue.holdsOnly(gesture.strokes ?? [], of: gesture.editor ?? "")
        else { return true }
        guard let erasure = Erasure(of: struck, in: field.caret.window, caret: field.before.unicodeScalars.count) else { return false }
        if let strokes = gesture.strokes, let editor = gesture.editor {
            // the stroke of a scratch-out is not text
            _ = queue.removeAll()
            sendCommitted(Set(strokes), of: editor, text: "", keep: false)
        }
        choices.close()
        choices.forgetClick()
        releaseRevisable()
        replace(erasure.before, after: erasure.after, with: erasure.inserted, kind: .erased, at: now)
        if exchange.current != nil { field.erased = erasure }
        return true
    }

    /// Inserts words again that a scratch-out has deleted, if nothing has changed since.
    /// - Returns: Whether words are inserted.
    mutating func restoreErased(at now: Duration) -> Bool {
        guard let erased = field.erased, field.isCorrectable, !field.caret.hasSelection, field.before.ends(with: erased.inserted) else {
            return false
        }
        field.erased = nil
        let text = erased.before + erased.after
        guard !erased.inserted.isEmpty else {
            commit(text, at: now)
            return true
        }
        replace(erased.inserted, with: text, kind: .erased, at: now)
        return true
    }
}
