public import Ink

extension [RecognizerInterface.Ink] {
    /// The strokes as ink, numbered from 0; samples without time.
    ///
    /// - Throws: `InvalidInk` for the first stroke without samples, or whose `x` and `y` differ in length or are not finite.
    public func ink() throws(RecognizerInterface.InvalidInk) -> [Stroke] {
        var ink: [Stroke] = []
        ink.reserveCapacity(count)
        for (index, stroke) in enumerated() {
            guard stroke.x.count == stroke.y.count else {
                throw .init(stroke: index, reason: "\(stroke.x.count) x and \(stroke.y.count) y")
            }
            guard !stroke.x.isEmpty else { throw .init(stroke: index, reason: "no samples") }
            guard stroke.x.allSatisfy(\.isFinite), stroke.y.allSatisfy(\.isFinite) else {
                throw .init(stroke: index, reason: "a number is not finite")
            }
            ink.append(Stroke(id: StrokeID(UInt64(index)), points: zip(stroke.x, stroke.y).map { InkPoint(x: $0, y: $1) }))
        }
        return ink
    }
}

extension RecognizerInterface.Range {
    /// The same samples.
    public init(_ range: StrokeRange) { self.init(stroke: range.stroke, first: range.first, last: range.last) }

    /// The same samples, of a stroke counted among those of a line; `strokes` are the line's.
    init(_ range: StrokeRange, among strokes: [Int]) {
        let isKnown = strokes.indices.contains(range.stroke)
        self.init(stroke: isKnown ? strokes[range.stroke] : range.stroke, first: range.first, last: range.last)
    }
}

extension RecognizerInterface.Word {
    /// A word of the line with this index and these strokes.
    init(_ word: TranscribedWord, line: Int, strokes: [Int]) {
        self.init(
            text: word.text, box: word.box.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
            ranges: word.ranges.map { .init($0, among: strokes) }, line: line,
            candidates: word.candidates.map { .init(text: $0.text, score: $0.score) }, baseline: word.baseline, xHeight: word.xHeight,
            graphemes: word.graphemes.map { .init(text: $0.text, ranges: $0.ranges.map { .init($0, among: strokes) }) },
            confidence: word.confidence)
    }

    /// The word as a recogniser of gestures takes it.
    public var transcribed: TranscribedWord {
        func same(_ ranges: [RecognizerInterface.Range]) -> [StrokeRange] {
            ranges.map { StrokeRange(stroke: $0.stroke, first: $0.first, last: $0.last) }
        }
        return TranscribedWord(
            text: text, box: box.map { Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }, ranges: same(ranges),
            baseline: baseline, xHeight: xHeight,
            graphemes: (graphemes ?? []).map { TranscribedGrapheme(text: $0.text, ranges: same($0.ranges)) })
    }
}

extension RecognizerInterface.Recognize.Reply {
    /// What the recogniser made of each line of an ink; `strokes` are the line's, as indices of the ink's. At most `alternatives`
    /// candidates, of a page and of each line.
    public init(_ read: [(transcript: Transcript, strokes: [Int])], alternatives: Int) {
        let most = max(0, alternatives)
        let lines = read.map { transcript, strokes in
            RecognizerInterface.Line(
                text: transcript.text, candidates: transcript.candidates.prefix(most).map { .init(text: $0.text, score: $0.score) },
                confidence: transcript.confidence, strokes: strokes)
        }
        let confidences = lines.compactMap(\.confidence)
        self.init(
            candidates: Array(Self.candidates(lines).prefix(most)),
            words: read.enumerated().flatMap { line, read in
                read.transcript.words.map { .init($0, line: line, strokes: read.strokes) }
            },
            confidence: !lines.isEmpty && confidences.count == lines.count ? confidences.reduce(1, *) : nil, lines: lines)
    }

    /// The best of every line, then the same with one line read otherwise, the nearest first.
    private static func candidates(_ lines: [RecognizerInterface.Line]) -> [RecognizerInterface.Candidate] {
        let read = lines.filter { !$0.candidates.isEmpty }
        guard !read.isEmpty else { return [] }
        func joined(_ other: (line: Int, candidate: Int)? = nil) -> RecognizerInterface.Candidate {
            let chosen = read.enumerated().map { line, read in
                line == other?.line ? read.candidates[other?.candidate ?? 0] : read.candidates[0]
            }
            let scores = chosen.compactMap(\.score)
            return .init(
                text: chosen.map(\.text).joined(separator: "\n"), score: scores.count == chosen.count ? scores.reduce(0, +) : nil)
        }
        let others = read.enumerated().flatMap { line, read in read.candidates.indices.dropFirst().map { joined((line, $0)) } }
        return [joined()] + others.sorted { ($0.score ?? 0) > ($1.score ?? 0) }
    }
}
