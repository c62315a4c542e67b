internal import Editing
internal import FoundationEssentials
internal import Ink

/// Writes JSON Interactive Ink eXchange, version 3, in millimeters, radians and milliseconds.
///
/// These members are not part of JIIX: `revision` is the document's revision, which shows an importer whether the document has changed since
/// the export. `chosen` marks a word whose text a person chose, `pen` and `color` are the style of a stroke, `data` is a picture's file in
/// base64.
struct JIIXWriter {
    let source: ExportSource
    let parts: Set<JIIXPart>

    func document(_ block: Block) -> [UInt8] {
        let head: [(String, OrderedJSON)] = [("version", .string("3")), ("revision", .string(String(source.snapshot.revision)))]
        let type = source.isRoot(block) ? source.snapshot.type.rawValue : self.type(of: block)
        return OrderedJSON.object([("type", .string(type))] + head + members(block)).bytes
    }

    /// Returns all members of a block except its type.
    private func members(_ block: Block) -> [(String, OrderedJSON)] {
        var members: [(String, OrderedJSON)] = [("id", .string(block.id))]
        if let box = block.box { members += self.box(box) }
        switch block.content {
        case .image(let image): members += picture(image)
        case .figure(let figure, _): members += shape(figure)
        case .text, .empty, nil:
            if let figure = block.figure { members += shape(figure) } else if let name = block.shape { members += shape(named: name) }
        }
        members += connections(block)
        members += block.formula != nil || block.isFormulas ? formulas(block) : text(block)
        let loose = source.looseStrokes(of: block)
        if parts.contains(.strokes), !loose.isEmpty { members.append(("items", .array(loose.flatMap { items($0, of: block) }))) }
        if !block.children.isEmpty, block.formula == nil, !block.isFormulas {
            let children = block.children.map { OrderedJSON.object([("type", .string(type(of: $0)))] + self.members($0)) }
            members.append((block.type == .diagram ? "elements" : "children", .array(children)))
        }
        return members
    }

    /// Returns the type name of a block. In JIIX, an edge of several pieces has the type of an edge.
    private func type(of block: Block) -> String {
        if case .image = block.content { return "Image" }
        return block.type == .polyedge ? BlockType.edge.rawValue : block.type.rawValue
    }

    func box(_ box: Box) -> [(String, OrderedJSON)] {
        guard parts.contains(.boundingBox) else { return [] }
        let scale = source.millimeters
        let sides: [(String, OrderedJSON)] = [
            ("x", .number(box.x * scale)), ("y", .number(box.y * scale)), ("width", .number(box.width * scale)),
            ("height", .number(box.height * scale)),
        ]
        return [("bounding-box", .object(sides))]
    }

    /// Returns the nodes that an edge connects, first the node at its start, and the position at which the edge meets each node.
    private func connections(_ block: Block) -> [(String, OrderedJSON)] {
        let ends = [block.ends.from, block.ends.to].compactMap { $0 }
        guard !ends.isEmpty else { return [] }
        return [("connected", .array(ends.map { .string($0.node) })), ("ports", .array(ends.map { .number($0.port) }))]
    }

    private func picture(_ image: InkImage) -> [(String, OrderedJSON)] {
        let size: [(String, OrderedJSON)] = [("pixel-width", .integer(image.width)), ("pixel-height", .integer(image.height))]
        let data = parts.contains(.strokes) ? [("data", OrderedJSON.string(Data(image.bytes).base64EncodedString()))] : []
        return [("media-type", .string(image.mediaType))] + size + data
    }
}

extension JIIXWriter {
    /// Returns the text of a block's lines as JSON members: the label, the words, the characters, the lines.
    func text(_ block: Block) -> [(String, OrderedJSON)] {
        let text = BlockText(block)
        guard !text.pieces.isEmpty else { return [] }
        let reflow = Reflow(text, of: block)
        var members: [(String, OrderedJSON)] = [("label", .string(text.label)), ("reflow-label", .string(reflow.label))]
        if parts.contains(.words) {
            let words = text.pieces.enumerated().map { index, piece in
                OrderedJSON.object(word(piece, in: block) + (reflow.labels[index].map { [("reflow-label", OrderedJSON.string($0))] } ?? []))
            }
            members.append(("words", .array(words)))
        }
        if parts.contains(.chars) {
            let chars = text.pieces.enumerated().flatMap { index, piece in self.chars(piece, index: index, in: block) }
            members.append(("chars", .array(chars)))
        }
        if parts.contains(.lines) { members.append(("lines", .array(text.lines.map { .object(line($0, of: text)) }))) }
        return members
    }

    /// Returns the JSON members of a word. White space is a word without candidates.
    private func word(_ piece: BlockText.Piece, in block: Block) -> [(String, OrderedJSON)] {
        var members: [(String, OrderedJSON)] = [("label", .string(piece.text))]
        let word = BlockText.word(piece, in: block)
        if piece.kind != .space {
            members.append(("candidates", .array(Self.candidates(of: piece, in: block).map(OrderedJSON.string))))
        }
        members += [("first-char", .integer(piece.first)), ("last-char", .integer(piece.last))]
        guard let word else { return members }
        if word.isChosen { members.append(("chosen", .boolean(true))) }
        if !word.decorations.isEmpty {
            members.append(("decorations", .array(word.decorations.map(\.rawValue).sorted().map(OrderedJSON.string))))
        }
        if let box = word.box { members += self.box(box) }
        if parts.contains(.strokes) { members.append(("items", .array(word.ranges.flatMap { items($0, of: block) }))) }
        return members
    }

    /// Returns the candidates of a word. They include the word's text, even if the user chose a text that is not a candidate.
    static func candidates(of piece: BlockText.Piece, in block: Block) -> [String] {
        let candidates = BlockText.word(piece, in: block)?.candidates.map(\.text) ?? []
        return candidates.contains(piece.text) ? candidates : [piece.text] + candidates
    }

    private func chars(_ piece: BlockText.Piece, index: Int, in block: Block) -> [OrderedJSON] {
        let graphemes = BlockText.word(piece, in: block)?.graphemes ?? []
        let candidates = CharacterCandidates(of: piece.characters, in: Self.candidates(of: piece, in: block)).candidates
        return piece.characters.enumerated().map { place, character in
            var members: [(String, OrderedJSON)] = [("label", .string(character))]
            if piece.kind != .space { members.append(("candidates", .array(candidates[place].map(OrderedJSON.string)))) }
            members.append(("word", .integer(index)))
            if graphemes.count == piece.characters.count, graphemes[place].text == character,
                let box = Box(around: graphemes[place].ranges.flatMap { samples(of: $0) })
            {
                members.append(("grid", grid(box)))
            }
            return .object(members)
        }
    }

    /// Returns the corners of a character's bounding box, clockwise from the top left.
    private func grid(_ box: Box) -> OrderedJSON {
        let scale = source.millimeters
        let corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
        return .array(corners.map { .object([("x", .number($0.0 * scale)), ("y", .number($0.1 * scale))]) })
    }

    private func line(_ line: BlockText.Line, of text: BlockText) -> [(String, OrderedJSON)] {
        let pieces = text.pieces[line.pieces]
        var members: [(String, OrderedJSON)] = [
            ("first-char", .integer(pieces.first?.first ?? 0)), ("last-char", .integer(pieces.last?.last ?? 0)),
        ]
        members += box(line.box)
        if let baseline = line.baseline { members.append(("baseline-y", .number(baseline * source.millimeters))) }
        if let xHeight = line.xHeight { members.append(("x-height", .number(xHeight * source.millimeters))) }
        return members
    }
}

/// Writes shapes with the names and numbers that MyScript's own client reads (iinkTS, `TJIIXElement`). A node is a circle, ellipse,
/// rectangle, triangle, rhombus, parallelogram or polygon. An edge is a line or a polyedge, which consists of lines.
extension JIIXWriter {
    /// Returns the JSON members of a recognized shape that was not converted to an exact figure.
    func shape(named name: String) -> [(String, OrderedJSON)] {
        let kinds = ["diamond": "rhombus", "pentagon": "polygon", "hexagon": "polygon", "arrow": "line"]
        return [("kind", .string(kinds[name] ?? name))]
    }

    /// Returns the JSON members of an exact figure.
    func shape(_ figure: Figure) -> [(String, OrderedJSON)] {
        switch figure {
        case .ellipse(let center, let radiusX, let radiusY, let rotation):
            let kind = radiusX == radiusY ? "circle" : "ellipse"
            var members: [(String, OrderedJSON)] = [("kind", .string(kind)), ("cx", length(center.x)), ("cy", length(center.y))]
            if radiusX == radiusY {
                members.append(("r", length(radiusX)))
            } else {
                members += [("rx", length(radiusX)), ("ry", length(radiusY)), ("orientation", .number(rotation))]
            }
            return members
        case .polygon(let points, let isClosed, let headAtStart, let headAtEnd):
            return isClosed ? closed(points) : open(points, heads: (headAtStart, headAtEnd))
        }
    }

    private func open(_ points: [Point], heads: (a: Bool, b: Bool)) -> [(String, OrderedJSON)] {
        var lines: [[(String, OrderedJSON)]] = []
        for (a, b) in zip(points, points.dropFirst()) {
            let (isFirst, isLast) = (lines.isEmpty, lines.count == points.count - 2)
            lines.append(line((a, b), heads: (heads.a && isFirst, heads.b && isLast)))
        }
        if lines.count == 1 { return lines[0] }
        let edges: [OrderedJSON] = lines.map { members in .object([("type", .string("Edge"))] + members) }
        return [("kind", .string("polyedge")), ("edges", .array(edges))]
    }

    private func line(_ ends: (a: Point, b: Point), heads: (a: Bool, b: Bool)) -> [(String, OrderedJSON)] {
        let (a, b) = ends
        var members: [(String, OrderedJSON)] = [
            ("kind", .string("line")), ("x1", length(a.x)), ("y1", length(a.y)), ("x2", length(b.x)), ("y2", length(b.y)),
        ]
        if heads.a { members.append(("p1Decoration", .string("arrow-head"))) }
        if heads.b { members.append(("p2Decoration", .string("arrow-head"))) }
        return members
    }

    private func closed(_ points: [Point]) -> [(String, OrderedJSON)] {
        let box = Box(around: points.map { InkPoint(x: $0.x, y: $0.y) }) ?? Box(x: 0, y: 0, width: 0, height: 0)
        let kind = Self.kind(points, box)
        guard kind != "rectangle" else {
            return [
                ("kind", .string(kind)), ("x", length(box.x)), ("y", length(box.y)), ("width", length(box.width)),
                ("height", length(box.height)),
            ]
        }
        return [("kind", .string(kind)), ("points", .array(points.flatMap { [length($0.x), length($0.y)] }))]
    }

    /// Returns the kind of a polygon, determined from its corners with a tolerance of a thousandth of its size.
    private static func kind(_ points: [Point], _ box: Box) -> String {
        let tolerance = max(box.width, box.height) / 1_000
        func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= tolerance }
        guard points.count == 4 else { return points.count == 3 ? "triangle" : "polygon" }
        let (a, b, c, d) = (points[0], points[1], points[2], points[3])
        guard isNear(a.x + c.x, b.x + d.x), isNear(a.y + c.y, b.y + d.y) else { return "polygon" }
        let isUpright = points.allSatisfy {
            (isNear($0.x, box.x) || isNear($0.x, box.right)) && (isNear($0.y, box.y) || isNear($0.y, box.bottom))
        }
        if isUpright { return "rectangle" }
        return isNear(a.distance(to: b), b.distance(to: c)) ? "rhombus" : "parallelogram"
    }

    private func length(_ value: Double) -> OrderedJSON { .number(value * source.millimeters) }
}

extension JIIXWriter {
    /// Returns the samples in a range, as far as they exist.
    func samples(of range: WordRange) -> [InkPoint] {
        guard let stroke = source.stroke(range.stroke) else { return [] }
        return Self.clamped(range, to: stroke.samples).map { Array($0) } ?? []
    }

    /// Returns a stroke, or the part of it that belongs to a word, as JSON. The ID of a part ends with the indices of its first and last
    /// sample.
    func items(_ range: WordRange, of block: Block) -> [OrderedJSON] {
        guard let stroke = source.stroke(range.stroke) else { return [] }
        let samples = stroke.samples
        guard let part = Self.clamped(range, to: samples) else { return [] }
        let suffix = part.count == samples.count ? "" : ":\(part.startIndex)-\(part.endIndex - 1)"
        return [item(stroke, suffix: suffix, samples: part, of: block)]
    }

    /// Returns a whole stroke as JSON.
    func items(_ stroke: InkStroke, of block: Block) -> [OrderedJSON] {
        [item(stroke, suffix: "", samples: stroke.samples[...], of: block)]
    }

    private func item(_ stroke: InkStroke, suffix: String, samples: ArraySlice<InkPoint>, of block: Block) -> OrderedJSON {
        let scale = source.millimeters
        let start = Instant(microseconds: stroke.path.created)
        let id = "\(stroke.id.value)\(suffix)"
        let names: [(String, OrderedJSON)] = [
            ("type", .string("stroke")), ("id", .string(id)), ("full-id", .string("\(block.id)/\(id)")),
            ("timestamp", .string(Timestamp.text(microseconds: stroke.path.created))),
        ]
        let channels: [(String, OrderedJSON)] = [
            ("X", .array(samples.map { .number($0.x * scale) })), ("Y", .array(samples.map { .number($0.y * scale) })),
            ("F", .array(samples.map { .number(Double($0.force)) })),
            ("T", .array(samples.map { .number(Double($0.time.since(start)) / 1_000) })),
        ]
        return .object(names + stroke.style.jiix + channels)
    }

    private static func clamped(_ range: WordRange, to samples: [InkPoint]) -> ArraySlice<InkPoint>? {
        let (first, last) = (max(0, range.first), min(range.last, samples.count - 1))
        return first <= last ? samples[first...last] : nil
    }
}
