internal import Compression
internal import FoundationEssentials
internal import Ink
internal import XML

extension XournalDocument {
    /// Maximum number of points in all strokes together.
    private static let mostPlaces = 4_000_000
    /// Maximum number of pages.
    private static let mostPages = 2_000

    private static let form = XMLForm(
        root: "xournal", containers: ["xournal", "page", "layer"],
        pieces: ["stroke", "text", "image", "teximage", "background", "title", "preview"])

    /// Reads a file, packed or not.
    ///
    /// - Throws: `RecordingError` if the file is not Xournal's, or is too large.
    public init(xopp file: [UInt8]) throws(RecordingError) { try self.init(XournalFile(file)) }

    /// Reads an unpacked file. Damaged parts are left out and counted in `leftOut`.
    ///
    /// - Throws: `RecordingError` if the file is not Xournal's, is too large, or has no intact part.
    public init(_ file: XournalFile) throws(RecordingError) {
        let document = try XMLParser.read(file.xml, as: Self.form)
        let root = document.root
        guard root.localName == "xournal" else {
            throw RecordingError(
                line: root.line, problem: "the file is a \(RecordingError.quoted(root.name)), not a Xournal++ document",
                remedy: "give a file whose root is <xournal>")
        }
        self.init(pages: [])
        var reading = XournalReading(mostPlaces: Self.mostPlaces, attachments: file.attachments)
        for node in root.children where node.localName == "page" {
            guard pages.count < Self.mostPages else {
                throw RecordingError(line: node.line, problem: "there are more than \(Self.mostPages) pages", remedy: "split the file")
            }
            pages.append(try reading.page(node))
        }
        leftOut = file.leftOut
        leftOut.add(document.leftOut)
        leftOut.add(reading.finished())
        let isEmpty = pages.allSatisfy { $0.background == nil && $0.layers.allSatisfy(\.elements.isEmpty) }
        if isEmpty, let fault = document.fault { throw fault }
        guard !pages.isEmpty else {
            throw RecordingError(problem: "the document has no page", remedy: "give a document with pages")
        }
    }
}

/// Converts elements to pages.
private struct XournalReading {
    let mostPlaces: Int
    let attachments: [String: [UInt8]]
    private var leftOut = LeftOut()
    private var places = 0
    /// The sound recordings that strokes and texts refer to.
    private var sounds: Set<String> = []

    init(mostPlaces: Int, attachments: [String: [UInt8]]) { (self.mostPlaces, self.attachments) = (mostPlaces, attachments) }

    /// Largest valid number in a file, in points: about the largest coordinate that ink can have.
    private static let reach = 1e6
    /// Maximum width and height of a page.
    private static let longestSide = 100_000.0
    /// A4, for pages with a damaged size.
    private static let usualPage = (width: 595.275591, height: 841.889764)
    /// Xournal++'s medium pen, for strokes with damaged widths.
    private static let usualWidth = 1.41

    /// Returns the parts left out.
    consuming func finished() -> LeftOut {
        for sound in sounds.sorted() { leftOut.add("sound", RecordingError.quoted(sound)) }
        return leftOut
    }

    mutating func page(_ node: XML) throws(RecordingError) -> XournalDocument.Page {
        var page = XournalDocument.Page(
            width: side("width", of: node, usual: Self.usualPage.width), height: side("height", of: node, usual: Self.usualPage.height))
        for child in node.children {
            switch child.localName {
            case "background":
                if child["type"] == "solid" {
                    page.background = .init(color: child["color"] ?? "white", style: child["style"] ?? "plain")
                } else {
                    leftOut.add("background that is a picture or a page of a PDF")
                }
            case "layer": page.layers.append(try layer(child, name: child["name"]))
            // elements outside of a layer: the tag of their layer is damaged
            case "stroke", "text", "image", "teximage":
                if let element = try element(child) { page.layers.append(.init(elements: [element])) }
            default: leftOut.add("element \(RecordingError.quoted(child.localName))")
            }
        }
        return page
    }

    private mutating func layer(_ node: XML, name: String?) throws(RecordingError) -> XournalDocument.Layer {
        var layer = XournalDocument.Layer(name: name, elements: [])
        for child in node.children {
            if let element = try element(child) { layer.elements.append(element) }
        }
        return layer
    }

    /// Returns the length of a page's side in points.
    private mutating func side(_ name: String, of node: XML, usual: Double) -> Double {
        if let value = node[name].flatMap({ Double($0) }), value >= 1, value <= Self.longestSide { return value }
        leftOut.add("\(name) of a page", line: node.line, "\(RecordingError.quoted(node[name] ?? "")) is invalid; A4 is assumed")
        return usual
    }

    /// Converts a node; nil if it is left out.
    private mutating func element(_ node: XML) throws(RecordingError) -> XournalDocument.Element? {
        switch node.localName {
        case "stroke": return try stroke(node).map { .stroke($0) }
        case "text": return text(node).map { .text($0) }
        case "image", "teximage": return image(node).map { .image($0) }
        default:
            leftOut.add("element \(RecordingError.quoted(node.localName))")
            return nil
        }
    }

    private mutating func stroke(_ node: XML) throws(RecordingError) -> XournalDocument.Stroke? {
        let tool = XournalDocument.Tool(rawValue: node["tool"] ?? "pen")
        if tool == nil { leftOut.add("tool", line: node.line, "\(RecordingError.quoted(node["tool"] ?? "")) is unknown; a pen is assumed") }
        guard let numbers = Self.numbers(node.text), numbers.count >= 2, numbers.count % 2 == 0 else {
            leftOut.add("stroke", line: node.line, "its points are not pairs of numbers")
            return nil
        }
        places += numbers.count / 2
        guard places <= mostPlaces else {
            throw RecordingError(
                line: node.line, problem: "there are more than \(mostPlaces) points", remedy: "split the file")
        }
        noteMarks(of: node)
        let drawn = stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
        let (usual, pieces) = widths(of: node)
        var widths = [Double](repeating: usual, count: drawn.count)
        if drawn.count > 1, pieces.count + 1 >= drawn.count {
            for index in drawn.indices { widths[index] = pieces[min(index, drawn.count - 2)] }
        }
        var color = color(of: node)
        // Xournal uses color names for its highlighter, and draws them half-transparent
        if tool == .highlighter, node["color"]?.hasPrefix("#") != true { color.alpha = 127 }
        return .init(tool: tool ?? .pen, color: color, places: drawn, widths: widths)
    }

    /// Returns a stroke's usual width and, if the pen reported its force, a width for each piece between two points. The usual width is the
    /// first valid one, or else that of Xournal++'s medium pen. It replaces invalid widths.
    private mutating func widths(of node: XML) -> (usual: Double, pieces: [Double]) {
        let words = (node["width"] ?? "1").utf8.split(whereSeparator: { [9, 10, 13, 32].contains($0) }).map { String(Substring($0)) }
        let sizes = words.map { Self.number($0).flatMap { $0 >= 0 ? $0 : nil } }
        let usual = sizes.lazy.compactMap(\.self).first ?? Self.usualWidth
        if sizes.isEmpty || sizes.contains(nil) {
            leftOut.add("width", line: node.line, "a stroke's width is not a number; a default is assumed")
        }
        return (usual, sizes.dropFirst().map { $0 ?? usual })
    }

    /// Counts the features that a part cannot represent.
    private mutating func noteMarks(of node: XML) {
        if let style = node["style"], !["", "plain", "solid", "line"].contains(style) { leftOut.add("line style") }
        if let fill = node["fill"].flatMap({ Double($0) }), fill > 0 { leftOut.add("filled shape") }
        noteSound(of: node)
    }

    private mutating func noteSound(of node: XML) {
        if let file = node["fn"], !file.isEmpty { sounds.insert(file) }
    }

    private mutating func color(of node: XML) -> XournalDocument.Color {
        if let color = Self.color(node["color"]) { return color }
        if let text = node["color"] { leftOut.add("color", line: node.line, "\(RecordingError.quoted(text)) is invalid; black is assumed") }
        return .init(red: 0, green: 0, blue: 0)
    }

    private mutating func text(_ node: XML) -> XournalDocument.Text? {
        guard let x = Self.number(node["x"]), let y = Self.number(node["y"]), let size = Self.number(node["size"] ?? "12"), size > 0,
            node.text.contains(where: { !$0.isWhitespace })
        else {
            leftOut.add("text", line: node.line, "it has no position, no size or no letter")
            return nil
        }
        noteSound(of: node)
        return .init(node.text, at: Point(x: x, y: y), size: min(size, 1000), color: color(of: node))
    }

    private mutating func image(_ node: XML) -> XournalDocument.Image? {
        guard let left = Self.number(node["left"]), let top = Self.number(node["top"]), let right = Self.number(node["right"]),
            let bottom = Self.number(node["bottom"]), left < right, top < bottom
        else {
            leftOut.add("picture", line: node.line, "it has no position")
            return nil
        }
        let latex = node.localName == "teximage" ? node["text"].flatMap { $0.isEmpty ? nil : $0 } : nil
        let bytes = bytes(of: node)
        guard !bytes.isEmpty || latex != nil else {
            leftOut.add("picture", line: node.line, "it is empty")
            return nil
        }
        return .init(bytes, in: Box(x: left, y: top, width: right - left, height: bottom - top), latex: latex)
    }

    /// Returns a picture's file: in base64, or as an attachment. Empty if there is no file.
    private func bytes(of node: XML) -> [UInt8] {
        if let path = node.child("attachment")?["path"] { return attachments[path] ?? attachments["attachments/\(path)"] ?? [] }
        return Data(base64Encoded: node.text, options: .ignoreUnknownCharacters).map { [UInt8]($0) } ?? []
    }

    private static func number(_ text: String?) -> Double? {
        guard let value = text.flatMap({ Double($0) }), abs(value) <= reach else { return nil }
        return value
    }

    /// Parses numbers separated by white space; nil if one is invalid.
    private static func numbers(_ text: String) -> [Double]? {
        var numbers: [Double] = []
        for word in text.utf8.split(whereSeparator: { [9, 10, 13, 32].contains($0) }) {
            guard let number = number(String(Substring(word))) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static let names: [String: (UInt8, UInt8, UInt8)] = [
        "black": (0, 0, 0), "blue": (51, 51, 204), "red": (255, 0, 0), "green": (0, 128, 0), "gray": (128, 128, 128),
        "lightblue": (0, 192, 255), "lightgreen": (0, 255, 0), "magenta": (255, 0, 255), "orange": (255, 128, 0),
        "yellow": (255, 255, 0), "white": (255, 255, 255),
    ]

    private static func color(_ text: String?) -> XournalDocument.Color? {
        guard let text else { return nil }
        if let (red, green, blue) = names[text] { return .init(red: red, green: green, blue: blue) }
        let digits = Array(text.utf8.dropFirst())
        guard text.hasPrefix("#"), digits.count == 6 || digits.count == 8 else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
        guard bytes.count * 2 == digits.count else { return nil }
        return .init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 255)
    }
}
