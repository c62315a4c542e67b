internal import Glibc
internal import InkProtocol
internal import ModelStore

/// A model that a client is handing in.
struct Upload {
    /// Who is told how it goes; without it the upload is given up.
    let client: ClientID
    /// Who may put bytes in.
    let user: uid_t
    /// Bytes that were promised.
    let size: Int
    /// Bytes that were handed to the model thread.
    var accepted = 0

    /// How many there may be at once.
    static let limit = 8
    /// How many models may be installed altogether: users share one disk.
    static let limitOfModels = 64
    /// How many one user may have at once.
    static let limitOfUser = 4
}

extension ModelStoreError {
    /// The error in the words of org.inkd.Models.
    var refusal: any VarlinkError {
        switch self {
        case .invalidTag(let tag, let reason): ModelsInterface.InvalidTag(tag: tag, reason: reason)
        case .noModel(let tag, let available): ModelsInterface.NoModel(tag: tag, available: available)
        case .invalidModel, .wrongSize: ModelsInterface.InvalidModel(reason: description)
        case .tooLarge(let size, let limit): ModelsInterface.TooLarge(size: size, limit: limit)
        case .systemModel(let tag): ModelsInterface.SystemModel(tag: tag)
        case .unusable: ModelsInterface.Unusable(reason: description)
        }
    }
}
