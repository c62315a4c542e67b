internal import InkProtocol
internal import ModelStore
internal import Recognition

/// A model that a client is uploading.
struct Upload {
    /// The client whose stream gets the progress; without it the upload is dropped.
    let client: ClientID
    /// The user who may put bytes in.
    let user: UInt32
    /// Bytes that were promised.
    let size: Int
    /// Bytes that were handed to the model thread.
    var accepted = 0

    /// Uploads at a time.
    static let limit = 8
    /// Models that may be installed altogether: users share one disk.
    static let limitOfModels = 64
    /// Uploads of one user at a time.
    static let limitOfUser = 4
}

extension ModelsInterface.Model {
    /// Longer values, such as a table of symbols, are left out: all models together must fit into a reply.
    private static let metadataLimit = 1024

    /// The model as org.inkd.Models has it.
    init(_ model: InstalledModel, inUse: Bool) {
        self.init(
            tag: model.tag.description, kind: .init(rawValue: model.card.kind.rawValue) ?? .text, format: model.card.format,
            size: model.size, origin: model.origin == .own ? .own : .system, inUse: inUse, attribution: model.card.trainingData,
            licence: model.card.trainingDataLicence,
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
        case .replacesSystem: ServiceInterface.PermissionDenied()
        case .unusable: ModelsInterface.Unusable(reason: description)
        }
    }
}
