/// The action of a pen's barrel button, or of a key of a pad.
public enum ButtonAction: String, Sendable, Hashable, CaseIterable {
    /// No action by inkd: the event is passed to applications. Only for pen buttons, not for pad keys.
    case pass
    /// Undoes the last step.
    case undo
    /// Redoes the step that was undone last.
    case redo
    /// Replaces the last word with its next candidate.
    case nextCandidate
    /// Replaces the last word with its previous candidate.
    case previousCandidate
    /// Erases with the pen while the button is held.
    case eraser
    /// Switches between writing and only pointing.
    case pen
    /// No action, and applications do not receive the button.
    case ignore

    /// Whether the action is complete on press, instead of lasting while the button is held.
    public var happensOnPress: Bool {
        switch self {
        case .undo, .redo, .nextCandidate, .previousCandidate, .pen: true
        case .pass, .eraser, .ignore: false
        }
    }
}

/// The actions of a pen's barrel buttons. nil means the action for pens in general; without such an action, `pass`.
public struct PenButtons: Sendable, Hashable {
    /// The button nearer to the tip (BTN_STYLUS).
    public var lower: ButtonAction?
    /// The button farther from the tip (BTN_STYLUS2).
    public var upper: ButtonAction?
    /// The third button (BTN_STYLUS3).
    public var third: ButtonAction?
    /// The action of the button that makes the pen's firmware report an eraser; nil and `eraser` both keep that behavior.
    public var eraser: ButtonAction?

    /// Creates buttons with these actions.
    public init(lower: ButtonAction? = nil, upper: ButtonAction? = nil, third: ButtonAction? = nil, eraser: ButtonAction? = nil) {
        self.lower = lower
        self.upper = upper
        self.third = third
        self.eraser = eraser
    }

    /// Returns these actions, replaced by the actions that `other` sets.
    public func overridden(by other: PenButtons) -> PenButtons {
        PenButtons(
            lower: other.lower ?? lower, upper: other.upper ?? upper, third: other.third ?? third, eraser: other.eraser ?? eraser)
    }
}
