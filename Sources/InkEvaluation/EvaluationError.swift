internal import InkCorpus
package import Recognition
internal import System

/// A failure to read or measure inks.
package enum EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// None of these model files exists.
    case noModel(searched: [String])
    /// None of these files with the words of a language exists.
    case noLanguage(tag: String, searched: [String])
    /// No character model has this language; `found` lists the languages in all folders searched.
    case noCharacters(language: String, found: [String], searched: [String])
    /// The file is not a usable model.
    case notModel(path: String, RecognitionError)
    /// The system has no thread or no event descriptor left; `code` is its error number.
    case noThread(code: Int32)

    /// The problem and its fix, on one line.
    package var description: String {
        switch self {
        case .noModel(let searched):
            "there is no model at \(searched.joined(separator: " or ")); install inkd-models-latin, and inkd-models-symbols for symbols, formulas "
                + "and sketches, or name one with --model or in INKD_MODEL"
        case .noLanguage(let tag, let searched):
            "there is no language data at \(searched.joined(separator: " or ")); "
                + (LanguagePackage.languages.contains(tag)
                    ? "install the package \(LanguagePackage.name(for: tag) ?? "")" : "name a file of it, or none")
        case .noCharacters(let language, let found, let searched):
            "there is no model of characters for the language \(DisplayText.escaped(language)): "
                + (LanguagePackage.characterPackage(for: language).map { "install the package \($0), or name a model's file with --model" }
                    ?? (found.isEmpty
                        ? "install one in \(searched.joined(separator: " or ")), or name its file with --model"
                        : "choose \(found.joined(separator: ", ")) with --language, or name a model's file with --model"))
        case .notModel(let path, let error): "\(path): \(error)"
        case .noThread(let code): "cannot start a thread: \(SystemError.reason(code)); give a smaller --threads"
        }
    }
}
