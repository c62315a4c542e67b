/// The validated description of a model of characters.
struct CharacterDescription {
    /// One convolution over the picture, of 3 × 3 places.
    struct Convolution: Sendable, Hashable, Decodable {
        /// Output channels.
        let channels: Int
        /// 1, or 2 to halve the sides.
        let stride: Int

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            channels = try values.decode(Int.self)
            stride = try values.decode(Int.self)
        }
    }

    let card: ModelCard
    /// In the order of the network's classes.
    let characters: [String]
    /// The network's scores are divided by this before they become probabilities.
    let temperature: Temperature
    let convolutions: [Convolution]
    /// Units of each layer between the convolutions and the scores.
    let hidden: [Int]

    private static let mostCharacters = 50_000

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`, `newerFormat`, `wrongPipeline`.
    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata)
        guard card.kind == .characters else { throw .metadata(key: "kind", problem: "is \(card.kind.rawValue), expected characters") }
        let pipeline = metadata["character_pipeline"] ?? "none"
        guard pipeline == String(CharacterPicture.pipeline) else {
            throw .wrongPipeline(found: pipeline, supported: CharacterPicture.pipeline)
        }
        temperature = try Temperature(metadata: metadata)
        convolutions = try metadata.decoded([Convolution].self, "convolutions")
        guard convolutions.count <= 8, convolutions.allSatisfy({ (1...512).contains($0.channels) && (1...2).contains($0.stride) }) else {
            throw .metadata(key: "convolutions", problem: "has more than 8 of them, or channels or strides beyond reason")
        }
        hidden = try metadata.decoded([Int].self, "hidden")
        guard (1...8).contains(hidden.count), hidden.allSatisfy({ (1...4096).contains($0) }) else {
            throw .metadata(key: "hidden", problem: "is not 1 to 8 sizes of 1 to 4096")
        }
        characters = try metadata.decoded([String].self, "classes")
        guard (2...Self.mostCharacters).contains(characters.count) else {
            throw .metadata(key: "classes", problem: "has \(characters.count) characters, expected 2 to \(Self.mostCharacters)")
        }
        guard characters.allSatisfy({ $0.count == 1 }) else {
            throw .metadata(key: "classes", problem: "has one that is not one character")
        }
        guard Set(characters).count == characters.count else { throw .metadata(key: "classes", problem: "has a character twice") }
    }
}
