public import Ink

/// A stroke and the line on which it was written.
public struct PlacedStroke: Sendable, Hashable {
    /// The stroke.
    public var stroke: InkStroke
    /// The line on which the stroke was written.
    public var line: LineID

    /// Creates a stroke on a line.
    public init(stroke: InkStroke, line: LineID) {
        self.stroke = stroke
        self.line = line
    }
}

/// The text that the user chose for a word. The choice is valid as long as the word consists of the same strokes.
public struct WordChoice: Sendable, Hashable {
    /// The word's strokes, ascending; never empty. The first stroke identifies the choice.
    public var strokes: [StrokeID]
    /// The index of the word among the words of its line with exactly these strokes. The index is 0 unless several words were written
    /// without lifting the pen.
    public var place: Int
    /// The chosen text.
    public var text: String

    /// Creates a choice for the word of these strokes.
    public init(strokes: [StrokeID], place: Int = 0, text: String) {
        self.strokes = strokes
        self.place = place
        self.text = text
    }
}

/// The ID of a decoration. IDs are never reused within a document.
public struct DecorationID: Sendable, Hashable, Comparable {
    /// The underlying number.
    public var value: UInt64

    /// Creates the ID with this number.
    public init(_ value: UInt64) { self.value = value }

    /// Whether `a` was created before `b`.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// A line under, through or around words, drawn as a gesture, or a highlight.
public struct Decoration: Sendable, Hashable {
    /// The kind of a decoration.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A line below the words.
        case underline
        /// A line through the middle of the words.
        case strikethrough
        /// A line around the words.
        case surround
        /// The ink of a marker over the words. This decoration is derived from the ink, and is not stored.
        case highlight
    }

    /// The decoration's ID.
    public var id: DecorationID
    /// The kind of the decoration.
    public var kind: Kind
    /// The decorated strokes and typeset words, ascending. Deleted strokes may still be listed, and are ignored.
    public var strokes: [StrokeID]

    /// Creates a decoration of these strokes.
    public init(id: DecorationID, kind: Kind, strokes: [StrokeID]) {
        self.id = id
        self.kind = kind
        self.strokes = strokes
    }
}

/// The key that identifies an item of a document. The order of keys is that of the items in a stored document.
public enum ItemKey: Sendable, Hashable, Comparable {
    /// A stroke.
    case stroke(StrokeID)
    /// A block with content other than strokes.
    case block(BlockID)
    /// A text choice, identified by the first of its strokes.
    case choice(StrokeID)
    /// A decoration.
    case decoration(DecorationID)
    /// A decision about the space between words, identified by the first stroke after the space.
    case boundary(StrokeID)
    /// A typeset word.
    case word(StrokeID)
}

/// One item of a document.
public enum DocumentItem: Sendable, Hashable {
    /// A stroke on its line.
    case stroke(PlacedStroke)
    /// An added block at its position.
    case block(AddedBlock)
    /// A chosen text of a word.
    case choice(WordChoice)
    /// A decoration of words.
    case decoration(Decoration)
    /// A decision about the space between words.
    case boundary(WordBoundary)
    /// A typeset word on its line.
    case word(TypesetWord)

    /// The item's key; nil for a choice or a boundary without strokes, which documents reject.
    public var key: ItemKey? {
        switch self {
        case .stroke(let placed): .stroke(placed.stroke.id)
        case .block(let block): .block(block.id)
        case .choice(let choice): choice.strokes.first.map { .choice($0) }
        case .decoration(let decoration): .decoration(decoration.id)
        case .boundary(let boundary): boundary.right.first.map { .boundary($0) }
        case .word(let word): .word(word.id)
        }
    }
}

/// A change of one item: its insertion, removal or replacement.
public struct DocumentChange: Sendable, Hashable {
    /// The key of the changed item.
    public var key: ItemKey
    /// The item before the change; nil for an insertion.
    public var before: DocumentItem?
    /// The item after the change; nil for a removal.
    public var after: DocumentItem?

    /// Creates a change of one item.
    public init(key: ItemKey, before: DocumentItem?, after: DocumentItem?) {
        self.key = key
        self.before = before
        self.after = after
    }

    /// The change that reverts this one.
    public var inverse: DocumentChange { DocumentChange(key: key, before: after, after: before) }
}
