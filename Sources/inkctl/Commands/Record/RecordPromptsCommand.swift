internal import ArgumentParser
internal import InkClient

/// `inkctl record prompts`.
struct RecordPromptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prompts",
        abstract: "Asks for one sentence after the other and records how you write them.",
        discussion: """
            Shows a sentence, and below what inkd reads of your writing. Return accepts it and
            goes on, r asks for it again, s skips it, q ends. Empty lines of the file, and lines
            that begin with #, are no sentences. Meanwhile the pen writes here and points
            nowhere.

            Examples:
              inkctl record prompts sentences.txt --writer w7
              inkctl record prompts sentences.txt --writer w7 --shuffle
            """)

    @Argument(help: "A file with a sentence on every line.")
    var file: String

    @Option(help: ArgumentHelp("Who writes: a pseudonym will do.", valueName: "name"))
    var writer: String?

    @Flag(help: "Ask in another order each time.")
    var shuffle = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let sentences = try PromptFile.sentences(at: file)
        try PromptRun(sentences: shuffle ? sentences.shuffled() : sentences, label: file, writer: writer).run(daemon)
    }
}
