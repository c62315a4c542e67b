/// The validated description of a model of characters.
struct CharacterDescription: InkDescription {
    let card: ModelCard
    /// The characters in the order of the network's classes.
    let characters: [String]
    let temperature: Temperature
    let plan: PicturePlan

    private static let mostCharacters = 50_000

    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata, .characters, pipeline: CharacterPicture.pipeline, "character_pipeline")
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

    func network(_ file: Safetensors, _ instructions: InstructionSet) throws(RecognitionError) -> PictureNetwork {
        try PictureNetwork(
            plan, side: CharacterPicture.samples, planes: CharacterPicture.directions, classes: characters.count, weights: file,
            instructions: instructions)
    }

    static func picture(of frame: ShapeFrame) -> [Float] { CharacterPicture.values(of: frame) }
}
