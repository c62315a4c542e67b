internal import Compression
internal import FoundationEssentials
internal import Ink
internal import XML

extension XournalDocument {
    /// Returns the document as a file. Reading the file again gives the same document, except for digits beyond a thousandth of a point.
    ///
    /// - Throws: `RecordingError` if the document cannot be packed.
    public func xopp() throws(RecordingError) -> [UInt8] {
        let title = XML("title", text: "Xournal++ document - see https://xournalpp.github.io/")
        let root = XML("xournal", [("creator", "inkd"), ("fileversion", "4")], [title] + pages.map(Self.element))
        do throws(CompressionError) {
            return try CompressingWriter.compress(.gzip, root.document)
        } catch {
            throw RecordingError(problem: "the file cannot be compressed: \(error.reason)", remedy: "memory may be low: close programs")
        }
    }

    private static func element(_ page: Page) -> XML {
        let paper = page.background ?? Background(color: "#ffffffff", style: "plain")
        let background = XML("background", [("type", "solid"), ("color", paper.color), ("style", paper.style)])
        let layers = page.layers.map { layer in XML("layer", layer.name.map { [("name", $0)] } ?? [], layer.elements.map(element)) }
        return XML("page", [("width", number(page.width)), ("height", number(page.height))], [background] + layers)
    }

    private static func element(_ element: Element) -> XML {
        switch element {
        case .stroke(let stroke):
            let isEven = stroke.widths.allSatisfy { $0 == stroke.widths.first }
            // the attribute gives the usual width, followed by a width for each piece
            let usual = stroke.widths.reduce(0, +) / Double(max(1, stroke.widths.count))
            let widths = isEven ? [usual] : [usual] + stroke.widths.dropLast()
            let attributes = [
                ("tool", stroke.tool.rawValue), ("color", stroke.color.text), ("width", widths.map(number).joined(separator: " ")),
                ("capStyle", "round"),
            ]
            return XML("stroke", attributes, text: stroke.places.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: " "))
        case .text(let text):
            let attributes = [
                ("font", "Sans"), ("size", number(text.size)), ("x", number(text.place.x)), ("y", number(text.place.y)),
                ("color", text.color.text),
            ]
            return XML("text", attributes, text: text.text)
        case .image(let image):
            let edges = [("left", image.box.x), ("top", image.box.y), ("right", image.box.right), ("bottom", image.box.bottom)]
            let attributes = edges.map { ($0, number($1)) }
            let data = Data(image.bytes).base64EncodedString()
            guard let latex = image.latex else { return XML("image", attributes, text: data) }
            return XML("teximage", [("text", latex)] + attributes, text: data)
        }
    }

    /// Formats a number rounded to thousandths.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : "\(rounded)"
    }
}

extension XournalDocument.Color {
    /// The color as `#rrggbbaa`.
    fileprivate var text: String {
        "#" + [red, green, blue, alpha].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
