internal import ArgumentParser
internal import Ink
internal import InkClient
internal import InkCorpus
internal import InkEvaluation
internal import InkProtocol
internal import Recognition

/// `inkctl adapt`.
struct AdaptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adapt",
        abstract: "Adapt recognition to a writer, from corrected words.",
        discussion: """
            Examples:
              inkctl adapt --ink corrected.jsonl       adapt inkd to your handwriting
              inkctl adapt --status
              inkctl adapt --reset                     remove the adaptation
              inkctl config set adaptation.enable true
                                       let inkd learn from your corrections
              inkctl adapt --ink corrected.jsonl --out me.adaptation
              inkctl recognize --hand me.adaptation < words.jsonl
              inkctl adapt --measure --ink dev/words.jsonl.gz

            The files contain ink as JSON lines, with the written text in "label". The adaptation \
            applies only to you. With --out it is written to a file, without the daemon; only you \
            can read the file, and it works only with the model that it was made for. Nothing \
            leaves this machine. --measure stores nothing: for every "writer" with \
            \(AdaptationMeasurement.fewest) inks or more it learns the first half and recognizes \
            the second.
            """)

    @Option(help: ArgumentHelp("File of labeled ink to learn from. May be given several times.", valueName: "file"), completion: .file())
    var ink: [String] = []

    @Option(help: ArgumentHelp("Write the adaptation to this file instead of sending it to inkd.", valueName: "file"), completion: .file())
    var out: String?

    @Flag(help: "Measure the effect of adaptation.")
    var measure = false

    @Flag(help: "Show whether inkd is adapted to your handwriting.")
    var status = false

    @Flag(help: "Remove your adaptation from inkd.")
    var reset = false

    @Option(help: ArgumentHelp("With --measure: maximum number of inks in each half.", valueName: "count"))
    var limit = 200

    @Flag(help: "With --measure: learn only misread inks of the first half, like a user's corrections.")
    var corrections = false

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard [out != nil, measure, status, reset].count(where: { $0 }) <= 1 else {
            throw ValidationError("--out, --measure, --status and --reset exclude each other")
        }
        guard model.model == nil || out != nil || measure else {
            throw ValidationError("--model requires --out or --measure, because inkd adapts its own model")
        }
        guard !ink.isEmpty || status || reset else { throw ValidationError("--ink and a file of labeled ink are required") }
        guard measure || !corrections else { throw ValidationError("--corrections requires --measure") }
        guard limit >= Adapter.fewest else { throw ValidationError("--limit must be \(Adapter.fewest) or more, not \(limit)") }
    }

    func run() throws {
        if status { return try say(daemon.connect().adaptation()) }
        if reset { return try say(daemon.connect().resetAdaptation()) }
        var bar = ProgressBar()
        let inks = try LabeledInks(paths: ink) { path, done in bar.show(done, "reading \(path)") }.byWriter
        bar.clear()
        if let out {
            try learn(inks.sorted { $0.key < $1.key }.flatMap(\.value), modelPath: model.selection.path(), out: out)
        } else if measure {
            try measure(inks, modelPath: model.selection.path())
        } else {
            try teach(inks.sorted { $0.key < $1.key }.flatMap(\.value))
        }
    }

    private func say(_ state: AdaptationInterface.State) throws {
        let learnt = DisplayText.count(state.examples ?? 0, "ink")
        try StandardOutput.writeLine(
            state.adapted ? "inkd is adapted to your handwriting, from \(learnt)." : "inkd is not adapted to your handwriting.")
        if let before = state.lossBefore, let after = state.lossAfter, before > 0 {
            let gain = DisplayText.percent(1 - after / before)
            try StandardOutput.writeLine("The loss on words outside the training set decreased by \(gain) percent.")
        }
        if let words = state.corrections {
            let corrected = DisplayText.count(words, "corrected word")
            try StandardOutput.writeLine("\(corrected) of yours \(words == 1 ? "is" : "are") stored for training.")
        }
    }

    /// The newest inks that fit in one call: the daemon accepts at most 1 MiB per call.
    static func newest(_ inks: [Adapter.Example], samples limit: Int = 35_000) -> [Adapter.Example] {
        var samples = 0
        let newest = inks.reversed().prefix { ink in
            samples += ink.strokes.reduce(0) { $0 + $1.points.count }
            return samples <= limit
        }
        return newest.reversed()
    }

    /// Adapts the daemon's model and shows its progress.
    private func teach(_ all: [Adapter.Example]) throws {
        let inks = Self.newest(all)
        if inks.count < all.count {
            let all = DisplayText.count(all.count, "ink")
            StandardError.say("\(all) exceed the limit of one call. Using the last \(inks.count).")
        }
        let examples = inks.map { ink in
            let strokes = ink.strokes.map { RecognizerInterface.Ink(x: $0.points.map(\.x), y: $0.points.map(\.y)) }
            return AdaptationInterface.Example(strokes: strokes, text: ink.text)
        }
        let watch = try daemon.connect().adapt(to: examples)
        var bar = ProgressBar()
        defer { bar.clear() }
        while let reply = try watch.next() {
            bar.show(reply.progress, "learning from \(DisplayText.count(inks.count, "ink"))")
            if let state = reply.state {
                bar.clear()
                return try say(state)
            }
        }
        throw ClientError.connectionLost(errno: 0)
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
            "\(out): trained on \(DisplayText.count(adaptation.inks, "ink")); loss per character \(losses[0]) before, \(losses[1]) after.")
    }

    private func measure(_ inks: [String: [Adapter.Example]], modelPath: String) throws {
        let measurement = try AdaptationMeasurement(
            inks, limit: limit, onlyMisread: corrections, modelPath: modelPath)
        var bar = ProgressBar()
        var results: [AdaptationMeasurement.Result] = []
        for (index, writer) in measurement.writers.enumerated() {
            let result = try measurement.result(of: index) { done in
                bar.show((Double(index) + done) / Double(measurement.writers.count), "writer \(DisplayText.escaped(writer))")
            }
            results.append(result)
        }
        bar.clear()
        try StandardOutput.writeLines(AdaptationMeasurement.lines(results))
    }
}
