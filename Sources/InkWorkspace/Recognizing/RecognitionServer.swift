internal import Editing
internal import Reading
internal import Ink
internal import InkProtocol
internal import ModelStore
internal import Recognition

/// Ink to be read, and the order in which its strokes were written.
struct GivenInk: Sendable {
    /// The strokes in the call's order.
    let strokes: [Stroke]
    /// The indices of the strokes in the order of writing.
    let order: [Int]

    /// The strokes of each line of a page, by their indices in the call.
    var lines: [[Int]] { PageLayout.lines(of: order.map { strokes[$0] }).map { line in line.map { order[$0] } } }
}

/// org.inkd.Recognizer: checks calls, and recognizes ink on the recognizer's thread, in its user's turn. Belongs to a workspace.
final class RecognitionServer: RecognizerService, ContentService {
    private let shared: SharedState
    let work: ContentWork

    /// Maximum number of points in an ink that is recognized as a whole.
    static let inkLimit = 50_000
    /// Maximum number of points of a page that is sent as a transfer; it is recognized line by line.
    static let pageLimit = 200_000
    /// Maximum number of candidates per call.
    static let alternativesLimit = 16

    init(shared: SharedState, work: ContentWork) {
        self.shared = shared
        self.work = work
    }

    func query(_ parameters: RecognizerInterface.Query.Parameters, for caller: Caller) -> RecognizerInterface.Query.Reply {
        let catalog = shared.models.catalog(of: caller.user)
        var kinds: [RecognizerInterface.Kind] = shared.models.problem == nil ? [.text] : []
        let others: [(ModelCard.Kind, RecognizerInterface.Kind)] = [
            (.symbols, .symbols), (.formulas, .formulas), (.shapes, .shapes), (.sketches, .sketches), (.characters, .characters),
            (.gestures, .gestures),
        ]
        for (kind, name) in others where catalog.model(of: kind) != nil {
            kinds.append(name)
        }
        return .init(
            language: shared.models.language(of: caller.user)?.tag.description ?? "", missingLanguage: missingLanguage(in: catalog),
            languages: catalog.languages, characters: catalog.languagesOfCharacters, kinds: kinds,
            hints: ["alternatives", "language", "layout", "recognitionType", "preContext", "writingArea", "graphemeSet", "userWords"],
            recognitionTypes: RecognizerInterface.RecognitionType.allCases,
            limits: .init(
                points: Self.inkLimit, alternatives: Self.alternativesLimit, preContext: RecognitionHints.longestPreContext,
                userWords: RecognitionHints.mostUserWords))
    }

    func recognize(
        _ parameters: RecognizerInterface.Recognize.Parameters, for caller: Caller
    ) async throws -> RecognizerInterface.Recognize.Reply {
        let isPage = parameters.layout.map { $0 == .page } ?? (parameters.writingArea == nil)
        let ink: GivenInk
        let isTransfer: Bool
        switch try caller.strokes(parameters.strokes, parameters.transfer) {
        case .inline(let given): (ink, isTransfer) = (GivenInk(strokes: try self.ink(given), order: given.writingOrder), false)
        case .transfer(let transfer):
            let limit = isPage ? Self.pageLimit : Self.inkLimit
            let bytes = try await transfer.strokeBytes(samples: limit, for: caller, on: work)
            (ink, isTransfer) = (try await work.run(for: caller) { try Transfer.recognizerInk(bytes, limit: limit) }, true)
        }
        let model = try language(parameters.language, for: caller)
        let hints = try parameters.hints()
        let needsText = model == nil || model?.card.kind == .language
        if needsText, let problem = shared.models.problem { throw RecognizerInterface.NoModel(reason: problem) }
        if isTransfer, isPage { return try await readPage(ink, for: caller, with: model, hints) }
        let user = caller.user
        return try await read(for: caller, with: model) { recognizers in
            let lines = isPage ? ink.lines : [ink.order]
            var hints = hints
            let read = try lines.map { line in
                defer { hints.preContext = "" }
                return (try recognizers.transcript(of: line.map { ink.strokes[$0] }, with: model, user: user, hints: hints), line)
            }
            return .init(read, alternatives: hints.alternatives)
        }
    }

    /// Reads a large page line by line. Each line waits for the user's turn, so that other users' ink is read in between.
    private func readPage(
        _ page: GivenInk, for caller: Caller, with model: InstalledModel?, _ hints: RecognitionHints
    ) async throws -> RecognizerInterface.Recognize.Reply {
        let user = caller.user
        let lines = try await work.run { page.lines }
        var read: [(Transcript, [Int])] = []
        for line in lines {
            // stop if the client no longer waits
            try caller.requireAwaited()
            var hints = hints
            if !read.isEmpty { hints.preContext = "" }
            let ink = line.map { page.strokes[$0] }
            // a page in progress is recognized to its end, even if much work is waiting
            let transcript = try await self.read(for: caller, with: model, evenIfBusy: !read.isEmpty) { [hints] recognizers in
                try recognizers.transcript(of: ink, with: model, user: user, hints: hints)
            }
            read.append((transcript, line))
        }
        let all = read
        return try await work.run { .init(all.map { (transcript: $0.0, strokes: $0.1) }, alternatives: hints.alternatives) }
    }

    func recognizeSymbol(
        _ parameters: RecognizerInterface.RecognizeSymbol.Parameters, for caller: Caller
    ) async throws -> RecognizerInterface.RecognizeSymbol.Reply {
        let strokes = try ink(parameters.strokes)
        let model = try model(of: .symbols, for: caller)
        let alternatives = try Self.checkAlternatives(parameters.alternatives)
        let among = parameters.among.map(Set.init)
        return try await read(for: caller, with: model) { recognizers in
            let found = try recognizers.symbols(model).classify(strokes, candidates: alternatives, among: among)
            return .init(candidates: found.map { .init(command: $0.symbol.command, character: $0.symbol.character, score: $0.score) })
        }
    }

    func recognizeFormula(
        _ parameters: RecognizerInterface.RecognizeFormula.Parameters, for caller: Caller
    ) async throws -> RecognizerInterface.RecognizeFormula.Reply {
        let strokes = try ink(parameters.strokes)
        // checked before the model is looked up: input that the model would reject must not occupy the recognizer's thread
        let samples = strokes.reduce(0) { $0 + $1.points.count }
        guard samples <= FormulaReader.mostSamples else {
            throw RecognizerInterface.InkTooLarge(points: samples, limit: FormulaReader.mostSamples)
        }
        guard strokes.count <= FormulaReader.mostStrokes else {
            throw RecognizerInterface.InvalidInk(
                stroke: FormulaReader.mostStrokes,
                reason: "the formula has \(strokes.count) strokes, and the maximum is \(FormulaReader.mostStrokes): send fewer")
        }
        let model = try model(of: .formulas, for: caller)
        let symbols = shared.models.catalog(of: caller.user).model(of: .symbols)
        let alternatives = try Self.checkAlternatives(parameters.alternatives)
        let solver = parameters.solve?.solver
        return try await read(for: caller, with: model) { recognizers in
            let formula = try recognizers.formulaReader(model, symbols: symbols).read(strokes, alternatives: alternatives)
            return .init(formula, of: strokes, solver: solver)
        }
    }

    func recognizeShape(
        _ parameters: RecognizerInterface.RecognizeShape.Parameters, for caller: Caller
    ) async throws -> RecognizerInterface.RecognizeShape.Reply {
        let strokes = try ink(parameters.strokes)
        let model = try model(of: .shapes, for: caller)
        let among = parameters.among.map(Set.init)
        return try await read(for: caller, with: model) { .init(try $0.shapes(model).recognize(strokes, among: among)) }
    }

    func recognizeSketch(
        _ parameters: RecognizerInterface.RecognizeSketch.Parameters, for caller: Caller
    ) async throws -> RecognizerInterface.RecognizeSketch.Reply {
        let strokes = try ink(parameters.strokes)
        let model = try model(of: .sketches, for: caller)
        let onlyEmoji = parameters.onlyEmoji ?? false
        return try await read(for: caller, with: model) { .init(try $0.sketches(model).recognize(strokes, onlyEmoji: onlyEmoji)) }
    }

    /// Returns the model that reads a language's characters.
    /// - Throws: `InvalidHint` for an invalid tag, `NoLanguage`.
    private func characters(_ tag: String, for caller: Caller) throws -> InstalledModel {
        let catalog = shared.models.catalog(of: caller.user)
        do throws(ModelStoreError) {
            if let model = catalog.characters(try LanguageTag(tag)) { return model }
        } catch {
            throw RecognizerInterface.InvalidHint(hint: "language", reason: "\(error)")
        }
        throw RecognizerInterface.NoLanguage(language: tag, available: catalog.languagesOfCharacters)
    }

    func recognizeCharacter(
        _ parameters: RecognizerInterface.RecognizeCharacter.Parameters, for caller: Caller
    ) async throws -> RecognizerInterface.RecognizeCharacter.Reply {
        let strokes = try ink(parameters.strokes)
        let model = try characters(parameters.language, for: caller)
        return try await read(for: caller, with: model) { recognizers in
            .init(candidates: try recognizers.characters(model).recognize(strokes).map { .init(text: $0.text, score: $0.score) })
        }
    }

    /// Maximum number of strokes that are recognized as one row of characters.
    static let mostCharacterStrokes = 400

    func recognizeCharacters(
        _ parameters: RecognizerInterface.RecognizeCharacters.Parameters, for caller: Caller
    ) async throws -> RecognizerInterface.RecognizeCharacters.Reply {
        let strokes = try ink(parameters.strokes)
        let boxes = try parameters.characterBoxes()
        guard boxes != nil || strokes.count <= Self.mostCharacterStrokes else {
            throw RecognizerInterface.InvalidInk(
                stroke: Self.mostCharacterStrokes,
                reason: "the ink has \(strokes.count) strokes, and the maximum is \(Self.mostCharacterStrokes): send fewer")
        }
        let model = try characters(parameters.language, for: caller)
        let layout = parameters.layout.map { CharacterLayout($0) } ?? .automatic
        return try await read(for: caller, with: model) { recognizers in
            let recognizer = try recognizers.characters(model)
            if let boxes { return .init(try recognizer.recognize(strokes, in: boxes)) }
            return .init(try recognizer.recognizeRow(strokes, layout: layout))
        }
    }

    func recognizeGesture(
        _ parameters: RecognizerInterface.RecognizeGesture.Parameters, for caller: Caller
    ) async throws -> RecognizerInterface.RecognizeGesture.Reply {
        let strokes = try ink(parameters.strokes)
        guard let stroke = try ink([parameters.stroke]).first else { return .init(gesture: nil) }
        let words = parameters.words?.map(\.transcribed)
        var covered = 0
        for range in words?.flatMap({ $0.ranges + $0.graphemes.flatMap(\.ranges) }) ?? [] {
            guard strokes.indices.contains(range.stroke), strokes[range.stroke].points.indices.contains(range.first),
                strokes[range.stroke].points.indices.contains(range.last), range.first <= range.last
            else { throw RecognizerInterface.InvalidHint(hint: "words", reason: "a range is outside the strokes") }
            covered += range.last - range.first + 1
        }
        // ranges that cover the same samples many times would take too long
        guard covered <= 4 * Self.inkLimit else {
            throw RecognizerInterface.InvalidHint(hint: "words", reason: "its ranges contain the same samples several times")
        }
        let model = try model(of: .gestures, for: caller)
        return try await read(for: caller, with: model) { recognizers in
            let reading = try recognizers.gestures(model).recognize(stroke, over: TextContext(strokes: strokes, words: words))
            return .init(gesture: reading.map { .init($0) })
        }
    }

    /// Reads ink on the recognizer's thread.
    /// - Parameter isAlwaysTaken: whether the request is accepted even if too much work is already waiting.
    /// - Throws: `Busy`, and the errors of the reading.
    private func read<Value: Sendable>(
        for caller: Caller, with model: InstalledModel?, evenIfBusy isAlwaysTaken: Bool = false,
        _ work: @escaping @Sendable (Recognizers) throws -> Value
    ) async throws -> Value {
        shared.models.retain(model)
        defer { shared.models.release(model) }
        do {
            return try await withCheckedThrowingContinuation { continuation in
                let read: RecognizerThread.Work = { recognizers in
                    continuation.resume(
                        with: Result {
                            try caller.requireAwaited()
                            return try work(recognizers)
                        })
                }
                if isAlwaysTaken { return shared.recognizer.submit(.request, of: caller.user, read) }
                let isAccepted = shared.recognizer.request(of: caller.user, read)
                if !isAccepted { continuation.resume(throwing: RecognizerInterface.Busy()) }
            }
        } catch {
            throw Self.refusal(error)
        }
    }

    /// Returns the error as org.inkd.Recognizer defines it.
    private static func refusal(_ error: any Error) -> any Error {
        switch error {
        case let error as ModelUnavailable: RecognizerInterface.NoModel(reason: error.reason)
        case RecognitionError.notFinite: RecognizerInterface.NoModel(reason: "\(error)")
        case RecognitionError.coordinate(let stroke, let point):
            RecognizerInterface.InvalidInk(stroke: stroke, reason: "sample \(point) is too far away to be ink")
        case RecognitionError.tooMuchInk(let what, let count, let limit) where what != "strokes":
            RecognizerInterface.InkTooLarge(points: count, limit: limit)
        case RecognitionError.hint(let name, let problem): RecognizerInterface.InvalidHint(hint: name, reason: problem)
        case let error as RecognitionError: RecognizerInterface.InvalidInk(stroke: 0, reason: "\(error)")
        default: error
        }
    }

    /// Returns the number of candidates that a call requests.
    /// - Throws: `InvalidHint` if it is out of range.
    static func checkAlternatives(_ alternatives: Int?) throws(RecognizerInterface.InvalidHint) -> Int {
        let (number, range) = (alternatives ?? 3, ValueRange(1...Double(alternativesLimit)))
        guard range.contains(Double(number)) else {
            throw .init(hint: "alternatives", reason: range.problem(with: Double(number), of: "alternatives"))
        }
        return number
    }

    /// - Throws: `InkTooLarge` for a stroke with too many samples.
    static func refuseLongStrokes(_ strokes: [RecognizerInterface.Ink]) throws(RecognizerInterface.InkTooLarge) {
        guard let longest = strokes.map(\.x.count).max(), longest > Stroke.mostSamples else { return }
        throw .init(points: longest, limit: Stroke.mostSamples)
    }

    private func ink(_ strokes: [RecognizerInterface.Ink]) throws -> [Stroke] {
        try Self.refuseLongStrokes(strokes)
        let ink = try strokes.ink()
        let points = ink.reduce(0) { $0 + $1.points.count }
        guard points <= Self.inkLimit else { throw RecognizerInterface.InkTooLarge(points: points, limit: Self.inkLimit) }
        return ink
    }

    /// Returns the configured language if there is no model for it; otherwise nil.
    private func missingLanguage(in catalog: ModelCatalog) -> String? {
        do throws(ModelStoreError) {
            _ = try catalog.language(shared.settings.language)
            return nil
        } catch {
            return shared.settings.language
        }
    }

    /// Returns the model for a call's language; nil for no particular language.
    private func language(_ tag: String?, for caller: Caller) throws -> InstalledModel? {
        guard let tag else { return shared.models.language(of: caller.user) }
        do throws(ModelStoreError) {
            return try shared.models.catalog(of: caller.user).language(tag)
        } catch {
            guard case .noModel(_, let available) = error else {
                throw RecognizerInterface.InvalidHint(hint: "language", reason: "\(error)")
            }
            throw RecognizerInterface.NoLanguage(language: tag, available: available)
        }
    }

    private func model(of kind: ModelCard.Kind, for caller: Caller) throws -> InstalledModel {
        guard let model = shared.models.catalog(of: caller.user).model(of: kind) else {
            let package = [.shapes, .gestures].contains(kind) ? "inkd-models-latin" : "inkd-models-symbols"
            throw RecognizerInterface.NoModel(
                reason: "no model for \(kind) is installed: install the package \(package), or a model with `inkctl models install`")
        }
        return model
    }
}
