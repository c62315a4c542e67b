import System

/// What every model file says about itself, whatever it is for.
public struct ModelCard: Sendable, Hashable {
    /// What a model is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A network that reads text.
        case text
        /// What a language's texts look like: it makes a text network read that language better.
        case language
        /// Single symbols.
        case symbols
        /// Drawn shapes.
        case shapes
        /// Gestures that edit.
        case gestures
    }

    /// What it is for; a file that does not say is a text network.
    public let kind: Kind
    /// BCP 47 tag of what it reads; "mul-Latn" for Latin letters of no language in particular.
    public let language: String
    /// Version of the file format.
    public let format: Int
    /// What it was trained on, with its authors; empty if the file does not say.
    public let trainingData: String
    /// Under which licence that is; empty if the file does not say.
    public let trainingDataLicence: String
    /// Everything the file says about itself.
    public let metadata: [String: String]

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`, `newerFormat`.
    init(metadata: [String: String]) throws(RecognitionError) {
        guard let mark = metadata["format"] else { throw .metadata(key: "format", problem: "is missing") }
        guard mark == "inkd.model" else { throw .metadata(key: "format", problem: "is not \"inkd.model\"") }
        guard let version = metadata["format_version"] else { throw .metadata(key: "format_version", problem: "is missing") }
        guard let format = Int(version), format > 0 else { throw .metadata(key: "format_version", problem: "is not a positive number") }
        guard format <= ModelDescription.supportedFormat else {
            throw .newerFormat(found: format, supported: ModelDescription.supportedFormat)
        }
        guard let kind = Kind(rawValue: metadata["kind"] ?? Kind.text.rawValue) else {
            throw .metadata(key: "kind", problem: "is none that this program knows")
        }
        guard let language = metadata["language"] else { throw .metadata(key: "language", problem: "is missing") }
        guard !language.isEmpty else { throw .metadata(key: "language", problem: "is empty") }
        self.kind = kind
        self.language = language
        self.format = format
        trainingData = metadata["training_data"] ?? ""
        trainingDataLicence = metadata["training_data_licence"] ?? ""
        self.metadata = metadata
    }

    /// Reads what the file says about itself, and checks that it has room for what it promises.
    ///
    /// - Throws: `RecognitionError` saying what does not fit.
    public init(path: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: path)
        let tensors = try Safetensors(file.bytes)
        try self.init(metadata: tensors.metadata)
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }
}
