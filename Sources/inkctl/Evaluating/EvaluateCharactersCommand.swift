internal import ArgumentParser
internal import InkEvaluation
internal import Recognition

/// `inkctl evaluate characters`.
struct EvaluateCharactersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "characters",
        abstract: "Measure the recognition of single characters.",
        discussion: """
            Examples:
              inkctl evaluate characters --language ja kana.jsonl.gz
              inkctl evaluate characters --model ja.safetensors kana.jsonl.gz
              inkctl evaluate characters --rows 500 --length 5 kana.jsonl.gz
                                                  combined into rows of five
              inkctl evaluate characters --rows 500 --layout superimposed kana.jsonl.gz
              inkctl evaluate characters --rows 500 --mixed kana.jsonl.gz letters.jsonl.gz
                                                  dates, Latin words, brackets

            Prints how often the label is the first candidate, among the first three and among the \
            first ten. Inks of characters that the model does not know are not counted. With \
            --rows inks are chosen at random and combined, with varying sizes, positions and gaps; \
            the result is the share of correct characters, of correct rows, and of rows divided \
            into the correct number of characters.
            """)

    @OptionGroup var labeled: LabeledFiles

    @Option(help: ArgumentHelp("Language of the characters: ja, zh-Hans, zh-Hant, ko or el.", valueName: "language"))
    var language = "ja"

    @Option(help: ArgumentHelp("Model for recognition.", valueName: "file"), completion: .file())
    var model: String?

    @Option(help: ArgumentHelp("Number of rows to combine from the inks of all files.", valueName: "count"))
    var rows: Int?

    @Flag(help: "Mix digits, Latin letters and signs of the files into the rows.")
    var mixed = false

    @Option(help: ArgumentHelp("Number of characters per row, 1 to 50.", valueName: "count"))
    var length = 5

    @Option(
        help: ArgumentHelp("Layout of the characters: \(Choice.names(CharacterLayout.self)). Default: automatic.", valueName: "layout"),
        completion: Choice.completion(CharacterLayout.self), transform: Choice.named)
    var layout = CharacterLayout.automatic

    func validate() throws {
        if let rows, rows < 1 { throw ValidationError("--rows must be 1 or more, not \(rows)") }
        guard !mixed || rows != nil else { throw ValidationError("--mixed requires --rows") }
        guard !mixed || layout != .superimposed else {
            throw ValidationError("--mixed excludes --layout superimposed")
        }
        guard (1...50).contains(length) else { throw ValidationError("--length must be 1 to 50, not \(length)") }
    }

    func run() throws {
        let recognizer = try ModelSelection(model: model, language: language).characterRecognizer()
        if let rows {
            let found = try CharacterRowEvaluation.measure(
                labeled.files, with: recognizer, length: length, count: rows, layout: layout, isMixed: mixed)
            return try StandardOutput.writeLine(found.summary)
        }
        for file in labeled.files {
            try StandardOutput.writeLine("\(file): \(try CharacterEvaluation.measure(file, with: recognizer).summary)")
        }
    }
}
