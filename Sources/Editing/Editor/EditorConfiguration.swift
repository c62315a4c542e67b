public import Formula
public import Ink

/// The configuration of an editor. Lengths are in millimeters.
public struct EditorConfiguration: Sendable, Hashable {
    /// The extent of erasing.
    public enum EraserMode: String, Sendable, Hashable, CaseIterable {
        /// Erases every stroke that the eraser touches.
        case stroke
        /// Erases only the ink that the eraser touches: strokes get holes, or are split.
        case pixel
    }

    /// The effect of a line through words.
    public enum StrikeThrough: String, Sendable, Hashable, CaseIterable {
        /// Removes the words.
        case erase
        /// Marks the words.
        case decorate
        /// No effect: a line through words is ordinary ink.
        case off
    }

    /// The limits of ink and of the undo history.
    public struct Limits: Sendable, Hashable {
        /// Maximum number of steps that can be undone; older ones are dropped.
        public var undoSteps = 1000
        /// Maximum number of samples of a stroke. A longer stroke continues as a new stroke, which begins at the last sample.
        public var strokeSamples = Stroke.mostSamples
        /// Maximum number of control points of all strokes together, 48 bytes each; nil for no limit. If the limit is exceeded, the oldest
        /// quarter of the ink is removed, and the undo history is cleared.
        public var ink: Int? = 250_000
    }

    /// The eraser.
    public struct Eraser: Sendable, Hashable {
        /// The radius within which the eraser removes ink.
        public var radius = 1.0
        /// The extent of erasing.
        public var mode = EraserMode.stroke
    }

    /// The gestures that edit words.
    public struct Gestures: Sendable, Hashable {
        /// Whether strokes over words may be editing gestures.
        public var isEnabled = false
        /// The gestures that are recognized; strokes that look like other gestures are text.
        public var kinds = Set(EditGesture.Kind.allCases)
        /// The long strokes that act as keys in a text field; empty for editors that do not write into a field.
        public var longStrokes: Set<LongStroke> = []
        /// The effect of a line through words.
        public var strikeThrough = StrikeThrough.erase
    }

    /// The treatment of formulas.
    public struct Formulas: Sendable, Hashable {
        /// Whether formulas are searched for among the words of a Text Document.
        public var areSearched = false
        /// The solver.
        public var solver = Solver(angle: .degrees)
        /// The notation of results.
        public var numbers = NumberFormat()
        /// Whether the result of a formula is written after the formula, as ink.
        public var writesResults = false
    }

    /// The pause of the pen before a line gets its final reading, in microseconds.
    public var pauseMicroseconds: Int64 = 500_000
    /// Whether all lines get their final readings as soon as the pen leaves proximity.
    public var finishesWhenAway = true
    /// Whether the whole page is laid out, and drawings are separated from text, when the pen rests. Disabled in a text field, where all
    /// ink is text, and words are removed after they are committed.
    public var laysOutPages = true
    /// Whether the ink of markers highlights words. Disabled in a text field, where all ink is text.
    public var marksWithMarkers = true
    /// The content of lines: words, characters or a drawing.
    public var lineContent = LineContent.words
    /// The limits of ink and of the undo history.
    public var limits = Limits()
    /// The eraser.
    public var eraser = Eraser()
    /// The gestures that edit.
    public var gestures = Gestures()
    /// The distance between guide lines, and from the top edge to the first one; nil without guide lines. For text on guide lines, the
    /// recognizer uses their position and size.
    public var guideGap: Double?
    /// Whether the shapes of a diagram and their connections are blocks.
    public var diagramSubBlocks = true
    /// The treatment of formulas.
    public var formulas = Formulas()
    /// The style of new ink.
    public var style = InkStyle()
    /// The pens that clients can select by name.
    public var pens: PenStyles?
    /// The style of a highlighter's ink.
    public var highlighter: InkStyle { pens?["highlighter"] ?? .highlighter }
    /// Units of the surface per millimeter: 1, except for devices of unknown size.
    public var unitsPerMillimeter = 1.0

    /// Creates the defaults.
    public init() {}
}
