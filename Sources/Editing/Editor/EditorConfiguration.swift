public import Ink

/// How an editor behaves. Lengths are millimetres.
public struct EditorConfiguration: Sendable, Hashable {
    /// How much an eraser takes away.
    public enum EraserMode: String, Sendable, Hashable, CaseIterable {
        /// Every stroke that it touches.
        case stroke
        /// What it goes over: strokes get holes, and are split.
        case pixel
    }

    /// What a line through words does.
    public enum StrikeThrough: String, Sendable, Hashable, CaseIterable {
        /// Takes them away.
        case erase
        /// Marks them.
        case decorate
    }

    /// How long the pen must rest before what was written is given its final reading, in microseconds.
    public var pauseMicroseconds: Int64 = 500_000
    /// How many steps can be undone; older ones are forgotten.
    public var undoLimit = 1000
    /// A stroke of this many samples ends, and a new one goes on from its last sample.
    public var maximumSamples = 100_000
    /// How many control points all strokes together may have, 48 bytes each. Above it the oldest quarter is forgotten, with all that could
    /// be undone. nil for no limit.
    public var maximumInk: Int? = 250_000
    /// How near the eraser must come to ink to take it away.
    public var eraserRadius = 1.0
    /// How much it takes away.
    public var eraserMode = EraserMode.stroke
    /// Strokes over words may be gestures that edit them.
    public var gestures = false
    /// What a line through words does.
    public var strikeThrough = StrikeThrough.erase
    /// How far guide lines are apart, the first so far below the top edge; nil where there are none. Lines that stand on them are read by
    /// their size and place.
    public var guideGap: Double?
    /// The shapes of a diagram and what connects them are blocks.
    public var diagramSubBlocks = true
    /// What new ink is drawn with.
    public var style = InkStyle()
    /// How many units of the surface are a millimetre: 1, but for devices that know no millimetres.
    public var unitsPerMillimetre = 1.0

    /// The defaults.
    public init() {}
}
