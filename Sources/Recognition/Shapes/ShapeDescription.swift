/// What a shape model says about itself, checked.
struct ShapeDescription {
    let card: ModelCard
    /// In the order of the network's classes.
    let names: [String]
    /// The network's scores are divided by this before they become probabilities: it makes them as sure as they are right
    /// (Guo et al. 2017, "On calibration of modern neural networks").
    let temperature: Temperature
    /// Output channels of every convolution.
    let channels: [Int]
    /// Width of the layer between the convolutions and the scores.
    let hidden: Int

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`, `newerFormat`, `wrongPipeline`.
    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata)
        guard card.kind == .shapes else { throw .metadata(key: "kind", problem: "is \(card.kind.rawValue), expected shapes") }
        let pipeline = metadata["shape_pipeline"] ?? "none"
        guard pipeline == String(ShapePicture.pipeline) else { throw .wrongPipeline(found: pipeline, supported: ShapePicture.pipeline) }
        temperature = try Temperature(metadata: metadata)
        names = (metadata["classes"] ?? "").split(separator: " ").map(String.init)
        guard (2...1000).contains(names.count) else {
            throw .metadata(key: "classes", problem: "has \(names.count) names, expected 2 to 1000")
        }
        guard Set(names).count == names.count else { throw .metadata(key: "classes", problem: "has a name twice") }
        channels = try Self.numbers("channels", metadata)
        guard channels.count == 3 else { throw .metadata(key: "channels", problem: "has \(channels.count) numbers, expected 3") }
        let hidden = try Self.numbers("hidden", metadata)
        guard hidden.count == 1 else { throw .metadata(key: "hidden", problem: "has \(hidden.count) numbers, expected 1") }
        self.hidden = hidden[0]
    }

    /// Widths of layers, separated by spaces.
    private static func numbers(_ key: String, _ metadata: [String: String]) throws(RecognitionError) -> [Int] {
        var numbers: [Int] = []
        for word in (metadata[key] ?? "").split(separator: " ") {
            guard let number = Int(word), (1...1024).contains(number) else {
                throw .metadata(key: key, problem: "is not numbers from 1 to 1024")
            }
            numbers.append(number)
        }
        return numbers
    }
}
