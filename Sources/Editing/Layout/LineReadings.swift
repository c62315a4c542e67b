public import Ink

/// The recognition state of one line.
struct LineReading: Sendable {
    /// The editor's revision when the line changed last.
    var revision: UInt64
    /// The best readings so far, possibly of an earlier revision.
    var candidates: [Candidate] = []
    var words: [LineWord] = []
    /// The words of the last final reading, even if strokes were added since.
    var finalWords: [LineWord] = []
    var confidence: Double?
    /// The number of Unicode scalars at the beginning of the best reading that are stable.
    var stablePrefix = 0
    /// Whether the readings are for `revision`, not for an earlier revision.
    var isCurrent = false
    /// Whether the readings are for `revision`, and final.
    var isFinal = false
    /// Whether the pen has rested since the line changed.
    var isDue = false

    /// The best reading; empty if there is no reading.
    var text: String { candidates.first?.text ?? "" }

    /// Applies a reading; nil keeps the previous one.
    ///
    /// The prefix on which two consecutive readings agree is stable: local agreement, as in D. Liu, G. Spanakis, J. Niehues, "Low-latency
    /// sequence-to-sequence speech recognition and translation by partial hypothesis selection", Interspeech 2020.
    mutating func take(_ transcript: Transcript?, strokes: [StrokeID]) {
        isCurrent = true
        guard let transcript else { return }
        stablePrefix = zip(text.unicodeScalars, transcript.text.unicodeScalars).prefix { $0 == $1 }.count
        candidates = transcript.candidates
        words = transcript.words.map { LineWord($0, strokes: strokes) }
        confidence = transcript.confidence
    }

    /// Makes the reading final until the line changes.
    mutating func settle() {
        isCurrent = true
        isFinal = true
        isDue = true
        finalWords = words
        stablePrefix = text.unicodeScalars.count
    }
}

/// The recognition state of all lines, and the lines whose readings are still to be requested.
struct LineReadings: Sendable {
    private var readings: [LineID: LineReading] = [:]
    /// Lines without a final reading. The set stays small on long pages.
    private var unfinished: Set<LineID> = []
    /// The lines in `unfinished` for which the pen has not rested yet.
    private var waiting: Set<LineID> = []
    private var requests = LineRequests()

    subscript(line: LineID) -> LineReading? { readings[line] }

    var areAllFinal: Bool { unfinished.isEmpty }
    var waitForPause: Bool { !waiting.isEmpty }
    var hasRequests: Bool { !requests.isEmpty }

    /// Marks a changed line's reading as outdated; it remains visible until a newer one arrives.
    mutating func invalidate(_ line: LineID, revision: UInt64) {
        var reading = readings[line] ?? LineReading(revision: revision)
        reading.revision = revision
        reading.isCurrent = false
        reading.isFinal = false
        reading.isDue = false
        keep(reading, for: line)
        requests.add(line)
    }

    /// Removes a deleted stroke from a line's words.
    mutating func forget(_ stroke: StrokeID, of line: LineID) {
        guard let words = readings[line]?.words else { return }
        for index in words.indices { readings[line]?.words[index].forget(stroke) }
    }

    /// Restores the text and words of a line that has been converted back to ink, until the ink is recognized.
    mutating func recall(_ words: [LineWord], text: String, of line: LineID) {
        guard var reading = readings[line] else { return }
        (reading.words, reading.finalWords) = (words, words)
        reading.candidates = [Candidate(text: text, score: nil)]
        keep(reading, for: line)
    }

    /// Marks a changed line as final because it has no ink to read.
    mutating func close(_ line: LineID, revision: UInt64) {
        var reading = LineReading(revision: revision)
        reading.settle()
        keep(reading, for: line)
        requests.remove(line)
    }

    mutating func remove(_ line: LineID) {
        readings[line] = nil
        unfinished.remove(line)
        waiting.remove(line)
        requests.remove(line)
    }

    /// Requests final readings of all lines that changed since their last final reading.
    mutating func finalizeAll() {
        for line in waiting.sorted() {
            guard var reading = readings[line] else { continue }
            reading.isDue = true
            keep(reading, for: line)
            requests.add(line)
        }
    }

    mutating func takeRequests(atMost count: Int) -> [LineID] { requests.take(atMost: count) }

    /// Whether a reading of this revision of a line is still needed.
    func awaits(_ line: LineID, revision: UInt64) -> Bool {
        guard let reading = readings[line] else { return false }
        return reading.revision == revision && !reading.isFinal
    }

    /// Applies the requested reading; nil keeps the previous one.
    /// - Parameter strokes: the strokes that were recognized, in their order.
    mutating func apply(_ transcript: Transcript?, strokes: [StrokeID], to line: LineID, isFinal: Bool) {
        guard var reading = readings[line] else { return }
        reading.take(transcript, strokes: strokes)
        if isFinal { reading.settle() }
        keep(reading, for: line)
    }

    /// Restores the stored reading of an unchanged line.
    mutating func restore(_ saved: SavedReading, to line: LineID, revision: UInt64) {
        var reading = LineReading(revision: revision, candidates: saved.candidates, words: saved.words, confidence: saved.confidence)
        reading.settle()
        keep(reading, for: line)
        requests.remove(line)
    }

    private mutating func keep(_ reading: LineReading, for line: LineID) {
        readings[line] = reading
        if reading.isFinal { unfinished.remove(line) } else { unfinished.insert(line) }
        if reading.isDue { waiting.remove(line) } else { waiting.insert(line) }
    }
}

/// Lines to be recognized, in the order of their requests, each once. A call takes constant time.
private struct LineRequests: Sendable {
    /// The queue; its first element is at `next`. Lines that are no longer in `wanted` are skipped.
    private var queue: [LineID] = []
    private var next = 0
    private var wanted: Set<LineID> = []

    var isEmpty: Bool { wanted.isEmpty }

    mutating func add(_ line: LineID) {
        if wanted.insert(line).inserted { queue.append(line) }
    }

    mutating func remove(_ line: LineID) {
        wanted.remove(line)
        if wanted.isEmpty { self = LineRequests() }
    }

    mutating func take(atMost count: Int) -> [LineID] {
        var taken: [LineID] = []
        while taken.count < count, next < queue.count {
            if let line = wanted.remove(queue[next]) { taken.append(line) }
            next += 1
        }
        if wanted.isEmpty { self = LineRequests() }
        return taken
    }
}

extension InkEditor {
    /// All lines, top to bottom.
    public var lines: [LineState] {
        layout.readingOrder.compactMap { state(of: $0) }
    }

    /// The best readings of all lines, top to bottom, joined by line breaks.
    public var text: String { lines.map(\.text).joined(separator: "\n") }

    /// Returns a line; nil if it does not exist.
    public func line(_ id: LineID) -> LineState? {
        layout[id].flatMap { state(of: $0) }
    }

    /// Returns the strokes of a line in the order they were drawn.
    public func strokes(of line: LineID) -> [StrokeID] {
        layout[line]?.marks.filter { !$0.isTypeset }.map(\.stroke).sorted() ?? []
    }

    /// Returns the line of the first existing stroke among these; nil if all were deleted.
    public func line(of strokes: Set<StrokeID>) -> LineID? { strokes.sorted().lazy.compactMap { content.strokes[$0]?.line }.first }

    /// Returns the box of the newest stroke, and the boxes of the given strokes on the same line; nil if the newest stroke is not on this
    /// line, or the line has no other stroke from `strokes`.
    public func lastBox(onLine id: LineID, beside strokes: Set<StrokeID>) -> (last: Box, others: [Box])? {
        guard let marks = layout[id]?.marks, let last = marks.last, last.stroke.value == lastStroke else { return nil }
        let others = marks.dropLast().filter { strokes.contains($0.stroke) }
        return others.isEmpty ? nil : (last.box, others.map(\.box))
    }

    /// Returns the line that was written last if a stroke that begins at this place probably begins a new word. Returns nil if the stroke
    /// may continue the line's last word.
    public func line(endedByStrokeAt x: Double, _ y: Double, now: Instant) -> LineID? {
        guard let id = content.strokes[StrokeID(lastStroke)]?.line, let line = layout[id] else { return nil }
        let lift = input.restingSince.map { now.since($0) } ?? 0
        return line.isEnded(byStrokeAt: x, y, after: lift) ? line.id : nil
    }

    /// Returns the lines to recognize now: lines that have changed, and lines whose pause is over. A line may be returned once for each of
    /// the two reasons.
    /// - Parameter count: maximum number of lines; the remaining ones are returned by later calls.
    public mutating func takeRequests(atMost count: Int = .max) -> [LineSnapshot] {
        readings.takeRequests(atMost: count).compactMap { snapshot(of: $0) }
    }

    /// Whether there are lines that ``takeRequests(atMost:)`` has not returned yet.
    public var hasRequests: Bool { readings.hasRequests }

    /// Returns a line as input for a recognizer; nil if it does not exist.
    public func snapshot(of id: LineID) -> LineSnapshot? {
        guard let line = layout[id], let reading = readings[id] else { return nil }
        return LineSnapshot(
            line: id, revision: reading.revision, isFinal: reading.isDue,
            strokes: order(of: line).compactMap { content.strokes[$0]?.stroke.sampled }, row: row(of: line),
            isFormula: isFormula(id), decisions: symbolDecisions(on: line))
    }

    private func row(of line: InkLine) -> GuideRow? {
        guard let gap = configuration.guideGap else { return nil }
        return GuideRow(of: line, gap: gap, others: layout.lines(near: line.box, margin: 10 * gap))
    }

    /// Applies the reading of a snapshot, whose line, revision and finality are passed back unchanged.
    ///
    /// A nil `transcript` means that the line could not be read. The earlier reading then stays.
    /// - Returns: an empty set if the reading is refused: the line has changed meanwhile, is gone, or has a final reading.
    public mutating func apply(_ transcript: Transcript?, to id: LineID, revision: UInt64, isFinal: Bool) -> EditorEffects {
        guard let line = layout[id], readings.awaits(id, revision: revision) else { return [] }
        let wasIdle = isIdle
        readings.apply(transcript, strokes: order(of: line), to: id, isFinal: isFinal)
        if isFinal {
            unsaved.readings.insert(id)
            if content.type == .textDocument, formulaSearch.found[id] == nil { formulaSearch.unsearched.insert(id) }
        }
        return isIdle && !wasIdle ? [.lineRead, .becameIdle] : [.lineRead]
    }

    /// Returns the readings to be saved, for all lines that changed or were recognized since the last call. The value is nil for a line
    /// without a final reading.
    public mutating func takeReadings() -> [LineID: SavedReading?] {
        defer { unsaved.readings = [] }
        var taken: [LineID: SavedReading?] = [:]
        for line in unsaved.readings {
            let reading = readings[line].flatMap { $0.isFinal ? $0 : nil }
            taken[line] = .some(reading.map { SavedReading(candidates: $0.candidates, words: $0.words, confidence: $0.confidence) })
        }
        return taken
    }

    private func state(of line: InkLine) -> LineState? {
        guard let reading = readings[line.id] else { return nil }
        var state = LineState(
            id: line.id, revision: reading.revision, text: reading.text, stablePrefix: reading.stablePrefix,
            candidates: reading.candidates, words: reading.words, confidence: reading.confidence, isCurrent: reading.isCurrent,
            isFinal: reading.isFinal, box: line.box)
        if isFormula(line.id) { markDecisions(in: &state, of: line) } else { decide(&state) }
        addTypesetWords(to: &state, of: line)
        for index in state.words.indices {
            state.words[index].decorations = decorations(of: state.words[index])
            if isHighlighted(state.words[index]) { state.words[index].decorations.insert(.highlight) }
        }
        return state
    }

    private func decorations(of word: LineWord) -> Set<Decoration.Kind> {
        guard let name = word.typeset else { return content.decorations(of: word.strokes) }
        let ink = content.words[name]?.ink.map(\.id) ?? []
        return content.decorations(of: [name]).union(content.decorations(of: ink))
    }

    /// Applies the decisions about a line's words.
    private func decide(_ state: inout LineState) {
        let decisions = content.decisions(about: state.words.flatMap { $0.ranges.map(\.stroke) })
        guard !decisions.isEmpty else { return }
        let decided = decided(state.words, readings: state.candidates.map(\.text), decisions)
        guard decided.isChanged else { return }
        state.words = decided.words
        state.text = decided.text
        state.candidates.removeAll { $0.text == state.text }
        state.candidates.insert(Candidate(text: state.text, score: nil), at: 0)
        if state.isFinal { state.stablePrefix = state.text.unicodeScalars.count }
        state.stablePrefix = min(state.stablePrefix, state.text.unicodeScalars.count)
    }

    private func decided(_ words: [LineWord], readings: [String], _ decisions: WordDecisions) -> DecidedReading {
        DecidedReading(words, readings: readings, decisions: decisions) { ranges in
            Box(
                around: ranges.flatMap { range -> ArraySlice<InkPoint> in
                    let samples = content.strokes[range.stroke]?.stroke.samples ?? []
                    let (first, last) = (max(0, range.first), min(range.last, samples.count - 1))
                    return first <= last ? samples[first...last] : []
                })
        }
    }

    /// Returns the words of a line as read and joined or split, without chosen texts.
    func unchosenWords(of line: LineID) -> [LineWord] {
        guard let reading = readings[line] else { return [] }
        var decisions = content.decisions(about: reading.words.flatMap { $0.ranges.map(\.stroke) })
        decisions.choices = []
        return decided(reading.words, readings: reading.candidates.map(\.text), decisions).words
    }
}
