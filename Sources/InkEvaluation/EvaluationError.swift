package import Recognition
internal import System

/// A failure to read or measure inks.
package enum EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// None of these model files exists.
    case noModel(searched: [String])
    /// The file is no model that can be used.
    case notModel(path: String, RecognitionError)
    /// The system has no thread, or no event descriptor, left; `code` is its error number.
    case noThread(code: Int32)

    /// The problem and its remedy, on one line.
    package var description: String {
        switch self {
        case .noModel(let searched): "there is no model at \(searched.joined(separator: " or ")); name one with --model or in INKD_MODEL"
        case .notModel(let path, let error): "\(path): \(error)"
        case .noThread(let code): "cannot start a thread: \(SystemError.reason(code)); give a smaller --threads"
        }
    }
}
