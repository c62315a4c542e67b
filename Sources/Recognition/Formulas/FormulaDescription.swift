/// The validated description of a model of formulas.
struct FormulaDescription {
    let card: ModelCard
    /// The symbols in LaTeX, in the order of the network's classes; empty for the class of non-symbols.
    let classes: [String]
    /// The divisor of the network's scores before they become probabilities.
    let temperature: Temperature
    let plan: PicturePlan

    private static let mostClasses = 10_000

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`, `newerFormat`, `wrongPipeline`.
    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata)
        guard card.kind == .formulas else { throw .metadata(key: "kind", problem: "is \(card.kind.rawValue), expected formulas") }
        let pipeline = metadata["formula_pipeline"] ?? "none"
        guard pipeline == String(GroupPicture.pipeline) else { throw .wrongPipeline(found: pipeline, supported: GroupPicture.pipeline) }
        temperature = try Temperature(metadata: metadata)
        plan = try PicturePlan(metadata: metadata)
        classes = try metadata.decoded([String].self, "classes")
        guard (2...Self.mostClasses).contains(classes.count) else {
            throw .metadata(key: "classes", problem: "has \(classes.count) classes, expected 2 to \(Self.mostClasses)")
        }
        guard Set(classes).count == classes.count else { throw .metadata(key: "classes", problem: "has a duplicate class") }
        guard classes.contains("") else { throw .metadata(key: "classes", problem: "has no class for ink that is not a symbol") }
    }
}
