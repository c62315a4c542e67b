internal import InkClient
internal import InkProtocol
internal import ModelStore
internal import Recognition

extension InstalledModel {
    /// A model that a file is, in the words of org.inkd.Models.
    var message: ModelsInterface.Model {
        .init(
            tag: tag.description, kind: .init(rawValue: card.kind.rawValue) ?? .text, format: card.format, size: size,
            origin: origin == .own ? .own : .system, inUse: false, attribution: card.trainingData, licence: card.trainingDataLicence,
            metadata: card.metadata)
    }
}

extension ModelsInterface.Model {
    /// Its size for people.
    var sizeText: String { DisplayText.size(size) }
}

extension ClientError {
    /// The daemon answered, and said no.
    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
