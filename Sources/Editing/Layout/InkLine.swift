internal import Ink

/// The ID of a line. IDs are never reused within an editor.
public struct LineID: Sendable, Hashable, Comparable {
    /// The underlying number.
    public var value: UInt64

    /// The ID that stands for "on no line": drawn strokes that are not text.
    public static let drawn = LineID(0)

    /// Creates the ID with this number.
    public init(_ value: UInt64) { self.value = value }

    /// Whether `a` was begun before `b`.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// The strokes of one line of text.
struct InkLine: Sendable {
    let id: LineID
    /// The marks, ascending by stroke ID, which is drawing order; never empty in a layout.
    private(set) var marks: [LineMark]
    private(set) var box: Box
    /// Typical height of the tall strokes: the mean of all heights, weighted by height.
    private(set) var textHeight: Double

    /// Maximum number of strokes of a line, far more than people write on one line. Hatching and doodles have no natural end, and each
    /// stroke costs time proportional to its line's length. ``LineSegmentation`` has the same limit.
    static let mostMarks = 400

    init(id: LineID, first: LineMark) {
        self.id = id
        marks = [first]
        box = first.box
        textHeight = first.box.height
    }

    mutating func insert(_ mark: LineMark) {
        let index = marks.lastIndex { $0.stroke < mark.stroke }.map { $0 + 1 } ?? 0
        marks.insert(mark, at: index)
        measure()
    }

    mutating func remove(_ stroke: StrokeID) {
        marks.removeAll { $0.stroke == stroke }
        measure()
    }

    /// The strokes in reading order.
    var readingOrder: [StrokeID] {
        let written = marks.filter { !$0.isTypeset }
        return ReadingOrder.indices(of: written.map(\.box)).map { written[$0].stroke }
    }

    /// Whether the line contains a typeset word.
    var hasType: Bool { marks.contains(where: \.isTypeset) }

    /// Whether the line has ink to read.
    var hasInk: Bool { marks.contains { !$0.isTypeset } }

    /// Returns the vertical center of the line near `place`. Lines drift and slope, so nearer strokes have a larger weight.
    func center(near place: Box) -> Double {
        let reach = max(3 * textHeight, 0.02 * box.width, .leastNormalMagnitude)
        var nearest = Double.infinity
        for mark in marks { nearest = min(nearest, mark.gap(to: place)) }
        var (sum, total) = (0.0, 0.0)
        for mark in marks {
            let distance = (mark.gap(to: place) - nearest) / reach
            let weight = (mark.weight + 0.05 * textHeight + .leastNormalMagnitude) / (1 + distance * distance * distance)
            sum += weight * mark.center
            total += weight
        }
        return total > 0 ? sum / total : box.y + box.height / 2
    }

    /// Whether a stroke that begins at a point most probably begins another word. The point is then to the right of the line, or below it
    /// on the left.
    ///
    /// The distance to the right must exceed half a text height, and twice the line's median gap between strokes. If the line has fewer
    /// than two gaps, the distance must exceed a whole text height. In UNIPEN's development lines and words, 56 % of the gaps between words
    /// are that wide, and 5 % of the gaps within words. The UNIPEN data have no times. Moving to the next word takes longer than moving to
    /// the next letter, so after 0.2 s a third of a text height is enough.
    ///
    /// - Parameter lift: Microseconds since the last stroke ended.
    func isEnded(byStrokeAt x: Double, _ y: Double, after lift: Int64) -> Bool {
        guard textHeight > 0 else { return false }
        if y > box.bottom + 0.5 * textHeight { return x < box.right - textHeight }
        let gap = x - box.right
        if lift >= 200_000 { return gap > 0.33 * textHeight }
        guard gap > 0.5 * textHeight else { return false }
        var (gaps, right) = ([Double](), marks.first?.box.right ?? x)
        for mark in marks.dropFirst() {
            if mark.box.x > right { gaps.append(mark.box.x - right) }
            right = max(right, mark.box.right)
        }
        gaps.sort()
        return gap > (gaps.count < 2 ? textHeight : 2 * gaps[gaps.count / 2])
    }

    /// Returns the box around the strokes near `place`: those at most `reach` farther away along the line than the nearest stroke.
    func box(near place: Box, reach: Double) -> Box {
        let nearest = marks.map { $0.gap(to: place) }.min() ?? 0
        var near: Box?
        for mark in marks where mark.gap(to: place) <= nearest + reach { near = near?.union(mark.box) ?? mark.box }
        return near ?? box
    }

    /// Returns the lines column by column from left to right, those of each column from top to bottom.
    /// - Parameter height: the height of a tall letter. The gap between columns is larger.
    static func inReadingOrder(_ lines: [InkLine], height: Double) -> [InkLine] {
        let sorted = lines.sorted { ($0.box.x, $0.id) < ($1.box.x, $1.id) }
        var right = -Double.infinity
        for (index, line) in sorted.enumerated() {
            // two columns: several lines on both sides of the gap, some of them side by side
            if index >= 2, sorted.count - index >= 2, line.box.x > right + height,
                areBeside(sorted[..<index].map(\.box), sorted[index...].map(\.box))
            {
                return inReadingOrder(Array(sorted[..<index]), height: height) + inReadingOrder(Array(sorted[index...]), height: height)
            }
            right = max(right, line.box.right)
        }
        return lines.map { (line: $0, center: $0.center(near: $0.box)) }
            .sorted { ($0.center, $0.line.box.x, $0.line.id) < ($1.center, $1.line.box.x, $1.line.id) }
            .map(\.line)
    }

    /// Whether any box of `a` overlaps vertically with any box of `b`.
    private static func areBeside(_ a: [Box], _ b: [Box]) -> Bool {
        var (a, b) = (a.sorted { $0.y < $1.y }[...], b.sorted { $0.y < $1.y }[...])
        // if the topmost box ends before all remaining boxes on the other side begin, it does not overlap any of them
        while let first = a.first, let other = b.first {
            if first.y <= other.bottom, other.y <= first.bottom { return true }
            if first.y < other.y { a.removeFirst() } else { b.removeFirst() }
        }
        return false
    }

    private mutating func measure() {
        guard var box = marks.first?.box else { return }
        for mark in marks { box = box.union(mark.box) }
        self.box = box
        textHeight = marks.map(\.box.height).selfWeightedMean ?? 0
    }
}

/// The moments of ink: integrals over the path length on the surface, which depend neither on the sampling rate nor on pen lifts.
struct InkMoments: Sendable {
    /// Length of the path.
    private(set) var length = 0.0
    private var x = 0.0
    private var y = 0.0
    private var xx = 0.0
    private var xy = 0.0
    private var yy = 0.0

    /// Creates the moments of no ink.
    init() {}

    /// Creates the moments of a stroke relative to `origin`; a dot counts as a path of length `dot`.
    init(_ stroke: Stroke, origin: InkPoint, dot: Double) {
        var last: InkPoint?
        for point in stroke.points {
            defer { last = point }
            guard let last else { continue }
            add(from: last, to: point, origin: origin)
        }
        if length < dot, let last { add(dot - length, x: last.x - origin.x, y: last.y - origin.y) }
    }

    /// The vertical deviation of the ink from its regression line, which is horizontal for letters and may slope for wide ink; 0 without
    /// ink.
    var deviation: Double {
        guard length > 0 else { return 0 }
        return (residual(stiffness: 4 * spread.yy) / length).squareRoot()
    }

    /// The second moments around the mean.
    var spread: (xx: Double, xy: Double, yy: Double) {
        guard length > 0 else { return (0, 0, 0) }
        return (max(0, xx - x * x / length), xy - x * y / length, max(0, yy - y * y / length))
    }

    /// Returns the squared vertical distances from the regression line, integrated along the path.
    ///
    /// - Parameter stiffness: the cost of a slope of one; it prevents short pieces of ink from counting as steep.
    func residual(stiffness: Double) -> Double {
        let spread = spread
        let slack = spread.xx + stiffness
        return slack > 0 ? max(0, spread.yy - spread.xy * spread.xy / slack) : spread.yy
    }

    static func + (a: Self, b: Self) -> Self { combine(a, b, 1) }
    static func - (a: Self, b: Self) -> Self { combine(a, b, -1) }

    private static func combine(_ a: Self, _ b: Self, _ sign: Double) -> Self {
        var sum = a
        sum.length += sign * b.length
        sum.x += sign * b.x
        sum.y += sign * b.y
        sum.xx += sign * b.xx
        sum.xy += sign * b.xy
        sum.yy += sign * b.yy
        return sum
    }

    /// Adds a straight segment: the moments of its midpoint, and of its extent around the midpoint.
    private mutating func add(from a: InkPoint, to b: InkPoint, origin: InkPoint) {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let piece = (dx * dx + dy * dy).squareRoot()
        add(piece, x: (a.x + b.x) / 2 - origin.x, y: (a.y + b.y) / 2 - origin.y)
        xx += piece * dx * dx / 12
        xy += piece * dx * dy / 12
        yy += piece * dy * dy / 12
    }

    private mutating func add(_ piece: Double, x: Double, y: Double) {
        length += piece
        self.x += piece * x
        self.y += piece * y
        xx += piece * x * x
        xy += piece * x * y
        yy += piece * y * y
    }
}

/// The features of a stroke, or of a typeset word, that the layout uses.
struct LineMark: Sendable, Hashable {
    /// The ID of the stroke or of the word.
    var stroke: StrokeID
    var box: Box
    /// The mean vertical position of the ink, weighted by path length: a tail or an ascender shifts it less than it shifts the box's
    /// center.
    var center: Double
    /// Whether the mark is a typeset word, which is not recognized.
    private(set) var isTypeset = false

    /// Creates the mark of a typeset word.
    init(_ word: TypesetWord) {
        stroke = word.id
        box = word.box
        center = word.baseline - word.xHeight / 2
        isTypeset = true
    }

    /// Creates the mark of a stroke; nil if it has no samples.
    init?(_ stroke: Stroke) { self.init(stroke.id, stroke.points.map { Point(x: $0.x, y: $0.y) }) }

    /// Creates the mark of a stroke's visible ink; nil if all of it is hidden.
    init?(_ stroke: InkStroke) { self.init(stroke.id, stroke.samplePlaces) }

    private init?(_ stroke: StrokeID, _ places: [Point]) {
        guard let start = places.first else { return nil }
        self.stroke = stroke
        var (sum, length, last) = (0.0, 0.0, start)
        var (left, right, top, bottom) = (start.x, start.x, start.y, start.y)
        for place in places.dropFirst() {
            let piece = last.distance(to: place)
            sum += piece * (place.y + last.y) / 2
            length += piece
            (left, right, top, bottom) = (min(left, place.x), max(right, place.x), min(top, place.y), max(bottom, place.y))
            last = place
        }
        box = Box(x: left, y: top, width: right - left, height: bottom - top)
        center = length > 0 ? sum / length : start.y
    }

    /// The weight of the mark in the vertical position of its line. Dots and dashes weigh little.
    var weight: Double { box.height + 0.2 * box.width }

    /// Returns the horizontal gap to another stroke; 0 if they overlap horizontally.
    func gap(to other: Box) -> Double {
        max(0, other.x - box.right, box.x - other.right)
    }

    /// Returns the vertical overlap as a fraction of the shorter stroke's height; 0 if a stroke has no height.
    func overlap(with other: LineMark) -> Double {
        let common = min(box.bottom, other.box.bottom) - max(box.y, other.box.y)
        let smaller = min(box.height, other.box.height)
        return smaller > 0 ? max(0, common / smaller) : 0
    }
}
