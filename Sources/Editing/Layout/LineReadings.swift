public import Ink

/// The progress of the reading of one line.
struct LineReading: Sendable {
    /// The editor's revision when the line changed last.
    var revision: UInt64
    /// The best readings so far, perhaps of an earlier revision.
    var candidates: [Candidate] = []
    var words: [LineWord] = []
    var confidence: Double?
    /// The number of Unicode scalars at the beginning of the best reading that are firm.
    var stablePrefix = 0
    /// The readings are of this revision and stay.
    var isFinal = false
    /// The pen has rested since the line changed.
    var isDue = false

    /// The best reading; empty if there is none.
    var text: String { candidates.first?.text ?? "" }

    /// Takes a reading over, or keeps the one there was for nil.
    ///
    /// Firm is the prefix that two readings in a row agree on: local agreement, as D. Liu, G. Spanakis, J. Niehues, "Low-latency
    /// sequence-to-sequence speech recognition and translation by partial hypothesis selection", Interspeech 2020, have it.
    mutating func take(_ transcript: Transcript?, strokes: [StrokeID]) {
        guard let transcript else { return }
        stablePrefix = zip(text.unicodeScalars, transcript.text.unicodeScalars).prefix { $0 == $1 }.count
        candidates = transcript.candidates
        words = transcript.words.map { LineWord($0, strokes: strokes) }
        confidence = transcript.confidence
    }

    /// Nothing will change it any more but a change of the line.
    mutating func settle() {
        isFinal = true
        isDue = true
        stablePrefix = text.unicodeScalars.count
    }
}

/// The progress of the readings of all lines, and the lines that are still to be requested.
struct LineReadings: Sendable {
    private var readings: [LineID: LineReading] = [:]
    /// Lines whose reading is not final, and those of them for which the pen has not rested: few, however many lines there are.
    private var unfinished: Set<LineID> = []
    private var waiting: Set<LineID> = []
    private var requests = LineRequests()

    subscript(line: LineID) -> LineReading? { readings[line] }

    var areAllFinal: Bool { unfinished.isEmpty }
    var waitForPause: Bool { !waiting.isEmpty }
    var hasRequests: Bool { !requests.isEmpty }

    /// A line changed: its reading is outdated, but is shown until there is a newer one.
    mutating func invalidate(_ line: LineID, revision: UInt64) {
        var reading = readings[line] ?? LineReading(revision: revision)
        reading.revision = revision
        reading.isFinal = false
        reading.isDue = false
        keep(reading, for: line)
        requests.add(line)
    }

    /// A line's words no longer cover a stroke that is gone.
    mutating func forget(_ stroke: StrokeID, of line: LineID) {
        guard let words = readings[line]?.words else { return }
        for index in words.indices { readings[line]?.words[index].forget(stroke) }
    }

    mutating func remove(_ line: LineID) {
        readings[line] = nil
        unfinished.remove(line)
        waiting.remove(line)
        requests.remove(line)
    }

    /// Every line that changed since its last final reading is to be read for good.
    mutating func finaliseAll() {
        for line in waiting.sorted() {
            guard var reading = readings[line] else { continue }
            reading.isDue = true
            keep(reading, for: line)
            requests.add(line)
        }
    }

    mutating func takeRequests(atMost count: Int) -> [LineID] { requests.take(atMost: count) }

    /// Whether a reading of this revision of a line is still of use.
    func awaits(_ line: LineID, revision: UInt64) -> Bool {
        guard let reading = readings[line] else { return false }
        return reading.revision == revision && !reading.isFinal
    }

    /// Takes over a reading that is awaited, or keeps the one there was for nil; `strokes` are those that were read, in their order.
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

/// Lines to be read, in the order they became necessary, each once. No call takes the longer the more there are.
private struct LineRequests: Sendable {
    /// Begins at `next`; lines that are not in `wanted` any more do not count.
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

    /// A line; nil if it is not, or no longer, there.
    public func line(_ id: LineID) -> LineState? {
        layout[id].flatMap { state(of: $0) }
    }

    /// The strokes of a line in the order they were drawn.
    public func strokes(of line: LineID) -> [StrokeID] { layout[line]?.marks.map(\.stroke).sorted() ?? [] }

    /// The lines to read now: those that changed, and those that fell due. Each is given out once for each reason.
    /// - Parameter count: the largest number of lines; the others stay requested.
    public mutating func takeRequests(atMost count: Int = .max) -> [LineSnapshot] {
        readings.takeRequests(atMost: count).compactMap { snapshot(of: $0) }
    }

    /// There are lines that ``takeRequests(atMost:)`` has not given yet.
    public var hasRequests: Bool { readings.hasRequests }

    /// A line as it is to be read; nil if it is not, or no longer, there.
    public func snapshot(of id: LineID) -> LineSnapshot? {
        guard let line = layout[id], let reading = readings[id] else { return nil }
        return LineSnapshot(
            line: id, revision: reading.revision, isFinal: reading.isDue,
            strokes: line.readingOrder.compactMap { content.strokes[$0]?.stroke.sampled }, row: row(of: line))
    }

    private func row(of line: InkLine) -> GuideRow? {
        guard let gap = configuration.guideGap else { return nil }
        return GuideRow(of: line, gap: gap, others: layout.lines(near: line.box, margin: 10 * gap))
    }

    /// Applies the reading of a snapshot, whose line, revision and finality come back unchanged.
    ///
    /// nil if it could not be read: the earlier reading stays.
    /// - Returns: an empty set if the reading is refused: the line has changed meanwhile, is gone, or has a final reading.
    public mutating func apply(_ transcript: Transcript?, to id: LineID, revision: UInt64, isFinal: Bool) -> EditorEffects {
        guard let line = layout[id], readings.awaits(id, revision: revision) else { return [] }
        let wasIdle = isIdle
        readings.apply(transcript, strokes: line.readingOrder, to: id, isFinal: isFinal)
        if isFinal { unsavedReadings.insert(id) }
        return isIdle && !wasIdle ? [.lineRead, .becameIdle] : [.lineRead]
    }

    /// The final readings to be saved of lines that changed or were read since the last call; nil for lines without one.
    public mutating func takeReadings() -> [LineID: SavedReading?] {
        defer { unsavedReadings = [] }
        var taken: [LineID: SavedReading?] = [:]
        for line in unsavedReadings {
            let reading = readings[line].flatMap { $0.isFinal ? $0 : nil }
            taken[line] = .some(reading.map { SavedReading(candidates: $0.candidates, words: $0.words, confidence: $0.confidence) })
        }
        return taken
    }

    private func state(of line: InkLine) -> LineState? {
        guard let reading = readings[line.id] else { return nil }
        var state = LineState(
            id: line.id, revision: reading.revision, text: reading.text, stablePrefix: reading.stablePrefix,
            candidates: reading.candidates, words: reading.words, confidence: reading.confidence, isFinal: reading.isFinal, box: line.box)
        for index in state.words.indices { state.words[index].decorations = content.decorations(of: state.words[index].strokes) }
        choose(in: &state)
        return state
    }

    /// Puts chosen texts in place of read ones.
    private func choose(in state: inout LineState) {
        guard !content.choices.isEmpty else { return }
        var isChanged = false
        var seen: [[StrokeID]: Int] = [:]
        for index in state.words.indices {
            let strokes = state.words[index].strokes
            guard let first = strokes.first, let choice = content.choices[first], choice.strokes == strokes else { continue }
            defer { seen[strokes, default: 0] += 1 }
            guard choice.place == seen[strokes, default: 0] else { continue }
            state.words[index].choose(choice.text)
            isChanged = true
        }
        guard isChanged else { return }
        state.text = state.words.map(\.text).joined(separator: " ")
        state.candidates.removeAll { $0.text == state.text }
        state.candidates.insert(Candidate(text: state.text, score: nil), at: 0)
        if state.isFinal { state.stablePrefix = state.text.unicodeScalars.count }
        state.stablePrefix = min(state.stablePrefix, state.text.unicodeScalars.count)
    }
}

extension LineWord {
    /// Says `text` from now on, which is the first of its candidates then.
    mutating func choose(_ text: String) {
        isChosen = true
        guard self.text != text else { return }
        self.text = text
        candidates.removeAll { $0.text == text }
        candidates.insert(Candidate(text: text, score: nil), at: 0)
        let characters = text.map(String.init)
        // other characters were never aligned with the ink
        if characters.count == graphemes.count {
            for index in graphemes.indices { graphemes[index].text = characters[index] }
        } else {
            graphemes = []
        }
        confidence = nil
    }
}
