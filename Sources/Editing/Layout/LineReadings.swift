internal import Ink

/// How far the reading of one line has come.
struct LineReading: Sendable {
    /// The editor's revision when the line changed last.
    var revision: UInt64
    /// The best readings so far, perhaps of an earlier revision.
    var candidates: [Candidate] = []
    var words: [LineWord] = []
    var confidence: Double?
    /// How many Unicode scalars at the beginning of the best reading are firm.
    var stablePrefix = 0
    /// The readings are of this revision and stay.
    var isFinal = false
    /// The pen has rested since the line changed.
    var isDue = false

    /// The best reading; empty if there is none.
    var text: String { candidates.first?.text ?? "" }

    /// Takes a reading over, or keeps the one there was for nil.
    ///
    /// Firm is what two readings in a row agree on: local agreement, as D. Liu, G. Spanakis, J. Niehues, "Low-latency
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

/// How far the readings of all lines have come, and which are still to be asked for.
struct LineReadings: Sendable {
    private var readings: [LineID: LineReading] = [:]
    /// Those that are not final, and those of them for which the pen has not rested: few, however many lines there are.
    private var unfinished: Set<LineID> = []
    private var waiting: Set<LineID> = []
    /// In the order they became necessary, each line once.
    private(set) var requested: [LineID] = []

    subscript(line: LineID) -> LineReading? { readings[line] }

    var areAllFinal: Bool { unfinished.isEmpty }
    var waitForPause: Bool { !waiting.isEmpty }

    /// A line changed: what was read no longer holds, but is kept to be shown until there is better.
    mutating func invalidate(_ line: LineID, revision: UInt64) {
        var reading = readings[line] ?? LineReading(revision: revision)
        reading.revision = revision
        reading.isFinal = false
        reading.isDue = false
        keep(reading, for: line)
        request(line)
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
        requested.removeAll { $0 == line }
    }

    /// Every line that changed since its last final reading is to be read for good.
    mutating func finaliseAll() {
        for line in waiting.sorted() {
            guard var reading = readings[line] else { continue }
            reading.isDue = true
            keep(reading, for: line)
            request(line)
        }
    }

    mutating func takeRequests() -> [LineID] {
        defer { requested = [] }
        return requested
    }

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

    /// Takes over what an unchanged line was read as earlier.
    mutating func restore(_ saved: SavedReading, to line: LineID, revision: UInt64) {
        var reading = LineReading(revision: revision, candidates: saved.candidates, words: saved.words, confidence: saved.confidence)
        reading.settle()
        keep(reading, for: line)
        requested.removeAll { $0 == line }
    }

    private mutating func keep(_ reading: LineReading, for line: LineID) {
        readings[line] = reading
        if reading.isFinal { unfinished.remove(line) } else { unfinished.insert(line) }
        if reading.isDue { waiting.remove(line) } else { waiting.insert(line) }
    }

    private mutating func request(_ line: LineID) {
        if !requested.contains(line) { requested.append(line) }
    }
}
