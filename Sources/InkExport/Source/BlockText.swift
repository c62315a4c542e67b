internal import Editing
internal import Formula
internal import Ink

/// The text of a block's own lines, split into words and the white space between them.
struct BlockText {
    /// A word, or white space.
    struct Piece {
        /// The kind of a piece.
        enum Kind: Equatable {
            /// White space between words, or between lines.
            case space
            /// A word of a line with ink: the index of the line in the block's `lines`, and of the word in the line's `words`.
            case written(line: Int, word: Int)
            /// A word of a line without ink, with the line's index in `BlockText.lines`.
            case typeset(line: Int)
        }

        var kind: Kind
        /// The graphemes of the text.
        var characters: [String]
        /// The index of the piece's first character in the whole text.
        var first: Int

        var text: String { characters.joined() }
        var last: Int { first + characters.count - 1 }
    }

    /// A line with text.
    struct Line {
        /// The line's identifier in the editor; nil if the line has no ink.
        var id: LineID?
        var box: Box
        var baseline: Double?
        var xHeight: Double?
        /// The range of the line's pieces in `BlockText.pieces`.
        var pieces: Range<Int>
    }

    private(set) var pieces: [Piece] = []
    private(set) var lines: [Line] = []

    /// The whole text; every line except the last ends with a line feed.
    var label: String { pieces.map(\.text).joined() }
    private var length: Int { pieces.last.map { $0.last + 1 } ?? 0 }

    init(_ block: Block) {
        for (index, line) in block.lines.enumerated() where !line.text.isEmpty {
            let first = begin()
            add(line, index: index)
            let box = line.words.compactMap(\.box).reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box } ?? line.box
            lines.append(
                Line(
                    id: line.id, box: box, baseline: mean(line.words.compactMap(\.baseline)),
                    xHeight: mean(line.words.compactMap(\.xHeight)), pieces: first..<pieces.count))
        }
        guard case .text(let typeset) = block.content else { return }
        for line in typeset where !line.text.isEmpty {
            let first = begin()
            addTypeset(line.text)
            lines.append(Line(id: nil, box: line.box, baseline: line.baseline, xHeight: nil, pieces: first..<pieces.count))
        }
    }

    /// Returns the word of a piece; nil for white space and for text without ink.
    static func word(_ piece: Piece, in block: Block) -> LineWord? {
        guard case .written(let line, let word) = piece.kind else { return nil }
        return block.lines[line].words[word]
    }

    /// Ends the previous line, if any, and returns the index of the next line's first piece.
    private mutating func begin() -> Int {
        if !lines.isEmpty { append(.space, ["\n"]) }
        return pieces.count
    }

    private mutating func append(_ kind: Piece.Kind, _ characters: [String]) {
        if !characters.isEmpty { pieces.append(Piece(kind: kind, characters: characters, first: length)) }
    }

    /// Adds the words of a line, separated by the white space between them in the line's text.
    private mutating func add(_ line: LineState, index: Int) {
        guard !line.words.isEmpty else { return addTypeset(line.text) }
        var rest = line.text[...]
        for (place, word) in line.words.enumerated() {
            let gap = rest.prefix(while: \.isWhitespace)
            rest = rest.dropFirst(gap.count)
            if rest.hasPrefix(word.text) {
                rest = rest.dropFirst(word.text.count)
                if place > 0 { append(.space, gap.map(String.init)) }
            } else {
                // The word is not in the line's text: it was recognized, or chosen by the user, independently of the line.
                rest = ""
                if place > 0 { append(.space, [" "]) }
            }
            let graphemes = word.graphemes.map(\.text)
            append(.written(line: index, word: place), graphemes.joined() == word.text ? graphemes : word.text.map(String.init))
        }
    }

    private mutating func addTypeset(_ text: String) {
        var rest = text[...]
        while let first = rest.first {
            let run = rest.prefix { $0.isWhitespace == first.isWhitespace }
            append(first.isWhitespace ? .space : .typeset(line: lines.count), run.map(String.init))
            rest = rest.dropFirst(run.count)
        }
    }
}

private func mean(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }

/// The text of blocks, without formatting.
enum PlainText {
    /// Returns the text line by line in reading order, with an empty line between blocks. A formula is LaTeX, enclosed in dollar signs if
    /// it is in a row with words.
    static func text(of block: Block) -> String {
        let blocks = texts(of: block)
        return blocks.isEmpty ? "" : blocks.joined(separator: "\n\n") + "\n"
    }

    private static func texts(of block: Block) -> [String] {
        if let formula = block.formula { return [LaTeXWriter.text(of: formula.math)] }
        let own = BlockText(block).label
        var texts = own.isEmpty ? [] : [own]
        for (place, child) in block.children.enumerated() {
            let isBehind = place > 0 && child.isInRow(behind: block.children[place - 1]) && !texts.isEmpty
            let isBefore = place + 1 < block.children.count && block.children[place + 1].isInRow(behind: child)
            var own = Self.texts(of: child)
            if child.formula != nil, isBehind || isBefore { own = own.map { "$\($0)$" } }
            if isBehind, let first = own.first { texts[texts.count - 1] += " " + first }
            texts += own.dropFirst(isBehind ? 1 : 0)
        }
        return texts
    }
}
