public import Editing
internal import Ink
public import Recognition

extension GestureSnapshot {
    /// The written text beneath the stroke, as input of the gesture recognizer.
    public var context: TextContext {
        let places = Dictionary(strokes.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        func named(_ ranges: [WordRange]) -> [StrokeRange] {
            ranges.compactMap { range in places[range.stroke].map { StrokeRange(stroke: $0, first: range.first, last: range.last) } }
        }
        let read = words.map { word in
            TranscribedWord(
                text: word.text, box: word.box, ranges: named(word.ranges), baseline: word.baseline, xHeight: word.xHeight,
                graphemes: word.graphemes.map { TranscribedGrapheme(text: $0.text, ranges: named($0.ranges)) })
        }
        return TextContext(strokes: strokes, words: isRead ? read : nil)
    }

    /// Whether every stroke belongs to a word. If not, the line has not been read yet, and gaps between strokes separate its words.
    fileprivate var isRead: Bool {
        let covered = Set(words.flatMap(\.strokes))
        return strokes.allSatisfy { covered.contains($0.id) }
    }

    /// Returns the edit that the stroke requests; nil if the stroke is text.
    public func gesture(with recognizer: GestureRecognizer) -> EditGesture? {
        let context = context
        guard let reading = recognizer.recognize(stroke, over: context), isMeant(reading, over: context) else { return nil }
        return EditGesture(reading, self)
    }

    /// Whether the gesture is intentional. A user who edits has stopped writing, so the gesture must follow a pause: during writing, bars,
    /// dots and corrected letters look like gestures. Only a scratch-out, back and forth, and a ring around a whole word differ from all of
    /// these and need no pause.
    func isMeant(_ reading: GestureReading, over context: TextContext) -> Bool {
        guard let pause, pause < Self.flow else { return true }
        switch reading.kind {
        case .scratchOut: return stroke.sweeps >= Self.leastSweeps
        case .surround: return reading.words.contains { $0.coverage >= Self.leastEnclosed && context.hasLetters($0.index) }
        case .strikethrough, .underline, .join, .split, .insert: return false
        }
    }

    /// The minimum fraction of a word within a ring that follows the previous stroke without a pause.
    private static let leastEnclosed = 0.9

    /// The minimum number of sweeps (`Stroke.sweeps`) of a scratch-out that follows the previous stroke without a pause.
    private static let leastSweeps = 3
}

extension EditGesture {
    /// The minimum fraction of a word that a gesture must cover to apply to the word; a smaller overlap is accidental.
    private static let leastCoverage = 0.4

    /// Creates the edit for a recognized gesture in the snapshot; nil if it has no targets.
    init?(_ reading: GestureReading, _ snapshot: GestureSnapshot) {
        guard let kind = Kind(rawValue: reading.kind.rawValue) else { return nil }
        let (context, isRead) = (snapshot.context, snapshot.isRead)
        let least = kind == .join || kind == .split || kind == .insert ? 0 : Self.leastCoverage
        let words = reading.words.filter { $0.coverage >= least }.compactMap { touched -> LineWord? in
            if isRead { return snapshot.words.indices.contains(touched.index) ? snapshot.words[touched.index] : nil }
            guard context.words.indices.contains(touched.index) else { return nil }
            let word = context.words[touched.index]
            let ranges = word.ranges.compactMap { range in
                snapshot.strokes.indices.contains(range.stroke)
                    ? WordRange(stroke: snapshot.strokes[range.stroke].id, first: range.first, last: range.last) : nil
            }
            return LineWord(text: word.text, box: word.box, ranges: ranges)
        }
        // strokes that represent typeset text are not ink, so the edit does not list them
        let typeset = Set(snapshot.words.filter { $0.typeset != nil }.flatMap(\.strokes))
        var covered: [Int: Int] = [:]
        for range in reading.ranges { covered[range.stroke, default: 0] += range.last - range.first + 1 }
        let strokes = covered.compactMap { index, count -> StrokeID? in
            guard snapshot.strokes.indices.contains(index), !typeset.contains(snapshot.strokes[index].id) else { return nil }
            return 2 * count > snapshot.strokes[index].points.count ? snapshot.strokes[index].id : nil
        }
        guard !words.isEmpty || !strokes.isEmpty || reading.insertion != nil else { return nil }
        self.init(kind: kind, stroke: snapshot.stroke.id, words: words, strokes: strokes.sorted(), x: reading.insertion?.x)
    }
}

extension TextContext {
    /// Whether a word has more than one letter: a letter or a digit may be written around a single one, as in © and ①. A word without text
    /// has not been read yet, and its strokes count.
    fileprivate func hasLetters(_ index: Int) -> Bool {
        guard words.indices.contains(index) else { return false }
        let word = words[index]
        return (word.text.isEmpty ? Set(word.ranges.map(\.stroke)).count : word.text.count) > 1
    }
}
