internal import PenLog

/// What a report tells: inks, how they were read, and all that is counted about them.
struct Report {
    /// At the top of the page.
    var title: String
    /// What read the inks, for people; nil if they were not read.
    var reader: String?
    /// Whether an ink is right or wrong as a whole, as symbols and shapes are.
    var isWhole = false
    /// Candidates of an ink that are shown, at most.
    var alternatives = 3
    /// In the order of the files.
    private(set) var entries: [ReportEntry] = []
    /// Lines of the files that were no ink.
    var unreadable = 0

    /// The labelled inks, read.
    private(set) var count = ErrorCount()
    /// Of the labelled inks.
    private(set) var confusions = Confusions()
    /// Inks that the recogniser refused, which are counted as read empty.
    private(set) var refused = 0
    private(set) var strokes = 0
    private(set) var samples = 0
    /// Of all labels.
    private(set) var characters = 0
    /// Of writing.
    private(set) var seconds = 0.0
    /// The files, in short.
    private(set) var corpora: Set<String> = []
    /// What the inks say that they are.
    private(set) var levels: Set<String> = []
    private(set) var writers: Set<String> = []
    private(set) var devices: Set<String> = []

    /// A report of nothing yet.
    init(title: String, reader: String?, isWhole: Bool = false) {
        (self.title, self.reader, self.isWhole) = (title, reader, isWhole)
    }

    /// Counts an ink.
    mutating func add(_ entry: ReportEntry) {
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

    /// The worst first; as many errors in a longer label are less bad; those without a label at the end.
    var sorted: [ReportEntry] {
        func key(_ entry: ReportEntry) -> (Double, Int, Int) {
            (-(entry.errorRate ?? (entry.label == nil ? -1 : 0)), -(entry.alignment?.errors ?? 0), entry.number)
        }
        return entries.sorted { key($0) < key($1) }
    }

    /// Samples a second, an ink each.
    var rates: Histogram { Histogram(entries.lazy.compactMap(\.rate)) }
    /// Milliseconds that reading took, an ink each.
    var latencies: Histogram { Histogram(entries.lazy.filter { $0.reading != nil }.map(\.milliseconds)) }
    /// Of every sample, 0 to 1.
    var forces: Histogram { Histogram(entries.lazy.flatMap { ($0.ink.channels[.force] ?? []).joined() }) }
}
