internal import Bytes
internal import FoundationEssentials
internal import Ink
internal import Markup

extension XournalDocument {
    /// Bytes of a file when it is no longer packed: a hundred full pages with pictures.
    private static let mostBytes = 64 << 20
    /// Places of all strokes together.
    private static let mostPlaces = 4_000_000
    /// Pages.
    private static let mostPages = 2_000

    /// The XML of a file, packed or not.
    ///
    /// - Throws: `RecordingError` if it cannot be unpacked, or is too large.
    public static func unpacked(_ file: [UInt8]) throws(RecordingError) -> [UInt8] {
        guard CompressionFormat.gzip.begins(file) else {
            guard file.count <= mostBytes else {
                throw RecordingError(problem: "the file has \(file.count) bytes", remedy: "cut it into files of \(mostBytes) at most")
            }
            return file
        }
        do throws(CompressionError) {
            return try DecompressingReader.decompress(.gzip, file, limit: mostBytes)
        } catch {
            throw RecordingError(
                problem: "the file cannot be unpacked: \(error.reason)", remedy: "save it anew, or cut it into smaller ones")
        }
    }

    /// Reads a file, packed or not.
    ///
    /// - Throws: `RecordingError` if it is no such file, or too large.
    public init(xopp file: [UInt8]) throws(RecordingError) {
        let plain = try Self.unpacked(file)
        let (root, _) = try XMLParser.read(plain)
        guard root.localName == "xournal" else {
            throw RecordingError(
                line: root.line, problem: "the file is a \(RecordingError.quoted(root.name)), no document of Xournal++",
                remedy: "give a file whose root is <xournal>")
        }
        self.init(pages: [])
        var reading = XournalReading(mostPlaces: Self.mostPlaces)
        for node in root.children where node.localName == "page" {
            guard pages.count < Self.mostPages else {
                throw RecordingError(line: node.line, problem: "there are more than \(Self.mostPages) pages", remedy: "cut the file")
            }
            pages.append(try reading.page(node))
        }
        lost = reading.lost
        guard !pages.isEmpty else { throw RecordingError(problem: "the document has no page", remedy: "give one that has") }
    }
}

/// Makes pages of elements.
private struct XournalReading {
    let mostPlaces: Int
    var lost: [String: Int] = [:]
    private var places = 0

    init(mostPlaces: Int) { self.mostPlaces = mostPlaces }

    /// Numbers of a file that are believed, in points: about as far as ink may lie.
    private static let reach = 1e6
    /// Pages are no wider and no higher.
    private static let longestSide = 100_000.0

    mutating func page(_ node: XML) throws(RecordingError) -> XournalDocument.Page {
        func side(_ name: String) throws(RecordingError) -> Double {
            guard let value = node[name].flatMap({ Double($0) }), value >= 1, value <= Self.longestSide else {
                throw RecordingError(
                    line: node.line, problem: "the page's \(name) is \(RecordingError.quoted(node[name] ?? ""))",
                    remedy: "give it 1 to \(Int(Self.longestSide)) points")
            }
            return value
        }
        var page = XournalDocument.Page(width: try side("width"), height: try side("height"))
        for child in node.children {
            switch child.localName {
            case "background":
                if child["type"] == "solid" {
                    page.background = .init(colour: child["color"] ?? "white", style: child["style"] ?? "plain")
                } else {
                    lose("background that is a picture or a page of a PDF")
                }
            case "layer":
                var layer = XournalDocument.Layer(name: child["name"], elements: [])
                for node in child.children {
                    if let element = try element(node) { layer.elements.append(element) }
                }
                page.layers.append(layer)
            default: lose("element \(RecordingError.quoted(child.localName))")
            }
        }
        return page
    }

    private mutating func lose(_ what: String) { lost[what, default: 0] += 1 }

    /// nil for what is lost.
    private mutating func element(_ node: XML) throws(RecordingError) -> XournalDocument.Element? {
        switch node.localName {
        case "stroke": return try stroke(node).map { .stroke($0) }
        case "text": return text(node).map { .text($0) }
        case "image", "teximage":
            if node.localName == "teximage" { lose("formula as LaTeX, which is a picture now") }
            return image(node).map { .image($0) }
        default:
            lose("element \(RecordingError.quoted(node.localName))")
            return nil
        }
    }

    private mutating func stroke(_ node: XML) throws(RecordingError) -> XournalDocument.Stroke? {
        guard let tool = XournalDocument.Tool(rawValue: node["tool"] ?? "pen") else {
            lose("stroke of the tool \(RecordingError.quoted(node["tool"] ?? ""))")
            return nil
        }
        guard let numbers = Self.numbers(node.text), numbers.count >= 2, numbers.count % 2 == 0,
            let sizes = Self.numbers(node["width"] ?? "1"), let usual = sizes.first, sizes.allSatisfy({ $0 >= 0 })
        else {
            throw RecordingError(
                line: node.line, problem: "a stroke has no pairs of numbers, or no width", remedy: "give x and y of each place, and a width"
            )
        }
        places += numbers.count / 2
        guard places <= mostPlaces else {
            throw RecordingError(
                line: node.line, problem: "there are more than \(mostPlaces) places", remedy: "cut the file into smaller ones")
        }
        let drawn = stride(from: 0, to: numbers.count, by: 2).map { Place(x: numbers[$0], y: numbers[$0 + 1]) }
        // behind the usual width there is one for each piece between two places, where the pen told its force
        let pieces = Array(sizes.dropFirst())
        var widths = [Double](repeating: usual, count: drawn.count)
        if drawn.count > 1, pieces.count + 1 >= drawn.count {
            for index in drawn.indices { widths[index] = pieces[min(index, drawn.count - 2)] }
        }
        var colour = Self.colour(node["color"]) ?? .init(red: 0, green: 0, blue: 0)
        // Xournal names the colours of its highlighter, and means them half-transparent
        if tool == .highlighter, node["color"]?.hasPrefix("#") != true { colour.alpha = 127 }
        return .init(tool: tool, colour: colour, places: drawn, widths: widths)
    }

    private mutating func text(_ node: XML) -> XournalDocument.Text? {
        guard let x = Self.number(node["x"]), let y = Self.number(node["y"]), let size = Self.number(node["size"] ?? "12"), size > 0,
            node.text.contains(where: { !$0.isWhitespace })
        else {
            lose("text without a place, a size or a letter")
            return nil
        }
        return .init(
            node.text, at: Place(x: x, y: y), size: min(size, 1000), colour: Self.colour(node["color"]) ?? .init(red: 0, green: 0, blue: 0))
    }

    private mutating func image(_ node: XML) -> XournalDocument.Image? {
        guard let left = Self.number(node["left"]), let top = Self.number(node["top"]), let right = Self.number(node["right"]),
            let bottom = Self.number(node["bottom"]), left < right, top < bottom,
            let data = Data(base64Encoded: node.text, options: .ignoreUnknownCharacters), !data.isEmpty
        else {
            lose("picture without a place, or not in base64")
            return nil
        }
        return .init([UInt8](data), in: Box(x: left, y: top, width: right - left, height: bottom - top))
    }

    private static func number(_ text: String?) -> Double? {
        guard let value = text.flatMap({ Double($0) }), abs(value) <= reach else { return nil }
        return value
    }

    /// The numbers of a text with white space between; nil if one is none.
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

    private static func colour(_ text: String?) -> XournalDocument.Colour? {
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
