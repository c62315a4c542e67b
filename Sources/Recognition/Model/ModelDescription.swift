import Foundation

/// What a model says about itself, checked.
public struct ModelDescription: Sendable, Hashable {
    /// The newest version of the file format that is read.
    public static let supportedFormat = 1

    /// BCP-47 tag of what it reads; "mul-Latn" for Latin letters of no language in particular.
    public let language: String

    let alphabet: Alphabet
    let architecture: Architecture
    /// How gaps count as spaces; nil if only the network is to say.
    let spaceGaps: SpaceGaps?
    /// How far its readings can be trusted; nil if it does not say.
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
        alphabet = try Alphabet(value("alphabet"))
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
