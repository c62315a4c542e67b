/// The action of a pen's barrel button, or of a key of a pad.
public enum ButtonAction: String, Sendable, Hashable, CaseIterable {
    /// None of inkd's: programs see the button. Of pens' buttons alone.
    case pass
    /// Takes the last step back.
    case undo
    /// Does the step that was taken back last again.
    case redo
    /// Puts the next candidate in place of the last word.
    case nextCandidate
    /// Puts the previous candidate in place of the last word.
    case previousCandidate
    /// The pen erases while it is held.
    case eraser
    /// Turns the switch "Pen writes text" on or off.
    case pen
    /// None, and no program sees it.
    case ignore

    /// Is over when the button is pressed, rather than lasting while it is held.
    public var happensOnPress: Bool {
        switch self {
        case .undo, .redo, .nextCandidate, .previousCandidate, .pen: true
        case .pass, .eraser, .ignore: false
        }
    }
}

/// The actions of a ring, a strip or a dial, which has two directions.
public enum TurnAction: String, Sendable, Hashable, CaseIterable {
    /// The next candidate of the last word, clockwise or downwards; the previous one the other way.
    case candidates
    /// Redo, clockwise or downwards; undo the other way.
    case history
    /// None.
    case ignore

    /// The action of one step; nil if there is none.
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

/// A direction in which a ring, a strip or a dial went on.
public enum PadStep: Sendable, Hashable {
    /// Clockwise, downwards or to the right.
    case next
    /// The other way.
    case previous
}
