internal import ArgumentParser
internal import InkCorpus
internal import InkEvaluation
internal import Recognition

/// `inkctl evaluate editor`.
struct EvaluateEditorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "editor",
        abstract: "Compare recognition in an editor with recognition of complete ink.",
        discussion: """
            Examples:
              inkctl evaluate editor dev/pages.jsonl.gz dev/lines.jsonl.gz
              inkctl evaluate editor --type "Text Document" --limit 200 dev/words.jsonl.gz
              inkctl evaluate editor --show 5 dev/pages.jsonl.gz

            Each ink is recognized at once, like Recognizer.Recognize, and written into an editor \
            with its own times, once with gestures off and once with gestures on. CER is defined \
            as in `inkctl evaluate text`; the ratio compares numbers of errors.
            """)

    @OptionGroup var labeled: LabeledFiles

    @Option(
        help: ArgumentHelp("Type of the part to write into: \(Choice.names(WrittenPart.self)). Default: Text.", valueName: "type"),
        completion: Choice.completion(WrittenPart.self),
        transform: Choice.named)
    var type = WrittenPart.text

    @Option(help: ArgumentHelp("Maximum number of inks per file, from its beginning.", valueName: "count"))
    var limit: Int?

    @Option(help: ArgumentHelp("Number of the worst inks to show.", valueName: "count"))
    var show = 0

    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard !labeled.files.isEmpty else { throw ValidationError("a file of labeled ink is required") }
        if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more, not \(limit)") }
        guard show >= 0 else { throw ValidationError("--show must be 0 or more, not \(show)") }
    }

    func run() throws {
        let recognizer = try model.selection.recognizer()
        let gestures = try GestureRecognizer(modelPath: ModelFiles.path(of: "gestures.safetensors"))
        let shapes = try ShapeRecognizer(modelPath: ModelFiles.path(of: "shapes.safetensors"))
        for file in labeled.files {
            var evaluation = EditorEvaluation(recognizer, gestures: gestures, shapes: shapes, part: type)
            var bar = ProgressBar()
            try evaluation.measure(file, limit: limit) { bar.show($0, file) }
            bar.clear()
            try StandardOutput.writeLine("\(file): \(evaluation.summary)")
            for row in evaluation.worst.prefix(show) {
                let texts =
                    [("label", row.label), ("at once", row.recognized), ("written", row.written), ("gestures", row.withGestures)]
                    + row.taken.map { ("read as a gesture", $0) }
                try StandardOutput.writeLines(texts.map { "    \($0): \(DisplayText.escaped($1))" })
            }
        }
    }
}
