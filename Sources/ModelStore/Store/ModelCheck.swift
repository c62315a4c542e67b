internal import Recognition

/// Whether a model can be used, found out by loading it as its user would.
enum ModelCheck {
    /// Loads the model, its checksum compared.
    ///
    /// - Throws: what does not fit.
    static func check(_ path: String, _ kind: ModelCard.Kind) throws(RecognitionError) {
        switch kind {
        case .text: _ = try Recognizer(modelPath: path)
        case .language: _ = try LanguageModel(path: path)
        case .symbols: _ = try SymbolClassifier(modelPath: path)
        case .shapes: _ = try ShapeRecognizer(modelPath: path)
        case .gestures: _ = try GestureRecognizer(modelPath: path)
        }
    }
}
