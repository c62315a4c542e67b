public import Ink

/// A line as it is to be read: a copy that has nothing more to do with the editor.
public struct LineSnapshot: Sendable, Hashable {
    /// Which line.
    public var line: LineID
    /// Which state of the line; a reading is only taken for the line's present one.
    public var revision: UInt64
    /// The pen has rested or gone away: what is read now stays until the line changes.
    public var isFinal: Bool
    /// The line's strokes in the order they were drawn.
    public var strokes: [Stroke]
}

/// Consecutive samples of one stroke, both ends included.
public struct WordRange: Sendable, Hashable {
    /// Which stroke.
    public var stroke: StrokeID
    /// Index of the first sample.
    public var first: Int
    /// Index of the last sample.
    public var last: Int
}

/// One word of a line and where it is written.
public struct LineWord: Sendable, Hashable {
    /// The word, without spaces.
    public var text: String
    /// Around all samples it was read from; nil if there were none.
    public var box: Box?
    /// The samples that spell it.
    public var ranges: [WordRange]
}

/// What is known of a line.
public struct LineState: Sendable, Hashable, Identifiable {
    /// Its name in its editor.
    public var id: LineID
    /// Grows whenever a stroke comes to the line or leaves it.
    public var revision: UInt64
    /// The best reading so far; empty until there is one. It may be that of an earlier revision.
    public var text: String
    /// Readings, best first.
    public var candidates: [Candidate]
    /// The words of the best reading, in reading order.
    public var words: [LineWord]
    /// The reading is of this revision and stays until the line changes.
    public var isFinal: Bool
    /// Around all of the line's strokes.
    public var box: Box
}
