internal import Glibc
public import Recognition

/// Why a model cannot be found, installed or removed.
public enum ModelStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is no BCP 47 tag.
    case invalidTag(String, reason: String)
    /// No model fits the tag; `available` are the tags of those there are.
    case noModel(tag: String, available: [String])
    /// The file is no model, or a damaged one.
    case invalidModel(RecognitionError)
    /// The model's scores for a sample ink are not finite numbers.
    case invalidScores
    /// The file has more bytes than a model may.
    case tooLarge(size: Int, limit: Int)
    /// More or fewer bytes came than were promised.
    case wrongSize(promised: Int, received: Int)
    /// The model belongs to the system's packages.
    case systemModel(tag: String)
    /// The model would take the place of one of the system's, which was not permitted.
    case replacesSystem(tag: String)
    /// The folder cannot be used; `code` is the system's error number.
    case unusable(path: String, operation: String, code: Int32)

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .invalidTag(let tag, let reason): "\"\(tag)\" is no language tag (BCP 47): \(reason)"
        case .noModel(let tag, let available):
            "there is no model for \(tag); there are "
                + (available.isEmpty ? "none: install one with `inkctl models install`" : available.joined(separator: ", "))
        case .invalidModel(let error): error.description
        case .invalidScores: "the model's scores for a sample ink are not finite numbers: its weights are damaged; take another file"
        case .tooLarge(let size, let limit): "a model of \(size) bytes is too large: at most \(limit) bytes are taken"
        case .wrongSize(let promised, let received): "\(received) bytes came where \(promised) were promised: send the whole file again"
        case .systemModel(let tag): "the model \(tag) came with inkd's packages: remove it with the package manager"
        case .replacesSystem(let tag):
            "the model \(tag) would take the place of one that came with inkd's packages, for every user: have an administrator install it"
        case .unusable(let path, let operation, let code):
            "cannot \(operation) \(path): " + (strerror(code).map { String(cString: $0) } ?? "error \(code)")
        }
    }
}
