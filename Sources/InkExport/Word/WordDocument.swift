internal import CLibarchive
internal import Editing
internal import Ink
internal import Markup

/// Writes documents of word processors (ECMA-376, WordprocessingML): a paragraph for each line, and pictures of everything but text.
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

    /// The decorations of a word, or those that the words before and after a space have in common.
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

/// The files that make up a document of a word processor (ECMA-376, part 2: Open Packaging Conventions).
private enum WordParts {
    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"

    /// The namespaces of the document's root.
    static let namespaces = [
        ("xmlns:w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"), ("xmlns:r", office),
        ("xmlns:wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
        ("xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main"),
        ("xmlns:pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"),
    ]

    /// In the order in which they are stored: the list of the others' types comes first.
    static func files(document: XML, pictures: [(name: String, bytes: [UInt8])]) -> [(name: String, bytes: [UInt8])] {
        let links = pictures.enumerated().map { index, picture in
            relationship("image\(index + 1)", "\(office)/image", "media/\(picture.name)")
        }
        return [
            ("[Content_Types].xml", contentTypes.document),
            ("_rels/.rels", relationships([relationship("document", "\(office)/officeDocument", "word/document.xml")]).document),
            ("word/document.xml", document.document), ("word/_rels/document.xml.rels", relationships(links).document),
        ] + pictures.map { ("word/media/\($0.name)", $0.bytes) }
    }

    private static var contentTypes: XML {
        let defaults = [
            ("rels", "application/vnd.openxmlformats-package.relationships+xml"), ("xml", "application/xml"), ("png", "image/png"),
            ("jpeg", "image/jpeg"),
        ]
        let main = "\(ExportFormat.docx.rawValue).main+xml"
        return XML(
            "Types", [("xmlns", "\(package)/content-types")],
            defaults.map { XML("Default", [("Extension", $0), ("ContentType", $1)]) }
                + [XML("Override", [("PartName", "/word/document.xml"), ("ContentType", main)])])
    }

    private static func relationships(_ links: [XML]) -> XML { XML("Relationships", [("xmlns", "\(package)/relationships")], links) }

    private static func relationship(_ id: String, _ type: String, _ target: String) -> XML {
        XML("Relationship", [("Id", id), ("Type", type), ("Target", target)])
    }
}

/// The pictures of a document that is being written.
private struct WordPictures {
    let renderer: PageRenderer
    private(set) var files: [(name: String, bytes: [UInt8])] = []

    init(renderer: PageRenderer) { self.renderer = renderer }

    /// Millimetres between the margins of an A4 page, and some room for a line of text.
    private static let room = (width: 170.0, height: 240.0)
    /// English metric units, the unit of DrawingML: 36 000 to the millimetre.
    private static let unitsPerMillimetre = 36_000.0

    /// A paragraph with the picture of a block, made smaller if the paper is; nil if there is nothing to see.
    mutating func paragraph(_ block: Block, source: ExportSource) throws(ExportError) -> XML? {
        let page = try renderer.page(block, margin: 0)
        guard page.width > 0, page.height > 0 else { return nil }
        let name: String
        if case .image(let image) = block.content, block.children.isEmpty, block.strokes.isEmpty {
            name = "image\(files.count + 1).\(image.mediaType == "image/jpeg" ? "jpeg" : "png")"
            files.append((name, image.bytes))
        } else {
            name = "image\(files.count + 1).png"
            files.append((name, try renderer.png(block, page: page, isTransparent: true)))
        }
        let shrink = min(1, Self.room.width / page.width, Self.room.height / page.height)
        let factor = shrink * Self.unitsPerMillimetre
        let size = [("cx", page.width), ("cy", page.height)].map { ($0, Number.text(max(1, $1 * factor), digits: 0)) }
        let drawing = XML("w:drawing", [], [inline(name: name, number: files.count, size: size)])
        return XML("w:p", [], [XML("w:r", [], [drawing])])
    }

    private func inline(name: String, number: Int, size: [(String, String)]) -> XML {
        let properties = [("id", String(number)), ("name", name)]
        let picture = XML(
            "pic:pic", [],
            [
                XML("pic:nvPicPr", [], [XML("pic:cNvPr", properties), XML("pic:cNvPicPr")]),
                XML("pic:blipFill", [], [XML("a:blip", [("r:embed", "image\(number)")]), XML("a:stretch", [], [XML("a:fillRect")])]),
                XML(
                    "pic:spPr", [],
                    [
                        XML("a:xfrm", [], [XML("a:off", [("x", "0"), ("y", "0")]), XML("a:ext", size)]),
                        XML("a:prstGeom", [("prst", "rect")], [XML("a:avLst")]),
                    ]),
            ])
        let data = XML("a:graphicData", [("uri", "http://schemas.openxmlformats.org/drawingml/2006/picture")], [picture])
        return XML(
            "wp:inline", ["distT", "distB", "distL", "distR"].map { ($0, "0") },
            [XML("wp:extent", size), XML("wp:docPr", properties), XML("a:graphic", [], [data])])
    }
}

/// Writes files into a zip archive, in the order given and without dates.
private enum ZipArchive {
    static func bytes(_ files: [(name: String, bytes: [UInt8])]) throws(ExportError) -> [UInt8] {
        guard let archive = archive_write_new() else { throw .archive("out of memory") }
        defer { archive_write_free(archive) }
        // Deflate never makes more than a little of what it cannot shrink; headers are far below 1 KiB.
        var buffer = [UInt8](repeating: 0, count: files.reduce(65_536) { $0 + $1.bytes.count + $1.bytes.count / 100 + 1_024 })
        let capacity = buffer.count
        var used = 0
        let reason: String? = buffer.withUnsafeMutableBytes { buffer in
            guard archive_write_set_format_zip(archive) == ARCHIVE_OK,
                archive_write_set_bytes_in_last_block(archive, 1) == ARCHIVE_OK,
                archive_write_open_memory(archive, buffer.baseAddress, capacity, &used) == ARCHIVE_OK,
                files.allSatisfy({ write($0.name, $0.bytes, to: archive) }), archive_write_close(archive) == ARCHIVE_OK
            else { return archive_error_string(archive).map { String(cString: $0) } ?? "no reason given" }
            return nil
        }
        if let reason { throw .archive(reason) }
        return Array(buffer.prefix(used))
    }

    private static func write(_ name: String, _ bytes: [UInt8], to archive: OpaquePointer) -> Bool {
        guard let entry = archive_entry_new() else { return false }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, name)
        archive_entry_set_size(entry, Int64(bytes.count))
        // A regular file; libarchive has this number only as a macro that Swift does not see.
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        guard archive_write_header(archive, entry) == ARCHIVE_OK else { return false }
        return bytes.withUnsafeBytes { bytes.isEmpty || archive_write_data(archive, $0.baseAddress, $0.count) == $0.count }
    }
}
