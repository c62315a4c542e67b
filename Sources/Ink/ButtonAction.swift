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

/// The actions of a pen's barrel buttons; nil stands for what holds for pens in general, or else for `pass`.
public struct PenButtons: Sendable, Hashable {
    /// The button nearer to the tip (BTN_STYLUS).
    public var lower: ButtonAction?
    /// The button farther from the tip (BTN_STYLUS2).
    public var upper: ButtonAction?
    /// The third one (BTN_STYLUS3).
    public var third: ButtonAction?
    /// The one that makes an eraser of the pen by its firmware; nil, as well as `eraser`, leaves that to it.
    public var eraser: ButtonAction?

    /// Buttons with these actions.
    public init(lower: ButtonAction? = nil, upper: ButtonAction? = nil, third: ButtonAction? = nil, eraser: ButtonAction? = nil) {
        self.lower = lower
        self.upper = upper
        self.third = third
        self.eraser = eraser
    }

    /// These actions, and those of `other` wherever it has one.
    public func overridden(by other: PenButtons) -> PenButtons {
        PenButtons(
            lower: other.lower ?? lower, upper: other.upper ?? upper, third: other.third ?? third, eraser: other.eraser ?? eraser)
    }
}
