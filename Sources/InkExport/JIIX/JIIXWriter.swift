internal import Editing
internal import Ink

/// Writes JSON Interactive Ink eXchange, version 3: millimetres, radians, milliseconds. `revision` is that of the document, which JIIX does
/// not know: by it a reader tells whether the document has changed since.
struct JIIXWriter {
    let source: ExportSource
    let parts: Set<JIIXPart>

    func document(_ block: Block) -> [UInt8] {
        let head: [(String, JSON)] = [("version", .string("3")), ("revision", .string(String(source.snapshot.revision)))]
        let type = source.isRoot(block) ? source.snapshot.type.rawValue : self.type(of: block)
        return JSON.object([("type", .string(type))] + head + members(block)).bytes
    }

    /// Everything of a block but its type.
    private func members(_ block: Block) -> [(String, JSON)] {
        var members: [(String, JSON)] = [("id", .string(block.id))]
        if let box = block.box { members += self.box(box) }
        switch block.content {
        case .image(let image): members += picture(image)
        case .figure(let figure, _): members += shape(figure)
        case .text, .empty, nil: if let name = block.shape { members += shape(named: name) }
        }
        members += text(block)
        let loose = source.looseStrokes(of: block)
        if parts.contains(.strokes), !loose.isEmpty { members.append(("items", .array(loose.flatMap { items($0, of: block) }))) }
        if !block.children.isEmpty {
            let children = block.children.map { JSON.object([("type", .string(type(of: $0)))] + self.members($0)) }
            members.append((block.type == .diagram ? "elements" : "children", .array(children)))
        }
        return members
    }

    /// In JIIX a connection of several pieces is a kind of edge.
    private func type(of block: Block) -> String {
        if case .image = block.content { return "Image" }
        return block.type == .polyedge ? BlockType.edge.rawValue : block.type.rawValue
    }

    func box(_ box: Box) -> [(String, JSON)] {
        guard parts.contains(.boundingBox) else { return [] }
        let scale = source.millimetres
        let sides: [(String, JSON)] = [
            ("x", .number(box.x * scale)), ("y", .number(box.y * scale)), ("width", .number(box.width * scale)),
            ("height", .number(box.height * scale)),
        ]
        return [("bounding-box", .object(sides))]
    }

    private func picture(_ image: InkImage) -> [(String, JSON)] {
        [("media-type", .string(image.mediaType)), ("pixel-width", .integer(image.width)), ("pixel-height", .integer(image.height))]
    }
}
