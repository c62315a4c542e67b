internal import ArgumentParser
internal import Glibc
internal import InkCorpus
internal import InkEvaluation
internal import Recognition

/// The files of an evaluation.
struct LabeledFiles: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files of labeled ink as JSON lines, optionally compressed with gzip.", valueName: "file"), completion: .file())
    var files: [String]
}

/// Options for recognition hints.
struct HintOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Kind of text: \(Choice.names(RecognitionHints.RecognitionType.self)). Default: text.", valueName: "type"),
        completion: Choice.completion(RecognitionHints.RecognitionType.self),
        transform: Choice.named)
    var type = RecognitionHints.RecognitionType.text

    @Option(help: ArgumentHelp("Text before the ink; only its last 20 characters are used.", valueName: "text"))
    var before = ""

    @Option(help: ArgumentHelp("The only characters to recognize.", valueName: "characters"))
    var characters: String?

    @Option(help: ArgumentHelp("A word that is likely to occur. May be given several times.", valueName: "word"))
    var word: [String] = []

    @Option(
        help: ArgumentHelp("Size of the writing area, one line high, in the unit of the strokes, such as 400x60.", valueName: "size"),
        transform: Self.area)
    var area: WritingArea?

    /// Returns the hints, for `alternatives` candidates.
    func hints(alternatives: Int) -> RecognitionHints {
        RecognitionHints(
            recognitionType: type, alternatives: alternatives, graphemeSet: characters.map { Set($0) }, preContext: before,
            writingArea: area,
            userWords: word.map { UserWord($0) })
    }

    private static func area(_ text: String) throws -> WritingArea {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1] else {
            throw ValidationError("must be a width and a height, such as 400x60")
        }
        return WritingArea(width: width, height: height)
    }
}

/// Options for the model and its language.
struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Model for recognition.",
            discussion:
                "Default: INKD_MODEL, otherwise \(ModelFiles.folders.joined(separator: "/latin.safetensors, otherwise "))/latin.safetensors.",
            valueName: "file"), completion: .file())
    var model: String?

    @Option(
        help: ArgumentHelp(
            "Language: a tag such as en or pt, a file of language data, or none.",
            discussion: """
                Language data are in the folder "language" beside the model. Without --model, Cyrillic and Greek \
                (ru, uk, el) use the model of their script.
                """,
            valueName: "language"), completion: .languages)
    var language = "en"

    @Option(help: ArgumentHelp("Adaptation to a writer, as written by `inkctl adapt --out`.", valueName: "file"), completion: .file())
    var hand: String?

    /// The options as a selection.
    var selection: ModelSelection { ModelSelection(model: model, language: language, hand: hand) }
}

/// Options for the file that a command writes.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("File to write instead of standard output; only you can read it.", valueName: "file"), completion: .file()
    )
    var output: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    /// Checks the output before the work begins.
    ///
    /// - Throws: `InkctlError.pageToTerminal`, `CorpusError.exists`.
    func check(_ format: String) throws {
        guard let output else {
            guard !StandardOutput.isTerminal else { throw InkctlError.pageToTerminal(format) }
            return
        }
        var status = stat()
        guard force || lstat(output, &status) != 0 else { throw CorpusError.exists(path: output) }
    }

    /// Writes the file atomically, or to standard output.
    ///
    /// - Throws: `CorpusError.exists`, `CorpusError.notWritten`, `InkctlError.unwritable`.
    func write(_ bytes: [UInt8]) throws {
        guard let output else { return try StandardOutput.writeContent(bytes) }
        try ContentFile.write(bytes, to: output, mode: 0o600, overwrites: force)
    }
}
