public import Ink

/// Written text that a new stroke may be a gesture over.
public struct TextContext: Sendable {
    /// What is written, oldest first.
    public private(set) var strokes: [Stroke] = []
    private var given: [TranscribedWord]?
    /// One for each stroke; nil for one without usable samples.
    private(set) var traces: [InkTrace?] = []

    /// Text of these strokes.
    ///
    /// - Parameter words: What was read there, with ranges into `strokes`; nil if nothing was yet.
    public init(strokes: [Stroke] = [], words: [TranscribedWord]? = nil) {
        for stroke in strokes { append(stroke) }
        setWords(words)
    }

    /// One more stroke was written; words that were given are kept.
    public mutating func append(_ stroke: Stroke) {
        strokes.append(stroke)
        traces.append(InkTrace(stroke))
    }

    /// The words have been read; nil to go by the gaps between the strokes again.
    ///
    /// Ranges that name no samples of `strokes` are left out.
    public mutating func setWords(_ words: [TranscribedWord]?) {
        given = words?.map { word in
            var word = word
            word.ranges = word.ranges.filter(isKnown)
            for index in word.graphemes.indices { word.graphemes[index].ranges = word.graphemes[index].ranges.filter(isKnown) }
            return word
        }
    }

    /// The words that were given, otherwise strokes that stand close together, as words without text.
    public var words: [TranscribedWord] { given ?? WordGrouping.words(strokes: strokes, traces: traces) }

    private func isKnown(_ range: StrokeRange) -> Bool {
        strokes.indices.contains(range.stroke) && 0 <= range.first && range.first <= range.last
            && range.last < strokes[range.stroke].points.count
    }
}
