internal import ArgumentParser
internal import PenLog
internal import Recognition

/// Readers for inks of mixed kinds, each loaded once and when it is first wanted.
final class InkReaders {
    /// What all inks are taken for; nil for what each says of itself.
    let kind: InkKind?

    private let model: ModelOptions
    private let alternatives: Int
    private var readers: [InkKind: InkReader] = [:]

    /// Nothing is loaded yet.
    init(kind: InkKind?, model: ModelOptions, alternatives: Int = 3) {
        self.kind = kind
        self.model = model
        self.alternatives = alternatives
    }

    /// What reads an ink: a page's lines if it says that it is a page, one line of writing otherwise.
    ///
    /// - Throws: `InkctlError.noModel`, `RecognitionError`, `AdaptationError`.
    func reader(for ink: JSONInk) throws -> InkReader {
        let kind = kind ?? (ink.level == "page" ? .page : .line)
        if let reader = readers[kind] { return reader }
        let reader = try InkReader(kind, model: model, hints: RecognitionHints(alternatives: alternatives))
        readers[kind] = reader
        return reader
    }
}

extension InkReader {
    /// Loads what reads inks of a kind.
    ///
    /// - Throws: `InkctlError.noModel`, `RecognitionError`, `AdaptationError`.
    init(_ kind: InkKind, model: ModelOptions, hints: RecognitionHints) throws {
        self =
            switch kind {
            case .line: .line(try model.recognizer(), hints)
            case .page: .page(try model.recognizer(), hints)
            case .symbol:
                .symbol(try SymbolClassifier(modelPath: model.model ?? ModelFiles.path(of: "symbols.safetensors")), hints.alternatives)
            case .shape: .shape(try ShapeRecognizer(modelPath: model.model ?? ModelFiles.path(of: "shapes.safetensors")))
            }
    }
}
