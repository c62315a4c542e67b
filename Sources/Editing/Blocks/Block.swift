public import Formula
public import Ink

/// The type of a block.
public enum BlockType: String, Sendable, Hashable, CaseIterable {
    /// Lines of handwriting or of typeset text.
    case text = "Text"
    /// A formula.
    case math = "Math"
    /// Shapes and their connections.
    case diagram = "Diagram"
    /// Ink that is not read, or a picture.
    case drawing = "Drawing"
    /// Several blocks of any kind.
    case container = "Container"
    /// Ink of no particular kind.
    case rawContent = "Raw Content"
    /// A shape of a diagram.
    case node = "Node"
    /// A straight connection of a diagram.
    case edge = "Edge"
    /// A connection of a diagram that bends: several straight pieces, or a curve.
    case polyedge = "Polyedge"
}

/// A block at one revision: its ink, its text, and the blocks within it.
public struct Block: Sendable, Hashable, Identifiable {
    /// The block's name: `root`, or a name that is stable for the life of the block.
    public var id: String
    /// The block's type.
    public var type: BlockType
    /// The box around everything in the block; nil if the block is empty.
    public var box: Box?
    /// The blocks directly within this block, from top to bottom.
    public var children: [Block] = []
    /// The strokes of the block itself, without those of its children, in drawing order.
    public var strokes: [StrokeID] = []
    /// The block's own lines, from top to bottom. Each word has its candidates, its decorations, and whether a person chose its text.
    public var lines: [LineState] = []
    /// The content of the block other than ink; nil if the block has only ink.
    public var content: AddedBlock.Content?
    /// For a node or a connection of a diagram, the name of the recognized shape, such as `rectangle`. For a node of a formula, its kind,
    /// such as `fraction`.
    public var shape: String?
    /// The formula or formula node that the block represents; nil for other blocks, and for a formula that has not been recognized.
    public var formula: FormulaNode?
    /// The line of the block's formula, also for a node of a formula; nil for other blocks.
    public var line: LineID?
    /// The symbols of a formula's node, without those of its children.
    public var symbols: [FormulaSymbol] = []
    /// The typeset symbols of a formula; empty for other blocks.
    public var typeset = TypesetSymbols()
    /// The regularized outline of a node or a connection, in the unit of the ink; nil for other blocks.
    public var figure: Figure?
    /// The nodes at the ends of a connection.
    public var ends = Ends()

    /// The typeset symbols of a formula, or of one of its nodes.
    public struct TypesetSymbols: Sendable, Hashable {
        /// The IDs of the block's own typeset symbols, without those of its children. Each symbol is a typeset word.
        public var words: [StrokeID] = []
        /// The ink from which the symbols were converted.
        public var ink: [InkStroke] = []
        /// The type size: the length of an em, in the unit of the ink. nil if the formula is not typeset.
        public var size: Double?
    }

    /// The ends of a connection.
    public struct Ends: Sendable, Hashable {
        /// The node at the start of the connection; nil if the connection starts at no node.
        public var from: BlockEnd?
        /// The node at the end of the connection; nil if the connection ends at no node.
        public var to: BlockEnd?
    }

    /// Creates a block with this name and type.
    public init(id: String, type: BlockType, box: Box? = nil) {
        self.id = id
        self.type = type
        self.box = box
    }

    /// Returns the block with this name: this block or one of its descendants; nil if not found.
    public func block(_ id: String) -> Block? {
        if self.id == id { return self }
        for child in children {
            if let found = child.block(id) { return found }
        }
        return nil
    }

    /// The names of this block and of all its descendants.
    public var names: [String] { [id] + children.flatMap(\.names) }

    /// Returns the innermost block whose box contains a point; nil if the point is outside this block. If several children contain the
    /// point, the last child counts.
    public func hit(_ place: Point) -> Block? {
        for child in children.reversed() {
            if let found = child.hit(place) { return found }
        }
        guard let box, box.intersects(Box(x: place.x, y: place.y, width: 0, height: 0)) else { return nil }
        return self
    }

    /// Whether this block continues the last line of the other block to the right. Exactly one of the two blocks must be a formula.
    public func isInRow(behind other: Block) -> Bool {
        guard (formula == nil) != (other.formula == nil), let begin = formula == nil ? lines.first?.box : box,
            let end = other.formula == nil ? other.lines.last?.box : other.box
        else { return false }
        return begin.isInRow(with: end) && begin.x + begin.width / 2 > end.x + end.width / 2
    }

    /// All strokes of this block and of its descendants.
    public var allStrokes: [StrokeID] { strokes + children.flatMap(\.allStrokes) }

    /// The IDs of all typeset words of this block and of its descendants.
    public var allTypesetWords: [StrokeID] {
        lines.flatMap(\.words).compactMap(\.typeset) + typeset.words + children.flatMap(\.allTypesetWords)
    }

    /// All lines of this block and of its descendants: block by block, and from top to bottom within each block.
    public var allLines: [LineState] { lines + children.flatMap(\.allLines) }
}

/// A symbol of a formula in a block.
public struct FormulaSymbol: Sendable, Hashable {
    /// The symbol's index among the words of the formula's line.
    public var index: Int
    /// Candidates in Unicode, best first.
    public var candidates: [String]

    /// Creates a symbol.
    public init(index: Int, candidates: [String]) {
        self.index = index
        self.candidates = candidates
    }
}

/// The end of a connection at a node.
public struct BlockEnd: Sendable, Hashable {
    /// The node's block.
    public var node: String
    /// The point on the node's border: its direction from the center of the node's box, in radians, clockwise from the x axis, −π…π.
    public var port: Double

    /// Creates an end at this point of a node.
    public init(node: String, port: Double) {
        self.node = node
        self.port = port
    }
}

/// A document at one revision, in the form that exports use.
public struct DocumentSnapshot: Sendable {
    /// The type of the part.
    public var type: PartType
    /// The document's revision at the time of the snapshot.
    public var revision: UInt64
    /// The language of text recognition; nil if not set.
    public var language: String?
    /// Units of the ink per millimeter: 1, except for devices of unknown size.
    public var unitsPerMillimeter: Double
    /// All strokes in the order they were drawn.
    public var strokes: [InkStroke]
    /// The whole document as a tree.
    public var root: Block

    /// Creates a document at one revision.
    public init(type: PartType, revision: UInt64, language: String?, unitsPerMillimeter: Double, strokes: [InkStroke], root: Block) {
        self.type = type
        self.revision = revision
        self.language = language
        self.unitsPerMillimeter = unitsPerMillimeter
        self.strokes = strokes
        self.root = root
    }
}
