package import Reading
internal import Glibc
package import PenLog
package import Recognition
internal import System

/// The folders that are searched for models.
package enum ModelFiles {
    /// The folders with models in search order: this program's installed files, the system's folders, and the folders below the current
    /// one.
    package static let folders = {
        let (own, system) = (InstalledFiles.own.share + "/models", InstalledFiles.system.share + "/models")
        return (own == system ? [system] : [own, system]) + ["models"]
    }()

    /// Returns the first file of this name, such as "symbols.safetensors", in the folders.
    ///
    /// - Throws: `noModel`.
    package static func path(of name: String) throws(EvaluationError) -> String {
        let places = folders.map { "\($0)/\(name)" }
        guard let place = places.first(where: { access($0, R_OK) == 0 }) else { throw .noModel(searched: places) }
        return place
    }
}

/// A choice of model, language and adaptation.
package struct ModelSelection: Sendable {
    /// The selected model file; nil for the default of its kind.
    package var model: String?
    /// A language tag, the path of a language data file, or "none".
    package var language: String
    /// The path of an adaptation to a writer; nil for no adaptation.
    package var hand: String?

    /// Creates a selection.
    package init(model: String? = nil, language: String = "en", hand: String? = nil) {
        self.model = model
        self.language = language
        self.hand = hand
    }

    /// Returns the text model's path: `model` if set, otherwise the network for the script of the language (`other`, or the selected
    /// one). For Latin script, INKD_MODEL comes before the folders in `ModelFiles.folders`.
    ///
    /// - Throws: `noModel`.
    package func path(language other: String? = nil) throws(EvaluationError) -> String {
        if let model { return model }
        let data = try? languagePath(other ?? language)
        let script = data.flatMap { try? ModelCard(path: $0) }?.script
        if let script { return try ModelFiles.path(of: "scripts/\(script).safetensors") }
        return try latinPath
    }

    private var latinPath: String {
        get throws(EvaluationError) {
            if let named { return named }
            return try ModelFiles.path(of: "latin.safetensors")
        }
    }

    private var named: String? { model ?? getenv("INKD_MODEL").map { String(cString: $0) } }

    /// Returns the path of a language's data, in the folder beside the model or else in `ModelFiles.folders`; nil for "none".
    ///
    /// - Throws: `EvaluationError.noLanguage`.
    private func languagePath(_ language: String) throws(EvaluationError) -> String? {
        guard language != "none" else { return nil }
        if language.contains("/") || language.hasSuffix(".safetensors") { return language }
        var places = ModelFiles.folders.map { "\($0)/language/\(language).safetensors" }
        if let model = named ?? (try? ModelFiles.path(of: "latin.safetensors")) {
            let folder = model.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            places.insert("\(folder.isEmpty ? "." : folder)/language/\(language).safetensors", at: 0)
        }
        guard let place = places.first(where: { access($0, R_OK) == 0 }) else { throw .noLanguage(tag: language, searched: places) }
        return place
    }

    /// Loads a language's data, from the folder beside the model or else from `ModelFiles.folders`; nil for "none".
    ///
    /// - Throws: `EvaluationError.noLanguage`, `RecognitionError`.
    package func languageModel(_ language: String) throws -> LanguageModel? {
        try languagePath(language).map { try LanguageModel(path: $0) }
    }

    /// Loads a text recognizer with the selected language, or with `other`, and the adaptation.
    ///
    /// - Throws: `EvaluationError.noModel`, `EvaluationError.notModel`, `RecognitionError`, `AdaptationError`.
    package func recognizer(language other: String? = nil) throws -> Recognizer {
        // load the model first: if it is invalid, the error must not be that language data are missing
        let recognizer = try Self.load(path(language: other))
        recognizer.language = try languageModel(other ?? language)
        if model == nil, recognizer.language?.script != nil, let latin = try? Self.load(latinPath) {
            recognizer.foreignWords = ForeignWords(recognizer: latin, language: try? languageModel("en"))
        }
        if let hand { try recognizer.adapt(to: Adaptation(path: hand, for: recognizer)) }
        return recognizer
    }

    private static func load(_ path: String) throws(EvaluationError) -> Recognizer {
        do throws(RecognitionError) {
            return try Recognizer(modelPath: path)
        } catch {
            throw .notModel(path: path, error)
        }
    }
}

/// Readers for inks of mixed kinds, each loaded on first use.
package final class InkReaders {
    /// The kind that all inks are read as; nil to use each ink's level.
    package let kind: InkKind?

    private let model: ModelSelection
    private let alternatives: Int
    private var readers: [InkKind: InkReader] = [:]

    /// Creates readers without loading any.
    package init(kind: InkKind?, model: ModelSelection, alternatives: Int = 3) {
        self.kind = kind
        self.model = model
        self.alternatives = alternatives
    }

    /// Returns the reader for an ink: a page reader if its level is "page", otherwise a line reader.
    ///
    /// - Throws: `EvaluationError.noModel`, `RecognitionError`, `AdaptationError`.
    package func reader(for ink: JSONInk) throws -> InkReader {
        let kind = kind ?? (ink.level == "page" ? .page : .line)
        if let reader = readers[kind] { return reader }
        let reader = try InkReader(kind, model: model, hints: RecognitionHints(alternatives: alternatives))
        readers[kind] = reader
        return reader
    }
}

extension FormulaReader {
    /// Loads a formula model, and the model of single symbols if it is installed.
    ///
    /// - Parameter model: a file; nil for the one installed with inkd.
    /// - Throws: `EvaluationError.noModel`, `RecognitionError`.
    package init(model: String?) throws {
        let recognizer = try GroupRecognizer(modelPath: model ?? ModelFiles.path(of: "formulas.safetensors"))
        let classifier = try? SymbolClassifier(modelPath: ModelFiles.path(of: "symbols.safetensors"))
        self.init(recognizer: recognizer, classifier: classifier)
    }
}

extension InkReader {
    /// Loads the reader for inks of a kind.
    ///
    /// - Throws: `EvaluationError.noModel`, `RecognitionError`, `AdaptationError`.
    package init(_ kind: InkKind, model: ModelSelection, hints: RecognitionHints) throws {
        self =
            switch kind {
            case .line: .line(try model.recognizer(), hints)
            case .page: .page(try model.recognizer(), hints)
            case .symbol:
                .symbol(try SymbolClassifier(modelPath: model.model ?? ModelFiles.path(of: "symbols.safetensors")), hints.alternatives)
            case .formula:
                .formula(try FormulaReader(model: model.model), hints.alternatives)
            case .shape: .shape(try ShapeRecognizer(modelPath: model.model ?? ModelFiles.path(of: "shapes.safetensors")))
            case .sketch:
                .sketch(
                    try SketchRecognizer(modelPath: model.model ?? ModelFiles.path(of: "sketches.safetensors")),
                    onlyEmoji: InkKind.isEmoji(tag: model.language))
            case .character: .character(try model.characterRecognizer())
            case .characters: .characters(try model.characterRecognizer(), hints.alternatives)
            }
    }
}
