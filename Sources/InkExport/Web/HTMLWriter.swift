internal import Editing
internal import FoundationEssentials
internal import Ink
internal import XML

/// Writes web pages: the reflowed text, with drawings, diagrams and pictures as SVG at their positions in the text.
struct HTMLWriter {
    let source: ExportSource
    let options: ExportOptions

    private static let style =
        "body{font-family:sans-serif;max-width:45em;margin:2em auto;padding:0 1em}.surround{border:1px solid}mark{background:#ffdd0080;color:inherit}svg{max-width:100%;height:auto}"

    func document(_ block: Block) throws(ExportError) -> [UInt8] {
        let flow = Flow(block, source: source)
        let head = XML(
            "head", [],
            [
                XML("meta", [("charset", "utf-8")]), XML("title", [], text: flow.title ?? source.snapshot.type.rawValue),
                XML("style", [], text: Self.style),
            ])
        let page = XML("html", present: [("lang", source.snapshot.language)], [head, XML("body", [], try body(flow))])
        return Array("<!DOCTYPE html>\n\(page.html)\n".utf8)
    }

    private func body(_ flow: Flow) throws(ExportError) -> [XML] {
        var body: [XML] = []
        var parts = flow.parts[...]
        while let part = parts.popFirst() {
            switch part {
            case .picture(let block): if let figure = try figure(block) { body.append(figure) }
            case .paragraph(let paragraph):
                switch paragraph.kind {
                case .heading(let level): body.append(text("h\(level)", paragraph))
                case .paragraph(let indent):
                    body.append(text("p", paragraph, indent > 0 ? [("style", "margin-left:\(2 * indent)em")] : []))
                case .item:
                    var items = [Item(paragraph)].compactMap { $0 }
                    while case .paragraph(let next)? = parts.first, let item = Item(next) {
                        items.append(item)
                        parts.removeFirst()
                    }
                    body += lists(items[...])
                }
            }
        }
        return body
    }

    private struct Item {
        var paragraph: FlowParagraph
        var list: FlowList
        var level: Int

        init?(_ paragraph: FlowParagraph) {
            guard case .item(let list, let level) = paragraph.kind else { return nil }
            (self.paragraph, self.list, self.level) = (paragraph, list, level)
        }
    }

    /// Returns the lists of consecutive items. A nested list is inside the item that precedes its items.
    private func lists(_ items: ArraySlice<Item>) -> [XML] {
        var lists: [(number: Int, element: XML)] = []
        var items = items
        while let item = items.popFirst() {
            let inner = items.prefix { $0.level > item.level }
            items = items.dropFirst(inner.count)
            var element = text("li", item.paragraph)
            element.contents += self.lists(inner).map(XML.Content.element)
            if lists.last?.number != item.list.number { lists.append((item.list.number, Self.list(item.list))) }
            lists[lists.count - 1].element.contents.append(.element(element))
        }
        return lists.map { $0.element }
    }

    private static func list(_ list: FlowList) -> XML {
        switch list.style {
        case .bullet: XML("ul")
        case .number, .letter:
            XML("ol", (list.style == .letter ? [("type", "a")] : []) + (list.start == 1 ? [] : [("start", "\(list.start)")]))
        }
    }

    private func text(_ name: String, _ paragraph: FlowParagraph, _ attributes: [(String, String)] = []) -> XML {
        let direction = WritingDirection(paragraph.text) == .rightToLeft ? [("dir", "rtl")] : []
        var element = XML(name, direction + attributes)
        element.contents = paragraph.runs.map { run in
            var content = XML.Content.text(run.text)
            if run.decorations.contains(.surround) { content = Self.wrapped(content, in: XML("span", [("class", "surround")])) }
            if run.decorations.contains(.strikethrough) { content = Self.wrapped(content, in: XML("s")) }
            if run.decorations.contains(.underline) { content = Self.wrapped(content, in: XML("strong")) }
            if run.decorations.contains(.highlight) { content = Self.wrapped(content, in: XML("mark")) }
            return content
        }
        return element
    }

    private static func wrapped(_ content: XML.Content, in element: XML) -> XML.Content {
        var element = element
        element.contents = [content]
        return .element(element)
    }

    private func figure(_ block: Block) throws(ExportError) -> XML? {
        let page = try PageRenderer(source: source, options: options).page(block, margin: 1)
        guard page.width > 2 || page.height > 2 else { return nil }
        var svg = SVGWriter(source: source).element(block, on: page)
        if let description = Flow.description(of: block) {
            svg.attributes += [XML.Attribute("role", "img"), XML.Attribute("aria-label", description)]
        }
        return XML("figure", [], [svg])
    }
}
