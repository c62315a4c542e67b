import FoundationEssentials
import System

/// The metadata common to model files of every kind.
public struct ModelCard: Sendable, Hashable {
    /// The kind of a model.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A network that reads text.
        case text
        /// A language model, which improves a text network's reading of that language.
        case language
        /// A classifier of single symbols.
        case symbols
        /// A classifier of drawn shapes.
        case shapes
        /// A classifier of sketches of things.
        case sketches
        /// A classifier of single characters of a language's script.
        case characters
        /// A classifier of symbols of formulas, in their surroundings.
        case formulas
        /// A classifier of gestures that edit.
        case gestures
    }

    /// The model's kind; a file without one is a text network.
    public let kind: Kind
    /// The BCP 47 tag of the model's language; "mul-Latn" for Latin script without a particular language.
    public let language: String
    /// The version of the file format.
    public let format: Int
    /// The training data, with their authors; empty if the file does not name them.
    public let trainingData: String
    /// The license of the training data; empty if the file does not name it.
    public let trainingDataLicense: String
    /// The file's complete metadata.
    public let metadata: [String: String]

    /// The script (ISO 15924) of the network that language data require, such as "Cyrl"; nil for the Latin script.
    public var script: String? { kind == .language ? metadata["script"] : nil }

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
            throw .metadata(key: "kind", problem: "is unknown to this program")
        }
        guard let language = metadata["language"] else { throw .metadata(key: "language", problem: "is missing") }
        guard !language.isEmpty else { throw .metadata(key: "language", problem: "is empty") }
        self.kind = kind
        self.language = language
        self.format = format
        trainingData = metadata["training_data"] ?? ""
        trainingDataLicense = metadata["training_data_licence"] ?? ""
        self.metadata = metadata
    }

    /// Reads the metadata of a file that must be of this kind.
    ///
    /// - Parameters:
    ///   - pipeline: The version of the network's input that this program computes.
    ///   - key: The metadata key for this version.
    /// - Throws: `metadata`, `newerFormat`, `wrongPipeline`.
    init(metadata: [String: String], _ kind: Kind, pipeline: Int, _ key: String) throws(RecognitionError) {
        try self.init(metadata: metadata)
        guard self.kind == kind else { throw .metadata(key: "kind", problem: "is \(self.kind.rawValue), expected \(kind.rawValue)") }
        let found = metadata[key] ?? "none"
        guard found == String(pipeline) else { throw .wrongPipeline(found: found, supported: pipeline) }
    }

    /// Reads the file's metadata, and checks the sizes of its tensors.
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public init(path: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: path)
        let tensors = try Safetensors(file.bytes)
        try self.init(metadata: tensors.metadata)
        // keep the file mapped until its bytes have been read
        withExtendedLifetime(file) {}
    }
}

/// The validated description of a model.
public struct ModelDescription: Sendable, Hashable {
    /// The newest supported version of the file format.
    public static let supportedFormat = 1

    /// The BCP 47 tag of the model's language; "mul-Latn" for Latin script without a particular language.
    public let language: String

    let alphabet: Alphabet
    let architecture: Architecture
    /// The model that decides whether gaps are spaces; nil if only the network decides.
    let spaceGaps: SpaceGaps?
    /// The calibration of the model's confidence in its readings; nil if the file has no calibration.
    let confidence: Confidence?

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`, `newerFormat`, `wrongPipeline`.
    init(metadata: [String: String]) throws(RecognitionError) {
        func value(_ key: String) throws(RecognitionError) -> String {
            guard let value = metadata[key] else { throw .metadata(key: key, problem: "is missing") }
            return value
        }
        let card = try ModelCard(metadata: metadata)
        guard card.kind == .text else { throw .metadata(key: "kind", problem: "is \(card.kind.rawValue), not text") }
        let pipeline = try value("feature_pipeline")
        guard pipeline == String(FeatureExtractor.pipeline) else {
            throw .wrongPipeline(found: pipeline, supported: FeatureExtractor.pipeline)
        }
        language = card.language
        alphabet = try Alphabet(value("alphabet"), languageLetters: metadata["language_letters"] ?? "")
        do {
            architecture = try JSONDecoder().decode(Architecture.self, from: Data(try value("architecture").utf8))
        } catch let error as RecognitionError {
            throw error
        } catch {
            throw .metadata(key: "architecture", problem: "is not the expected JSON")
        }
        try architecture.check(classes: alphabet.classes)
        if let json = metadata["space_gaps"] { spaceGaps = try SpaceGaps(json: json) } else { spaceGaps = nil }
        if let json = metadata["confidence"] { confidence = try Confidence(json: json) } else { confidence = nil }
    }
}

extension [String: String] {
    /// Decodes the JSON value of a key of a model file's metadata.
    ///
    /// - Throws: `metadata`, and the errors of the type's own validation.
    func decoded<Content: Decodable>(_ type: Content.Type, _ key: String) throws(RecognitionError) -> Content {
        guard let text = self[key] else { throw .metadata(key: key, problem: "is missing") }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch let error as RecognitionError {
            throw error
        } catch {
            throw .metadata(key: key, problem: "is not the expected JSON")
        }
    }
}
