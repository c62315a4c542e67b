internal import ArgumentParser
internal import Ink
internal import Recognition

/// `inkctl adapt`.
struct AdaptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adapt",
        abstract: "Learns a person's handwriting from corrected words.",
        discussion: """
            Examples:
              inkctl adapt --ink corrected.jsonl.gz --out me.adaptation
              inkctl adapt --measure --ink dev/words.jsonl.gz

            The files hold ink as JSON lines, and in "label" what is written. What is learnt \
            stays in one file, readable by its owner alone: delete it, and it is forgotten. \
            It belongs to the model that it was made for and to no other. Nothing leaves this \
            machine. --measure writes no file: for every "writer" with \
            \(AdaptationMeasurement.fewest) inks or more it learns the first half and reads \
            the second.
            """)

    @Option(help: ArgumentHelp("Learn from this file; may be given several times.", valueName: "file"))
    var ink: [String]

    @Option(help: ArgumentHelp("Write what is learnt to this file.", valueName: "file"))
    var out: String?

    @Flag(help: "Measure what adapting gains.")
    var measure = false

    @Option(help: ArgumentHelp("With --measure: most inks of a half.", valueName: "count"))
    var limit = 200

    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard !ink.isEmpty else { throw ValidationError("name a file of labelled ink with --ink") }
        guard measure != (out != nil) else { throw ValidationError("give either --out, to keep what is learnt, or --measure") }
        guard limit >= Adapter.fewest else { throw ValidationError("--limit is \(limit): give at least \(Adapter.fewest)") }
    }

    func run() throws {
        var bar = ProgressBar()
        let inks = try LabelledInks(paths: ink) { path, done in bar.show(done, "reading \(path)") }.byWriter
        bar.clear()
        let path = try model.path()
        if let out {
            try learn(inks.values.flatMap { $0 }, modelPath: path, out: out)
        } else {
            try measure(inks, modelPath: path)
        }
    }

    private func learn(_ inks: [Adapter.Example], modelPath: String, out: String) throws {
        var bar = ProgressBar()
        defer { bar.clear() }
        let adaptation = try Adapter(modelPath: modelPath).adapt(to: inks) { done in
            bar.show(done, "learning from \(DisplayText.count(inks.count, "ink"))")
            return true
        }
        try adaptation.write(to: out, for: Recognizer(modelPath: modelPath))
        bar.clear()
        let losses = [adaptation.lossBefore, adaptation.lossAfter].map { DisplayText.fixed($0, digits: 3) }
        StandardError.say(
            "\(out): learnt from \(DisplayText.count(adaptation.inks, "ink")); loss a character \(losses[0]), now \(losses[1])")
    }

    private func measure(_ inks: [String: [Adapter.Example]], modelPath: String) throws {
        let measurement = try AdaptationMeasurement(inks, limit: limit, modelPath: modelPath)
        var bar = ProgressBar()
        var results: [AdaptationMeasurement.Result] = []
        for (index, writer) in measurement.writers.enumerated() {
            let result = try measurement.result(of: index) { done in
                bar.show((Double(index) + done) / Double(measurement.writers.count), "writer \(DisplayText.escaped(writer))")
            }
            results.append(result)
        }
        bar.clear()
        for line in AdaptationMeasurement.lines(results) { try StandardOutput.writeLine(line) }
    }
}
