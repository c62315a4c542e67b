internal import FoundationEssentials
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
    /// "4.2 MB", in millions of bytes; "812 kB" below one.
    var sizeText: String {
        size >= 1_000_000
            ? "\(DisplayText.fixed(Double(size) / 1e6, digits: 1)) MB" : "\(DisplayText.fixed(Double(size) / 1e3, digits: 0)) kB"
    }

    /// The model as one JSON object.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension ClientError {
    /// The daemon answered, and said no.
    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
