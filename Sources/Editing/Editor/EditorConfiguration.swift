public import Formula
public import Ink

/// The configuration of an editor. Lengths are in millimeters.
public struct EditorConfiguration: Sendable, Hashable {
    /// The extent of erasing.
    public enum EraserMode: String, Sendable, Hashable, CaseIterable {
        /// Every stroke that the eraser touches.
        case stroke
        /// The ink that the eraser passes over: strokes get holes, and are split.
        case pixel
    }

    /// The effect of a line through words.
    public enum StrikeThrough: String, Sendable, Hashable, CaseIterable {
        /// Removes the words.
        case erase
        /// Marks the words.
        case decorate
        /// No effect: the line is writing.
        case off
    }

    /// The limits of ink and of the undo history.
    public struct Limits: Sendable, Hashable {
        /// Maximum number of steps that can be undone; older ones are dropped.
        public var undoSteps = 1000
        /// Maximum number of samples of a stroke; a new stroke continues from the last one.
        public var strokeSamples = Stroke.mostSamples
        /// Maximum number of control points of all strokes together, 48 bytes each. Above it the oldest quarter is forgotten, and the undo
        /// history is cleared. nil for no limit.
        public var ink: Int? = 250_000
    }

    /// The eraser.
    public struct Eraser: Sendable, Hashable {
        /// The distance within which it removes ink.
        public var radius = 1.0
        /// The extent of erasing.
        public var mode = EraserMode.stroke
    }

    /// The gestures that edit words.
    public struct Gestures: Sendable, Hashable {
        /// Whether strokes over words may be gestures that edit them.
        public var isEnabled = false
        /// The gestures that edit; strokes that look like other gestures are writing.
        public var kinds = Set(EditGesture.Kind.allCases)
        /// The long strokes that act on a field; empty for editors that do not write into a field.
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
        /// Whether the results of formulas are written behind them, as ink.
        public var writesResults = false
    }

    /// The pause of the pen before a line gets its final reading, in microseconds.
    public var pauseMicroseconds: Int64 = 500_000
    /// Whether every line gets its final reading as soon as the pen leaves proximity.
    public var finishesWhenAway = true
    /// Whether lines are laid out as a page when the pen rests, and drawing is separated from writing. In a field all ink is text, and
    /// words leave its lines one by one.
    public var laysOutPages = true
    /// The content of lines: words, characters or a drawing.
    public var lineContent = LineContent.words
    /// The limits of ink and of the undo history.
    public var limits = Limits()
    /// The eraser.
    public var eraser = Eraser()
    /// The gestures that edit.
    public var gestures = Gestures()
    /// The spacing of guide lines, and the first one's distance from the top edge; nil without guide lines. The recognizer uses the size
    /// and position of lines that stand on them.
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
    public var unitsPerMillimetre = 1.0

    /// Creates the defaults.
    public init() {}
}
