internal import ArgumentParser
internal import Glibc
internal import InkEvaluation
internal import Recognition

/// `inkctl evaluate`: measures recognizers on labeled ink.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure recognition on labeled ink, without the daemon.",
        discussion: """
            Examples:
              inkctl evaluate dev/words.jsonl.gz       text, with and without the language
              inkctl evaluate pages dev/pages.jsonl.gz
              inkctl evaluate editor dev/pages.jsonl.gz
              inkctl evaluate symbols --among digit dev/pendigits.jsonl.gz
              inkctl evaluate table --data data        all measurements in one table
            """,
        subcommands: [
            EvaluateTextCommand.self, EvaluatePagesCommand.self, EvaluateEditorCommand.self, EvaluateSymbolsCommand.self,
            EvaluateFormulasCommand.self, EvaluateShapesCommand.self, EvaluateSketchesCommand.self, EvaluateCharactersCommand.self,
            EvaluateGesturesCommand.self, EvaluateTableCommand.self,
        ],
        defaultSubcommand: EvaluateTextCommand.self)
}

/// `inkctl evaluate pages`.
struct EvaluatePagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages",
        abstract: "Measure line segmentation and recognition of pages.",
        discussion: """
            Example:
              inkctl evaluate pages dev/pages.jsonl.gz
            """)

    @OptionGroup var labeled: LabeledFiles

    @OptionGroup var model: ModelOptions

    func run() throws {
        let recognizer = try model.selection.recognizer()
        for file in labeled.files {
            try StandardOutput.writeLine("\(file): \(try PageEvaluation(path: file, recognizer: recognizer).summary)")
        }
    }
}

/// `inkctl evaluate symbols`.
struct EvaluateSymbolsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "symbols",
        abstract: "Measure the recognition of single symbols.",
        discussion: """
            Examples:
              inkctl evaluate symbols --among latex dev/detexify.jsonl.gz
              inkctl evaluate symbols --among digit dev/pendigits.jsonl.gz

            In results by character, symbols that look the same, such as \\alpha and \\upalpha, \
            count as one.
            """)

    @OptionGroup var labeled: LabeledFiles

    @Option(
        help: ArgumentHelp("Symbols to consider: \(Choice.names(Symbol.Kind.self)).", valueName: "kind"),
        completion: Choice.completion(Symbol.Kind.self),
        transform: Choice.named)
    var among = Symbol.Kind.latex

    @Option(help: ArgumentHelp("Model for classification.", valueName: "file"), completion: .file())
    var model: String?

    func run() throws {
        let classifier = try SymbolClassifier(modelPath: model ?? ModelFiles.path(of: "symbols.safetensors"))
        for file in labeled.files {
            try StandardOutput.writeLine("\(file): \(try SymbolEvaluation.measure(file, with: classifier, among: among).summary)")
        }
    }
}

/// `inkctl evaluate shapes`.
struct EvaluateShapesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shapes",
        abstract: "Measure the recognition of drawn shapes.",
        discussion: """
            Example:
              inkctl evaluate shapes eval/dollar1.jsonl.gz eval/mmg.jsonl.gz

            Prints totals, and results by shape and by person, among the shapes that occur in the \
            file and among all shapes of the model.
            """)

    @OptionGroup var labeled: LabeledFiles

    @Option(help: ArgumentHelp("Model for recognition.", valueName: "file"), completion: .file())
    var model: String?

    func run() throws {
        let recognizer = try ShapeRecognizer(modelPath: model ?? ModelFiles.path(of: "shapes.safetensors"))
        for file in labeled.files {
            try StandardOutput.writeLines([file] + (ShapeEvaluation.measure(file, with: recognizer).lines))
        }
    }
}

/// `inkctl evaluate sketches`.
struct EvaluateSketchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sketches",
        abstract: "Measure the recognition of sketches.",
        discussion: """
            Example:
              inkctl evaluate sketches dev/quickdraw.jsonl.gz

            Prints how often the label is the first candidate, among the first three and among the \
            first five.
            """)

    @OptionGroup var labeled: LabeledFiles

    @Option(help: ArgumentHelp("Model for recognition.", valueName: "file"), completion: .file())
    var model: String?

    func run() throws {
        let recognizer = try SketchRecognizer(modelPath: model ?? ModelFiles.path(of: "sketches.safetensors"))
        for file in labeled.files {
            try StandardOutput.writeLine("\(file): \(try SketchEvaluation.measure(file, with: recognizer).summary)")
        }
    }
}

/// `inkctl evaluate gestures`.
struct EvaluateGesturesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestures",
        abstract: "Measure the recognition of gestures, and false gestures in writing.",
        discussion: """
            Example:
              inkctl evaluate gestures --gestures gestures.jsonl.gz dev/lines.jsonl.gz

            The gestures are rows with the id of the ink below them, and the kind of gesture as \
            the label; training/README.md describes how to make them.
            """)

    @Argument(
        help: ArgumentHelp("Files of writing as JSON lines, optionally compressed with gzip.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("File of gestures over this writing.", valueName: "file"), completion: .file())
    var gestures: String

    @Option(help: ArgumentHelp("Model for recognition.", valueName: "file"), completion: .file())
    var model: String?

    func run() throws {
        let recognizer = try GestureRecognizer(modelPath: model ?? ModelFiles.path(of: "gestures.safetensors"))
        let evaluation = try GestureEvaluation.measure(inks: files, gestures: gestures, with: recognizer)
        try StandardOutput.writeLines(evaluation.lines)
    }
}

/// `inkctl evaluate table`.
struct EvaluateTableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Run all measurements and compare them with the targets.",
        discussion: """
            Examples:
              inkctl evaluate table --data data
              inkctl evaluate table --data data --reference latin-fp32.safetensors

            This takes some minutes. The table is Markdown: the measure, the required value, the \
            target, the measured value, and the command that measures this row alone. With \
            --reference the text rows are also measured for that model, and the difference is the \
            cost of 8-bit weights.
            """)

    @Option(
        help: ArgumentHelp("Folder of the ink, with the folders dev and eval. Default: INKD_DATA.", valueName: "folder"),
        completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp("Folder of the models.", valueName: "folder"), completion: .directory)
    var models = "models"

    @Option(help: ArgumentHelp("The text model in single precision.", valueName: "file"), completion: .file())
    var reference: String?

    func run() throws {
        guard let folder = data ?? getenv("INKD_DATA").map({ String(cString: $0) }) else {
            throw ValidationError("--data or INKD_DATA must name the folder of the ink")
        }
        let measurements = TableMeasurements(data: folder, models: models, reference: reference)
        try StandardOutput.writeLine("| Measure | Must reach | Aim | Found | Command |")
        try StandardOutput.writeLine("| --- | --- | --- | --- | --- |")
        for row in TableRow.all {
            var bar = ProgressBar()
            let found = try row.measure(measurements) { bar.show($0, row.name) }
            bar.clear()
            try StandardOutput.writeLine("| \(row.name) | \(row.must) | \(row.aim) | \(found) | `\(row.command)` |")
        }
    }
}
