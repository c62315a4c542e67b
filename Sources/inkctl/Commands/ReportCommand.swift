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
        abstract: "Makes one page of a corpus, or of how well it is read; needs no daemon.",
        discussion: """
            Examples:
              inkctl report corpus -o report.html             all files of a folder
              inkctl report words.jsonl.gz --limit 500 -o report.html
              inkctl report symbols.jsonl.gz --as symbol -o report.html
              inkctl report my.jsonl --language de --title "My hand" -o my.html
              inkctl report corpus --no-recognise -o corpus.html

            The page has every ink with its label, what was read, other candidates and the \
            characters that are wrong, the worst ink first; error rates as `inkctl evaluate` counts them, \
            what was taken for what, and histograms of sampling rate, latency and force. It is one file \
            that any browser shows without a network: it holds no reference to anything, and tells \
            the browser to load nothing. It holds ink, so only you may read it.

            A line that is no ink is named, counted and left out, and the exit status is 1.
            """)

    @Argument(
        help: ArgumentHelp(
            "Files of ink as JSON lines, plain or packed by gzip, pen logs, or folders of them.", valueName: "file or folder"))
    var paths: [String]

    @Option(help: ArgumentHelp("At the top of the page. Default: the files' names.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("Take only so many inks from the beginning.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Show the ink and its labels only.")
    var noRecognise = false

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "What an ink is: line, page, symbol, shape or formula. Default: a page if its level says so, else a line.", valueName: "kind"))
    var kind: InkKind?

    @Option(help: ArgumentHelp("Show so many candidates at most, 1 to 16.", valueName: "count"))
    var alternatives = 3

    @OptionGroup var output: OutputOptions
    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("name a file or a folder of ink") }
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit): give a number greater than 0") }
        guard (1...16).contains(alternatives) else {
            throw ValidationError("--alternatives is \(alternatives): give a number from 1 to 16")
        }
    }

    func run() throws {
        try output.check("HTML")
        let source = try InkSource(paths)
        let corpora = Dictionary(zip(source.paths, Evaluation.corpora(source.paths))) { first, _ in first }
        let readers = noRecognise ? nil : InkReaders(kind: kind, model: model.selection, alternatives: alternatives)
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
        guard !report.entries.isEmpty else { throw InkctlError.noSuchInk("there is no ink in \(paths.joined(separator: ", "))") }
        try output.write(Array(ReportPage(report: report).html.utf8))
        if report.unreadable > 0 { throw ExitCode.failure }
    }

    /// Recognizes the entry's ink; ink that the recognizer refuses counts as an empty reading.
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
