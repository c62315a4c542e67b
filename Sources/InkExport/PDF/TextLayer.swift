internal import CCairo
internal import Editing
internal import Ink

/// The text of a page in a PDF, as a tagged document (ISO 32000-1, 14.8): headings, paragraphs and lists, with bookmarks for the headings.
/// The text over ink is invisible. Typeset text is drawn by this layer.
final class TextLayer {
    private let drawing: PageDrawing
    private let font: InvisibleFont
    /// The upper left corner of the page in the document, and the factor from the document's unit to points.
    private let page: (corner: Point, scale: Double)
    /// The lists whose tags are open, from the outermost. Each of them has an open item.
    private var lists: [FlowList] = []
    /// The bookmarks that may be the parent of the next one, with their levels.
    private var bookmarks: [(level: Int, number: Int32)] = []

    private var cairo: OpaquePointer { drawing.cairo }

    /// Creates a layer that draws in the coordinates of the document.
    init(_ drawing: PageDrawing, page: Page) {
        self.drawing = drawing
        self.page = (Point(x: page.box.x, y: page.box.y), page.millimeters * 72 / 25.4)
        font = InvisibleFont(cairo: drawing.cairo)
    }

    func draw(_ flow: Flow) {
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
        tagged("Document") {
            for part in flow.parts {
                switch part {
                case .paragraph(let paragraph): draw(paragraph)
                case .picture(let block):
                    endLists(above: 0)
                    drawLabels(of: block)
                }
            }
            endLists(above: 0)
        }
    }

    private func draw(_ paragraph: FlowParagraph) {
        switch paragraph.kind {
        case .heading(let level):
            endLists(above: 0)
            bookmark(paragraph, level: level)
            tagged("H\(min(6, level))") { draw(paragraph.lines) }
        case .paragraph:
            endLists(above: 0)
            tagged("P") { draw(paragraph.lines) }
        case .item(let list, let level): item(paragraph, of: list, level: level)
        }
    }

    /// Draws the text in a picture, such as the labels of a diagram.
    private func drawLabels(of block: Block) {
        for paragraph in FlowLayout(FlowLine.lines(of: block)).paragraphs { tagged("P") { draw(paragraph.lines) } }
        for child in block.children { drawLabels(of: child) }
    }

    // MARK: Lists

    private func item(_ paragraph: FlowParagraph, of list: FlowList, level: Int) {
        endLists(above: level + 1)
        if lists.count == level + 1 {
            end("LI")
            if lists[level] != list {
                end("L")
                lists.removeLast()
            }
        }
        if lists.count == level {
            begin("L")
            lists.append(list)
        }
        begin("LI")
        var lines = paragraph.lines
        if lines[0].typeset == nil {
            var mark = lines[0]
            mark.words = Array(mark.words.prefix(paragraph.marks))
            lines[0].words.removeFirst(paragraph.marks)
            tagged("Lbl") { draw([mark], goesOn: true) }
        }
        tagged("LBody") { draw(lines) }
    }

    private func endLists(above count: Int) {
        while lists.count > count {
            end("LI")
            end("L")
            lists.removeLast()
        }
    }

    // MARK: Words

    /// - Parameter goesOn: whether other words follow the last line, so that the line ends with a space.
    private func draw(_ lines: [FlowLine], goesOn: Bool = false) {
        for (index, line) in lines.enumerated() {
            if let typeset = line.typeset {
                drawing.draw(typeset)
                continue
            }
            let isLastLine = index == lines.count - 1
            for (place, word) in line.words.enumerated() {
                let isLast = place == line.words.count - 1
                let space =
                    isLast ? (isLastLine ? goesOn : !FlowParagraph.isDivided(line, lines[index + 1])) : !line.words[place + 1].gap.isEmpty
                font.show(
                    word.characters, in: word.box, baseline: word.baseline, size: 2 * line.xHeight,
                    isRightToLeft: WritingDirection(word.text) == .rightToLeft, space: space)
            }
        }
    }

    private func bookmark(_ paragraph: FlowParagraph, level: Int) {
        guard let line = paragraph.lines.first, !paragraph.text.isEmpty else { return }
        while let last = bookmarks.last, last.level >= level { bookmarks.removeLast() }
        let x = max(0, (line.box.x - page.corner.x) * page.scale)
        let y = max(0, (line.box.y - page.corner.y) * page.scale)
        let place = "page=1 pos=[\(Number.text(x, digits: 2)) \(Number.text(y, digits: 2))]"
        let number = cairo_pdf_surface_add_outline(
            cairo_get_target(cairo), bookmarks.last?.number ?? Int32(CAIRO_PDF_OUTLINE_ROOT), Typeface.drawable(paragraph.text), place,
            CAIRO_PDF_OUTLINE_FLAG_OPEN)
        bookmarks.append((level, number))
    }

    // MARK: Tags

    private func tagged(_ name: String, _ body: () -> Void) {
        begin(name)
        body()
        end(name)
    }

    private func begin(_ name: String) { cairo_tag_begin(cairo, name, nil) }
    private func end(_ name: String) { cairo_tag_end(cairo, name) }
}

/// The direction of a text.
enum WritingDirection {
    case leftToRight, rightToLeft

    /// Determines the direction of a text from its first letter with a strong direction (UAX 9, P2 and P3). The directions of letters are
    /// approximated by Unicode blocks.
    init(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                self = .rightToLeft
                return
            default:
                guard scalar.properties.isAlphabetic else { continue }
                self = .leftToRight
                return
            }
        }
        self = .leftToRight
    }
}
