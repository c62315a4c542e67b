/// An element of XML, to be written.
public struct XML: Sendable {
    /// What is within an element.
    public enum Content: Sendable {
        /// Another element.
        case element(XML)
        /// Text, as it is meant: it is escaped when it is written.
        case text(String)
    }

    /// Of the element; it is written as it is.
    public var name: String
    /// Names, which are written as they are, and values.
    public var attributes: [(String, String)] = []
    /// In their order.
    public var contents: [Content] = []

    /// An element with text, elements, or both.
    public init(_ name: String, _ attributes: [(String, String)] = [], text: String? = nil, _ elements: [XML] = []) {
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

    /// The start tag but for its end.
    func writeStart(to text: inout String) {
        text += "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
    }

    private func write(to text: inout String) {
        writeStart(to: &text)
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
