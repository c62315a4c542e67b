/// Why a recogniser could not be adapted to somebody's hand.
public enum AdaptationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Too few of the inks can be learnt from.
    case tooFewInks(usable: Int, needed: Int)
    /// Nothing that was tried read the inks kept back any better.
    case nothingGained
    /// The caller asked to stop.
    case stopped
    /// The adaptation belongs to another model; both by the SHA-256 of their data.
    case otherModel(found: String, expected: String)
    /// The adaptation's file cannot be used.
    case unusable(RecognitionError)
    /// The adaptation's file cannot be written; `code` is the system's error number.
    case unwritable(path: String, code: Int32)

    /// What was wrong, and what to do about it; never a text.
    public var description: String {
        switch self {
        case .tooFewInks(let usable, let needed):
            "only \(usable) of the inks can be learnt from, \(needed) are needed: corrected words whose characters the model knows; correct more"
        case .nothingGained: "adapting did not help on the inks that were kept back to test it; go on without, or correct more words"
        case .stopped: "adapting was stopped"
        case .otherModel(let found, let expected):
            "the adaptation was made for the model \(found.prefix(12))… but this is \(expected.prefix(12))…; adapt again, or take the other model"
        case .unusable(let error): "the adaptation cannot be used; delete it and adapt again: \(error)"
        case .unwritable(let path, let code): "cannot write the adaptation \(path): error \(code); check the folder and its permissions"
        }
    }
}
