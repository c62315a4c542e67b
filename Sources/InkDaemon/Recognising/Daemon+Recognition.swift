internal import Editing
internal import Ink
internal import InkProtocol
internal import ModelStore
internal import Recognition

/// What org.inkd.Recognizer offers: the calls are checked here, the ink is read on the recogniser's thread.
extension Daemon {
    /// Points in an ink that a client may have read at once.
    static let inkLimit = 50_000
    /// Candidates that a client may have at once.
    static let alternativesLimit = 16

    /// The reply of a method of org.inkd.Recognizer; nil if it comes later.
    func answerRecognition(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .queryRecognizer: return try Reply.encode(RecognizerInterface.Query.self, abilities)
        case .recognize: try recognise(call.parameters(as: RecognizerInterface.Recognize.Parameters.self), call, client)
        case .recognizeSymbol: try recogniseSymbol(call.parameters(as: RecognizerInterface.RecognizeSymbol.Parameters.self), call, client)
        case .recognizeShape: try recogniseShape(call.parameters(as: RecognizerInterface.RecognizeShape.Parameters.self), call, client)
        case .recognizeGesture:
            try recogniseGesture(call.parameters(as: RecognizerInterface.RecognizeGesture.Parameters.self), call, client)
        default: break
        }
        return nil
    }

    private var abilities: RecognizerInterface.Query.Reply {
        var kinds: [RecognizerInterface.Kind] = modelProblem == nil ? [.text] : []
        for (kind, name) in [(ModelCard.Kind.symbols, RecognizerInterface.Kind.symbols), (.shapes, .shapes), (.gestures, .gestures)]
        where catalog.model(of: kind) != nil {
            kinds.append(name)
        }
        return .init(
            language: editorLanguage?.tag.description ?? "",
            languages: catalog.models.filter { $0.card.kind == .language || $0.card.kind == .text }.map(\.tag.description), kinds: kinds,
            hints: ["alternatives", "language", "layout", "recognitionType", "preContext", "writingArea", "graphemeSet", "userWords"],
            recognitionTypes: RecognizerInterface.RecognitionType.allCases,
            limits: .init(
                points: Self.inkLimit, alternatives: Self.alternativesLimit, preContext: RecognitionHints.longestPreContext,
                userWords: RecognitionHints.mostUserWords))
    }

    private func recognise(_ parameters: RecognizerInterface.Recognize.Parameters, _ call: Call, _ client: Client) throws {
        let strokes = try ink(parameters.strokes)
        let model = try language(parameters.language)
        let hints = try parameters.hints()
        let isPage = parameters.layout.map { $0 == .page } ?? (parameters.writingArea == nil)
        if model?.card.kind != .text, let modelProblem { throw RecognizerInterface.NoModel(reason: modelProblem) }
        let user = client.peer.user
        try perform(call, client, with: model) { recognisers in
            let recogniser = try recognisers.recogniser(for: model, user: user)
            let lines = isPage ? PageLayout.lines(of: strokes) : [Array(strokes.indices)]
            var hints = hints
            let read = try lines.map { line in
                defer { hints.preContext = "" }
                return (try recogniser.recognize(line.map { strokes[$0] }, hints: hints), line)
            }
            return try Reply.encode(RecognizerInterface.Recognize.self, .init(read, alternatives: hints.alternatives))
        }
    }

    private func recogniseSymbol(_ parameters: RecognizerInterface.RecognizeSymbol.Parameters, _ call: Call, _ client: Client) throws {
        let strokes = try ink(parameters.strokes)
        let model = try model(of: .symbols)
        let alternatives = min(Self.alternativesLimit, max(1, parameters.alternatives ?? 3))
        let among = parameters.among.map(Set.init)
        try perform(call, client, with: model) { recognisers in
            let found = try recognisers.symbols(model).classify(strokes, candidates: alternatives, among: among)
            return try Reply.encode(
                RecognizerInterface.RecognizeSymbol.self,
                .init(candidates: found.map { .init(command: $0.symbol.command, character: $0.symbol.character, score: $0.score) }))
        }
    }

    private func recogniseShape(_ parameters: RecognizerInterface.RecognizeShape.Parameters, _ call: Call, _ client: Client) throws {
        let strokes = try ink(parameters.strokes)
        let model = try model(of: .shapes)
        let among = parameters.among.map(Set.init)
        try perform(call, client, with: model) { recognisers in
            let reading = try recognisers.shapes(model).recognize(strokes, among: among)
            return try Reply.encode(RecognizerInterface.RecognizeShape.self, .init(reading))
        }
    }

    private func recogniseGesture(_ parameters: RecognizerInterface.RecognizeGesture.Parameters, _ call: Call, _ client: Client) throws {
        let strokes = try ink(parameters.strokes)
        guard let stroke = try ink([parameters.stroke]).first else { return }
        let words = parameters.words?.map(\.transcribed)
        var covered = 0
        for range in words?.flatMap({ $0.ranges + $0.graphemes.flatMap(\.ranges) }) ?? [] {
            guard strokes.indices.contains(range.stroke), strokes[range.stroke].points.indices.contains(range.first),
                strokes[range.stroke].points.indices.contains(range.last), range.first <= range.last
            else { throw RecognizerInterface.InvalidHint(hint: "words", reason: "a range lies outside the strokes") }
            covered += range.last - range.first + 1
        }
        // words and graphemes have every sample once each
        guard covered <= 4 * Self.inkLimit else {
            throw RecognizerInterface.InvalidHint(hint: "words", reason: "its ranges have the same samples many times")
        }
        let model = try model(of: .gestures)
        try perform(call, client, with: model) { recognisers in
            let reading = try recognisers.gestures(model).recognize(stroke, over: TextContext(strokes: strokes, words: words))
            return try Reply.encode(RecognizerInterface.RecognizeGesture.self, .init(gesture: reading.map { .init($0) }))
        }
    }

    /// Has work done on the recogniser's thread that gives the reply. Throws `Busy`.
    private func perform(
        _ call: Call, _ client: Client, with model: InstalledModel?, _ work: @escaping @Sendable (Recognisers) throws -> [UInt8]
    ) throws {
        let (id, oneway) = (client.id, call.oneway)
        let isAccepted = recogniser?.perform(for: client.peer.user) { [self] recognisers in
            let answer = Result { try work(recognisers) }
            loop.post { self.assumeIsolated { $0.wasRecognised(answer, with: model, oneway: oneway, for: id) } }
        }
        guard isAccepted == true else { throw RecognizerInterface.Busy() }
        if let model { modelUses[model, default: 0] += 1 }
        client.awaitsReply = true
    }

    private func wasRecognised(_ answer: Result<[UInt8], any Error>, with model: InstalledModel?, oneway: Bool, for id: ClientID) {
        if let model, let uses = modelUses[model] { modelUses[model] = uses > 1 ? uses - 1 : nil }
        reply(to: id, oneway: oneway) {
            do { return try answer.get() } catch { return try Reply.encode(any: Self.refusal(error)) }
        }
    }

    /// The error in the words of org.inkd.Recognizer.
    private static func refusal(_ error: any Error) -> any Error {
        switch error {
        case let error as ModelUnavailable: RecognizerInterface.NoModel(reason: error.reason)
        case RecognitionError.coordinate(let stroke, let point):
            RecognizerInterface.InvalidInk(stroke: stroke, reason: "sample \(point) is too far away to be ink")
        case RecognitionError.tooMuchInk(let what, let count, let limit) where what != "strokes":
            RecognizerInterface.InkTooLarge(points: count, limit: limit)
        case RecognitionError.hint(let name, let problem): RecognizerInterface.InvalidHint(hint: name, reason: problem)
        case let error as RecognitionError: RecognizerInterface.InvalidInk(stroke: 0, reason: "\(error)")
        default: error
        }
    }

    private func ink(_ strokes: [RecognizerInterface.Ink]) throws -> [Stroke] {
        let ink = try strokes.ink()
        let points = ink.reduce(0) { $0 + $1.points.count }
        guard points <= Self.inkLimit else { throw RecognizerInterface.InkTooLarge(points: points, limit: Self.inkLimit) }
        return ink
    }

    /// What a call's language is read with; nil for none in particular.
    private func language(_ tag: String?) throws -> InstalledModel? {
        guard let tag else { return editorLanguage }
        do throws(ModelStoreError) {
            return try catalog.language(tag)
        } catch {
            guard case .noModel(_, let available) = error else {
                throw RecognizerInterface.InvalidHint(hint: "language", reason: "\(error)")
            }
            throw RecognizerInterface.NoLanguage(language: tag, available: available)
        }
    }

    private func model(of kind: ModelCard.Kind) throws -> InstalledModel {
        guard let model = catalog.model(of: kind) else {
            throw RecognizerInterface.NoModel(reason: "there is no model for \(kind): install one with `inkctl models install`")
        }
        return model
    }
}
