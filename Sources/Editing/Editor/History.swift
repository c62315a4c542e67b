public import Ink

/// Undo, redo, and the path of every change.
extension InkEditor {
    /// Takes the last step back; nil if there is none. What the eraser took away in a contact that still lasts is a step.
    public mutating func undo() -> EditorEffects? {
        guard canUndo else { return nil }
        return settling { editor in
            editor.commitErasing()
            guard let changes = editor.history.undo() else { return }
            editor.makeAgain(changes)
        }
    }

    /// Does the step that was undone last again; nil if there is none.
    public mutating func redo() -> EditorEffects? {
        guard canRedo else { return nil }
        return settling { editor in
            guard let changes = editor.history.redo() else { return }
            editor.makeAgain(changes)
        }
    }

    /// Removes everything, as one step that can be undone. A stroke in progress goes on.
    public mutating func clear() -> EditorEffects {
        guard !isEmpty else { return [] }
        return settling { editor in
            editor.edit(editor.removalOfEverything)
        }
    }

    /// Removes strokes for good: nothing that was done before can be undone. A stroke in progress goes on.
    public mutating func forget(_ strokes: some Sequence<StrokeID>) -> EditorEffects {
        settling { editor in
            // what the eraser took is to be gone from where it is kept, too
            editor.commitErasing()
            let changes = Set(strokes).sorted().compactMap { editor.content.change(.stroke($0), to: nil) }
            editor.perform(changes)
            editor.unsaved += changes
            editor.history.forget()
        }
    }

    /// Whether the step that would be undone next is about one of these strokes.
    public func lastStepIsOf(_ strokes: Set<StrokeID>) -> Bool {
        guard !strokes.isEmpty, let step = history.last else { return false }
        return step.contains { if case .stroke(let id) = $0.key { strokes.contains(id) } else { false } }
    }

    /// The changes since the last call, in order: those to be written to disk. Several may be of one thing (see `merged`).
    public mutating func takeChanges() -> [DocumentChange] {
        defer { unsaved = [] }
        return unsaved
    }

    /// Makes changes that belong together, as one step.
    mutating func edit(_ changes: [DocumentChange]) {
        let step = changes.merged
        commitErasing()
        perform(step)
        record(step)
    }

    /// Remembers a step that has been made. What the eraser did before it must have been recorded.
    mutating func record(_ step: [DocumentChange]) {
        guard !step.isEmpty else { return }
        history.record(step)
        unsaved += step
        // no pause begins where no pen goes up
        if contact == .none { readings.finaliseAll() }
    }

    /// Makes changes, with all that depends on them except the history.
    mutating func perform(_ changes: [DocumentChange]) {
        guard !changes.isEmpty else { return }
        revision &+= 1
        for change in changes {
            if change.isOfColour {
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
            if case .decoration(let id) = change.key { lastDecoration = max(lastDecoration, id.value) }
            if case .block(let id) = change.key {
                lastBlock = max(lastBlock, id.value)
                diagram.isStale = true
            }
            if case .stroke(let placed)? = change.after { putOnLine(placed) }
            if case .word(let word)? = change.after {
                lastStroke = max(lastStroke, word.id.value)
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

    /// Has a line be read again that is not as it was when it was read.
    mutating func lineChanged(_ id: LineID) {
        guard content.type.isRead else { return }
        unsettled.insert(id)
        unsavedReadings.insert(id)
        guard let line = layout[id] else { return readings.remove(id) }
        if line.hasInk { readings.invalidate(id, revision: revision) } else { readings.close(id, revision: revision) }
    }

    /// Puts a new stroke on its line, perhaps to be taken for a part of a figure later.
    mutating func putOnLine(_ placed: PlacedStroke) {
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
        lastStroke &+= 1
        return StrokeID(lastStroke)
    }

    /// - Parameter isMoved: it is put back at once, with the same samples elsewhere on the line: what was read of it is still about it.
    mutating func takeOffLine(_ placed: PlacedStroke, isMoved: Bool = false) {
        if isDiagram {
            diagram.changed.insert(placed.stroke.id)
            return
        }
        layout.remove(placed.stroke.id, from: placed.line)
        beyondLines[placed.stroke.id] = nil
        if !isMoved { readings.forget(placed.stroke.id, of: placed.line) }
        lineChanged(placed.line)
    }

    private mutating func makeAgain(_ changes: [DocumentChange]) {
        perform(changes)
        unsaved += changes
        if contact == .none { readings.finaliseAll() }
    }

    /// The newest first: taking away from the end, and putting back there, moves nothing else.
    private var removalOfEverything: [DocumentChange] {
        content.items.reversed().compactMap { item in item.key.map { DocumentChange(key: $0, before: item, after: nil) } }
    }
}

extension DocumentItem {
    /// Whether it is the same stroke on the same line, in another place.
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
    /// The largest number of steps that can be undone; older ones are dropped.
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

    /// Puts another step in place of the last one.
    mutating func replaceLast(with step: [DocumentChange]) {
        done.removeLast(min(1, done.count))
        if !step.isEmpty { record(step) }
    }

    /// Makes changes part of the last step, and takes them back first in the step to do again: the state between the two is another now.
    mutating func amend(_ changes: [DocumentChange]) {
        if let last = done.popLast() { done.append((last + changes).merged) }
        if let next = undone.popLast() { undone.append((changes.inverted + next).merged) }
    }

    /// Nothing can be undone or redone any more.
    mutating func forget() {
        done.removeAll()
        undone.removeAll()
    }

    /// The changes that take the last step back, which counts as undone from now on.
    mutating func undo() -> [DocumentChange]? {
        guard let step = done.popLast() else { return nil }
        undone.append(step)
        return step.inverted
    }

    /// The changes of the step to do again, which counts as done from now on.
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
    /// Nothing but the colour of a stroke changes: what is read of it stays.
    fileprivate var isOfColour: Bool {
        guard case .stroke(let old)? = before, case .stroke(var new)? = after, old.stroke.style.kind == new.stroke.style.kind else {
            return false
        }
        new.stroke.style = old.stroke.style
        return new == old
    }
}

extension [DocumentChange] {
    /// The inverse of all of them.
    var inverted: [DocumentChange] { reversed().map(\.inverse) }

    /// An equivalent list with the fewest changes: one for each item that differs in the end.
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
