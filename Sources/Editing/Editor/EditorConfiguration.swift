/// How an editor behaves.
public struct EditorConfiguration: Sendable, Hashable {
    /// How long the pen must rest before what was written is given its final reading, in microseconds.
    public var pauseMicroseconds: Int64 = 500_000
    /// How many steps can be undone; older ones are forgotten.
    public var undoLimit = 1000
    /// A stroke of this many samples ends, and a new one goes on from its last sample.
    public var maximumSamples = 100_000
    /// How many samples all strokes together may have, 40 bytes each. Above it the oldest quarter is forgotten, with all that could be undone.
    public var maximumInk = 250_000
    /// How near the eraser must come to a stroke to take it away, in millimetres.
    ///
    /// Where nothing knows the device's size, a tenth of the typical height of a line is taken instead.
    public var eraserRadius = 1.0

    /// The defaults.
    public init() {}
}
