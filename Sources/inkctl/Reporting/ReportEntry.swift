internal import Ink
internal import PenLog
internal import Recognition

/// One ink of a report, and what became of it.
struct ReportEntry {
    /// From 1, in the order of the files.
    var number: Int
    /// Its file, in short.
    var corpus: String
    /// The ink as it was read from there.
    var ink: JSONInk
    /// What was to be read, runs of white space one space; nil if nobody said.
    var label: String?
    /// What was read; nil if nothing was tried, or the recogniser refused.
    var reading: InkReading?
    /// Why the recogniser refused.
    var refusal: String?
    /// How long it took.
    var milliseconds = 0.0
    /// What was read against what was to be read; nil without a label or a try.
    var alignment: EditAlignment?
    /// Elements of the label that errors are counted by.
    var labelLength = 0

    /// An ink that nobody has tried to read.
    init(number: Int, corpus: String, ink: JSONInk) {
        (self.number, self.corpus, self.ink) = (number, corpus, ink)
        let label = ErrorCount.collapsed(ink.label ?? "")
        self.label = label.isEmpty ? nil : label
    }

    /// What was read, runs of white space one space; a symbol in the way in which its label names it.
    var text: String {
        guard case .symbol(let candidates) = reading else { return ErrorCount.collapsed(reading?.text ?? "") }
        guard let symbol = candidates.first?.symbol else { return "" }
        return label?.hasPrefix("\\") == false ? symbol.character ?? symbol.command : symbol.command
    }

    /// The label as what was read would have to be for it; nil without one.
    var wanted: String? {
        guard case .shape = reading else { return label }
        return label.map(ShapeEvaluation.name)
    }

    /// Errors over the label's length: 0 is right, and it may exceed 1; nil where nothing is to be compared.
    var errorRate: Double? { alignment.map { Double($0.errors) / Double(max(1, labelLength)) } }

    /// Compares what was read with the label: a symbol and a shape as a whole, writing by characters.
    mutating func compare() {
        guard let wanted else { return }
        switch reading {
        case .symbol, .shape:
            alignment = EditAlignment(reading: text.isEmpty ? [] : [text], label: [wanted])
            labelLength = 1
        case .line, .page, nil:
            alignment = EditAlignment(reading: text, label: wanted)
            labelLength = wanted.count
        }
    }

    /// The samples of the characters that are wrong; none where the reading does not tell which samples write which character.
    var wrongRanges: [StrokeRange] {
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

    /// Samples a second: the median over what the pen told, or else what the file says; nil if neither is known.
    var rate: Double? {
        guard ink.isTimed else { return ink.hertz }
        let steps = ink.strokes.flatMap { zip($0, $0.dropFirst()).map { $1.time - $0.time } }.filter { $0 > 0 }.sorted()
        return steps.isEmpty ? ink.hertz : 1_000_000 / Double(steps[steps.count / 2])
    }

    /// From the first sample to the last, in seconds; pauses are made up where the pen did not tell the time.
    var seconds: Double {
        guard let first = ink.strokes.first?.first?.time, let last = ink.strokes.last?.last?.time, last > first else { return 0 }
        return Double(last - first) / 1_000_000
    }
}

extension EditAlignment.Step {
    /// What was read; nil for what was missed.
    var read: String? {
        switch self {
        case .same(let text), .inserted(let text), .replaced(let text, _): text
        case .missed: nil
        }
    }
}
