internal import Ink

/// How far the reading of one line has come.
struct LineReading: Sendable {
    /// The editor's revision when the line changed last.
    var revision: UInt64
    /// The best readings so far, perhaps of an earlier revision.
    var candidates: [Candidate] = []
    var words: [LineWord] = []
    /// The readings are of this revision and stay.
    var isFinal = false
    /// The pen has rested since the line changed.
    var isDue = false
}

/// How far the readings of all lines have come, and which are still to be asked for.
struct LineReadings: Sendable {
    private var readings: [LineID: LineReading] = [:]
    /// In the order they became necessary, each line once.
    private(set) var requested: [LineID] = []

    subscript(line: LineID) -> LineReading? { readings[line] }

    var areAllFinal: Bool { readings.values.allSatisfy(\.isFinal) }
    var waitForPause: Bool { readings.values.contains { !$0.isDue } }

    /// A line changed: what was read no longer holds, but is kept to be shown until there is better.
    mutating func invalidate(_ line: LineID, revision: UInt64) {
        var reading = readings[line] ?? LineReading(revision: revision)
        reading.revision = revision
        reading.isFinal = false
        reading.isDue = false
        readings[line] = reading
        request(line)
    }

    /// A line's words no longer cover a stroke that is gone.
    mutating func forget(_ stroke: StrokeID, of line: LineID) {
        guard let words = readings[line]?.words else { return }
        readings[line]?.words = words.map { word in
            var word = word
            word.ranges.removeAll { $0.stroke == stroke }
            return word
        }
    }

    mutating func remove(_ line: LineID) {
        readings[line] = nil
        requested.removeAll { $0 == line }
    }

    /// Every line that changed since its last final reading is to be read for good.
    mutating func finaliseAll() {
        for line in readings.keys.sorted() where readings[line]?.isDue == false {
            readings[line]?.isDue = true
            request(line)
        }
    }

    mutating func takeRequests() -> [LineID] {
        defer { requested = [] }
        return requested
    }

    /// Takes a reading over, or keeps the one there was for nil; false if it is of an earlier revision, or would replace a final one.
    mutating func apply(candidates: [Candidate]?, words: [LineWord]?, to line: LineID, revision: UInt64, isFinal: Bool) -> Bool {
        guard var reading = readings[line], reading.revision == revision, !reading.isFinal else { return false }
        reading.candidates = candidates ?? reading.candidates
        reading.words = words ?? reading.words
        reading.isFinal = isFinal
        if isFinal { reading.isDue = true }
        readings[line] = reading
        return true
    }

    private mutating func request(_ line: LineID) {
        if !requested.contains(line) { requested.append(line) }
    }
}
