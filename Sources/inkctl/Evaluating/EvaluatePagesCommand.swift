internal import ArgumentParser

/// `inkctl evaluate pages`.
struct EvaluatePagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages",
        abstract: "Measures how well pages are split into lines and read.",
        discussion: """
            Example:
              inkctl evaluate pages dev/pages.jsonl.gz
            """)

    @Argument(help: ArgumentHelp("Files of labelled ink as JSON lines, plain or packed by gzip.", valueName: "file"))
    var files: [String]

    @OptionGroup var model: ModelOptions

    func run() throws {
        let recognizer = try model.recognizer()
        for file in files {
            try StandardOutput.writeLine("\(file): \(try PageEvaluation(path: file, recognizer: recognizer).summary)")
        }
    }
}
