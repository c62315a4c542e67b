internal import ArgumentParser
internal import Glibc
internal import Recognition

/// Which model reads, and in which language.
struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read with this model.",
            discussion:
                "Default: INKD_MODEL, or else \(ModelFiles.folders.joined(separator: "/latin.safetensors, or else "))/latin.safetensors.",
            valueName: "file"))
    var model: String?

    @Option(
        help: ArgumentHelp(
            "Read in this language: a tag such as en or pt, a file of language data, or none.",
            discussion: "Language data lie in the folder language beside the model.", valueName: "language"))
    var language = "en"

    @Option(help: ArgumentHelp("Read the hand that `inkctl adapt --out` learnt.", valueName: "file"))
    var hand: String?

    /// The model's path.
    ///
    /// - Throws: `noModel`.
    func path() throws(InkctlError) -> String {
        if let model = model ?? getenv("INKD_MODEL").map({ String(cString: $0) }) { return model }
        return try ModelFiles.path(of: "latin.safetensors")
    }

    /// A language's data; nil for none.
    ///
    /// - Throws: `InkctlError.noModel`, `RecognitionError`.
    func languageModel(_ language: String) throws -> LanguageModel? {
        guard language != "none" else { return nil }
        if language.contains("/") || language.hasSuffix(".safetensors") { return try LanguageModel(path: language) }
        let folder = try path().split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let beside = "\(folder.isEmpty ? "." : folder)/language/\(language).safetensors"
        return try LanguageModel(path: access(beside, R_OK) == 0 ? beside : ModelFiles.path(of: "language/\(language).safetensors"))
    }

    /// A recogniser with the model, the language, or another one, and the hand.
    ///
    /// - Throws: `InkctlError.noModel`, `RecognitionError`, `AdaptationError`.
    func recognizer(language other: String? = nil) throws -> Recognizer {
        let recognizer = try Recognizer(modelPath: path(), language: languageModel(other ?? language))
        if let hand { try recognizer.adapt(to: Adaptation(path: hand, for: recognizer)) }
        return recognizer
    }
}
