public import Ink

/// The actions of a ring, a strip or a dial, which has two directions.
public enum TurnAction: String, Sendable, Hashable, CaseIterable {
    /// Selects another candidate of the last word: the next one when turned clockwise or down, otherwise the previous one.
    case candidates
    /// Redoes when turned clockwise or down, otherwise undoes.
    case history
    /// No action.
    case ignore

    /// The action of one step; nil for ``ignore``.
    public func action(of step: PadStep) -> ButtonAction? {
        switch (self, step) {
        case (.candidates, .next): .nextCandidate
        case (.candidates, .previous): .previousCandidate
        case (.history, .next): .redo
        case (.history, .previous): .undo
        case (.ignore, _): nil
        }
    }
}

/// A direction in which a ring, a strip or a dial was turned.
public enum PadStep: Sendable, Hashable {
    /// Clockwise, downwards or to the right.
    case next
    /// Counterclockwise, upwards or to the left.
    case previous
}
