internal import ArgumentParser
internal import Recognition

/// `inkctl evaluate shapes`.
struct EvaluateShapesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shapes",
        abstract: "Measures how often drawn shapes are known.",
        discussion: """
            Example:
              inkctl evaluate shapes eval/dollar1.jsonl.gz eval/mmg.jsonl.gz

            In all, by shape and by person; once among the shapes that occur in the file and \
            once among all that the model knows.
            """)

    @Argument(help: ArgumentHelp("Files of labelled ink as JSON lines, plain or packed by gzip.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("Recognise with this model.", valueName: "file"))
    var model: String?

    func run() throws {
        let recognizer = try ShapeRecognizer(modelPath: model ?? ModelFiles.path(of: "shapes.safetensors"))
        for file in files {
            for line in [file] + (try ShapeEvaluation.measure(file, with: recognizer).lines) { try StandardOutput.writeLine(line) }
        }
    }
}
