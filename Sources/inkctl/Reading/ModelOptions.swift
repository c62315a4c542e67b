internal import ArgumentParser
internal import Glibc
internal import Recognition

/// Which model reads.
struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read with this model.", discussion: "Default: INKD_MODEL, or else \(Self.places.joined(separator: ", or else ")).",
            valueName: "file"))
    var model: String?

    /// Where models are looked for.
    static let places = ["/usr/share/inkd/models/latin.safetensors", "models/latin.safetensors"]

    /// The model's path.
    ///
    /// - Throws: `noModel`.
    func path() throws(InkctlError) -> String {
        if let model = model ?? getenv("INKD_MODEL").map({ String(cString: $0) }) { return model }
        guard let place = Self.places.first(where: { access($0, R_OK) == 0 }) else { throw .noModel(searched: Self.places) }
        return place
    }

    /// A recogniser with the model.
    ///
    /// - Throws: `InkctlError.noModel`, `RecognitionError`.
    func recognizer() throws -> Recognizer { try Recognizer(modelPath: path()) }
}
