public import Ink

extension InkInterface.Stroke {
    /// Converts a stroke. The times are microseconds since 1970.
    public init(_ stroke: Ink.Stroke) {
        // a right angle is stored in steps, and is a little smaller after decoding
        let isTilted = stroke.points.contains { $0.altitude < .pi / 2 - 0.01 }
        self.init(
            id: Int(clamping: stroke.id.value), x: stroke.points.map(\.x), y: stroke.points.map(\.y),
            force: stroke.points.map { Double($0.force) }, time: stroke.points.map { Double($0.time.microseconds) / 1000 },
            azimuth: isTilted ? stroke.points.map { Double($0.azimuth) } : nil,
            altitude: isTilted ? stroke.points.map { Double($0.altitude) } : nil)
    }

    /// Converts the visible samples of a stroke, and all that a copy of the stroke needs besides.
    /// - Parameters:
    ///   - hasPath: whether to include the path even if the samples determine the stroke.
    ///   - unit: units of the stroke per millimeter.
    public init(_ stroke: InkStroke, hasPath: Bool = false, unitsPerMillimeter unit: Double = 1) {
        self.init(Ink.Stroke(id: stroke.id, points: stroke.samples))
        if stroke.style != InkStyle() { style = .init(stroke.style) }
        if stroke.root != stroke.id { root = Int(clamping: stroke.root.value) }
        if hasPath || stroke.mask != nil || !stroke.transform.isTranslation {
            path = .init(stroke)
        } else if stroke.hasOwnMarks(unit: unit) {
            let marks = stroke.sampleParameters.map { stroke.path.point(at: $0) }
            func sizes(_ values: [Float]) -> [Double] { values.map { max(0, min(100, Double($0))) } }
            width = sizes(marks.map(\.width))
            if marks.contains(where: { $0.width != $0.height }) { height = sizes(marks.map(\.height)) }
        }
    }
}

extension InkInterface.PathPoint {
    /// Converts the point.
    public init(_ point: Ink.PathPoint) {
        self.init(
            x: point.x, y: point.y, time: Double(point.time), width: Double(point.width), height: Double(point.height),
            opacity: Double(point.opacity), force: Double(point.force), azimuth: Double(point.azimuth), altitude: Double(point.altitude))
    }
}

extension InkInterface.Matrix {
    /// Converts the map.
    public init(_ map: InkTransform) { self.init(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty) }

    /// Converts the map.
    ///
    /// - Throws: `InvalidInk` if a number is not finite, or the matrix maps the plane onto a line.
    public func transform() throws(InkInterface.InvalidInk) -> InkTransform {
        let map = InkTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
        guard map.inverse != nil else {
            throw .init(reason: "the matrix \(a) \(b) \(c) \(d) \(tx) \(ty) has no inverse; its determinant must not be 0")
        }
        return map
    }
}

extension InkInterface.Path {
    /// Converts a stroke's path with the properties of its points.
    public init(_ stroke: InkStroke) {
        self.init(
            id: Int(clamping: stroke.id.value), root: Int(clamping: stroke.root.value), style: .init(stroke.style),
            created: Double(stroke.path.created) / 1000, controlPoints: stroke.path.controlPoints.map { .init($0) },
            transform: .init(stroke.transform),
            visible: stroke.maskedPathRanges.map { .init(first: $0.lowerBound, last: $0.upperBound) },
            erased: (stroke.mask?.tracks).flatMap { $0.isEmpty ? nil : $0.map { .init($0) } },
            kept: (stroke.mask?.kept).map { .init(first: $0.lowerBound, last: $0.upperBound) },
            bounds: stroke.renderBounds.map { .init($0) })
    }
}

extension InkInterface.Stride {
    /// Returns a stride of this kind with an amount.
    public func callAsFunction(_ amount: Double) -> PathStride {
        switch self {
        case .distance: .distance(amount)
        case .time: .time(amount)
        case .parameter: .parameter(amount)
        }
    }
}

extension [RecognizerInterface.Ink] {
    /// Converts the strokes to ink. Their IDs are numbered from 0. All samples of a stroke without times have time 0.
    ///
    /// - Throws: `InvalidInk` for the first stroke without samples, with arrays of different lengths, with numbers that are not finite, or
    ///   with decreasing times.
    public func ink() throws(RecognizerInterface.InvalidInk) -> [Stroke] {
        var ink: [Stroke] = []
        ink.reserveCapacity(count)
        for (index, stroke) in enumerated() {
            guard stroke.x.count == stroke.y.count, (stroke.t?.count ?? stroke.x.count) == stroke.x.count else {
                let times = stroke.t.map { ", \($0.count) t" } ?? ""
                throw .init(stroke: index, reason: "\(stroke.x.count) x, \(stroke.y.count) y\(times): give one of each for each sample")
            }
            guard !stroke.x.isEmpty else { throw .init(stroke: index, reason: "no samples") }
            guard stroke.x.allSatisfy(\.isFinite), stroke.y.allSatisfy(\.isFinite) else {
                throw .init(stroke: index, reason: "a number is not finite")
            }
            guard let times = stroke.t else {
                ink.append(Stroke(id: StrokeID(UInt64(index)), points: zip(stroke.x, stroke.y).map { InkPoint(x: $0, y: $1) }))
                continue
            }
            if let wrong = times.firstIndex(where: { !Self.times.contains($0) }) {
                throw .init(stroke: index, reason: Self.times.problem(with: times[wrong], of: "t[\(wrong)]"))
            }
            guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
                throw .init(stroke: index, reason: "its t decrease: give ascending times")
            }
            let points = times.indices.map {
                InkPoint(x: stroke.x[$0], y: stroke.y[$0], time: Instant(microseconds: Int64(times[$0] * 1000)))
            }
            ink.append(Stroke(id: StrokeID(UInt64(index)), points: points))
        }
        return ink
    }

    /// The indices of the strokes in the order of their start times. If a stroke has no times, the order is that of the array.
    public var writingOrder: [Int] {
        let begins = compactMap { $0.t?.first }
        guard begins.count == count else { return Array<Int>(indices) }
        return indices.sorted { (begins[$0], $0) < (begins[$1], $1) }
    }

    /// The range of times in milliseconds. Their epoch is arbitrary.
    private static let times = ValueRange(-1e14...1e14, "milliseconds")
}

extension RecognizerInterface.Range {
    /// Converts the range.
    public init(_ range: StrokeRange) { self.init(stroke: range.stroke, first: range.first, last: range.last) }

    /// Converts a range whose stroke number is an index into `strokes`, the line's strokes.
    init(_ range: StrokeRange, among strokes: [Int]) {
        let isKnown = strokes.indices.contains(range.stroke)
        self.init(stroke: isKnown ? strokes[range.stroke] : range.stroke, first: range.first, last: range.last)
    }
}

extension RecognizerInterface.Word {
    /// Converts a word of the line with this index. `strokes` are the line's strokes, as indices of the ink's strokes.
    init(_ word: TranscribedWord, line: Int, strokes: [Int]) {
        self.init(
            text: word.text, box: word.box.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
            ranges: word.ranges.map { .init($0, among: strokes) }, line: line,
            candidates: word.candidates.map { .init(text: $0.text, score: $0.score) }, baseline: word.baseline, xHeight: word.xHeight,
            graphemes: word.graphemes.map { .init(text: $0.text, ranges: $0.ranges.map { .init($0, among: strokes) }) },
            confidence: word.confidence)
    }

    /// The word in the form that a gesture recognizer needs.
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
    /// Converts the recognizer's readings of each line of an ink. `strokes` are the line's strokes, as indices of the ink's strokes. The
    /// reply has at most `alternatives` candidates for the whole ink and for each line.
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

    /// Returns the best text of all lines together, and alternatives that differ in one line, the most probable first.
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

extension EditorInterface.Box {
    /// Converts the rectangle.
    public init(_ box: Ink.Box) { self.init(x: box.x, y: box.y, width: box.width, height: box.height) }
}
