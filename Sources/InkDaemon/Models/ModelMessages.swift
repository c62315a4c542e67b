internal import InkProtocol
internal import ModelStore
internal import Recognition

/// A model that a client is uploading.
struct Upload {
    /// The client whose stream gets the progress; without it the upload is dropped.
    let client: ClientID
    /// The user who may put bytes in.
    let user: UInt32
    /// Whom the model is to be for.
    let scope: ModelScope
    /// Bytes that were promised.
    let size: Int
    /// Bytes that were handed to the model thread.
    var accepted = 0

    /// Uploads at a time.
    static let limit = 8
    /// Models that may be installed for everybody: users share one disk.
    static let limitOfModels = 64
    /// Models that a user may install for himself; `quotas.models` has their bytes.
    static let limitOfUsersModels = 16
    /// Uploads of one user at a time.
    static let limitOfUser = 4
}

extension ModelsInterface.Model {
    /// Longer values, such as a table of symbols, are left out: all models together must fit into a reply.
    private static let metadataLimit = 1024

    /// The model as org.inkd.Models has it.
    /// - Parameter user: who asks, and whose own it is if it is somebody's.
    init(_ model: InstalledModel, inUse: Bool, user: UInt32) {
        self.init(
            tag: model.tag.description, kind: .init(rawValue: model.card.kind.rawValue) ?? .text, format: model.card.format,
            size: model.size, origin: model.origin == .system ? .system : .own, user: model.origin == .personal ? Int(user) : nil,
            inUse: inUse, attribution: model.card.trainingData, licence: model.card.trainingDataLicence,
            metadata: model.card.metadata.filter { $0.value.utf8.count <= Self.metadataLimit })
    }
}

extension ModelStoreError {
    /// The error as org.inkd.Models has it.
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
