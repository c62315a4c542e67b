internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import PenLog

/// `inkctl record prompts`.
struct RecordPromptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompts",
        abstract: "Prompt for sentences and record your handwriting.",
        discussion: """
            Shows a sentence, and below it the text that inkd recognizes. Return accepts it and \
            continues, r repeats it, s skips it, q quits. Empty lines of the file and lines that \
            begin with # are ignored. Meanwhile the pen writes only here and does not control the \
            pointer.

            Examples:
              inkctl record prompts sentences.txt --writer w7
              inkctl record prompts sentences.txt --writer w7 --shuffle
              inkctl record prompts sentences.txt --writer w7 --resume
                                        only sentences that w7 has not written yet
              inkctl record prompts sentences.txt --consent terms.txt --participants
                                        one writer after another

            With --consent each writer first reads a text. Writers who do not agree are not \
            recorded; the recordings of the others contain the text.
            """)

    @Argument(help: "File with one sentence per line.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The writer's name or pseudonym.", valueName: "name"))
    var writer: String?

    @Flag(help: "Ask for the name of each writer, until it is empty.")
    var participants = false

    @Flag(help: "Omit sentences that the writer accepted in recordings still stored by inkd.")
    var resume = false

    @Option(
        help: ArgumentHelp("File with a text that each writer must agree to before the recording.", valueName: "file"), completion: .file())
    var consent: String?

    @Flag(help: "Use a random order.")
    var shuffle = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard !participants || writer == nil else { throw ValidationError("--participants excludes --writer") }
        guard !resume || participants || writer != nil else {
            throw ValidationError("--resume requires --writer or --participants")
        }
    }

    func run() throws {
        let sentences = try PromptFile.sentences(at: file)
        let terms = try consent.map { try PromptFile.text(at: $0) }
        guard participants else {
            guard try ask(writer, for: sentences, terms: terms) else { throw ExitCode.failure }
            return
        }
        while let name = try Question.answer(to: "Name or pseudonym of the next writer (Return to finish): "), !name.isEmpty {
            _ = try ask(name, for: sentences, terms: terms)
        }
    }

    /// Asks one writer for the sentences.
    ///
    /// - Returns: false if the writer does not agree to be recorded.
    private func ask(_ writer: String?, for sentences: [String], terms: String?) throws -> Bool {
        var left = sentences
        if resume, let writer {
            left = PromptHistory.remaining(sentences, accepted: try accepted(by: writer))
            guard !left.isEmpty else {
                try StandardOutput.writeLine("\(DisplayText.escaped(writer)) has written all sentences.")
                return true
            }
            let done = sentences.count - left.count
            if done > 0 { try StandardOutput.writeLine("\(DisplayText.count(done, "sentence")) already written, \(left.count) left.") }
        }
        if let terms {
            try StandardOutput.writeLines(
                terms.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.escaped(String($0)) })
            let answer = try Question.answer(to: "Do you agree? [y/N] ")
            guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
                try StandardOutput.writeLine("Nothing is being recorded.")
                return false
            }
        }
        try PromptRun(sentences: shuffle ? left.shuffled() : left, label: file, writer: writer, terms: terms).run(daemon)
        return true
    }

    /// Returns the sentences that a writer has accepted in recordings that still exist.
    private func accepted(by writer: String) throws -> [String] {
        let connection = try daemon.connect()
        var bar = ProgressBar()
        defer { bar.clear() }
        let own = try connection.recordings().recordings.filter { $0.writer == writer && !$0.active }
        var accepted: [String] = []
        for (number, recording) in own.enumerated() {
            bar.show(Double(number) / Double(own.count), "reading \(recording.name)")
            for file in recording.files {
                let log = try LogFile(connection.readRecording(recording.name, file: file), path: file)
                accepted += PromptHistory.accepted(in: log.records)
            }
        }
        return accepted
    }
}
