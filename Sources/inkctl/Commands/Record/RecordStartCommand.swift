internal import ArgumentParser
internal import InkClient

/// `inkctl record start`.
struct RecordStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Begins to record what your pens and touch devices report.",
        discussion: """
            Examples:
              inkctl record start
              inkctl record start --label "shopping lists" --writer w7
              inkctl record start --prompt-file sentences.txt
                                        asks for one sentence after the other
            """)

    @Option(help: ArgumentHelp("What will be written.", valueName: "text"))
    var label: String?

    @Option(help: ArgumentHelp("Who writes: a pseudonym will do.", valueName: "name"))
    var writer: String?

    @Option(help: ArgumentHelp("Ask for each line of this file, as `inkctl record prompts` does.", valueName: "file"))
    var promptFile: String?

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        if let promptFile {
            return try PromptRun(sentences: PromptFile.sentences(at: promptFile), label: label ?? promptFile, writer: writer).run(daemon)
        }
        let state = try daemon.connect().startRecording(label: label, writer: writer)
        for line in RecorderStory(state).lines { try StandardOutput.writeLine(line) }
        try StandardOutput.writeLine("End it with `inkctl record stop`.")
    }
}
