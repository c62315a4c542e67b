internal import Editing
internal import Ink
internal import Markup

/// Writes documents of word processors (ECMA-376, WordprocessingML): a paragraph for each line, and pictures of what is no text.
struct WordDocument {
    let source: ExportSource
    let options: ExportOptions

    func document(_ block: Block) throws(ExportError) -> [UInt8] { try ZipArchive.bytes(parts(block)) }

    /// The files in the archive.
    func parts(_ block: Block) throws(ExportError) -> [(name: String, bytes: [UInt8])] {
        var pictures = WordPictures(renderer: PageRenderer(source: source, options: options))
        var body = try paragraphs(block, pictures: &pictures)
        let page: [XML] = [
            XML("w:pgSz", [("w:w", "11906"), ("w:h", "16838")]),
            XML(
                "w:pgMar",
                ["top", "right", "bottom", "left"].map { ("w:\($0)", "1134") } + ["header", "footer", "gutter"].map { ("w:\($0)", "0") }),
        ]
        body.append(XML("w:sectPr", [], page))
        let root = XML("w:document", WordParts.namespaces, [XML("w:body", [], body)])
        return WordParts.files(document: root, pictures: pictures.files)
    }

    private func paragraphs(_ block: Block, pictures: inout WordPictures) throws(ExportError) -> [XML] {
        if Self.isPicture(block) { return try pictures.paragraph(block, source: source).map { [$0] } ?? [] }
        let text = BlockText(block)
        var paragraphs: [XML] = []
        for (index, line) in text.lines.enumerated() {
            let runs = line.pieces.map { run($0, of: text, in: block) }
            let properties = XML("w:pPr", [], [XML("w:spacing", [("w:after", index == text.lines.count - 1 ? "200" : "0")])])
            paragraphs.append(XML("w:p", [], [properties] + runs))
        }
        let loose = source.looseStrokes(of: block).map(\.id)
        if !loose.isEmpty {
            var ink = Block(id: block.id, type: .drawing)
            ink.strokes = loose
            if let picture = try pictures.paragraph(ink, source: source) { paragraphs.append(picture) }
        }
        for child in block.children { paragraphs += try self.paragraphs(child, pictures: &pictures) }
        return paragraphs
    }

    /// Formulas, diagrams, drawings and images are shown as they look.
    private static func isPicture(_ block: Block) -> Bool {
        switch block.content {
        case .image, .figure: return true
        case .text: return false
        case .empty, nil: return ![.text, .container, .rawContent].contains(block.type)
        }
    }

    /// Those of a word, or those that the words before and after a space have in common.
    private func decorations(_ index: Int, of text: BlockText, in block: Block) -> Set<Decoration.Kind> {
        func own(_ index: Int) -> Set<Decoration.Kind> {
            text.pieces.indices.contains(index) ? BlockText.word(text.pieces[index], in: block)?.decorations ?? [] : []
        }
        return text.pieces[index].kind == .space ? own(index - 1).intersection(own(index + 1)) : own(index)
    }

    /// A word: an underline makes it bold, a line through it stays one, and a line around it becomes a border.
    private func run(_ index: Int, of text: BlockText, in block: Block) -> XML {
        let piece = text.pieces[index]
        let decorations = decorations(index, of: text, in: block)
        var properties: [XML] = []
        if decorations.contains(.underline) { properties.append(XML("w:b")) }
        if decorations.contains(.strikethrough) { properties.append(XML("w:strike")) }
        if decorations.contains(.surround) {
            properties.append(XML("w:bdr", [("w:val", "single"), ("w:sz", "8"), ("w:space", "0"), ("w:color", "auto")]))
        }
        let content = XML("w:t", [("xml:space", "preserve")], text: piece.text)
        return XML("w:r", [], (properties.isEmpty ? [] : [XML("w:rPr", [], properties)]) + [content])
    }
}
