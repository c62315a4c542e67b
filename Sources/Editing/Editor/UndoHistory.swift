/// What can be undone and redone: steps, each of which is a list of changes that belong together.
struct UndoHistory: Sendable {
    private var done: [[DocumentChange]] = []
    private var undone: [[DocumentChange]] = []
    /// How many steps can be undone; older ones are forgotten.
    var limit: Int { didSet { shorten() } }

    init(limit: Int) { self.limit = limit }

    var canUndo: Bool { !done.isEmpty }
    var canRedo: Bool { !undone.isEmpty }
    /// How many steps can be undone.
    var undoCount: Int { done.count }
    /// How many steps can be redone.
    var redoCount: Int { undone.count }
    /// The step that would be undone next.
    var last: [DocumentChange]? { done.last }

    /// Remembers a new step; what was undone before can no longer be redone.
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

extension [DocumentChange] {
    /// What takes all of them back.
    var inverted: [DocumentChange] { reversed().map(\.inverse) }

    /// The same in as few changes as can be: one for each thing that is not what it was.
    var merged: [DocumentChange] {
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
