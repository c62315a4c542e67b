internal import Editing
internal import Ink

extension JIIXWriter {
    /// What the lines of a block say: the label, its words, its characters, its lines.
    func text(_ block: Block) -> [(String, JSON)] {
        let text = BlockText(block)
        guard !text.pieces.isEmpty else { return [] }
        var members: [(String, JSON)] = [("label", .string(text.label))]
        if parts.contains(.words) { members.append(("words", .array(text.pieces.map { .object(word($0, in: block)) }))) }
        if parts.contains(.chars) {
            let chars = text.pieces.enumerated().flatMap { index, piece in self.chars(piece, index: index, in: block) }
            members.append(("chars", .array(chars)))
        }
        if parts.contains(.lines) { members.append(("lines", .array(text.lines.map { .object(line($0, of: text)) }))) }
        return members
    }

    /// A word; white space is one without candidates.
    private func word(_ piece: BlockText.Piece, in block: Block) -> [(String, JSON)] {
        var members: [(String, JSON)] = [("label", .string(piece.text))]
        let word = BlockText.word(piece, in: block)
        if piece.kind != .space {
            members.append(("candidates", .array(Self.candidates(of: piece, in: block).map(JSON.string))))
        }
        members += [("first-char", .integer(piece.first)), ("last-char", .integer(piece.last))]
        guard let word else { return members }
        if !word.decorations.isEmpty {
            members.append(("decorations", .array(word.decorations.map(\.rawValue).sorted().map(JSON.string))))
        }
        if let box = word.box { members += self.box(box) }
        if parts.contains(.strokes) { members.append(("items", .array(word.ranges.flatMap { items($0, of: block) }))) }
        return members
    }

    /// What a word may say, what it says the first of it: a person may have chosen what was not.
    static func candidates(of piece: BlockText.Piece, in block: Block) -> [String] {
        let candidates = BlockText.word(piece, in: block)?.candidates.map(\.text) ?? []
        return candidates.contains(piece.text) ? candidates : [piece.text] + candidates
    }

    private func chars(_ piece: BlockText.Piece, index: Int, in block: Block) -> [JSON] {
        let graphemes = BlockText.word(piece, in: block)?.graphemes ?? []
        return piece.characters.enumerated().map { place, character in
            var members: [(String, JSON)] = [("label", .string(character))]
            if piece.kind != .space { members.append(("candidates", .array([.string(character)]))) }
            members.append(("word", .integer(index)))
            if graphemes.count == piece.characters.count, graphemes[place].text == character,
                let box = Box(around: graphemes[place].ranges.flatMap { samples(of: $0) })
            {
                members.append(("grid", grid(box)))
            }
            return .object(members)
        }
    }

    /// The corners of what a character covers, clockwise from the top left.
    private func grid(_ box: Box) -> JSON {
        let scale = source.millimetres
        let corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
        return .array(corners.map { .object([("x", .number($0.0 * scale)), ("y", .number($0.1 * scale))]) })
    }

    private func line(_ line: BlockText.Line, of text: BlockText) -> [(String, JSON)] {
        let pieces = text.pieces[line.pieces]
        var members: [(String, JSON)] = [
            ("first-char", .integer(pieces.first?.first ?? 0)), ("last-char", .integer(pieces.last?.last ?? 0)),
        ]
        members += box(line.box)
        if let baseline = line.baseline { members.append(("baseline-y", .number(baseline * source.millimetres))) }
        if let xHeight = line.xHeight { members.append(("x-height", .number(xHeight * source.millimetres))) }
        return members
    }
}
