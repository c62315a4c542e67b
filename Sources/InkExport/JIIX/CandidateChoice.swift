public import Editing

/// The choice of another text for a word of a line.
public struct CandidateChoice: Sendable, Hashable {
    /// The word's line.
    public var line: LineID
    /// The word's index in the line's `words`.
    public var word: Int
    /// The chosen text, one of the word's candidates.
    public var text: String

    /// Creates a choice for a word.
    public init(line: LineID, word: Int, text: String) {
        self.line = line
        self.word = word
        self.text = text
    }
}

extension Export {
    /// Returns the choices in an edited JIIX export: the words whose label was replaced by another of their candidates.
    ///
    /// - Throws: `ExportError.changedSinceExported` if the block has changed since the export, `notACandidate` for a label that is not one
    ///   of the word's candidates.
    public static func choices(
        in imported: ImportedJIIX, for block: Block, of snapshot: DocumentSnapshot
    ) throws(ExportError) -> [CandidateChoice] {
        if let revision = imported.revision, revision != snapshot.revision {
            throw .changedSinceExported(reason: "it was revision \(revision), and now it is \(snapshot.revision)")
        }
        return try choices(in: imported.root, for: block)
    }

    private static func choices(in imported: ImportedJIIX.Block, for block: Block) throws(ExportError) -> [CandidateChoice] {
        guard imported.id == block.id else {
            throw .changedSinceExported(reason: "block \(block.id) has replaced block \(imported.id)")
        }
        guard imported.children.count == block.children.count else {
            throw .changedSinceExported(reason: "block \(block.id) has \(block.children.count) blocks, not \(imported.children.count)")
        }
        let pieces = BlockText(block).pieces
        guard let words = imported.words ?? (pieces.isEmpty ? [] : nil) else {
            throw .invalidJIIX(path: "$", reason: "block \(block.id) was exported without words; export it with \(JIIXPart.words.rawValue)")
        }
        guard words.count == pieces.count else {
            throw .changedSinceExported(reason: "block \(block.id) has \(pieces.count) words and spaces instead of \(words.count)")
        }
        var choices: [CandidateChoice] = []
        for (index, (word, piece)) in zip(words, pieces).enumerated() {
            if let choice = try choice(word, at: index, for: piece, in: block) { choices.append(choice) }
        }
        for (before, now) in zip(imported.children, block.children) { choices += try self.choices(in: before, for: now) }
        return choices
    }

    /// Returns the chosen candidate of a word; nil if its label is unchanged.
    private static func choice(
        _ imported: ImportedJIIX.Word, at index: Int, for piece: BlockText.Piece, in block: Block
    ) throws(ExportError) -> CandidateChoice? {
        let candidates = piece.kind == .space ? nil : JIIXWriter.candidates(of: piece, in: block)
        guard imported.candidates == candidates, imported.firstCharacter ?? piece.first == piece.first,
            imported.lastCharacter ?? piece.last == piece.last
        else { throw .changedSinceExported(reason: "word \(index) of block \(block.id) is different") }
        guard imported.label != piece.text else { return nil }
        guard let candidates, candidates.contains(imported.label), case .written(let line, let word) = piece.kind else {
            throw .notACandidate(word: index, label: imported.label, candidates: candidates ?? [])
        }
        return CandidateChoice(line: block.lines[line].id, word: word, text: imported.label)
    }
}
