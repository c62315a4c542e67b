internal import Editing
internal import Ink
internal import XML

/// Writes documents of word processors (ECMA-376, WordprocessingML). They contain the headings, paragraphs and lists of the reflowed text,
/// and pictures of all other content.
struct WordDocument {
    let source: ExportSource
    let options: ExportOptions

    func document(_ block: Block) throws(ExportError) -> [UInt8] { try ZipArchive.bytes(parts(block)) }

    /// Returns the files in the document's archive.
    func parts(_ block: Block) throws(ExportError) -> [(name: String, bytes: [UInt8])] {
        let flow = Flow(block, source: source)
        var pictures = WordPictures(renderer: PageRenderer(source: source, options: options))
        var body: [XML] = []
        for part in flow.parts {
            switch part {
            case .paragraph(let paragraph): body.append(self.paragraph(paragraph))
            case .picture(let block): if let picture = try pictures.paragraph(block, source: source) { body.append(picture) }
            }
        }
        let page: [XML] = [
            XML("w:pgSz", [("w:w", "11906"), ("w:h", "16838")]),
            XML(
                "w:pgMar",
                ["top", "right", "bottom", "left"].map { ("w:\($0)", "1134") } + ["header", "footer", "gutter"].map { ("w:\($0)", "0") }),
        ]
        body.append(XML("w:sectPr", [], page))
        let files = WordParts(
            document: XML("w:document", WordParts.namespaces, [XML("w:body", [], body)]), lists: flow.lists, title: flow.title,
            language: source.snapshot.language, pictures: pictures.files)
        return files.all
    }

    private func paragraph(_ paragraph: FlowParagraph) -> XML {
        var properties: [XML] = []
        var indent: XML?
        switch paragraph.kind {
        case .heading(let level): properties.append(XML("w:pStyle", [("w:val", "Heading\(level)")]))
        case .paragraph(let steps): if steps > 0 { indent = XML("w:ind", [("w:left", "\(567 * steps)")]) }
        case .item(let list, let level):
            let number = [XML("w:ilvl", [("w:val", "\(min(8, level))")]), XML("w:numId", [("w:val", "\(list.number + 1)")])]
            properties.append(XML("w:numPr", [], number))
        }
        let isRightToLeft = WritingDirection(paragraph.text) == .rightToLeft
        if isRightToLeft { properties.append(XML("w:bidi")) }
        // the spacing of a heading comes from its style
        if !properties.contains(where: { $0.name == "w:pStyle" }) {
            properties.append(XML("w:spacing", [("w:after", paragraph.hasSpaceAfter ? "200" : "0")]))
        }
        if let indent { properties.append(indent) }
        return XML("w:p", [], [XML("w:pPr", [], properties)] + paragraph.runs.map { run($0, isRightToLeft: isRightToLeft) })
    }

    /// Returns a run of words with its formatting: an underlined word is bold, a struck-through word is struck through, a surrounded
    /// word has a border, and a highlighted word has a yellow background.
    private func run(_ run: FlowParagraph.Run, isRightToLeft: Bool) -> XML {
        var properties: [XML] = []
        if run.decorations.contains(.underline) { properties.append(XML("w:b")) }
        if run.decorations.contains(.strikethrough) { properties.append(XML("w:strike")) }
        if run.decorations.contains(.highlight) { properties.append(XML("w:highlight", [("w:val", "yellow")])) }
        if run.decorations.contains(.surround) {
            properties.append(XML("w:bdr", [("w:val", "single"), ("w:sz", "8"), ("w:space", "0"), ("w:color", "auto")]))
        }
        if isRightToLeft { properties.append(XML("w:rtl")) }
        let content = XML("w:t", [("xml:space", "preserve")], text: run.text)
        return XML("w:r", [], (properties.isEmpty ? [] : [XML("w:rPr", [], properties)]) + [content])
    }
}
