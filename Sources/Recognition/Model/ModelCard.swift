import FoundationEssentials
import System

/// The metadata that every model file has, of any kind.
public struct ModelCard: Sendable, Hashable {
    /// The kind of a model.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A network that reads text.
        case text
        /// A language model: it makes a text network read that language better.
        case language
        /// Single symbols.
        case symbols
        /// Drawn shapes.
        case shapes
        /// Sketches of things.
        case sketches
        /// Single characters of a language's script.
        case characters
        /// Symbols of formulas, in their surroundings.
        case formulas
        /// Gestures that edit.
        case gestures
    }

    /// Its kind; a file without one is a text network.
    public let kind: Kind
    /// BCP 47 tag of its language; "mul-Latn" for Latin letters of no language in particular.
    public let language: String
    /// Version of the file format.
    public let format: Int
    /// Its training data, with their authors; empty if the file does not say.
    public let trainingData: String
    /// Under which licence that is; empty if the file does not say.
    public let trainingDataLicence: String
    /// Everything the file says about itself.
    public let metadata: [String: String]

    /// The script (ISO 15924) that a language's data need a network of, such as "Cyrl"; nil for the Latin one.
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

    /// Reads the file's metadata, and checks the sizes of its tensors.
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public init(path: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: path)
        let tensors = try Safetensors(file.bytes)
        try self.init(metadata: tensors.metadata)
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }
}

/// The validated description of a model.
public struct ModelDescription: Sendable, Hashable {
    /// The newest version of the file format that is read.
    public static let supportedFormat = 1

    /// BCP 47 tag of its language; "mul-Latn" for Latin letters of no language in particular.
    public let language: String

    let alphabet: Alphabet
    let architecture: Architecture
    /// The model of gaps as spaces; nil if only the network decides.
    let spaceGaps: SpaceGaps?
    /// The calibration of its readings; nil if the file has none.
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
            throw .metadata(key: "architecture", problem: "is not the JSON expected")
        }
        try architecture.check(classes: alphabet.classes)
        if let json = metadata["space_gaps"] { spaceGaps = try SpaceGaps(json: json) } else { spaceGaps = nil }
        if let json = metadata["confidence"] { confidence = try Confidence(json: json) } else { confidence = nil }
    }
}

extension [String: String] {
    /// The value of a key of a model file's metadata that is JSON.
    ///
    /// - Throws: `metadata`, and the errors that the type refuses its values with.
    func decoded<Content: Decodable>(_ type: Content.Type, _ key: String) throws(RecognitionError) -> Content {
        guard let text = self[key] else { throw .metadata(key: key, problem: "is missing") }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch let error as RecognitionError {
            throw error
        } catch {
            throw .metadata(key: key, problem: "is not the JSON expected")
        }
    }
}
