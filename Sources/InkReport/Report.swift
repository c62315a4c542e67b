package import Ink
package import InkEvaluation
package import PenLog
internal import Recognition

/// The contents of a report: inks, their recognition results, and statistics over them.
package struct Report {
    /// The page's title.
    package var title: String
    /// The recognizer's name for display; nil if the inks were not recognized.
    package var reader: String?
    /// Whether inks are right or wrong only as a whole, like symbols and shapes.
    package var isWhole = false
    /// Maximum number of candidates shown for an ink.
    package var alternatives = 3
    /// The inks in the order of the files.
    package private(set) var entries: [ReportEntry] = []
    /// The number of lines in the files that are not a valid ink.
    package var unreadable = 0

    /// The errors in the labeled inks.
    package private(set) var count = ErrorCount()
    /// The confusions in the labeled inks.
    package private(set) var confusions = Confusions()
    /// The number of inks that the recognizer rejected; they count as empty readings.
    package private(set) var refused = 0
    /// The number of strokes in all inks.
    package private(set) var strokes = 0
    /// The number of samples in all inks.
    package private(set) var samples = 0
    /// The number of characters in all labels.
    package private(set) var characters = 0
    /// The writing time in seconds.
    package private(set) var seconds = 0.0
    /// The short names of the files.
    package private(set) var corpora: Set<String> = []
    /// The levels of the inks.
    package private(set) var levels: Set<String> = []
    /// The writers of the inks.
    package private(set) var writers: Set<String> = []
    /// The devices of the inks.
    package private(set) var devices: Set<String> = []

    /// Creates an empty report.
    package init(title: String, reader: String?, isWhole: Bool = false) {
        (self.title, self.reader, self.isWhole) = (title, reader, isWhole)
    }

    /// Adds an ink to the report.
    package mutating func add(_ entry: ReportEntry) {
        entries.append(entry)
        strokes += entry.ink.strokes.count
        samples += entry.ink.strokes.map(\.count).reduce(0, +)
        characters += entry.label?.count ?? 0
        seconds += entry.seconds
        corpora.insert(entry.corpus)
        if let level = entry.ink.level { levels.insert(level) }
        if let writer = entry.ink.writer { writers.insert(writer) }
        if let device = entry.ink.device { devices.insert(device) }
        if entry.refusal != nil { refused += 1 }
        guard let alignment = entry.alignment, let label = entry.label else { return }
        if isWhole {
            count.inks += 1
            count.exact += alignment.errors == 0 ? 1 : 0
        } else {
            count.add(entry.text, label: label)
        }
        confusions.add(alignment, place: entry.number)
    }

    /// The inks by error rate, the highest first; inks without a label come last.
    package var sorted: [ReportEntry] {
        func key(_ entry: ReportEntry) -> (Double, Int, Int) {
            (-(entry.errorRate ?? (entry.label == nil ? -1 : 0)), -(entry.alignment?.errors ?? 0), entry.number)
        }
        return entries.sorted { key($0) < key($1) }
    }

    /// The sampling rates in hertz, one per ink.
    package var rates: Histogram { Histogram(entries.lazy.compactMap(\.rate)) }
    /// The recognition times in milliseconds, one per ink.
    package var latencies: Histogram { Histogram(entries.lazy.filter { $0.reading != nil }.map(\.milliseconds)) }
    /// The force of every sample, 0 to 1.
    package var forces: Histogram { Histogram(entries.lazy.flatMap { ($0.ink.channels[.force] ?? []).joined() }) }
}

/// An ink of a report with its recognition result.
package struct ReportEntry {
    /// The ink's number, from 1, in the order of the files.
    package var number: Int
    /// The short name of the ink's file.
    package var corpus: String
    /// The ink.
    package var ink: JSONInk
    /// The label with white space collapsed; nil if there is no label.
    package var label: String?
    /// The recognition result; nil if the ink was not recognized, or the recognizer rejected it.
    package var reading: InkReading?
    /// The recognizer's reason for rejecting the ink; nil if it was recognized.
    package var refusal: String?
    /// The recognition time.
    package var milliseconds = 0.0
    /// The alignment of the result with the label; nil without a label or a recognition attempt.
    package var alignment: EditAlignment?
    /// The label's length in the elements that errors are counted in.
    package var labelLength = 0

    /// Creates an entry for an ink that is not recognized yet.
    package init(number: Int, corpus: String, ink: JSONInk) {
        (self.number, self.corpus, self.ink) = (number, corpus, ink)
        let label = ErrorCount.collapsed(ink.label ?? "")
        self.label = label.isEmpty ? nil : label
    }

    /// The recognized text with white space collapsed; a symbol as character or command, like its label.
    package var text: String {
        guard case .symbol(let candidates) = reading else { return ErrorCount.collapsed(reading?.text ?? "") }
        guard let symbol = candidates.first?.symbol else { return "" }
        return label?.hasPrefix("\\") == false ? symbol.character ?? symbol.command : symbol.command
    }

    /// The correct text; nil without a label.
    package var wanted: String? {
        guard case .shape = reading else { return label }
        return label.map(ShapeEvaluation.name)
    }

    /// The number of errors divided by the label's length, which may exceed 1; nil without an alignment.
    package var errorRate: Double? { alignment.map { Double($0.errors) / Double(max(1, labelLength)) } }

    /// Aligns the result with the label: symbols, shapes, sketches and characters as a whole, writing by characters.
    package mutating func compare() {
        guard let wanted else { return }
        switch reading {
        case .symbol, .shape, .formula, .sketch, .character:
            alignment = EditAlignment(reading: text.isEmpty ? [] : [text], label: [wanted])
            labelLength = 1
        case .line, .page, nil:
            alignment = EditAlignment(reading: text, label: wanted)
            labelLength = wanted.count
        }
    }

    /// The samples of the wrong characters; empty if the result does not assign samples to characters.
    package var wrongRanges: [StrokeRange] {
        guard let alignment, alignment.errors > 0 else { return [] }
        let graphemes = reading?.words.flatMap(\.graphemes) ?? []
        var (ranges, next): ([StrokeRange], Int) = ([], 0)
        for step in alignment.steps {
            guard let read = step.read, read.contains(where: { !$0.isWhitespace }) else { continue }
            guard graphemes.indices.contains(next), graphemes[next].text == read else { return [] }
            if case .same = step {} else { ranges += graphemes[next].ranges }
            next += 1
        }
        return next == graphemes.count ? ranges : []
    }

    /// The sampling rate in hertz: the median of the timestamps; without timestamps, the rate given in the file. nil if both are unknown.
    package var rate: Double? {
        guard ink.isTimed else { return ink.hertz }
        let steps = ink.strokes.flatMap { zip($0, $0.dropFirst()).map { $1.time - $0.time } }.filter { $0 > 0 }.sorted()
        return steps.isEmpty ? ink.hertz : 1_000_000 / Double(steps[steps.count / 2])
    }

    /// The time from the first sample to the last, in seconds; pauses are estimated if there are no timestamps.
    package var seconds: Double {
        guard let first = ink.strokes.first?.first?.time, let last = ink.strokes.last?.last?.time, last > first else { return 0 }
        return Double(last - first) / 1_000_000
    }
}
