internal import Markup

extension InkDocument {
    /// The document as a file. What is read from it again is the same document.
    public var inkML: [UInt8] {
        var root = XML(prefix + "ink")
        root.attributes = attributes
        root.contents = contents.map(content)
        return root.document(after: outerComments)
    }

    private func content(_ element: Element) -> XML.Content {
        switch element {
        case .comment(let text): .comment(text)
        case .other(let node): .element(node)
        case .annotation(let annotation): .element(node("annotation", annotation.attributes, [.text(annotation.text)]))
        case .group(let group): .element(node("traceGroup", group.attributes, group.contents.map(content)))
        case .view(let view): .element(node("traceView", view.attributes, view.contents.map(content)))
        case .trace(let trace): .element(node("trace", trace.attributes, trace.values.isEmpty ? [] : [.text(trace.text)]))
        }
    }

    private func node(_ name: String, _ attributes: [XML.Attribute], _ contents: [XML.Content]) -> XML {
        var node = XML(prefix + name)
        node.attributes = attributes
        node.contents = contents
        return node
    }
}

extension InkDocument.Trace {
    /// The points with commas between, all values in full.
    fileprivate var text: String {
        let count = max(1, format.channels.count)
        var text = ""
        for (index, value) in values.enumerated() {
            if index > 0 { text += index.isMultiple(of: count) ? ", " : " " }
            switch value {
            case .number(let number): text += number.text
            case .boolean(let flag): text += flag ? "T" : "F"
            case .unreported: text += "?"
            }
        }
        return text
    }
}
