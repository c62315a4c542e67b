/// An element of XML, to be written.
struct XML {
    /// What is within an element.
    enum Content {
        case element(XML)
        case text(String)
    }

    var name: String
    var attributes: [(String, String)] = []
    var contents: [Content] = []

    init(_ name: String, _ attributes: [(String, String)] = [], text: String? = nil, _ elements: [XML] = []) {
        self.name = name
        self.attributes = attributes
        contents = (text.map { [.text($0)] } ?? []) + elements.map(Content.element)
    }

    /// A whole file in UTF-8 with this as its root.
    var document: [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        write(to: &text)
        return Array((text + "\n").utf8)
    }

    private func write(to text: inout String) {
        text += "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
        guard !contents.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        for content in contents {
            switch content {
            case .element(let element): element.write(to: &text)
            case .text(let string): text += Self.escaped(string)
            }
        }
        text += "</\(name)>"
    }

    /// Without the characters that mean something in XML, or that it forbids (XML 1.0, 2.2).
    static func escaped(_ string: String) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
