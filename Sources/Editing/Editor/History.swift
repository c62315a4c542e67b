public import Ink

/// Undo, redo, and the application of every change.
extension InkEditor {
    /// Undoes the last step; nil if there is nothing to undo. Erasing in progress counts as a step.
    public mutating func undo() -> EditorEffects? {
        guard canUndo else { return nil }
        return settling { editor in
            editor.commitErasing()
            guard let changes = editor.history.undo() else { return }
            editor.makeAgain(changes)
        }
    }

    /// Redoes the step that was undone last; nil if there is nothing to redo.
    public mutating func redo() -> EditorEffects? {
        guard canRedo else { return nil }
        return settling { editor in
            guard let changes = editor.history.redo() else { return }
            editor.makeAgain(changes)
        }
    }

    /// Removes everything, as one step that can be undone. A stroke in progress continues.
    public mutating func clear() -> EditorEffects {
        guard !isEmpty else { return [] }
        return settling { editor in
            editor.edit(editor.removalOfEverything)
        }
    }

    /// Removes strokes permanently, and clears the undo history. A stroke in progress continues.
    public mutating func forget(_ strokes: some Sequence<StrokeID>) -> EditorEffects {
        settling { editor in
            // ends erasing in progress first, so that its undo step is also cleared below
            editor.commitErasing()
            let changes = Set(strokes).sorted().compactMap { editor.content.change(.stroke($0), to: nil) }
            editor.perform(changes)
            editor.unsaved.changes += changes
            editor.history.forget()
        }
    }

    /// Whether the next step to undo changes one of these strokes.
    public func lastStepIsOf(_ strokes: Set<StrokeID>) -> Bool {
        guard !strokes.isEmpty, let step = history.last else { return false }
        return step.contains { if case .stroke(let id) = $0.key { strokes.contains(id) } else { false } }
    }

    /// Returns the changes since the last call, in order, to be written to disk. Several may change the same item (see `merged`).
    public mutating func takeChanges() -> [DocumentChange] {
        defer { unsaved.changes = [] }
        return unsaved.changes
    }

    /// Makes changes as one undo step.
    mutating func edit(_ changes: [DocumentChange]) {
        let step = changes.merged
        commitErasing()
        perform(step)
        record(step)
    }

    /// Records changes that have been made as one undo step. Earlier erasing must already be recorded.
    mutating func record(_ step: [DocumentChange]) {
        guard !step.isEmpty else { return }
        history.record(step)
        unsaved.changes += step
        // request final readings now, because without a pen-up no pause begins
        if input.contact == .none { readings.finalizeAll() }
    }

    /// Makes changes, and updates all dependent state except the history.
    mutating func perform(_ changes: [DocumentChange]) {
        guard !changes.isEmpty else { return }
        revision &+= 1
        for change in changes {
            strokeLog.note(change, at: revision)
            if change.isOfColor {
                content.apply(change)
                continue
            }
            if case .stroke(let placed)? = change.before {
                if !isDiagram { dissolveFigure(of: placed.stroke.id) }
                takeOffLine(placed, isMoved: change.after?.isMoved(from: placed) == true)
            }
            if case .word(let word)? = change.before { takeOffLine(word) }
            content.apply(change)
            noticeDecision(change)
            if case .stroke(let id) = change.key, change.after == nil { forgetQuestions(about: id) }
            if case .decoration(let id) = change.key { numbers.decoration = max(numbers.decoration, id.value) }
            if case .block(let id) = change.key {
                numbers.block = max(numbers.block, id.value)
                diagram.isStale = true
            }
            if case .stroke(let placed)? = change.after { putOnLine(placed) }
            if case .word(let word)? = change.after {
                numbers.stroke = max(numbers.stroke, word.id.value)
                putOnLine(word)
            }
        }
    }

    mutating func putOnLine(_ word: TypesetWord) {
        layout.insert(word)
        lineChanged(word.line)
    }

    private mutating func takeOffLine(_ word: TypesetWord) {
        layout.remove(word.id, from: word.line)
        lineChanged(word.line)
    }

    /// Requests another reading of a changed line. A line without ink needs no reading.
    mutating func lineChanged(_ id: LineID) {
        guard content.type.isRead else { return }
        layout.unsettled.insert(id)
        unsaved.readings.insert(id)
        guard let line = layout[id] else { return readings.remove(id) }
        if line.hasInk { readings.invalidate(id, revision: revision) } else { readings.close(id, revision: revision) }
    }

    /// Puts a stroke on its line. The stroke may later become part of a figure.
    mutating func putOnLine(_ placed: PlacedStroke) {
        if isHighlight(placed.stroke) { return putHighlight(placed.stroke) }
        if looksForFigures { noticeFigure(placed.stroke) }
        insertIntoLine(placed)
    }

    mutating func insertIntoLine(_ placed: PlacedStroke) {
        if isDiagram {
            diagram.changed.insert(placed.stroke.id)
            return
        }
        let mark = layout.insert(placed.stroke, into: placed.line)
        noticeReach(of: placed.stroke, on: mark)
        if layout[placed.line] != nil { lineChanged(placed.line) }
    }

    mutating func nextStroke() -> StrokeID {
        numbers.stroke &+= 1
        return StrokeID(numbers.stroke)
    }

    /// Removes a stroke from its line.
    /// - Parameter isMoved: whether the stroke is put back immediately, elsewhere on the same line and with the same samples. The line's
    ///   reading then remains valid.
    mutating func takeOffLine(_ placed: PlacedStroke, isMoved: Bool = false) {
        if strokeState.highlights.removeValue(forKey: placed.stroke.id) != nil || isHighlight(placed.stroke) {
            strokeState.beyondLines[placed.stroke.id] = nil
            return
        }
        if isDiagram {
            diagram.changed.insert(placed.stroke.id)
            return
        }
        layout.remove(placed.stroke.id, from: placed.line)
        strokeState.beyondLines[placed.stroke.id] = nil
        if !isMoved { readings.forget(placed.stroke.id, of: placed.line) }
        lineChanged(placed.line)
    }

    private mutating func makeAgain(_ changes: [DocumentChange]) {
        perform(changes)
        unsaved.changes += changes
        if input.contact == .none { readings.finalizeAll() }
    }

    /// Changes that remove everything, newest item first, because adding or removing an item at the end does not shift the others.
    private var removalOfEverything: [DocumentChange] {
        content.items.reversed().compactMap { item in item.key.map { DocumentChange(key: $0, before: item, after: nil) } }
    }
}

extension DocumentItem {
    /// Whether this is the same stroke on the same line, at another position.
    fileprivate func isMoved(from placed: PlacedStroke) -> Bool {
        guard case .stroke(let moved) = self else { return false }
        return moved.line == placed.line && moved.stroke.id == placed.stroke.id && moved.stroke.path == placed.stroke.path
            && moved.stroke.mask == placed.stroke.mask
    }
}

/// The undo and redo stacks: steps, each of which is a list of changes that belong together.
struct UndoHistory: Sendable {
    private var done: [[DocumentChange]] = []
    private var undone: [[DocumentChange]] = []
    /// Maximum number of steps that can be undone; older ones are dropped.
    var limit: Int { didSet { shorten() } }

    init(limit: Int) { self.limit = limit }

    var canUndo: Bool { !done.isEmpty }
    var canRedo: Bool { !undone.isEmpty }
    /// The number of steps that can be undone.
    var undoCount: Int { done.count }
    /// The number of steps that can be redone.
    var redoCount: Int { undone.count }
    /// The step that would be undone next.
    var last: [DocumentChange]? { done.last }

    /// Records a new step; undone steps can no longer be redone.
    mutating func record(_ step: [DocumentChange]) {
        undone.removeAll()
        done.append(step)
        shorten()
    }

    /// Replaces the last step.
    mutating func replaceLast(with step: [DocumentChange]) {
        done.removeLast(min(1, done.count))
        if !step.isEmpty { record(step) }
    }

    /// Adds changes to the last step. The state between the last step and the next redo step has changed, so the inverse changes are added
    /// to the start of the redo step.
    mutating func amend(_ changes: [DocumentChange]) {
        if let last = done.popLast() { done.append((last + changes).merged) }
        if let next = undone.popLast() { undone.append((changes.inverted + next).merged) }
    }

    /// Clears both stacks.
    mutating func forget() {
        done.removeAll()
        undone.removeAll()
    }

    /// Returns the changes that undo the last step, and moves the step to the redo stack.
    mutating func undo() -> [DocumentChange]? {
        guard let step = done.popLast() else { return nil }
        undone.append(step)
        return step.inverted
    }

    /// Returns the changes of the next step to redo, and moves the step to the undo stack.
    mutating func redo() -> [DocumentChange]? {
        guard let step = undone.popLast() else { return nil }
        done.append(step)
        return step
    }

    private mutating func shorten() {
        if done.count > max(0, limit) { done.removeFirst(done.count - max(0, limit)) }
    }
}

extension DocumentChange {
    /// Whether the change affects only the color of a stroke, so that its reading remains valid.
    fileprivate var isOfColor: Bool {
        guard case .stroke(let old)? = before, case .stroke(var new)? = after, old.stroke.style.kind == new.stroke.style.kind else {
            return false
        }
        new.stroke.style = old.stroke.style
        return new == old
    }
}

extension [DocumentChange] {
    /// The changes that revert these changes, in reverse order.
    var inverted: [DocumentChange] { reversed().map(\.inverse) }

    /// An equivalent list with the fewest changes: one change for each item that differs between the start and the end.
    public var merged: [DocumentChange] {
        var order: [ItemKey] = []
        var changes: [ItemKey: DocumentChange] = [:]
        for change in self {
            if changes[change.key] == nil {
                order.append(change.key)
                changes[change.key] = change
            } else {
                changes[change.key]?.after = change.after
            }
        }
        return order.compactMap { changes[$0] }.filter { $0.before != $0.after }
    }
}
