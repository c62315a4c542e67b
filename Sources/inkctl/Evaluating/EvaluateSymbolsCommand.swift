internal import ArgumentParser
internal import Recognition

/// `inkctl evaluate symbols`.
struct EvaluateSymbolsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "symbols",
        abstract: "Measures how often single symbols are known.",
        discussion: """
            Examples:
              inkctl evaluate symbols --among latex dev/detexify.jsonl.gz
              inkctl evaluate symbols --among digit dev/pendigits.jsonl.gz

            By character: symbols that look the same, such as \\alpha and \\upalpha, count as one.
            """)

    @Argument(help: ArgumentHelp("Files of labelled ink as JSON lines, plain or packed by gzip.", valueName: "file"))
    var files: [String]

    @Option(
        help: ArgumentHelp("Consider these symbols only: \(Choice.names(Symbol.Kind.self)).", valueName: "kind"),
        transform: Choice.named)
    var among = Symbol.Kind.latex

    @Option(help: ArgumentHelp("Classify with this model.", valueName: "file"))
    var model: String?

    func run() throws {
        let classifier = try SymbolClassifier(modelPath: model ?? ModelFiles.path(of: "symbols.safetensors"))
        for file in files {
            try StandardOutput.writeLine("\(file): \(try SymbolEvaluation.measure(file, with: classifier, among: among).summary)")
        }
    }
}
