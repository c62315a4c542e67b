public import Tablet

/// A user's settings of one tablet.
public struct TabletSettings: Sendable, Equatable {
    /// The adjustment of the tablet and its pens to the user.
    public var adjustment = TabletAdjustment()
    /// The actions of the tablet's keys, rings and strips.
    public var pad = PadBindings()

    /// Creates settings with nothing set.
    public init() {}
}
