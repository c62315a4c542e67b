/// The validated description of a model of formulas.
struct FormulaDescription: ClassifierDescription {
    let card: ModelCard
    /// The symbols in LaTeX, in the order of the network's classes; empty for the class of non-symbols.
    let classes: [String]
    let temperature: Temperature
    let plan: PicturePlan

    private static let mostClasses = 10_000

    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata, .formulas, pipeline: GroupPicture.pipeline, "formula_pipeline")
        temperature = try Temperature(metadata: metadata)
        plan = try PicturePlan(metadata: metadata)
        classes = try metadata.decoded([String].self, "classes")
        guard (2...Self.mostClasses).contains(classes.count) else {
            throw .metadata(key: "classes", problem: "has \(classes.count) classes, expected 2 to \(Self.mostClasses)")
        }
        guard Set(classes).count == classes.count else { throw .metadata(key: "classes", problem: "has a duplicate class") }
        guard classes.contains("") else { throw .metadata(key: "classes", problem: "has no class for ink that is not a symbol") }
    }

    func network(_ file: Safetensors, _ instructions: InstructionSet) throws(RecognitionError) -> PictureNetwork {
        try PictureNetwork(
            plan, side: GroupPicture.grid, planes: GroupPicture.planes, classes: classes.count, weights: file, instructions: instructions)
    }
}
