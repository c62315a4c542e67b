internal import Editing
internal import Ink
internal import XML

/// Collects the pictures of a document while the document is written.
struct WordPictures {
    let renderer: PageRenderer
    private(set) var files: [(name: String, bytes: [UInt8])] = []

    init(renderer: PageRenderer) { self.renderer = renderer }

    /// The maximum size of a picture in millimeters: the area inside the margins of an A4 page, without some space for a line of text.
    private static let room = (width: 170.0, height: 240.0)
    /// The number of English metric units, the unit of DrawingML, per millimeter.
    private static let unitsPerMillimeter = 36_000.0

    /// Adds a paragraph with the picture of a block, scaled down to fit the page. Returns nil if the block has no visible content.
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
        let factor = shrink * Self.unitsPerMillimeter
        let size = [("cx", page.width), ("cy", page.height)].map { ($0, Number.text(max(1, $1 * factor), digits: 0)) }
        let description = Flow.description(of: block)
        let drawing = XML("w:drawing", [], [inline(name: name, number: files.count, size: size, description: description)])
        return XML("w:p", [], [XML("w:r", [], [drawing])])
    }

    private func inline(name: String, number: Int, size: [(String, String)], description: String?) -> XML {
        let properties = [("id", String(number)), ("name", name)] + (description.map { [("descr", $0)] } ?? [])
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
