internal import Editing
internal import FoundationEssentials
internal import Ink
internal import InkExport

/// The content of an import in the unit of the ink.
struct ImportedContent {
    /// The ink.
    var strokes: [InkStroke] = []
    /// The decisions about the words of the ink.
    var words: [AddedWord] = []
    /// The texts without ink.
    var lines: [TypesetLine] = []
    /// The nodes, connections and texts of a diagram. They are added if there is no ink, and replace `lines`.
    var figures: [ImportedFigure] = []
    /// The regularized figures of a Text Document.
    var drawings: [ImportedFigure] = []
    /// The pictures of a Text Document, and its areas for handwriting.
    var blocks: [(type: BlockType, box: Ink.Box, content: AddedBlock.Content)] = []
    /// The number of pictures that cannot be imported.
    var lostPictures = 0

    /// Creates the content of a file for a part of a type.
    init(_ root: ImportedJIIX.Block, for type: PartType, style: InkStyle, unitsPerMillimeter unit: Double) {
        root.addInk(to: &self, style: style, unitsPerMillimeter: unit)
        lines = strokes.isEmpty ? root.typeset : root.typed
        switch type {
        case .diagram: figures = root.figures(unitsPerMillimeter: unit)
        case .textDocument: root.addDrawings(to: &self, unitsPerMillimeter: unit)
        case .text, .math, .drawing, .rawContent: lostPictures = root.pictures
        }
    }

    /// Whether there is nothing to add.
    var isEmpty: Bool {
        strokes.isEmpty && figures.isEmpty && drawings.isEmpty && blocks.isEmpty && lines.allSatisfy(\.text.isEmpty)
    }
}

extension InkEditor {
    /// Adds the content of an import.
    mutating func takeIn(_ content: ImportedContent) -> EditorEffects {
        var effects: EditorEffects = []
        if content.strokes.isEmpty, !content.figures.isEmpty { effects.formUnion(addFigures(content.figures)) }
        for block in content.blocks {
            if let added = try? add(block.type, box: block.box, content: block.content) { effects.formUnion(added.0) }
        }
        if !content.drawings.isEmpty { effects.formUnion(addFigures(content.drawings)) }
        if !content.strokes.isEmpty, let added = try? add(content.strokes, words: content.words) { effects.formUnion(added.effects) }
        if content.figures.isEmpty, !content.lines.isEmpty { effects.formUnion(addText(content.lines)) }
        return effects
    }
}

extension ImportedJIIX.Item {
    /// Returns the stroke of a range of its samples.
    fileprivate func stroke(of piece: Range<Int>, style: InkStyle, unitsPerMillimeter unit: Double) -> InkStroke {
        let begin = time.first ?? 0
        let samples = piece.map { index in
            let moment = time.indices.contains(index) ? time[index] - begin : Double(index) * 10
            return InkPoint(
                x: x[index] * unit, y: y[index] * unit, time: Instant(microseconds: Int64(max(0, min(1e12, moment * 1000)))),
                force: force.indices.contains(index) ? Float(max(0, min(1, force[index]))) : 0)
        }
        return InkStroke(id: StrokeID(0), fitting: samples, style: style, created: 0, tolerance: 0.05 * unit)
    }
}

extension ImportedJIIX.Word {
    /// The decisions about the word; nil without any.
    fileprivate func decisions(about strokes: Range<Int>) -> AddedWord? {
        let decorations = Set(decorations.compactMap(Decoration.Kind.init(rawValue:)))
        let text = isChosen && !label.isEmpty ? label : nil
        return strokes.isEmpty || text == nil && decorations.isEmpty
            ? nil : AddedWord(strokes: strokes, text: text, decorations: decorations)
    }
}

extension ImportedJIIX.Block {
    /// Adds the ink of the block and its descendants, with the decisions about its words.
    fileprivate func addInk(to content: inout ImportedContent, style: InkStyle, unitsPerMillimeter unit: Double) {
        func add(_ items: [ImportedJIIX.Item]) {
            for item in items {
                guard item.x.count == item.y.count, item.x.allSatisfy({ $0.magnitude < 1e6 }), item.y.allSatisfy({ $0.magnitude < 1e6 })
                else { continue }
                content.strokes += Stroke.pieces(of: item.x.count).map { piece in
                    item.stroke(of: piece, style: item.style ?? style, unitsPerMillimeter: unit)
                }
            }
        }
        add(strokes)
        for word in words ?? [] {
            let first = content.strokes.count
            add(word.strokes)
            if let decisions = word.decisions(about: first..<content.strokes.count) { content.words.append(decisions) }
        }
        for child in children { child.addInk(to: &content, style: style, unitsPerMillimeter: unit) }
    }

    /// The number of pictures in the block and its descendants.
    fileprivate var pictures: Int { (mediaType == nil ? 0 : 1) + children.reduce(0) { $0 + $1.pictures } }

    /// Adds the pictures, the regularized figures and the areas for handwriting of the block and its descendants.
    fileprivate func addDrawings(to content: inout ImportedContent, unitsPerMillimeter unit: Double) {
        let place = box.map { Ink.Box(x: $0.x * unit, y: $0.y * unit, width: $0.width * unit, height: $0.height * unit) }
        if let mediaType {
            let bytes = data.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
            if let place, place.isUsable, let image = try? InkImage(checking: bytes, mediaType: mediaType) {
                content.blocks.append((.drawing, place, .image(image)))
            } else {
                content.lostPictures += 1
            }
        } else if shape != nil, type == BlockType.drawing.rawValue, strokes.isEmpty {
            var drawing = self
            (drawing.label, drawing.words, drawing.children) = (nil, nil, [])
            content.drawings += drawing.figures(unitsPerMillimeter: unit)
        } else if id.hasPrefix("added-"), typed.isEmpty, let place, place.isUsable,
            let type = BlockType(rawValue: type), [.text, .math, .diagram, .drawing].contains(type)
        {
            content.blocks.append((type, place, .empty))
        }
        for child in children { child.addDrawings(to: &content, unitsPerMillimeter: unit) }
    }

    /// Returns the nodes, connections and texts of the block and its descendants in a diagram, in the unit of the ink.
    func figures(unitsPerMillimeter unit: Double) -> [ImportedFigure] {
        var own: [ImportedFigure] = []
        func places(_ numbers: [Double]) -> [Point] {
            stride(from: 0, to: numbers.count - 1, by: 2).map { Point(x: numbers[$0] * unit, y: numbers[$0 + 1] * unit) }
        }
        switch shape {
        case .ellipse(let x, let y, let radiusX, let radiusY, let rotation):
            let center = Point(x: x * unit, y: y * unit)
            own.append(.node(.ellipse(center: center, radiusX: radiusX * unit, radiusY: radiusY * unit, rotation: rotation)))
        case .polygon(let numbers):
            own.append(.node(.polygon(points: places(numbers), closed: true, headAtStart: false, headAtEnd: false)))
        case .path(let numbers, let headAtStart, let headAtEnd):
            own.append(.connection(.polygon(points: places(numbers), closed: false, headAtStart: headAtStart, headAtEnd: headAtEnd)))
        case nil: break
        }
        var text = self
        text.children = []
        let lines = text.typeset.map { line in
            var line = line
            line.box = Ink.Box(x: line.box.x * unit, y: line.box.y * unit, width: line.box.width * unit, height: line.box.height * unit)
            line.baseline *= unit
            return line
        }
        if !lines.isEmpty { own.append(.text(lines)) }
        return own + children.flatMap { $0.figures(unitsPerMillimeter: unit) }
    }

    /// The lines of words without ink in the block and its descendants. Words without a position are left out.
    var typed: [TypesetLine] {
        let inkless = strokes.isEmpty ? (words ?? []).map { word in word.strokes.isEmpty ? word : nil } : []
        return Self.lines(of: inkless) + children.flatMap(\.typed)
    }

    /// Returns words placed in their boxes, as lines of words that are side by side. nil stands for a word that is imported as ink; the
    /// line ends there.
    private static func lines(of words: [ImportedJIIX.Word?]) -> [TypesetLine] {
        var lines: [TypesetLine] = []
        var isContinued = false
        for word in words {
            guard let word, !word.label.contains(where: \.isNewline) else {
                isContinued = false
                continue
            }
            guard word.label.contains(where: { !$0.isWhitespace }) else {
                if isContinued, let last = lines.indices.last { lines[last].text += " " }
                continue
            }
            guard let box = word.box.map({ Ink.Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }), box.isUsable else { continue }
            let middle = box.y + box.height / 2
            if isContinued, let last = lines.indices.last, (lines[last].box.y...lines[last].box.bottom).contains(middle) {
                lines[last].text += word.label
                lines[last].box = lines[last].box.union(box)
                lines[last].baseline = lines[last].box.y + 0.8 * lines[last].box.height
            } else {
                lines.append(TypesetLine(text: word.label, box: box, baseline: box.y + 0.8 * box.height))
            }
            isContinued = true
        }
        return lines.map { line in
            var line = line
            line.text = String(line.text.split(separator: " ").joined(separator: " "))
            return line
        }
    }

    /// The lines of text of the block and its descendants: words in their boxes, or the label in the block's box.
    var typeset: [TypesetLine] {
        let placed = Self.lines(of: words ?? [])
        let isPlaced = (words ?? []).allSatisfy { word in
            word.label.allSatisfy(\.isWhitespace) || (word.box.map { $0.width > 0 && $0.height > 0 } ?? false)
        }
        if !placed.isEmpty, isPlaced { return placed + children.flatMap(\.typeset) }
        let given = box.map { Ink.Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        let place = given.flatMap { $0.isUsable ? $0 : nil } ?? Ink.Box(x: 10, y: 10, width: 100, height: 6)
        let texts = label?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
        let height = place.height / Double(max(1, texts.count))
        let own = texts.enumerated().map { index, text in
            TypesetLine(
                text: text, box: Ink.Box(x: place.x, y: place.y + Double(index) * height, width: place.width, height: height),
                baseline: place.y + (Double(index) + 0.8) * height)
        }
        return own + children.flatMap(\.typeset)
    }
}
