internal import Ink

/// Sorts strokes into lines as they are written.
///
/// A stroke joins the line whose course at that place it lies nearest to, measured in that line's own text height, so
/// no unit is needed; if it is too far from all of them it begins a line. The line written last is preferred, dots and
/// accents may lie farther off, and a jump back to the left needs a closer fit: it is likely to be a new line.
struct LineLayout: Sendable {
    /// In the order they were begun.
    private(set) var lines: [InkLine] = []
    private var nextID: UInt64 = 1
    /// The line that was written last, and where.
    private var last: (line: LineID, place: Box)?

    subscript(id: LineID) -> InkLine? { index(of: id).map { lines[$0] } }

    /// Lines from top to bottom.
    var readingOrder: [InkLine] {
        lines.map { (line: $0, centre: $0.centre(near: $0.box)) }
            .sorted { ($0.centre, $0.line.box.x, $0.line.id) < ($1.centre, $1.line.box.x, $1.line.id) }
            .map(\.line)
    }

    /// Middle of the lines' text heights; 0 without lines.
    var typicalHeight: Double {
        let heights = lines.map(\.textHeight).sorted()
        return heights.isEmpty ? 0 : heights[heights.count / 2]
    }

    /// Finds the line of a new stroke, or begins one. nil for a stroke without samples.
    mutating func place(_ stroke: Stroke) -> LineID? {
        guard let mark = LineMark(stroke) else { return nil }
        let id: LineID
        if let found = bestLine(for: mark) {
            id = found
            insert(mark, into: id)
        } else {
            id = LineID(nextID)
            nextID &+= 1
            lines.append(InkLine(id: id, first: mark))
        }
        last = (id, mark.box)
        return id
    }

    /// Puts a stroke back on the line it was on, which comes back too if it had vanished.
    mutating func restore(_ stroke: Stroke, to id: LineID) {
        guard let mark = LineMark(stroke) else { return }
        insert(mark, into: id)
    }

    /// Takes a stroke off its line; a line without strokes vanishes.
    mutating func remove(_ stroke: StrokeID, from id: LineID) {
        guard let index = index(of: id) else { return }
        lines[index].remove(stroke)
        if lines[index].marks.isEmpty {
            lines.remove(at: index)
            if last?.line == id { last = nil }
        }
    }

    private mutating func insert(_ mark: LineMark, into id: LineID) {
        if let index = index(of: id) {
            lines[index].insert(mark)
        } else {
            lines.insert(InkLine(id: id, first: mark), at: lines.firstIndex { $0.id > id } ?? lines.count)
        }
    }

    private func index(of id: LineID) -> Int? { lines.firstIndex { $0.id == id } }

    private func bestLine(for mark: LineMark) -> LineID? {
        let typical = lines.count > 2 ? typicalHeight : 0
        var best: (line: LineID, cost: Double)?
        for line in lines {
            guard let cost = cost(of: mark, on: line, typicalHeight: typical), cost < best?.cost ?? .infinity else { continue }
            best = (line.id, cost)
        }
        return best?.line
    }

    /// How badly a stroke fits a line; nil if it cannot belong to it.
    private func cost(of mark: LineMark, on line: InkLine, typicalHeight: Double) -> Double? {
        var height = max(line.textHeight, 0.6 * mark.box.height)
        // The first strokes may be dots or dashes, which say nothing of the size of the writing.
        if line.marks.count < 4 { height = max(height, mark.box.height, typicalHeight) }
        guard height > 0 else { return mark.box.intersects(line.box) ? 0 : nil }
        let offset = (mark.centre - line.centre(near: mark.box)) / height
        let isSmall = mark.box.height < 0.6 * height && mark.box.width < height
        let isCurrent = last?.line == line.id
        var limit = 0.8
        if isSmall, line.marks.contains(where: { $0.gap(to: mark.box) < height }) {
            // Accents, dots and apostrophes lie above the letters; commas and full stops below, but nearer.
            limit = offset < 0 ? 1.6 : 1.1
        } else if isCurrent, let place = last?.place {
            if mark.box.x > place.x, mark.gap(to: place) < 3 * height {
                // Going on to the right: hardly anything but the next letter or word.
                limit = 1.1
            } else if offset > 0, mark.box.right < place.x - 2 * height, !line.marks.contains(where: { $0.box.intersects(mark.box) }) {
                limit = 0.4
            }
        }
        let distance = abs(offset)
        guard distance < limit else { return nil }
        return isCurrent ? distance - 0.25 : distance
    }
}
