internal import Ink

/// Undo, redo, and all that brings strokes in or takes them out.
extension InkEditor {
    /// Takes the last step back; nil if there is none. What the eraser took away in a contact that still lasts is a step.
    public mutating func undo() -> EditorEffects? {
        guard canUndo else { return nil }
        return settling { editor in
            editor.commitErasing()
            guard let step = editor.history.undo() else { return }
            editor.perform(step.inverse)
            editor.finaliseUnlessTouching()
        }
    }

    /// Does the step that was undone last again; nil if there is none.
    public mutating func redo() -> EditorEffects? {
        guard canRedo else { return nil }
        return settling { editor in
            guard let step = editor.history.redo() else { return }
            editor.perform(step)
            editor.finaliseUnlessTouching()
        }
    }

    /// Removes all strokes, as one step that can be undone. A stroke in progress goes on.
    public mutating func clear() -> EditorEffects {
        guard !isEmpty else { return [] }
        return settling { editor in
            editor.commitErasing()
            let all = editor.placedStrokes
            editor.perform(.removed(all))
            editor.history.record(.removed(all))
        }
    }

    /// Removes all strokes for good, a stroke in progress too: nothing of it can be undone.
    public mutating func forget() -> EditorEffects {
        settling { editor in
            editor.dropSamples()
            editor.erased = []
            editor.contact = .none
            editor.perform(.removed(editor.placedStrokes))
            editor.history.forget()
        }
    }

    var placedStrokes: [PlacedStroke] {
        layout.lines.flatMap { line in
            line.marks.compactMap { mark in content[mark.stroke].map { PlacedStroke(stroke: $0, line: line.id) } }
        }
    }

    private mutating func finaliseUnlessTouching() {
        if contact == .none { readings.finaliseAll() }
    }

    /// Brings a step's strokes in or takes them out, with all that depends on them except the history.
    mutating func perform(_ step: EditStep) {
        revision &+= 1
        switch step {
        case .added(let strokes):
            for placed in strokes {
                content.insert(placed.stroke)
                layout.restore(placed.stroke, to: placed.line)
                readings.invalidate(placed.line, revision: revision)
            }
        case .removed(let strokes):
            for placed in strokes {
                content.remove(placed.stroke.id)
                layout.remove(placed.stroke.id, from: placed.line)
                if layout[placed.line] == nil {
                    readings.remove(placed.line)
                } else {
                    readings.forget(placed.stroke.id, of: placed.line)
                    readings.invalidate(placed.line, revision: revision)
                }
            }
        }
    }
}
