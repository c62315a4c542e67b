internal import InkProtocol
internal import InkWorkspace
internal import ModelStore
internal import Recognition

/// A model that a client is uploading.
struct Upload {
    /// The client whose stream receives the progress. If the client disconnects, the upload is dropped.
    let client: ClientID
    /// The user who may send the model's data.
    let user: UInt32
    /// The users that the model is for.
    let scope: ModelScope
    /// The announced size in bytes.
    let size: Int
    /// The number of bytes passed to the model thread so far.
    var accepted = 0

    /// Maximum number of uploads at a time.
    static let limit = 8
    /// Maximum number of models installed for all users, because users share one disk.
    static let limitOfModels = 64
    /// Maximum number of models that a user may install for personal use; `quotas.models` limits their bytes.
    static let limitOfUsersModels = 16
    /// Maximum number of uploads of one user at a time.
    static let limitOfUser = 4
}

extension ModelsInterface.Model {
    /// Maximum length of a metadata value. Longer values, such as a table of symbols, are left out, because the list of all models must fit
    /// into a reply.
    private static let metadataLimit = 1024

    /// Creates the model as org.inkd.Models describes it.
    /// - Parameter user: the caller, who also owns the model if it is a user's own.
    init(_ model: InstalledModel, inUse: Bool, user: UInt32) {
        self.init(
            tag: model.tag.description, kind: .init(rawValue: model.card.kind.rawValue) ?? .text, format: model.card.format,
            size: model.size, origin: model.origin == .system ? .system : .own, user: model.origin == .personal ? Int(user) : nil,
            inUse: inUse, attribution: model.card.trainingData, licence: model.card.trainingDataLicense,
            metadata: model.card.metadata.filter { $0.value.utf8.count <= Self.metadataLimit })
    }
}

extension ModelStoreError {
    /// The error as org.inkd.Models defines it.
    var refusal: any VarlinkError {
        switch self {
        case .invalidTag(let tag, let reason): ModelsInterface.InvalidTag(tag: tag, reason: reason)
        case .noModel(let tag, let available): ModelsInterface.NoModel(tag: tag, available: available)
        case .invalidModel, .invalidScores, .wrongSize: ModelsInterface.InvalidModel(reason: description)
        case .tooLarge(let size, let limit): ModelsInterface.TooLarge(size: size, limit: limit)
        case .systemModel(let tag): ModelsInterface.SystemModel(tag: tag)
        case .unusable: ModelsInterface.Unusable(reason: description)
        }
    }
}
