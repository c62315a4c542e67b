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

    /// The model's path.
    ///
    /// - Throws: `noModel`.
    func path() throws(InkctlError) -> String {
        if let model = model ?? getenv("INKD_MODEL").map({ String(cString: $0) }) { return model }
        return try ModelFiles.path(of: "latin.safetensors")
    }

    /// The language's data; nil for none.
    ///
    /// - Throws: `InkctlError.noModel`, `RecognitionError`.
    func languageModel() throws -> LanguageModel? {
        guard language != "none" else { return nil }
        if language.contains("/") || language.hasSuffix(".safetensors") { return try LanguageModel(path: language) }
        let folder = try path().split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let beside = "\(folder.isEmpty ? "." : folder)/language/\(language).safetensors"
        return try LanguageModel(path: access(beside, R_OK) == 0 ? beside : ModelFiles.path(of: "language/\(language).safetensors"))
    }

    /// A recogniser with the model and the language.
    ///
    /// - Throws: `InkctlError.noModel`, `RecognitionError`.
    func recognizer() throws -> Recognizer { try Recognizer(modelPath: path(), language: languageModel()) }
}
