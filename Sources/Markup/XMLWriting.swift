extension XMLNode {
    /// A whole file in UTF-8 with this as its root behind some comments, a line for each element that has no text beside it.
    func document(after comments: [String]) -> [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        for comment in comments { text += "<!--\(Self.comment(comment))-->\n" }
        write(to: &text)
        return Array((text + "\n").utf8)
    }

    private func write(to text: inout String) {
        text += "<\(name)"
        for attribute in attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value, keepsLines: false))\"" }
        guard !contents.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        // space between elements means nothing, beside text it would
        let hasText = contents.contains { if case .text = $0 { true } else { false } }
        for content in contents {
            if !hasText { text += "\n" }
            switch content {
            case .element(let child): child.write(to: &text)
            case .text(let string): text += Self.escaped(string, keepsLines: true)
            case .comment(let comment): text += "<!--\(Self.comment(comment))-->"
            }
        }
        text += hasText ? "</\(name)>" : "\n</\(name)>"
    }

    /// A comment must not have two hyphens in a row, nor end in one (XML 1.0, 2.5).
    private static func comment(_ comment: String) -> String {
        var text = ""
        for scalar in comment.unicodeScalars {
            if scalar == "-", text.unicodeScalars.last == "-" { text += " " }
            text.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
        }
        return text.hasSuffix("-") ? text + " " : text
    }

    /// Without the characters that mean something in XML, or that it forbids (XML 1.0, 2.2).
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
