internal import Ink

/// The current nodes, connections and labels of a diagram.
struct DiagramState: Sendable {
    /// Strokes added, removed or altered since the last analysis.
    var changed: Set<StrokeID> = []
    /// Whether converted blocks were added or removed since the last analysis.
    var isStale = false
    var analysis = DiagramAnalysis([])
    /// The line of each stroke that is text. A line is named after its first stroke, so that the name does not depend on earlier changes.
    var lineOf: [StrokeID: LineID] = [:]
    /// The lines of every label, by the label's strokes.
    var labels: [[StrokeID]: [[StrokeID]]] = [:]
    /// The strokes in the form that the analysis uses, computed once for each stroke.
    var traces: [StrokeID: DiagramTrace] = [:]
    /// Scratch-outs that have not been returned to the editor's owner yet.
    var scratchOuts: [EditGesture] = []
}

/// Diagrams: their strokes are analyzed together after each change, independently of readings.
extension InkEditor {
    var isDiagram: Bool { content.type == .diagram }

    /// Returns the line of a new stroke; nil for a stroke without samples. In a diagram the stroke's line is determined later, by the
    /// analysis. A highlight is on no line.
    mutating func line(for stroke: InkStroke) -> LineID? {
        if isHighlight(stroke) { return LineMark(stroke) == nil ? nil : .drawn }
        if configuration.lineContent != .words, !isDiagram {
            return LineMark(stroke).map { layout.line(for: $0, content: configuration.lineContent) }
        }
        guard isDiagram else { return layout.line(for: stroke) }
        return LineMark(stroke) == nil ? nil : LineID(stroke.id.value)
    }

    /// Analyzes the strokes of a diagram after a change, and requests readings of changed lines.
    mutating func updateDiagram() {
        guard isDiagram, diagram.isStale || !diagram.changed.isEmpty else { return }
        let unit = 1 / configuration.unitsPerMillimeter
        for id in diagram.changed {
            let stroke = content.strokes[id].flatMap { isHighlight($0.stroke) ? nil : $0.stroke }
            diagram.traces[id] = stroke.flatMap { DiagramTrace(id: id, places: $0.samplePlaces, millimeters: unit) }
        }
        let strokes = content.strokes.all.map(\.stroke)
        let sorted = strokes.map(\.id).sorted().compactMap { diagram.traces[$0] }
        if configuration.diagramSubBlocks {
            let (nodes, courses) = converted(millimeters: unit)
            diagram.analysis = DiagramAnalysis(sorted, converted: nodes, courses: courses)
        } else {
            diagram.analysis = DiagramAnalysis(writing: sorted)
        }
        takeFigures()
        takeLines()
        diagram.changed = []
        diagram.isStale = false
    }

    /// Returns the converted nodes and connections, which have no ink.
    private func converted(millimeters unit: Double) -> ([DiagramNode], [(name: String, course: DiagramCourse)]) {
        var nodes: [DiagramNode] = []
        var courses: [(name: String, course: DiagramCourse)] = []
        for block in content.blocks.values.sorted(by: { $0.id < $1.id }) {
            guard case .figure(let figure, let label) = block.content else { continue }
            let even = figure.scaled(unit)
            if block.type == .node {
                nodes.append(DiagramNode(strokes: [], name: block.name, shape: label, outline: even.outline, figure: even))
            } else if let course = DiagramCourse(even, type: block.type) {
                courses.append((block.name, course))
            }
        }
        return (nodes, courses)
    }

    private mutating func takeFigures() {
        strokeState.figures = [:]
        let unit = configuration.unitsPerMillimeter
        for node in diagram.analysis.nodes {
            let figure = DrawnFigure(strokes: node.strokes, name: node.shape, figure: node.figure.scaled(unit))
            for id in node.strokes { strokeState.figures[id] = figure }
        }
        for connector in diagram.analysis.connectors {
            let figure = DrawnFigure(strokes: connector.strokes, name: connector.shape, figure: connector.figure.scaled(unit))
            for id in connector.strokes { strokeState.figures[id] = figure }
        }
    }

    /// Assigns strokes of text to lines, and invalidates the readings of changed lines.
    private mutating func takeLines() {
        var now: [StrokeID: LineID] = [:]
        var labels: [[StrokeID]: [[StrokeID]]] = [:]
        for label in diagram.analysis.labels {
            // an unchanged label keeps its lines
            let isKnown = label.strokes.allSatisfy { diagram.labels[label.strokes] != nil && !diagram.changed.contains($0) }
            let lines = isKnown ? diagram.labels[label.strokes] ?? [] : lines(of: label.strokes)
            labels[label.strokes] = lines
            for line in lines { for id in line { now[id] = line.min().map { LineID($0.value) } } }
        }
        diagram.labels = labels
        let before = diagram.lineOf
        var touched: Set<LineID> = []
        for (id, line) in before.sorted(by: { $0.key < $1.key }) where now[id] != line || diagram.changed.contains(id) {
            layout.remove(id, from: line)
            readings.forget(id, of: line)
            touched.insert(line)
        }
        for (id, line) in now.sorted(by: { $0.key < $1.key }) where before[id] != line || diagram.changed.contains(id) {
            guard let stroke = content.strokes[id]?.stroke else { continue }
            noticeReach(of: stroke, on: layout.insert(stroke, into: line))
            touched.insert(line)
        }
        for id in Set(before.keys).union(diagram.changed) where now[id] == nil {
            strokeState.beyondLines[id] = nil
            if let stroke = content.strokes[id]?.stroke { noticeReach(of: stroke, on: nil) }
        }
        for line in touched.sorted() {
            unsaved.readings.insert(line)
            if layout[line] == nil { readings.remove(line) } else { readings.invalidate(line, revision: revision) }
        }
        diagram.lineOf = now
    }

    private func lines(of strokes: [StrokeID]) -> [[StrokeID]] {
        let strokes = strokes.compactMap { content.strokes[$0]?.stroke.sampled }
        return PageLayout.lines(of: strokes).map { line in line.map { strokes[$0].id } }
    }

    /// The blocks of a diagram: nodes and connections with their labels, and other writing.
    var diagramBlocks: [Block] {
        guard isDiagram, configuration.diagramSubBlocks else { return [] }
        let analysis = diagram.analysis
        var texts: [DiagramLabel.Owner: [Block]] = [:]
        var free: [Block] = []
        for label in analysis.labels {
            let lines = Set(label.strokes.compactMap { diagram.lineOf[$0] })
            var block = Block(id: "text-\(lines.map(\.value).min() ?? 0)", type: .text)
            block.lines = layout.readingOrder.filter { lines.contains($0.id) }.compactMap { line($0.id) }
            block.strokes = label.strokes
            block.box = bounds(of: label.strokes)
            if let owner = label.owner { texts[owner, default: []].append(block) } else { free.append(block) }
        }
        for added in content.blocks.values.sorted(by: { $0.id < $1.id }) where !added.isFigure {
            var block = Block(id: added.name, type: added.type, box: added.box)
            block.content = added.content
            let box = added.box.scaled(1 / configuration.unitsPerMillimeter)
            if let owner = DiagramLabels.owner(of: box, analysis.nodes, analysis.connectors) {
                texts[owner, default: []].append(block)
            } else {
                free.append(block)
            }
        }
        let unit = configuration.unitsPerMillimeter
        var figures: [Block] = []
        for (index, node) in analysis.nodes.enumerated() {
            var block = figureBlock(node.name, .node, node.shape, node.strokes, node.figure.scaled(unit))
            block.children = texts[.node(index)] ?? []
            figures.append(block)
        }
        for (index, connector) in analysis.connectors.enumerated() {
            var block = figureBlock(connector.name, connector.blockType, connector.shape, connector.strokes, connector.figure.scaled(unit))
            block.children = texts[.connector(index)] ?? []
            block.ends.from = connector.from.map { analysis.nodes[$0].end(at: connector.course.first) }
            block.ends.to = connector.to.map { analysis.nodes[$0].end(at: connector.course.last) }
            figures.append(block)
        }
        for index in figures.indices {
            figures[index].box = figures[index].children.compactMap(\.box).reduce(figures[index].box) { $0?.union($1) ?? $1 }
        }
        return figures.sorted { ($0.number, $0.id) < ($1.number, $1.id) } + free
    }

    private func figureBlock(_ name: String, _ type: BlockType, _ shape: String, _ strokes: [StrokeID], _ figure: Figure) -> Block {
        var block = Block(id: name, type: type)
        block.shape = shape
        block.strokes = strokes
        block.figure = figure
        block.box = bounds(of: strokes)
        if strokes.isEmpty, let added = addedBlock(named: name) {
            block.content = added.content
            block.box = added.box
        }
        return block
    }

    /// Returns the converted or imported block with this name in a diagram; nil if the block is ink.
    func addedBlock(named name: String) -> AddedBlock? {
        name.split(separator: "-").last.flatMap { UInt64($0) }.flatMap { content.blocks[BlockID($0)] }.flatMap {
            $0.name == name ? $0 : nil
        }
    }

    private func bounds(of strokes: [StrokeID]) -> Box? {
        strokes.compactMap { content.strokes[$0]?.stroke.renderBounds }.reduce(nil) { (sum: Box?, box) in sum?.union(box) ?? box }
    }
}

extension Block {
    /// The number in the name, which determines the order of blocks.
    fileprivate var number: UInt64 { id.split(separator: "-").last.flatMap { UInt64($0) } ?? 0 }
}

extension AddedBlock {
    /// Whether the block is a node or a connection of a diagram.
    var isFigure: Bool { type == .node || type == .edge || type == .polyedge }

    /// The block's name in a diagram. A converted block keeps the name of the ink from which it was converted.
    var name: String { isFigure ? "figure-\(id.value)" : "text-\(id.value)" }
}

extension DiagramConnector {
    /// The name of the shape: `line`, `arrow`, `double-arrow`, `polyline` or `curve`.
    var shape: String {
        switch (course.form, course.headAtStart, course.headAtEnd) {
        case (.straight, false, false): "line"
        case (.straight, true, true): "double-arrow"
        case (.straight, _, _): "arrow"
        case (.angled, _, _): "polyline"
        case (.curved, _, _): "curve"
        }
    }

    var blockType: BlockType { course.form == .straight ? .edge : .polyedge }

    /// The drawn figure, from corner to corner.
    var figure: Figure {
        .polygon(points: course.corners, closed: false, headAtStart: course.headAtStart, headAtEnd: course.headAtEnd)
    }
}

extension DiagramNode {
    /// Returns the end of a connection that meets the node at a point.
    func end(at place: Point) -> BlockEnd { BlockEnd(node: name, port: (place - box.middle).angle) }
}

extension SavedReading {
    /// Whether all words of the reading are on the line. In diagrams this can fail: lines appear and disappear with the shapes around
    /// them.
    func isOf(_ line: InkLine) -> Bool {
        let strokes = Set(line.marks.map(\.stroke))
        return words.allSatisfy { strokes.isSuperset(of: $0.strokes) }
    }
}
