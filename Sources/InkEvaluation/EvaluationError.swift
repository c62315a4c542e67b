package import Recognition
internal import System

/// A failure to read or measure inks.
package enum EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// None of these model files exists.
    case noModel(searched: [String])
    /// None of these files exists, which have the words of a language.
    case noLanguage(tag: String, searched: [String])
    /// The file is no model that can be used.
    case notModel(path: String, RecognitionError)
    /// The system has no thread, or no event descriptor, left; `code` is its error number.
    case noThread(code: Int32)

    /// The problem and its remedy, on one line.
    package var description: String {
        switch self {
        case .noModel(let searched): "there is no model at \(searched.joined(separator: " or ")); name one with --model or in INKD_MODEL"
        case .noLanguage(let tag, let searched):
            "there is no language data at \(searched.joined(separator: " or ")); "
                + (LanguagePackage.languages.contains(tag)
                    ? "install the package \(LanguagePackage.name(for: tag) ?? "")" : "name a file of it, or none")
        case .notModel(let path, let error): "\(path): \(error)"
        case .noThread(let code): "cannot start a thread: \(SystemError.reason(code)); give a smaller --threads"
        }
    }
}
