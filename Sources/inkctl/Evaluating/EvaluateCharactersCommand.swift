internal import ArgumentParser
internal import InkEvaluation
internal import Recognition

/// `inkctl evaluate characters`.
struct EvaluateCharactersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "characters",
        abstract: "Measures how often single characters are read right.",
        discussion: """
            Examples:
              inkctl evaluate characters --language ja kana.jsonl.gz
              inkctl evaluate characters --model ja.safetensors kana.jsonl.gz

            How often the label is the first candidate, among the first three and among the \
            first ten. Inks of characters that the model does not know are not counted.
            """)

    @Argument(help: ArgumentHelp("Files of labelled ink as JSON lines, plain or packed by gzip.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("Read characters of this language: ja, zh-Hans, zh-Hant, ko or el.", valueName: "language"))
    var language = "ja"

    @Option(help: ArgumentHelp("Recognise with this model.", valueName: "file"), completion: .file())
    var model: String?

    func run() throws {
        let recognizer = try ModelSelection(model: model, language: language).characterRecognizer()
        for file in files {
            try StandardOutput.writeLine("\(file): \(try CharacterEvaluation.measure(file, with: recognizer).summary)")
        }
    }
}
