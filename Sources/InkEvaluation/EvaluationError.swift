internal import InkCorpus
package import Recognition
internal import System

/// A failure to read or measure inks.
package enum EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No model file exists at these paths.
    case noModel(searched: [String])
    /// No file with the words of a language exists at these paths.
    case noLanguage(tag: String, searched: [String])
    /// No character model has this language; `found` lists the languages in all folders searched.
    case noCharacters(language: String, found: [String], searched: [String])
    /// The file is not a usable model.
    case notModel(path: String, RecognitionError)
    /// The system has no thread or event descriptor left; `code` is the `errno` value.
    case noThread(code: Int32)

    /// The problem and its fix, on one line.
    package var description: String {
        switch self {
        case .noModel(let searched):
            "There is no model at \(searched.joined(separator: " or ")). Install inkd-models-latin (inkd-models-symbols for symbols, formulas "
                + "and sketches), or set --model or INKD_MODEL."
        case .noLanguage(let tag, let searched):
            "There is no language data at \(searched.joined(separator: " or ")). "
                + (LanguagePackage.languages.contains(tag)
                    ? "Install the package \(LanguagePackage.name(for: tag) ?? "")." : "Use a file of language data, or none.")
        case .noCharacters(let language, let found, let searched):
            "There is no model of characters for the language \(DisplayText.escaped(language)). "
                + (LanguagePackage.characterPackage(for: language).map { "Install the package \($0), or use --model with a model file." }
                    ?? (found.isEmpty
                        ? "Install one in \(searched.joined(separator: " or ")), or use --model with a model file."
                        : "Use --language with one of \(found.joined(separator: ", ")), or --model with a model file."))
        case .notModel(let path, let error): "\(path): \(error)"
        case .noThread(let code): "Cannot start a thread: \(SystemError.reason(code)). Use a smaller --threads."
        }
    }
}
