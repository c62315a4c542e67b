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
              inkctl evaluate characters --rows 500 --length 5 kana.jsonl.gz
                                                  put together to rows of five
              inkctl evaluate characters --rows 500 --layout superimposed kana.jsonl.gz
              inkctl evaluate characters --rows 500 --mixed kana.jsonl.gz letters.jsonl.gz
                                                  dates, words of Latin, brackets

            How often the label is the first candidate, among the first three and among the \
            first ten. Inks of characters that the model does not know are not counted. With \
            --rows they are chosen at random and put together, at sizes, places and gaps that \
            vary: how many characters and rows are right, and how many rows are divided into as \
            many characters as they have.
            """)

    @Argument(help: ArgumentHelp("Files of labelled ink as JSON lines, plain or packed by gzip.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("Read characters of this language: ja, zh-Hans, zh-Hant, ko or el.", valueName: "language"))
    var language = "ja"

    @Option(help: ArgumentHelp("Recognise with this model.", valueName: "file"), completion: .file())
    var model: String?

    @Option(help: ArgumentHelp("Put the inks of all files together to so many rows.", valueName: "count"))
    var rows: Int?

    @Flag(help: "Mix digits, Latin letters and signs of the files into the rows.")
    var mixed = false

    @Option(help: ArgumentHelp("Characters of a row.", valueName: "count"))
    var length = 5

    @Option(
        help: ArgumentHelp("How they lie, and are read: \(Choice.names(CharacterLayout.self)).", valueName: "layout"),
        completion: Choice.completion(CharacterLayout.self), transform: Choice.named)
    var layout = CharacterLayout.automatic

    func validate() throws {
        if let rows, rows < 1 { throw ValidationError("--rows is \(rows): give a number from 1 on") }
        guard !mixed || rows != nil else { throw ValidationError("--mixed is for rows: give --rows, too") }
        guard !mixed || layout != .superimposed else {
            throw ValidationError("--mixed puts characters beside one another: leave out --layout superimposed")
        }
        guard (1...50).contains(length) else { throw ValidationError("--length is \(length): give a number from 1 to 50") }
    }

    func run() throws {
        let recognizer = try ModelSelection(model: model, language: language).characterRecognizer()
        if let rows {
            let found = try CharacterRowEvaluation.measure(
                files, with: recognizer, length: length, count: rows, layout: layout, isMixed: mixed)
            return try StandardOutput.writeLine(found.summary)
        }
        for file in files {
            try StandardOutput.writeLine("\(file): \(try CharacterEvaluation.measure(file, with: recognizer).summary)")
        }
    }
}
