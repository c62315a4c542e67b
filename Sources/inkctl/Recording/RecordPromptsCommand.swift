internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import PenLog

/// `inkctl record prompts`.
struct RecordPromptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompts",
        abstract: "Asks for one sentence after the other and records how you write them.",
        discussion: """
            Shows a sentence, and below it what inkd reads of your writing. Return accepts \
            it and goes on, r asks for it again, s skips it, q ends. Empty lines of the file \
            and lines that begin with # are left out. The pen writes only here meanwhile, \
            and does not point.

            Examples:
              inkctl record prompts sentences.txt --writer w7
              inkctl record prompts sentences.txt --writer w7 --shuffle
              inkctl record prompts sentences.txt --writer w7 --resume
                                        what w7 has not written yet
              inkctl record prompts sentences.txt --consent terms.txt --participants
                                        one writer after the other

            With --consent each writer reads a text first. Who does not agree is not \
            recorded; of who does the recording has the text.
            """)

    @Argument(help: "A file with a sentence on every line.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Who writes: a pseudonym will do.", valueName: "name"))
    var writer: String?

    @Flag(help: "Ask who writes, for one writer after the other, until no name is given.")
    var participants = false

    @Flag(help: "Leave out what the writer has accepted in recordings that inkd still has.")
    var resume = false

    @Option(help: ArgumentHelp("Show this text, and record only who agrees to it.", valueName: "file"), completion: .file())
    var consent: String?

    @Flag(help: "Ask in another order each time.")
    var shuffle = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard !participants || writer == nil else { throw ValidationError("--participants asks for the names: leave out --writer") }
        guard !resume || participants || writer != nil else {
            throw ValidationError("--resume has to know whose writing goes on: give --writer, or --participants")
        }
    }

    func run() throws {
        let sentences = try PromptFile.sentences(at: file)
        let terms = try consent.map { try PromptFile.text(at: $0) }
        guard participants else {
            guard try ask(writer, for: sentences, terms: terms) else { throw ExitCode.failure }
            return
        }
        while let name = try Question.answer(to: "Who writes next? A pseudonym will do; Return alone ends: "), !name.isEmpty {
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
                try StandardOutput.writeLine("\(DisplayText.escaped(writer)) has written all of them.")
                return true
            }
            let done = sentences.count - left.count
            if done > 0 { try StandardOutput.writeLine("\(DisplayText.count(done, "sentence")) written before, \(left.count) to go") }
        }
        if let terms {
            try StandardOutput.writeLines(
                terms.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.escaped(String($0)) })
            let answer = try Question.answer(to: "Do you agree to this? [y/N] ")
            guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
                try StandardOutput.writeLine("Nothing is recorded.")
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
