internal import ArgumentParser
internal import InkCorpus
internal import InkEvaluation
internal import Recognition

/// `inkctl evaluate editor`.
struct EvaluateEditorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "editor",
        abstract: "Measures whether an editor reads ink as well as it is read at once.",
        discussion: """
            Examples:
              inkctl evaluate editor dev/pages.jsonl.gz dev/lines.jsonl.gz
              inkctl evaluate editor --type "Text Document" --limit 200 dev/words.jsonl.gz
              inkctl evaluate editor --show 5 dev/pages.jsonl.gz

            Each ink is read at once, as Recognizer.Recognize does, and written into an \
            editor with its own times, once with gestures off and once with gestures on. \
            CER as in `inkctl evaluate text`; the ratio is of the numbers of errors.
            """)

    @Argument(help: ArgumentHelp("Files of labelled ink as JSON lines, plain or packed by gzip.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp("Write into a part of this type: \(Choice.names(WrittenPart.self)).", valueName: "type"),
        completion: Choice.completion(WrittenPart.self),
        transform: Choice.named)
    var type = WrittenPart.text

    @Option(help: ArgumentHelp("Take only so many inks from the beginning of each file.", valueName: "count"))
    var limit: Int?

    @Option(help: ArgumentHelp("Show so many of the inks that the editor reads worst.", valueName: "count"))
    var show = 0

    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("name a file of labelled ink") }
        if let limit, limit < 1 { throw ValidationError("--limit is \(limit): give a number greater than 0") }
        guard show >= 0 else { throw ValidationError("--show is \(show): give a number that is not negative") }
    }

    func run() throws {
        let recognizer = try model.selection.recognizer()
        let gestures = try GestureRecognizer(modelPath: ModelFiles.path(of: "gestures.safetensors"))
        let shapes = try ShapeRecognizer(modelPath: ModelFiles.path(of: "shapes.safetensors"))
        for file in files {
            var evaluation = EditorEvaluation(recognizer, gestures: gestures, shapes: shapes, part: type)
            var bar = ProgressBar()
            try evaluation.measure(file, limit: limit) { bar.show($0, file) }
            bar.clear()
            try StandardOutput.writeLine("\(file): \(evaluation.summary)")
            for row in evaluation.worst.prefix(show) {
                let texts =
                    [("label", row.label), ("at once", row.recognised), ("written", row.written), ("gestures", row.withGestures)]
                    + row.taken.map { ("taken for", $0) }
                try StandardOutput.writeLines(texts.map { "    \($0): \(DisplayText.escaped($1))" })
            }
        }
    }
}
