internal import ArgumentParser
internal import InkCorpus
internal import InkEvaluation
internal import InkReport
internal import PenLog
internal import Recognition

/// `inkctl report`.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Make an HTML page about a corpus and its recognition, without the daemon.",
        discussion: """
            Examples:
              inkctl report corpus -o report.html             all files of a folder
              inkctl report words.jsonl.gz --limit 500 -o report.html
              inkctl report symbols.jsonl.gz --as symbol -o report.html
              inkctl report my.jsonl --language de --title "My handwriting" -o my.html
              inkctl report corpus --no-recognize -o corpus.html

            The page shows every ink with its label, the recognized text, other candidates and the \
            wrong characters, the worst ink first; error rates as in `inkctl evaluate`, \
            confusions, and histograms of sampling rate, latency and force. It is one file that \
            any browser shows without a network: it refers to no other file, and makes the browser \
            load nothing. It contains ink, so only you can read it.

            Lines that are not ink are listed, counted and omitted, and the exit status is 1.
            """)

    @Argument(
        help: ArgumentHelp(
            "Files of ink as JSON lines, optionally compressed with gzip, pen logs, or folders of such files.", valueName: "file or folder")
    )
    var paths: [String]

    @Option(help: ArgumentHelp("Title of the page. Default: the names of the files.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("Maximum number of inks, from the beginning.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Show only the ink and its labels, without recognition.")
    var noRecognize = false

    @Flag(name: .customLong("no-recognise"), help: .hidden)
    var hasEarlierName = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Kind of ink: line, page, symbol, shape or formula. Default: by the level of the ink, page or line.", valueName: "kind"))
    var kind: InkKind?

    @Option(help: ArgumentHelp("Maximum number of candidates (1–16).", valueName: "count"))
    var alternatives = 3

    @OptionGroup var output: OutputOptions
    @OptionGroup var model: ModelOptions

    /// Whether the report shows no readings, so that no ink is recognized.
    private var hidesReadings: Bool { noRecognize || hasEarlierName }

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("a file or a folder of ink is required") }
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more, not \(limit)") }
        guard (1...16).contains(alternatives) else {
            throw ValidationError("--alternatives must be 1 to 16, not \(alternatives)")
        }
    }

    func run() throws {
        try output.check("HTML")
        let source = try InkSource(paths)
        let corpora = Dictionary(zip(source.paths, Evaluation.corpora(source.paths))) { first, _ in first }
        let readers = hidesReadings ? nil : InkReaders(kind: kind, model: model.selection, alternatives: alternatives)
        var report = Report(
            title: title ?? Self.title(corpora.values.sorted()), reader: try readers.map { _ in try reader() },
            isWhole: kind != nil && kind != .line && kind != .page)
        report.alternatives = alternatives
        var bar = ProgressBar()
        while report.entries.count < limit ?? .max {
            do {
                guard let item = try source.nextItem() else { break }
                var entry = ReportEntry(number: report.entries.count + 1, corpus: corpora[item.file] ?? item.file, ink: item.ink)
                if let readers { try Self.read(&entry, with: readers.reader(for: item.ink)) }
                report.add(entry)
            } catch CorpusError.lineIsNoInk(let path, let line, let reason) {
                report.unreadable += 1
                bar.clear()
                StandardError.say(CorpusError.lineIsNoInk(path: path, line: line, reason: reason).description)
            }
            let read = max(source.fractionRead, limit.map { Double(report.entries.count) / Double($0) } ?? 0)
            bar.show(read, DisplayText.count(report.entries.count, "ink"))
        }
        bar.clear()
        guard !report.entries.isEmpty else { throw InkctlError.noSuchInk("There is no ink in \(paths.joined(separator: ", ")).") }
        try output.write(Array(ReportPage(report: report).html.utf8))
        if report.unreadable > 0 { throw ExitCode.failure }
    }

    /// Recognizes the entry's ink. Ink that the recognizer refuses counts as an empty reading.
    private static func read(_ entry: inout ReportEntry, with reader: InkReader) {
        let start = ContinuousClock.now
        do {
            entry.reading = try reader.reading(of: entry.ink.deviceStrokes)
        } catch {
            entry.refusal = error.description
        }
        entry.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        entry.compare()
    }

    private func reader() throws -> String {
        switch kind {
        case .symbol, .formula: "symbols"
        case .shape: "shapes"
        case .sketch: "sketches"
        case .character, .characters: "characters, \(model.language)"
        case .line, .page, nil:
            (try model.selection.path().split(separator: "/").last.map(String.init) ?? "")
                + (model.language == "none" ? "" : ", \(model.language)")
        }
    }

    private static func title(_ corpora: [String]) -> String {
        corpora.count > 3 ? "\(corpora.prefix(2).joined(separator: ", ")) and \(corpora.count - 2) more" : corpora.joined(separator: ", ")
    }
}
