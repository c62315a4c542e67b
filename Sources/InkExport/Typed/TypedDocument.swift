public import Editing

/// Reads typed text as paragraphs.
public enum TypedDocument {
    /// Returns the lines of a plain text. Empty lines part paragraphs.
    public static func paragraphs(ofText text: String) -> [TypedParagraph] {
        var (paragraphs, isApart): ([TypedParagraph], Bool) = ([], false)
        for line in lines(of: text) {
            if line.allSatisfy(\.isWhitespace) {
                isApart = true
            } else {
                paragraphs.append(TypedParagraph(line, isApart: isApart))
                isApart = false
            }
        }
        return paragraphs
    }

    /// Returns the paragraphs of a Markdown document (CommonMark), without marks: headings are larger, items of lists have a bullet or
    /// their number, and links, pictures and emphasis are their text.
    public static func paragraphs(ofMarkdown text: String) -> [TypedParagraph] {
        var reader = MarkdownReader()
        for line in lines(of: text) { reader.read(line) }
        reader.endParagraph()
        return reader.paragraphs
    }

    /// Returns the lines, with control characters replaced by spaces.
    private static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        }
    }
}

/// The blocks of a Markdown document, line by line.
private struct MarkdownReader {
    private(set) var paragraphs: [TypedParagraph] = []
    private var open: TypedParagraph?
    private var isApart = false
    /// The characters that end the fenced code; nil outside of code.
    private var fence: String?

    /// The type sizes of headings, by their level.
    private static let sizes = [1.6, 1.4, 1.2, 1.1, 1.1, 1.1]

    mutating func read(_ line: String) {
        var text = line.drop(while: \.isWhitespace)
        let indent = line.count - text.count
        if let end = fence {
            if text.hasPrefix(end) { fence = nil } else { add(TypedParagraph(line)) }
            return
        }
        while text.first == ">" { text = text.dropFirst().drop(while: \.isWhitespace) }
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.hasPrefix("```") || text.hasPrefix("~~~") {
            endParagraph()
            fence = String(text.prefix(3))
        } else if text.isEmpty {
            endParagraph()
            isApart = true
        } else if open != nil, text.allSatisfy({ $0 == "=" }) || text.allSatisfy({ $0 == "-" }) {
            open?.scale = text.first == "=" ? Self.sizes[0] : Self.sizes[1]
            endParagraph()
        } else if Self.isRuler(text) || Self.isDefinition(text) {
            endParagraph()
            isApart = true
        } else if let heading = Self.heading(text) {
            endParagraph()
            add(TypedParagraph(MarkdownText.plain(heading.text), scale: Self.sizes[heading.level - 1]))
        } else if let item = Self.item(text) {
            endParagraph()
            open = TypedParagraph(item, level: min(indent / 2, 8))
        } else if text.first == "|" {
            endParagraph()
            add(TypedParagraph(MarkdownText.plain(text.split(separator: "|").joined(separator: " "))))
        } else {
            open =
                open.map { paragraph in
                    var longer = paragraph
                    longer.text += " " + text
                    return longer
                } ?? TypedParagraph(String(text))
            if line.hasSuffix("  ") || text.hasSuffix("\\") { endParagraph() }
        }
    }

    mutating func endParagraph() {
        guard var paragraph = open else { return }
        open = nil
        if paragraph.text.hasSuffix("\\") { paragraph.text.removeLast() }
        paragraph.text = MarkdownText.plain(paragraph.text)
        add(paragraph)
    }

    private mutating func add(_ paragraph: TypedParagraph) {
        guard !paragraph.text.allSatisfy(\.isWhitespace) else { return isApart = true }
        var paragraph = paragraph
        paragraph.text = paragraph.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        paragraph.isApart = isApart
        isApart = false
        paragraphs.append(paragraph)
    }

    /// Whether a line is a horizontal rule, or the line below the head of a table.
    private static func isRuler(_ text: Substring) -> Bool {
        let marks = text.filter { !$0.isWhitespace }
        if marks.count > 2, let first = marks.first, "-*_".contains(first), marks.allSatisfy({ $0 == first }) { return true }
        return marks.contains("|") && marks.contains("-") && marks.allSatisfy { "|-:".contains($0) }
    }

    /// Whether a line defines the destination of links: `[name]: place`.
    private static func isDefinition(_ text: Substring) -> Bool {
        guard text.first == "[", let end = text.prefix(300).firstIndex(of: "]") else { return false }
        return text[text.index(after: end)...].first == ":"
    }

    private static func heading(_ text: Substring) -> (level: Int, text: String)? {
        let level = text.prefix { $0 == "#" }.count
        var rest = text.dropFirst(level)
        guard sizes.indices.contains(level - 1), rest.isEmpty || rest.first?.isWhitespace == true else { return nil }
        while rest.last == "#" { rest.removeLast() }
        return (level, String(rest))
    }

    /// Returns an item of a list with its bullet or number; nil if the line is no item.
    private static func item(_ text: Substring) -> String? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        guard let mark = rest.first, rest.dropFirst().first?.isWhitespace == true else { return nil }
        let words = rest.dropFirst().drop(while: \.isWhitespace)
        if digits.isEmpty { return "-*+".contains(mark) ? "• \(words)" : nil }
        return digits.count < 10 && ".)".contains(mark) ? "\(digits)\(mark) \(words)" : nil
    }
}
