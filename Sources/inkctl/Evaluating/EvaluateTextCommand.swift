internal import ArgumentParser
internal import Ink
internal import InkCorpus
internal import InkEvaluation
internal import InkProtocol
internal import PenLog
internal import Recognition

/// `inkctl evaluate text`.
struct EvaluateTextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Measure the recognition of words and lines.",
        discussion: """
            Examples:
              inkctl evaluate text dev/words.jsonl.gz dev/lines.jsonl.gz
              inkctl evaluate text --language none dev/words.jsonl.gz
              inkctl evaluate text --also de --also nl dev/words.jsonl.gz
              inkctl evaluate text --limit 500 --model new.safetensors dev/words.jsonl.gz
              inkctl evaluate text --json dev/words.jsonl.gz | jq '.groups[0].beam.cer'

            CER is the edit distance in characters divided by the number of characters in the \
            labels, WER is the same in words, and exact is the share of inks without errors. A run \
            of white space in a label counts as one space, and case counts. Results are grouped by \
            corpus (file), by level, and by contributor (the third part of an ink's id). Both \
            kinds of decoding are measured: greedy, from the ink alone, and prefix beam search \
            with the language. A refused ink counts as empty text.
            """)

    @OptionGroup var labeled: LabeledFiles

    @Option(help: ArgumentHelp("Maximum number of inks per file, from its beginning.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Write one JSON object instead of a table.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Additional language: each writer is read in the language that has most of the words in the labels. May be given several times.",
            valueName: "language"), completion: .languages)
    var also: [String] = []

    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard !labeled.files.isEmpty else { throw ValidationError("a file of labeled ink is required") }
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more, not \(limit)") }
        if model.language == "none", !also.isEmpty { throw ValidationError("--also requires --language") }
        if also.contains("none") { throw ValidationError("--also must be a language, not none") }
    }

    func run() throws {
        let path = try model.selection.path()
        var readers = try TextReaders(
            [try model.selection.recognizer()] + also.map { try model.selection.recognizer(language: $0) }, files: labeled.files)
        var report = EvaluationReport(evaluation: Evaluation(), model: path)
        var bar = ProgressBar()
        var hasFailed = false
        for (index, (path, corpus)) in zip(labeled.files, Evaluation.corpora(labeled.files)).enumerated() {
            let file = try InkFile(path: path)
            var taken = 0
            while taken < limit ?? .max, let line = try file.nextLine() {
                do {
                    let ink = try JSONInk(line: line, number: file.lineNumber)
                    taken += 1
                    measure(ink, of: corpus, with: &readers, in: &report)
                } catch {
                    hasFailed = true
                    bar.clear()
                    StandardError.say("\(path): \(error)")
                }
                let read = max(file.fractionRead, limit.map { Double(taken) / Double($0) } ?? 0)
                bar.show((Double(index) + read) / Double(labeled.files.count), "\(corpus), \(DisplayText.count(taken, "ink"))")
            }
        }
        bar.clear()
        report.language = readers.languages
        try StandardOutput.writeLines(json ? [report.json.description] : report.lines)
        if hasFailed { throw ExitCode.failure }
    }

    private func measure(_ ink: JSONInk, of corpus: String, with readers: inout TextReaders, in report: inout EvaluationReport) {
        let label = ErrorCount.collapsed(ink.label ?? "")
        guard !label.isEmpty else {
            report.unlabeled += 1
            return
        }
        let (greedy, beam, seconds) = readers.read(ink)
        report.greedySeconds += seconds.greedy
        report.beamSeconds += seconds.beam
        if greedy == nil || beam == nil { report.refused += 1 }
        let origin = Evaluation.Origin(corpus: corpus, level: ink.level, contributor: ink.id.flatMap(Evaluation.contributor))
        report.evaluation.add(label: label, greedy: greedy ?? "", beam: beam ?? "", from: origin)
    }
}
