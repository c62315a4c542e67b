internal import Ink

/// A stroke and the line it was written on.
struct PlacedStroke: Sendable {
    var stroke: Stroke
    var line: LineID
}

/// One change of content that can be taken back.
enum EditStep: Sendable {
    case added([PlacedStroke])
    case removed([PlacedStroke])

    /// The step that takes this one back.
    var inverse: EditStep {
        switch self {
        case .added(let strokes): .removed(strokes)
        case .removed(let strokes): .added(strokes)
        }
    }
}

/// What can be undone and redone.
struct UndoHistory: Sendable {
    private var done: [EditStep] = []
    private var undone: [EditStep] = []
    private let limit: Int

    init(limit: Int) { self.limit = max(0, limit) }

    var canUndo: Bool { !done.isEmpty }
    var canRedo: Bool { !undone.isEmpty }

    /// Remembers a new step; what was undone before can no longer be redone.
    mutating func record(_ step: EditStep) {
        undone.removeAll()
        done.append(step)
        if done.count > limit { done.removeFirst(done.count - limit) }
    }

    /// Nothing can be undone or redone any more.
    mutating func forget() {
        done.removeAll()
        undone.removeAll()
    }

    /// The step to take back, which counts as undone from now on.
    mutating func undo() -> EditStep? {
        guard let step = done.popLast() else { return nil }
        undone.append(step)
        return step
    }

    /// The step to do again, which counts as done from now on.
    mutating func redo() -> EditStep? {
        guard let step = undone.popLast() else { return nil }
        done.append(step)
        return step
    }
}
