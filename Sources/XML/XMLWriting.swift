extension XML {
    /// A file in UTF-8 with this root, without white space between elements.
    public var document: [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        write(to: &text, isMultiline: false)
        return Array((text + "\n").utf8)
    }

    /// Returns a file in UTF-8 with this root, preceded by comments. Elements without text have one line per child; text keeps its lines.
    public func document(after comments: [String]) -> [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        for comment in comments { text += "<!--\(Self.comment(comment))-->\n" }
        write(to: &text, isMultiline: true)
        return Array((text + "\n").utf8)
    }

    /// The element as HTML: an element without content has an end tag, too, unless it is void. All text and all attributes are escaped, so
    /// the content of `script` and `style` must not be written this way.
    public var html: String {
        var text = ""
        writeHTML(to: &text)
        return text
    }

    private func write(to text: inout String, isMultiline: Bool) {
        writeStart(to: &text)
        guard !contents.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        // white space between elements is meaningless, but beside text it would change the text
        let hasLines = isMultiline && !contents.contains { if case .text = $0 { true } else { false } }
        for content in contents {
            if hasLines { text += "\n" }
            switch content {
            case .element(let element): element.write(to: &text, isMultiline: isMultiline)
            case .text(let string): text += Self.escaped(string, keepsLines: isMultiline)
            case .comment(let comment): text += "<!--\(Self.comment(comment))-->"
            }
        }
        text += hasLines ? "\n</\(name)>" : "</\(name)>"
    }

    /// Writes the start tag without its closing bracket.
    private func writeStart(to text: inout String) {
        text += "<\(name)"
        for attribute in attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value, keepsLines: false))\"" }
    }

    /// HTML elements without end tag (HTML, 13.1.2, "void elements").
    private static let void: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    private func writeHTML(to text: inout String) {
        writeStart(to: &text)
        text += ">"
        guard !Self.void.contains(name) else { return }
        for content in contents {
            switch content {
            case .element(let element): element.writeHTML(to: &text)
            case .text(let string): text += Self.escaped(string, keepsLines: false)
            case .comment(let comment): text += "<!--\(Self.comment(comment))-->"
            }
        }
        text += "</\(name)>"
    }

    /// Returns a valid comment: it must not contain two hyphens in a row, nor end with one (XML 1.0, 2.5).
    private static func comment(_ comment: String) -> String {
        var text = ""
        for scalar in comment.unicodeScalars {
            if scalar == "-", text.unicodeScalars.last == "-" { text += " " }
            text.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
        }
        return text.hasSuffix("-") ? text + " " : text
    }

    /// Escapes markup and replaces the characters that XML forbids (XML 1.0, 2.2).
    ///
    /// - Parameter keepsLines: whether quotes, tabs and line feeds are kept, as is allowed outside of attributes.
    private static func escaped(_ string: String, keepsLines: Bool) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"" where !keepsLines: text += "&quot;"
            case "\r": text += "&#13;"
            case "\t" where !keepsLines, "\n" where !keepsLines: text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return text
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r": true
        case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": false
        default: true
        }
    }
}
