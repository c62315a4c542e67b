public import Ink

/// Written text that a new stroke may be a gesture over.
public struct TextContext: Sendable {
    /// The written strokes, oldest first.
    public private(set) var strokes: [Stroke] = []
    private var given: [TranscribedWord]?
    /// The trace of each stroke; nil for one without usable samples.
    private(set) var traces: [InkTrace?] = []

    /// Creates the context of these strokes.
    ///
    /// - Parameter words: The reading of the strokes, with ranges into `strokes`; nil if the strokes have not been read yet.
    public init(strokes: [Stroke] = [], words: [TranscribedWord]? = nil) {
        for stroke in strokes { append(stroke) }
        setWords(words)
    }

    /// Appends a newly written stroke; the given words are retained.
    public mutating func append(_ stroke: Stroke) {
        strokes.append(stroke)
        traces.append(InkTrace(stroke))
    }

    /// Sets the recognized words; nil to derive words from the gaps between strokes again.
    ///
    /// Ranges that refer to no samples of `strokes` are dropped.
    public mutating func setWords(_ words: [TranscribedWord]?) {
        given = words?.map { word in
            var word = word
            word.ranges = word.ranges.filter(isKnown)
            for index in word.graphemes.indices { word.graphemes[index].ranges = word.graphemes[index].ranges.filter(isKnown) }
            return word
        }
    }

    /// The given words. Without given words, groups of strokes that are close together, as words without text.
    public var words: [TranscribedWord] { given ?? WordGrouping.words(strokes: strokes, traces: traces) }

    private func isKnown(_ range: StrokeRange) -> Bool {
        strokes.indices.contains(range.stroke) && 0 <= range.first && range.first <= range.last
            && range.last < strokes[range.stroke].points.count
    }
}

/// A grouping of strokes into words by the gaps between them.
private enum WordGrouping {
    private struct Mark {
        var stroke: Int
        var extent: Extent
        /// The mean y of the ink.
        var level: Double
    }

    /// Returns groups of strokes that are close together, as words without text, line by line from left to right.
    static func words(strokes: [Stroke], traces: [InkTrace?]) -> [TranscribedWord] {
        let height = InkTrace.textHeight(traces.lazy.compactMap { $0 })
        let h = height > 0 ? height : 1
        let marks = traces.enumerated().compactMap { index, trace in
            trace.map { Mark(stroke: index, extent: $0.extent, level: level($0)) }
        }
        var groups: [[Mark]] = []
        for mark in marks {
            let touching = groups.indices.filter { groups[$0].contains { isClose(mark, $0, h) } }
            let joined = touching.flatMap { groups[$0] } + [mark]
            for index in touching.reversed() { groups.remove(at: index) }
            groups.append(joined)
        }
        return inReadingOrder(groups, h).map { group in
            let own = group.map(\.stroke).sorted()
            return TranscribedWord(
                text: "", box: Box(around: own.lazy.flatMap { strokes[$0].points }),
                ranges: own.map { StrokeRange(stroke: $0, first: 0, last: strokes[$0].points.count - 1) })
        }
    }

    /// Whether two strokes belong to one word: they have a small gap and similar vertical positions, or one is a dot or a bar above or
    /// below the other.
    private static func isClose(_ a: Mark, _ b: Mark, _ h: Double) -> Bool {
        let gap = max(a.extent.left, b.extent.left) - min(a.extent.right, b.extent.right)
        let apart = max(a.extent.top, b.extent.top) - min(a.extent.bottom, b.extent.bottom)
        let isSmall = min(a.extent.height, b.extent.height) < 0.5 * h
        return gap < 0.45 * h && (abs(a.level - b.level) < 0.8 * h || isSmall && gap < 0 && apart < 0.7 * h)
    }

    private static func inReadingOrder(_ groups: [[Mark]], _ h: Double) -> [[Mark]] {
        func left(_ group: [Mark]) -> Double { group.reduce(.infinity) { min($0, $1.extent.left) } }
        func middle(_ group: [Mark]) -> Double {
            let high = group.filter { $0.extent.height > 0.3 * h }
            let counted = high.isEmpty ? group : high
            return counted.reduce(0) { $0 + $1.level } / Double(counted.count)
        }
        var lines: [(level: Double, groups: [[Mark]])] = []
        for group in groups.sorted(by: { left($0) < left($1) }) {
            let level = middle(group)
            if let line = lines.firstIndex(where: { abs($0.level - level) < h }) {
                lines[line].groups.append(group)
                lines[line].level = level
            } else {
                lines.append((level, [group]))
            }
        }
        return lines.sorted { $0.level < $1.level }.flatMap(\.groups)
    }

    private static func level(_ trace: InkTrace) -> Double {
        let (length, moment) = trace.segments.reduce((0.0, 0.0)) { ($0.0 + $1.length, $0.1 + $1.length * $1.middle.y) }
        return length > 0 ? moment / length : trace.extent.top
    }
}
