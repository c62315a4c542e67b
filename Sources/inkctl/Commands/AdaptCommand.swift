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
        abstract: "Learns a person's handwriting from corrected words.",
        discussion: """
            Examples:
              inkctl adapt --ink corrected.jsonl       inkd reads your writing so
              inkctl adapt --status
              inkctl adapt --reset                     inkd forgets it
              inkctl config set adaptation.enable true
                                       inkd learns from what you correct
              inkctl adapt --ink corrected.jsonl --out me.adaptation
              inkctl recognize --hand me.adaptation < words.jsonl
              inkctl adapt --measure --ink dev/words.jsonl.gz

            The files hold ink as JSON lines, and in "label" what is written. What inkd learns \
            holds for you alone. With --out it goes to a file instead, which needs no daemon, \
            is readable by its owner alone, and belongs to the model it was made for. Nothing \
            leaves this machine. --measure keeps nothing: for every "writer" with \
            \(AdaptationMeasurement.fewest) inks or more it learns the first half and reads \
            the second.
            """)

    @Option(help: ArgumentHelp("Learn from this file; may be given several times.", valueName: "file"), completion: .file())
    var ink: [String] = []

    @Option(help: ArgumentHelp("Write what is learnt to this file, in place of telling inkd.", valueName: "file"), completion: .file())
    var out: String?

    @Flag(help: "Measure what adapting gains.")
    var measure = false

    @Flag(help: "Say whether inkd has learnt your hand.")
    var status = false

    @Flag(help: "Have inkd forget your hand.")
    var reset = false

    @Option(help: ArgumentHelp("With --measure: most inks of a half.", valueName: "count"))
    var limit = 200

    @Flag(help: "With --measure: of the first half learn only what is read wrong, as somebody corrects it.")
    var corrections = false

    @OptionGroup var daemon: DaemonOptions
    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard [out != nil, measure, status, reset].count(where: { $0 }) <= 1 else {
            throw ValidationError("give one of --out, --measure, --status and --reset")
        }
        guard model.model == nil || out != nil || measure else {
            throw ValidationError("inkd learns for its own model: leave out --model, or give --out or --measure")
        }
        guard !ink.isEmpty || status || reset else { throw ValidationError("name a file of labelled ink with --ink") }
        guard measure || !corrections else { throw ValidationError("--corrections says what --measure learns: give --measure") }
        guard limit >= Adapter.fewest else { throw ValidationError("--limit is \(limit): give at least \(Adapter.fewest)") }
    }

    func run() throws {
        if status { return try say(daemon.connect().adaptation()) }
        if reset { return try say(daemon.connect().resetAdaptation()) }
        var bar = ProgressBar()
        let inks = try LabelledInks(paths: ink) { path, done in bar.show(done, "reading \(path)") }.byWriter
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
        try StandardOutput.writeLine(state.adapted ? "inkd has learnt your hand from \(learnt)" : "inkd has learnt nothing of your hand")
        if let before = state.lossBefore, let after = state.lossAfter, before > 0 {
            let gain = DisplayText.percent(1 - after / before)
            try StandardOutput.writeLine("on words that it did not learn from, its loss fell by \(gain) per cent")
        }
        if let words = state.corrections {
            let corrected = DisplayText.count(words, "corrected word")
            try StandardOutput.writeLine("\(corrected) of yours \(words == 1 ? "is" : "are") kept to learn from")
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
            StandardError.say("\(all) are more than one call takes: learning from the last \(inks.count)")
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
            "\(out): learnt from \(DisplayText.count(adaptation.inks, "ink")); loss a character \(losses[0]), now \(losses[1])")
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
