internal import Ink

/// The assignment of strokes to lines after a layout of the whole page.
///
/// While the pen writes, `LineLayout` knows only the strokes before a stroke, and a stroke that is on a line stays there. `PageLayout` sees
/// all of a page at once and separates lines better. When the pen rests, the lines around the changes are therefore laid out again with
/// `PageLayout`. A line keeps its name where most of its strokes stay together.
struct LineSettling {
    /// Maximum number of strokes that are laid out together: a full page. In larger parts only the neighborhood of the changes is laid
    /// out again.
    static let mostStrokes = 500
    /// Maximum number of control points that are laid out together.
    static let mostPoints = 30_000
    /// The maximum distance from a changed line at which other lines are laid out again with it, in text heights.
    static let reach = 8.0

    /// The line of every stroke.
    let lines: [StrokeID: LineID]

    /// Lays out strokes, given in the order of their IDs.
    /// - Parameters:
    ///   - present: the current lines of the strokes; a stroke may have no line.
    ///   - free: the first unused ID of a line.
    ///   - hasFormulas: whether lines are formulas.
    ///   - formulas: the strokes of formulas among words, with their lines. These strokes stay on their lines, and split the lines of words
    ///     around them.
    init(
        _ strokes: [Stroke], present: [StrokeID: LineID], free: LineID, hasFormulas: Bool = false, formulas: [StrokeID: LineID] = [:]
    ) {
        let lines = hasFormulas ? Self.formulas(of: strokes) : PageLayout.lines(of: strokes)
        let groups = lines.flatMap { Self.parted($0.map { strokes[$0] }, by: formulas) }
        let names = Self.names(for: groups, present: present, free: free)
        var lineOf: [StrokeID: LineID] = [:]
        for (group, name) in zip(groups, names) {
            for stroke in group { lineOf[stroke] = name }
        }
        self.lines = lineOf
    }

    /// Returns the words before, between and after the formulas of a line.
    private static func parted(_ line: [Stroke], by formulas: [StrokeID: LineID]) -> [[StrokeID]] {
        let within = Dictionary(grouping: line.filter { formulas[$0.id] != nil }) { formulas[$0.id] }
        let middles = within.values.compactMap { Box(around: $0.flatMap(\.points)) }.map { $0.x + $0.width / 2 }
        let words = line.filter { formulas[$0.id] == nil }
        let parts = Dictionary(grouping: words) { stroke in
            let middle = stroke.bounds.map { $0.x + $0.width / 2 } ?? 0
            return middles.count { $0 < middle }
        }
        return parts.sorted { $0.key < $1.key }.map { $0.value.map(\.id) }
    }

    private static func formulas(of strokes: [Stroke]) -> [[Int]] {
        let drawn = strokes.indices.filter { !strokes[$0].points.isEmpty }
        return FormulaGroups.formulas(of: drawn.compactMap { strokes[$0].bounds }).map { $0.map { drawn[$0] } }
    }

    /// Returns line IDs for groups of strokes: each group gets the ID of the line that most of its strokes were on. If several groups claim
    /// the same ID, the group with the most strokes of that line gets it.
    private static func names(for groups: [[StrokeID]], present: [StrokeID: LineID], free: LineID) -> [LineID] {
        var claims: [(group: Int, line: LineID, strokes: Int)] = []
        for (index, group) in groups.enumerated() {
            var counts: [LineID: Int] = [:]
            for line in group.compactMap({ present[$0] }) { counts[line, default: 0] += 1 }
            claims += counts.map { (index, $0.key, $0.value) }
        }
        var names = [LineID?](repeating: nil, count: groups.count)
        var taken: Set<LineID> = []
        for claim in claims.sorted(by: { ($1.strokes, $0.line, $0.group) < ($0.strokes, $1.line, $1.group) })
        where names[claim.group] == nil && !taken.contains(claim.line) {
            names[claim.group] = claim.line
            taken.insert(claim.line)
        }
        var next = free
        return names.map { name in
            if let name { return name }
            defer { next = LineID(next.value &+ 1) }
            return next
        }
    }
}

extension InkEditor {
    /// Lays out the lines again when the pen rests, and requests their final readings.
    mutating func finishLines() {
        takeOverwrittenSymbols()
        if input.contact == .none {
            dissolveFormulas()
            settleLines()
        }
        readings.finalizeAll()
    }

    /// Lays out the lines around the latest changes again.
    ///
    /// The moves of strokes belong to the last undo step. Undoing that step restores the earlier lines.
    private mutating func settleLines() {
        defer { layout.unsettled = [] }
        guard needsSettling else { return }
        var moves: [DocumentChange] = []
        if content.strokes.count <= LineSettling.mostStrokes, content.strokes.points <= LineSettling.mostPoints {
            // strokes on a line with typeset words stay on it
            let written = content.strokes.all.filter { layout[$0.line]?.hasType != true }.map(\.stroke.id)
            moves = settle(written.filter { strokeState.figures[$0] == nil })
        } else {
            var settled: Set<LineID> = []
            let changed = layout.unsettled.compactMap { layout[$0] }.sorted { ($0.box.y, $0.id) < ($1.box.y, $1.id) }
            for seed in changed where !settled.contains(seed.id) {
                guard let line = layout[seed.id] else { continue }
                let region = region(around: line).filter { !$0.hasType }
                settled.formUnion(region.map(\.id))
                moves += settle(region.flatMap { $0.marks.map(\.stroke) } + drawnStrokes(near: region))
            }
        }
        guard !moves.isEmpty else { return }
        history.amend(moves)
        unsaved.changes += moves
    }

    /// Whether drawings are separated from text.
    private var separatesDrawing: Bool { content.type == .rawContent || content.type == .textDocument }

    /// Whether lines will be laid out again when the pen rests, or when an edit is complete.
    var needsSettling: Bool { settlesLines && !layout.unsettled.isEmpty }

    /// Whether lines of this type of part are laid out again. Diagrams are excluded, because their labels can be anywhere.
    private var settlesLines: Bool { configuration.laysOutPages && content.type.isRead && !isDiagram }

    /// Returns the line and its neighbors, nearest first, up to the maximum number of strokes that are laid out together.
    private func region(around seed: InkLine) -> [InkLine] {
        func distance(_ line: InkLine) -> Double { max(0, line.box.y - seed.box.bottom, seed.box.y - line.box.bottom) }
        let near = layout.lines(near: seed.box, margin: LineSettling.reach * max(layout.typicalHeight, seed.textHeight))
            .map { (line: $0, distance: $0.id == seed.id ? -1 : distance($0)) }
            .sorted { ($0.distance, $0.line.id) < ($1.distance, $1.line.id) }
        var (strokes, points) = (0, 0)
        let region = near.map(\.line).prefix { line in
            strokes += line.marks.count
            points += line.marks.reduce(0) { $0 + (content.strokes[$1.stroke]?.stroke.path.controlPoints.count ?? 0) }
            return line.id == seed.id || strokes <= LineSettling.mostStrokes && points <= LineSettling.mostPoints
        }
        return Array(region)
    }

    /// Returns the strokes classified as drawings that are near the given lines.
    private func drawnStrokes(near lines: [InkLine]) -> [StrokeID] {
        guard separatesDrawing, let first = lines.first?.box else { return [] }
        let box = lines.dropFirst().reduce(first) { $0.union($1.box) }
        return strokeState.beyondLines.filter { id, drawn in content.strokes[id]?.line == LineID.drawn && drawn.intersects(box) }.map(\.key)
            .filter { strokeState.figures[$0] == nil }.sorted().suffix(LineSettling.mostStrokes)
    }

    /// Lays out some strokes, and returns the changes that were made.
    private mutating func settle(_ names: [StrokeID]) -> [DocumentChange] {
        let all = names.filter { strokeState.highlights[$0] == nil }.sorted().compactMap { content.strokes[$0]?.stroke.sampled }
        var present: [StrokeID: LineID] = [:]
        var formulas: [StrokeID: LineID] = [:]
        for stroke in all {
            guard let line = content.strokes[stroke.id]?.line, line != .drawn else { continue }
            if formulaSearch.found[line] == nil { present[stroke.id] = line } else { formulas[stroke.id] = line }
        }
        var drawn = separatesDrawing ? DrawnInk.strokes(among: all, millimeter: configuration.unitsPerMillimeter) : []
        drawn.subtract(formulas.keys)
        for stroke in drawn { present[stroke] = nil }
        let strokes = drawn.isEmpty ? all : all.filter { !drawn.contains($0.id) }
        let settling = LineSettling(strokes, present: present, free: layout.freeName, hasFormulas: hasFormulas, formulas: formulas)
        var targets: [StrokeID: LineID] = [:]
        for stroke in all where !stroke.points.isEmpty && formulas[stroke.id] == nil {
            if let line = drawn.contains(stroke.id) ? LineID.drawn : settling.lines[stroke.id] { targets[stroke.id] = line }
        }
        return move(targets)
    }

    /// Moves strokes to other lines, and returns the changes.
    mutating func move(_ targets: [StrokeID: LineID]) -> [DocumentChange] {
        let moves = targets.sorted { $0.key < $1.key }.compactMap { stroke, line in
            content.strokes[stroke].flatMap { placed in
                content.change(.stroke(stroke), to: .stroke(PlacedStroke(stroke: placed.stroke, line: line)))
            }
        }
        guard !moves.isEmpty else { return [] }
        revision &+= 1
        for move in moves {
            if case .stroke(let placed)? = move.before { takeOffLine(placed) }
            content.apply(move)
            if case .stroke(let placed)? = move.after {
                insertIntoLine(placed)
                if placed.line == .drawn { noticeFigure(placed.stroke) }
            }
        }
        return moves
    }
}
