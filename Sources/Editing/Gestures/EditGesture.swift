public import Ink

/// A stroke over what is written that may ask for an edit, with what lies near it: a copy that has nothing more to do with the editor.
public struct GestureSnapshot: Sendable, Hashable {
    /// The stroke that was just written.
    public var stroke: Stroke
    /// What is written near it, oldest first.
    public var strokes: [Stroke]
    /// What that says, its ranges named by stroke.
    public var words: [LineWord]

    /// A stroke, and what it may be over.
    public init(stroke: Stroke, strokes: [Stroke], words: [LineWord]) {
        self.stroke = stroke
        self.strokes = strokes
        self.words = words
    }
}

/// An edit that a stroke asks for.
public struct EditGesture: Sendable, Hashable {
    /// What it asks for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Take away what it lies over.
        case scratchOut = "scratch-out"
        /// Take away or mark the words it goes through.
        case strikethrough
        /// Mark the words above it.
        case underline
        /// Mark the words within it.
        case surround
        /// Take away the space between two words.
        case join
        /// Part words or letters.
        case split
        /// Make room.
        case insert
    }

    /// What it asks for.
    public var kind: Kind
    /// The stroke that asks for it.
    public var stroke: StrokeID
    /// The words that it is over, from left to right: what they say and the strokes they are written with. Those on both sides of a join.
    public var words: [LineWord]
    /// Strokes that it lies over for their greater part.
    public var strokes: [StrokeID]
    /// Where a join, a split or an insertion is to be; nil for the other kinds.
    public var x: Double?

    /// An edit that a stroke asks for.
    public init(kind: Kind, stroke: StrokeID, words: [LineWord], strokes: [StrokeID], x: Double?) {
        self.kind = kind
        self.stroke = stroke
        self.words = words
        self.strokes = strokes
        self.x = x
    }
}
