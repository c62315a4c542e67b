internal import Editing
internal import Ink

/// A document as running text, shared by word processors, web pages, tagged PDF and reflowed text.
struct Flow {
    /// A piece of the document.
    enum Part {
        case paragraph(FlowParagraph)
        /// A block shown as a picture.
        case picture(Block)
    }

    /// The parts in reading order.
    private(set) var parts: [Part] = []

    init(_ block: Block, source: ExportSource) {
        var content = Content(source: source)
        content.add(block)
        var pictures = content.pictures[...]
        for paragraph in FlowLayout(content.lines).paragraphs {
            while let next = pictures.first, next.before <= paragraph.first { parts.append(.picture(pictures.removeFirst().block)) }
            parts.append(.paragraph(paragraph))
        }
        parts += pictures.map { .picture($0.block) }
    }

    /// The paragraphs, without pictures.
    var paragraphs: [FlowParagraph] { parts.compactMap { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } } }

    /// The lists, in the order of their numbers.
    var lists: [FlowList] {
        var lists: [FlowList] = []
        for paragraph in paragraphs { if case .item(let list, _) = paragraph.kind, list.number == lists.count { lists.append(list) } }
        return lists
    }

    /// The title of the document: the first heading, or without headings the first paragraph; nil without text.
    var title: String? {
        let heading = paragraphs.first { if case .heading = $0.kind { true } else { false } } ?? paragraphs.first
        guard let text = heading?.text.split(whereSeparator: \.isWhitespace).joined(separator: " "), !text.isEmpty else { return nil }
        return text.count > 80 ? text.prefix(79) + "…" : text
    }

    /// Returns whether a block is shown as a picture: true for formulas, diagrams, drawings and images.
    static func isPicture(_ block: Block) -> Bool {
        switch block.content {
        case .image, .figure: return true
        case .text: return false
        case .empty, nil: return ![.text, .container, .rawContent].contains(block.type)
        }
    }

    /// Returns all words in a block and its children, as alternative text for its picture; nil without words.
    static func description(of block: Block) -> String? {
        func texts(_ block: Block) -> [String] {
            FlowLine.lines(of: block).map(\.text).filter { !$0.isEmpty } + block.children.flatMap(texts)
        }
        let texts = texts(block)
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// Lines and pictures in reading order.
    private struct Content {
        let source: ExportSource
        var lines: [FlowLine] = []
        /// The pictures, each with the index of the line that follows it.
        var pictures: [(before: Int, block: Block)] = []

        init(source: ExportSource) { self.source = source }

        mutating func add(_ block: Block) {
            guard !Flow.isPicture(block) else { return pictures.append((lines.count, block)) }
            var children = block.children
            if [.text, .rawContent].contains(block.type), block.content == nil {
                // text that was typeset from lines of the block is ordered together with the block's own lines
                let typeset = children.filter { if case .text = $0.content { $0.children.isEmpty } else { false } }
                children.removeAll { child in typeset.contains { $0.id == child.id } }
                lines += Self.ordered(FlowLine.lines(of: block) + typeset.flatMap(FlowLine.lines))
            } else {
                lines += FlowLine.lines(of: block)
            }
            // highlights of words are part of the text
            let hasHighlights = block.lines.contains { $0.words.contains { $0.decorations.contains(.highlight) } }
            let loose = source.looseStrokes(of: block).filter { !hasHighlights || !source.isHighlight($0) }
            if !loose.isEmpty {
                var ink = Block(id: block.id, type: .drawing)
                ink.strokes = loose.map(\.id)
                pictures.append((lines.count, ink))
            }
            for child in children { add(child) }
        }

        /// Returns the lines from top to bottom; lines at the same height from left to right.
        private static func ordered(_ lines: [FlowLine]) -> [FlowLine] {
            guard lines.contains(where: { $0.typeset != nil }), lines.contains(where: { $0.typeset == nil }) else { return lines }
            var rows: [[FlowLine]] = []
            for line in lines.sorted(by: { ($0.baseline, $0.box.x) < ($1.baseline, $1.box.x) }) {
                if let row = rows.last?.first, abs(line.baseline - row.baseline) < 0.5 * max(row.box.height, line.box.height) {
                    rows[rows.count - 1].append(line)
                } else {
                    rows.append([line])
                }
            }
            var ordered = rows.flatMap { $0.sorted { $0.box.x < $1.box.x } }
            for index in ordered.indices { ordered[index].beginsBlock = index == 0 }
            return ordered
        }
    }
}
