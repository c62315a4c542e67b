internal import Editing
internal import FoundationEssentials
internal import Ink

/// Writes Markdown (CommonMark 0.31, with GitHub's strikethrough): the reflowed text. Drawings, diagrams and pictures are links to data.
/// The data are at the end of the file, where they do not disturb reading.
struct MarkdownWriter {
    let source: ExportSource
    let options: ExportOptions

    func document(_ block: Block) throws(ExportError) -> [UInt8] {
        let flow = Flow(block, source: source)
        var (blocks, definitions): ([String], [String]) = ([], [])
        var lists = OpenItems()
        for part in flow.parts {
            switch part {
            case .picture(let block):
                guard let data = try picture(block) else { continue }
                lists.end()
                let name = "figure-\(definitions.count + 1)"
                blocks.append("![\(Self.escaped(Flow.description(of: block) ?? block.shape ?? block.type.rawValue))][\(name)]")
                definitions.append("[\(name)]: \(data)")
            case .paragraph(let paragraph):
                let text = Self.text(paragraph)
                switch paragraph.kind {
                case .heading(let level):
                    lists.end()
                    blocks.append(String(repeating: "#", count: level) + " " + text)
                case .paragraph:
                    lists.end()
                    blocks.append(Self.withoutMarks(text))
                case .item(let list, let level):
                    let value = paragraph.lines.first?.words.first.flatMap { FlowMarker($0.text)?.value } ?? list.start
                    let line = lists.line(text, of: list, level: level, value: value)
                    // no empty line between consecutive items
                    if lists.isFirst { blocks.append(line) } else { blocks[blocks.count - 1] += "\n" + line }
                }
            }
        }
        if !definitions.isEmpty { blocks.append(definitions.joined(separator: "\n")) }
        return Array((blocks.joined(separator: "\n\n") + (blocks.isEmpty ? "" : "\n")).utf8)
    }

    /// The open items, which may be the parent of the next item.
    private struct OpenItems {
        /// The list of each open item, and the columns at which the item and its text begin.
        private var open: [(list: Int, indent: Int, text: Int)] = []
        /// Whether the item that was written last begins a new list.
        private(set) var isFirst = true

        mutating func end() { open = [] }

        mutating func line(_ text: String, of list: FlowList, level: Int, value: Int) -> String {
            isFirst = open.isEmpty
            while open.count > level + 1 { open.removeLast() }
            if open.count == level + 1, open[level].list != list.number {
                open.removeLast()
                // a list of the same kind would continue with this item
                isFirst = isFirst || open.isEmpty
            }
            let mark =
                switch list.style {
                case .bullet: "- "
                case .number: "\(value)\(list.sign) "
                // Markdown has no lists with letters
                case .letter: "- "
                }
            let indent = open.count > level ? open[level].indent : open.last?.text ?? 0
            if open.count > level { open.removeLast() }
            open.append((list.number, indent, indent + mark.count))
            return String(repeating: " ", count: indent) + mark + MarkdownWriter.withoutMarks(text)
        }
    }

    /// Returns the text of a paragraph with its decorations. Underlined words are bold. Markdown has no highlights, but HTML has.
    private static func text(_ paragraph: FlowParagraph) -> String {
        let text = paragraph.runs.map { run in
            let text = escaped(run.text)
            guard !run.text.allSatisfy(\.isWhitespace) else { return text }
            let bold = run.decorations.contains(.underline) ? "**" : ""
            let line = run.decorations.contains(.strikethrough) ? "~~" : ""
            let mark = run.decorations.contains(.highlight) ? ("<mark>", "</mark>") : ("", "")
            return mark.0 + bold + line + text + line + bold + mark.1
        }.joined()
        guard case .item(let list, _) = paragraph.kind, list.style == .letter, let mark = paragraph.lines.first?.words.first else {
            return text
        }
        return escaped(mark.text) + " " + text
    }

    /// Returns text with a backslash before every special character. White space becomes a space, and control characters are replaced.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if scalar == " " || scalar == "\u{A0}" { result.unicodeScalars.append(scalar) } else { result += " " }
            } else if scalar.properties.generalCategory == .control {
                result += "\u{FFFD}"
            } else {
                if "\\`*_[]<>&|~#$".unicodeScalars.contains(scalar) { result += "\\" }
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Escapes the beginning of a text that would be parsed as a list item or as the underline of a heading.
    fileprivate static func withoutMarks(_ text: String) -> String {
        let text = String(text.drop(while: \.isWhitespace))
        if let first = text.unicodeScalars.first, "+-=".unicodeScalars.contains(first) { return "\\" + text }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, let sign = text.dropFirst(digits.count).first, sign == "." || sign == ")" else { return text }
        return "\(digits)\\\(text.dropFirst(digits.count))"
    }

    /// Returns the data URL of the original picture, or of a PNG for other content; nil if the block has no visible content.
    private func picture(_ block: Block) throws(ExportError) -> String? {
        let renderer = PageRenderer(source: source, options: options)
        let page = try renderer.page(block, margin: 0)
        guard page.width > 0, page.height > 0 else { return nil }
        if case .image(let image) = block.content, block.children.isEmpty, block.strokes.isEmpty {
            return "data:\(image.mediaType);base64,\(Data(image.bytes).base64EncodedString())"
        }
        return "data:image/png;base64,\(Data(try renderer.png(block, page: page, isTransparent: false)).base64EncodedString())"
    }
}
