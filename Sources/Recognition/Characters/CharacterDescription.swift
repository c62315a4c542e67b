/// The validated description of a model of characters.
struct CharacterDescription {
    let card: ModelCard
    /// The characters in the order of the network's classes.
    let characters: [String]
    /// The divisor of the network's scores before they become probabilities.
    let temperature: Temperature
    let plan: PicturePlan

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
        plan = try PicturePlan(metadata: metadata)
        characters = try metadata.decoded([String].self, "classes")
        guard (2...Self.mostCharacters).contains(characters.count) else {
            throw .metadata(key: "classes", problem: "has \(characters.count) characters, expected 2 to \(Self.mostCharacters)")
        }
        guard characters.allSatisfy({ $0.count == 1 }) else {
            throw .metadata(key: "classes", problem: "has an entry that is not one character")
        }
        guard Set(characters).count == characters.count else { throw .metadata(key: "classes", problem: "has a duplicate character") }
    }
}
