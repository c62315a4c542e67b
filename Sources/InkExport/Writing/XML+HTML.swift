extension XML {
    /// Elements of HTML that are never ended (HTML, 13.1.2, "void elements").
    private static let void: Set = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    /// The element as HTML has it: elements without content have an end, too. All text and all attributes are escaped; the content of `script`
    /// and `style` must not be written so.
    public var html: String {
        var text = ""
        writeHTML(to: &text)
        return text
    }

    private func writeHTML(to text: inout String) {
        writeStart(to: &text)
        text += ">"
        guard !Self.void.contains(name) else { return }
        for content in contents {
            switch content {
            case .element(let element): element.writeHTML(to: &text)
            case .text(let string): text += Self.escaped(string)
            }
        }
        text += "</\(name)>"
    }
}
