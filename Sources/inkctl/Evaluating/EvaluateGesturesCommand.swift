internal import ArgumentParser
internal import Recognition

/// `inkctl evaluate gestures`.
struct EvaluateGesturesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestures",
        abstract: "Measures how often writing is taken for a gesture, and gestures are known.",
        discussion: """
            Example:
              inkctl evaluate gestures --gestures gestures.jsonl.gz dev/lines.jsonl.gz

            The gestures are rows with the id of the ink they are drawn over and the kind of \
            gesture as the label; training/README.md says how they are made.
            """)

    @Argument(help: ArgumentHelp("Files of writing as JSON lines, plain or packed by gzip.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("Gestures over that writing.", valueName: "file"))
    var gestures: String

    @Option(help: ArgumentHelp("Recognise with this model.", valueName: "file"))
    var model: String?

    func run() throws {
        let recognizer = try GestureRecognizer(modelPath: model ?? ModelFiles.path(of: "gestures.safetensors"))
        let evaluation = try GestureEvaluation.measure(inks: files, gestures: gestures, with: recognizer)
        for line in evaluation.lines { try StandardOutput.writeLine(line) }
    }
}
