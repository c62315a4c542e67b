internal import Ink

/// Sorts strokes into lines while the strokes are written.
///
/// A stroke joins the line that is nearest at the stroke's position. Distances are relative to the line's text height, so no unit is
/// needed. A stroke too far from all lines begins a new line. The line written last is preferred. The maximum distance is larger for dots
/// and accents, and smaller after a jump back to the left, which is likely to begin a new line.
struct LineLayout: Sendable {
    private var byID: [LineID: InkLine] = [:]
    private var index: LineIndex
    private var nextID: UInt64
    /// The line that was written last, and the box of its newest stroke.
    private var last: (line: LineID, place: Box)?
    /// Lines that strokes joined or left since `LineSettling` was last applied.
    var unsettled: Set<LineID> = []
    /// Whether lines are formulas.
    private let hasFormulas: Bool

    /// - Parameters:
    ///   - band: height of the bands of the line index, in the unit of the strokes: about one or two lines.
    ///   - used: the last ID assigned to a line.
    ///   - hasFormulas: whether lines are formulas. Strokes near one another then form a line, also if they are above or below one another.
    init(band: Double = 20, after used: LineID = LineID(0), hasFormulas: Bool = false) {
        self.hasFormulas = hasFormulas
        index = LineIndex(band: band)
        nextID = used.value == .max ? .max : used.value + 1
    }

    subscript(id: LineID) -> InkLine? { byID[id] }

    /// All lines, unordered.
    var lines: some Collection<InkLine> { byID.values }

    /// The lines from top to bottom, column by column.
    var readingOrder: [InkLine] { InkLine.inReadingOrder(Array(byID.values), height: typicalHeight) }

    /// The median of the lines' text heights; 0 without lines.
    var typicalHeight: Double { index.typicalHeight }

    /// The first unused ID. All larger IDs are unused, too.
    var freeName: LineID { LineID(nextID) }

    /// Returns the lines whose boxes are within `margin` of a box, in the order they were begun.
    func lines(near box: Box, margin: Double) -> [InkLine] {
        let ids = index.lines(from: box.y - margin, to: box.bottom + margin) ?? byID.keys.sorted()
        return ids.compactMap { byID[$0] }.filter { $0.box.intersects(box, margin: margin) }
    }

    /// Returns the line of a stroke written now, possibly a new line; nil for a stroke without samples.
    mutating func line(for stroke: InkStroke) -> LineID? { LineMark(stroke).map { line(for: $0) } }

    /// Returns the line for ink or a typeset word at this position, possibly a new line.
    mutating func line(for mark: LineMark) -> LineID {
        let id = (hasFormulas ? nearestFormula(to: mark.box) : bestLine(for: mark)) ?? LineID(nextID)
        last = (id, mark.box)
        return id
    }

    /// Puts a stroke on its line, which is created if necessary.
    /// - Returns: The stroke's mark on the line; nil for a stroke without samples, and for a stroke of a drawing, which is on no line.
    @discardableResult
    mutating func insert(_ stroke: InkStroke, into id: LineID) -> LineMark? {
        guard id != .drawn, let mark = LineMark(stroke) else { return nil }
        insert(mark, into: id)
        return mark
    }

    /// Puts a typeset word on its line, which is created if necessary.
    mutating func insert(_ word: TypesetWord) { insert(LineMark(word), into: word.line) }

    /// Removes a stroke or a typeset word from its line; an empty line is removed.
    mutating func remove(_ stroke: StrokeID, from id: LineID) {
        guard var line = byID[id] else { return }
        index.remove(line)
        line.remove(stroke)
        if line.marks.isEmpty {
            byID[id] = nil
            if last?.line == id { last = nil }
        } else {
            byID[id] = line
            index.insert(line)
        }
    }

    mutating func insert(_ mark: LineMark, into id: LineID) {
        if var line = byID[id] {
            index.remove(line)
            line.insert(mark)
            byID[id] = line
            index.insert(line)
        } else {
            let line = InkLine(id: id, first: mark)
            byID[id] = line
            index.insert(line)
        }
        nextID = max(nextID, id.value == .max ? .max : id.value + 1)
    }

    private func bestLine(for mark: LineMark) -> LineID? {
        let typical = byID.count > 2 ? typicalHeight : 0
        var best: (line: LineID, cost: Double)?
        // the index includes the reach of each line; add the reach of the typical height, or of the stroke if it is higher
        let reach = LineIndex.reach * max(typical, mark.box.height)
        let near = index.lines(from: mark.box.y - reach, to: mark.box.bottom + reach) ?? byID.keys.sorted()
        for line in near.compactMap({ byID[$0] }) where line.marks.count < InkLine.mostMarks {
            guard let cost = cost(of: mark, on: line, typicalHeight: typical), cost < best?.cost ?? .infinity else { continue }
            best = (line.id, cost)
        }
        return best?.line
    }

    /// Returns the cost of assigning a stroke to a line; nil if the stroke cannot belong to the line.
    private func cost(of mark: LineMark, on line: InkLine, typicalHeight: Double) -> Double? {
        var height = max(line.textHeight, 0.6 * mark.box.height)
        // The first strokes of a line may be dots or dashes, whose height is not that of the text.
        if line.marks.count < 4 { height = max(height, mark.box.height, typicalHeight) }
        guard height > 0 else { return mark.box.intersects(line.box) ? 0 : nil }
        let offset = (mark.center - line.center(near: mark.box)) / height
        let isSmall = mark.box.height < 0.6 * height && mark.box.width < height || isQuote(mark, behind: line, height: height)
        let isCurrent = last?.line == line.id
        var limit = 0.8
        if isSmall, line.marks.contains(where: { $0.gap(to: mark.box) < height }) {
            // Accents, dots and apostrophes lie above the letters. Commas and periods lie below, but nearer to the line's center.
            limit = offset < 0 ? 1.6 : 1.1
        } else if isCurrent, let place = last?.place {
            if mark.box.x > place.x, mark.gap(to: place) < 3 * height {
                // To the right of the last stroke: almost certainly the next letter or word.
                limit = 1.1
            } else if offset > 0, mark.box.right < place.x - 2 * height, !line.marks.contains(where: { $0.box.intersects(mark.box) }) {
                limit = 0.4
            }
        }
        if isCurrent, offset < 0 {
            if isHighDot(mark, on: line, height: height) { limit = max(limit, 2.1) }
            if isTopBar(mark, on: line, height: height) { limit = max(limit, 1.3) }
        } else if isCurrent, offset > 0, isStem(mark, of: line) {
            limit = max(limit, 1.4)
        }
        let distance = abs(offset)
        guard distance < limit else { return nil }
        return isCurrent ? distance - 0.25 : distance
    }

    /// Whether a stroke can be a dot that was written high above a letter.
    private func isHighDot(_ mark: LineMark, on line: InkLine, height: Double) -> Bool {
        mark.box.height < 0.35 * height && mark.box.width < 0.5 * height && line.marks.contains { $0.gap(to: mark.box) < 0.3 * height }
    }

    /// Whether a stroke can be the bar of a capital (T, F, J, E) whose stem is already on the line.
    private func isTopBar(_ mark: LineMark, on line: InkLine, height: Double) -> Bool {
        mark.box.height < 0.35 * height && mark.box.width < 2 * height && line.marks.contains { $0.gap(to: mark.box) == 0 }
    }

    /// Whether a stroke can be the stem of a capital whose bar is already on the line.
    private func isStem(_ mark: LineMark, of line: InkLine) -> Bool {
        guard line.marks.count == 1, let bar = line.marks.first, bar.gap(to: mark.box) == 0 else { return false }
        return bar.box.height < 0.5 * min(bar.box.width, mark.box.height) && bar.box.width < 2 * mark.box.height
    }

    /// Whether a stroke can be an apostrophe or part of a quotation mark: a short vertical stroke, no higher than the letters, after the
    /// newest stroke of the line. After a word of small letters, the mark is above all letters.
    private func isQuote(_ mark: LineMark, behind line: InkLine, height: Double) -> Bool {
        last?.line == line.id && mark.box.height < height && mark.box.width < 0.6 * mark.box.height
            && mark.box.x > line.box.right - 0.3 * height
    }
}

/// Finds the lines near a position in constant time. The page is divided into horizontal bands, and each band lists the lines near it.
private struct LineIndex: Sendable {
    /// The height of a band.
    private let band: Double
    private var lines: [Int: Set<LineID>] = [:]
    /// The text heights of all lines, ascending.
    private(set) var heights: [Double] = []

    /// The distance beyond a line's ink at which a stroke may still belong to the line, in text heights.
    static let reach = 1.7

    /// Maximum number of bands of a line. A line that spans more bands is in `tall`.
    private static let mostBands = 64
    /// Lines that span too many bands: a common list for all bands.
    private var tall: Set<LineID> = []

    init(band: Double) { self.band = band > 0 ? band : 1 }

    /// The median of the lines' text heights; 0 without lines.
    var typicalHeight: Double { heights.isEmpty ? 0 : heights[heights.count / 2] }

    mutating func insert(_ line: InkLine) {
        heights.insert(line.textHeight, at: position(of: line.textHeight))
        if let bands = bands(of: line) {
            for band in bands { lines[band, default: []].insert(line.id) }
        } else {
            tall.insert(line.id)
        }
    }

    mutating func remove(_ line: InkLine) {
        let index = position(of: line.textHeight)
        if index < heights.count, heights[index] == line.textHeight { heights.remove(at: index) }
        if let bands = bands(of: line) {
            for band in bands {
                lines[band]?.remove(line.id)
                if lines[band]?.isEmpty == true { lines[band] = nil }
            }
        } else {
            tall.remove(line.id)
        }
    }

    /// Returns the lines to which a stroke between `low` and `high` may belong, in the order they were begun; nil if all lines must be
    /// considered.
    func lines(from low: Double, to high: Double) -> [LineID]? {
        guard let bands = bands(low, high) else { return nil }
        return bands.reduce(into: tall) { $0.formUnion(lines[$1] ?? []) }.sorted()
    }

    /// Returns the bands in which strokes of the line may lie: all bands up to `reach` text heights away from the line's box.
    private func bands(of line: InkLine) -> ClosedRange<Int>? {
        bands(line.box.y - Self.reach * line.textHeight, line.box.bottom + Self.reach * line.textHeight)
    }

    /// Returns the bands between two vertical positions; nil for too many bands, or for coordinates that are not finite.
    private func bands(_ low: Double, _ high: Double) -> ClosedRange<Int>? {
        let (first, last) = ((low / band).rounded(.down), (high / band).rounded(.down))
        guard first.magnitude < 1e15, last.magnitude < 1e15, first <= last, last - first < Double(Self.mostBands) else { return nil }
        return Int(first)...Int(last)
    }

    /// Returns the index of the first height that is not smaller.
    private func position(of height: Double) -> Int {
        var (low, high) = (0, heights.count)
        while low < high {
            let middle = (low + high) / 2
            if heights[middle] < height { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
