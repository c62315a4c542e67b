internal import Editing
internal import Ink

/// A line of text with the positions of its words, handwritten or typeset.
struct FlowLine {
    /// A word on the page.
    struct Word {
        /// The graphemes of the text.
        var characters: [String]
        /// The white space between the previous word and this one; empty for the first word.
        var gap: String
        /// The bounding box of the word's ink; without ink, the word's part of the line's box.
        var box: Box
        /// The y coordinate of the baseline.
        var baseline: Double
        var decorations: Set<Decoration.Kind>

        var text: String { characters.joined() }
    }

    /// The words in reading order; empty for a line of white space.
    var words: [Word]
    var box: Box
    /// The y coordinate of the baseline.
    var baseline: Double
    /// The approximate height of small letters.
    var xHeight: Double
    /// The typeset line; nil for ink.
    var typeset: TypesetLine?
    /// Whether the line begins a new block: it belongs to another block than the previous line.
    var beginsBlock = false

    var text: String { words.map { $0.gap + $0.text }.joined() }
    /// Whether the line has words and every word is underlined.
    var isUnderlined: Bool { !words.isEmpty && words.allSatisfy { $0.decorations.contains(.underline) } }

    /// The x-height as a fraction of a line's box, used if the x-height is unknown. It is less than half, because the box includes
    /// ascenders and descenders.
    private static let xHeightOfBox = 0.45
    /// The fraction of a line's box above the baseline, used if the baseline is unknown.
    private static let ascent = 0.75

    /// Returns the lines of a block's own text: one for each line in `BlockText`.
    static func lines(of block: Block) -> [FlowLine] {
        let text = BlockText(block)
        var typeset: [TypesetLine] = []
        if case .text(let lines) = block.content { typeset = lines.filter { !$0.text.isEmpty } }
        let written = text.lines.count - typeset.count
        return text.lines.enumerated().map { index, line in
            Self(line, of: text, in: block, typeset: index >= written ? typeset[index - written] : nil, beginsBlock: index == 0)
        }
    }

    private init(_ line: BlockText.Line, of text: BlockText, in block: Block, typeset: TypesetLine?, beginsBlock: Bool) {
        let pieces = text.pieces[line.pieces]
        let baseline = line.baseline ?? line.box.y + Self.ascent * line.box.height
        let (first, length) = (pieces.first?.first ?? 0, max(1, pieces.reduce(0) { $0 + $1.characters.count }))
        (box, self.baseline, self.typeset, self.beginsBlock) = (line.box, baseline, typeset, beginsBlock)
        xHeight = line.xHeight ?? Self.xHeightOfBox * line.box.height
        words = []
        var gap = ""
        for piece in pieces {
            guard piece.kind != .space else {
                gap = words.isEmpty ? "" : gap + piece.text
                continue
            }
            let word = BlockText.word(piece, in: block)
            // without better information, assume characters of equal width
            let share = Box(
                x: line.box.x + line.box.width * Double(piece.first - first) / Double(length), y: line.box.y,
                width: line.box.width * Double(piece.characters.count) / Double(length), height: line.box.height)
            words.append(
                Word(
                    characters: piece.characters, gap: gap, box: word?.box ?? share, baseline: word?.baseline ?? baseline,
                    decorations: word?.decorations ?? []))
            gap = ""
        }
    }
}
