internal import Editing
internal import Reading
internal import Ink
internal import ModelStore
internal import Recognition

/// A model that a request needs and that cannot be used.
struct ModelUnavailable: Error {
    let reason: String
}

/// A file that a model is loaded from.
private protocol ModelFile {
    var path: String { get }
}

extension InstalledModel: ModelFile {}
extension InstalledModel.Companion: ModelFile {}

/// The models of the recognizer's thread, each loaded on first use. Belongs to that thread.
///
/// The last few models of each kind are retained. Language data is memory-mapped, so that only used pages take memory.
final class Recognizers {
    /// The network that reads text by default, or the error that makes it unusable.
    let text: Result<Recognizer, RecognitionError>

    private let textPath: String
    private let hands: AdaptationCache
    private var networks = Kept<InstalledModel, Recognizer>(limit: 2)
    private var scripts = Kept<InstalledModel.Companion, Recognizer>(limit: 2)
    private var foreignLanguages = Kept<InstalledModel.Companion, LanguageModel>(limit: 1)
    private var languages = Kept<InstalledModel, LanguageModel>(limit: 3)
    // two of each: one for a user's own model, and one for the model of other users
    private var symbols = Kept<InstalledModel, SymbolClassifier>(limit: 2)
    private var formulas = Kept<InstalledModel, GroupRecognizer>(limit: 2)
    private var shapes = Kept<InstalledModel, ShapeRecognizer>(limit: 2)
    private var sketches = Kept<InstalledModel, SketchRecognizer>(limit: 2)
    private var gestures = Kept<InstalledModel, GestureRecognizer>(limit: 2)
    private var characters = Kept<InstalledModel, CharacterRecognizer>(limit: 2)

    /// The most recently used models of one kind.
    private struct Kept<File: Equatable & ModelFile, Value> {
        let limit: Int
        private var values: [(file: File, value: Value)] = []

        init(limit: Int) { self.limit = limit }

        mutating func value(
            _ file: File, of tag: LanguageTag, load: (String) throws(RecognitionError) -> Value
        ) throws(ModelUnavailable) -> Value {
            if let index = values.firstIndex(where: { $0.file == file }) {
                let found = values.remove(at: index)
                values.append(found)
                return found.value
            }
            do {
                let value = try load(file.path)
                if values.count == limit { values.removeFirst() }
                values.append((file, value))
                return value
            } catch {
                throw ModelUnavailable(reason: "\(tag): \(error)")
            }
        }

        mutating func value(_ model: File, load: (String) throws(RecognitionError) -> Value) throws(ModelUnavailable) -> Value
        where File == InstalledModel { try value(model, of: model.tag, load: load) }
    }

    /// Loads the network that reads text.
    /// - Parameter folder: the folder of users' adaptations.
    init(textModel path: String, handFolder folder: String) {
        textPath = path
        hands = AdaptationCache(folder: folder)
        text = Result { () throws(RecognitionError) in try Recognizer(modelPath: path) }
    }

    /// Returns a text recognizer. If the model is a network, or the language's script needs one, the recognizer has that network, otherwise
    /// the text network with the user's adaptation. If the model is language data, the recognizer also has this data. Email addresses are
    /// always read as Latin letters.
    func recognizer(
        for model: InstalledModel?, user: UInt32?, type: RecognitionHints.RecognitionType = .text
    ) throws(ModelUnavailable) -> Recognizer {
        let model = model?.network != nil && type == .email ? nil : model
        if let model, let network = model.network {
            // adaptations are for the text model only
            let recognizer = try scripts.value(network, of: model.tag) { path throws(RecognitionError) in try Recognizer(modelPath: path) }
            recognizer.language = try languages.value(model) { path throws(RecognitionError) in try LanguageModel(path: path) }
            recognizer.foreignWords = foreignWords(for: model, user: user)
            return recognizer
        }
        if let model, model.card.kind == .text, model.path != textPath {
            return try networks.value(model) { path throws(RecognitionError) in try Recognizer(modelPath: path) }
        }
        guard case .success(let recognizer) = text else {
            if case .failure(let error) = text { throw ModelUnavailable(reason: "\(error)") }
            throw ModelUnavailable(reason: "no model")
        }
        hands.use(user, in: recognizer)
        recognizer.language = nil
        if let model, model.card.kind == .language {
            recognizer.language = try languages.value(model) { path throws(RecognitionError) in try LanguageModel(path: path) }
        }
        return recognizer
    }

    /// Returns a reader of words of Latin letters in lines of another script, with the user's adaptation; nil where the text model is
    /// unusable.
    private func foreignWords(for model: InstalledModel, user: UInt32?) -> ForeignWords? {
        guard case .success(let latin) = text else { return nil }
        hands.use(user, in: latin)
        // without language data, which may be damaged, these words are recognized slightly worse
        let language = model.foreignLanguage.flatMap { file in
            try? foreignLanguages.value(file, of: model.tag) { path throws(RecognitionError) in try LanguageModel(path: path) }
        }
        return ForeignWords(recognizer: latin, language: language)
    }

    /// Returns a user's adapted weights; nil if there are no weights.
    func hand(of user: UInt32) -> Adaptation? {
        guard case .success(let recognizer) = text else { return nil }
        return hands.adaptation(of: user, for: recognizer)
    }

    /// Discards a user's adapted weights, which have changed.
    func forgetHand(of user: UInt32) { hands.forget(user) }

    func symbols(_ model: InstalledModel) throws(ModelUnavailable) -> SymbolClassifier {
        try symbols.value(model) { path throws(RecognitionError) in try SymbolClassifier(modelPath: path) }
    }

    /// - Parameter symbols: a model of single symbols, which improves the reading of formulas; nil to read formulas without it. An unusable
    ///   model counts as nil.
    func formulaReader(_ model: InstalledModel, symbols: InstalledModel?) throws(ModelUnavailable) -> FormulaReader {
        let recognizer = try formulas.value(model) { path throws(RecognitionError) in try GroupRecognizer(modelPath: path) }
        return FormulaReader(recognizer: recognizer, classifier: symbols.flatMap { try? self.symbols($0) })
    }

    func shapes(_ model: InstalledModel) throws(ModelUnavailable) -> ShapeRecognizer {
        try shapes.value(model) { path throws(RecognitionError) in try ShapeRecognizer(modelPath: path) }
    }

    func sketches(_ model: InstalledModel) throws(ModelUnavailable) -> SketchRecognizer {
        try sketches.value(model) { path throws(RecognitionError) in try SketchRecognizer(modelPath: path) }
    }

    func characters(_ model: InstalledModel) throws(ModelUnavailable) -> CharacterRecognizer {
        try characters.value(model) { path throws(RecognitionError) in try CharacterRecognizer(modelPath: path) }
    }

    /// Recognizes one line: as characters or as a drawing if the model is for these, otherwise as text.
    func transcript(
        of strokes: [Stroke], with model: InstalledModel?, user: UInt32?, hints: RecognitionHints
    ) throws -> Transcript {
        if let read = try wordlessReader(model) { return try read(strokes, hints) }
        return try recognizer(for: model, user: user, type: hints.recognitionType).recognize(strokes, hints: hints)
    }

    /// Returns a recognizer for a line of characters or a drawing; nil if the model recognizes words. Of the hints, the recognizer uses
    /// only the alternatives and the boxes.
    func wordlessReader(
        _ model: InstalledModel?
    ) throws(ModelUnavailable) -> (([Stroke], RecognitionHints) throws(RecognitionError) -> Transcript)? {
        guard let model else { return nil }
        switch model.lineContent {
        case .words: return nil
        case .characters:
            let recognizer = try characters(model)
            return { strokes, hints throws(RecognitionError) in
                try recognizer.transcript(of: strokes, boxes: hints.boxes, alternatives: hints.alternatives)
            }
        case .drawing:
            let recognizer = try sketches(model)
            return { strokes, _ throws(RecognitionError) in try recognizer.emojiTranscript(of: strokes) }
        }
    }

    func gestures(_ model: InstalledModel) throws(ModelUnavailable) -> GestureRecognizer {
        try gestures.value(model) { path throws(RecognitionError) in try GestureRecognizer(modelPath: path) }
    }
}

extension InstalledModel {
    /// The kind of content that a line is read as.
    var lineContent: LineContent {
        switch card.kind {
        case .characters: .characters
        case .sketches: .drawing
        default: .words
        }
    }
}
