internal import Editing
internal import Reading
internal import Ink
internal import InkProtocol
internal import ModelStore
internal import Recognition
internal import System

/// The recognizer's answer to the question whether strokes are a gesture, a figure or a formula.
struct StrokeAnswer: Sendable {
    enum Content: Sendable {
        case gesture(EditGesture?)
        /// - revision: the revision of the examined document.
        case figure(DrawnFigure?, revision: UInt64)
        /// A formula among words; nil if the strokes are no formula.
        case formula(Transcript?, of: FormulaSnapshot)
        /// A gesture over text that was committed to a field.
        case committedGesture(EditGesture?, field: Int?)
    }

    let editor: EditorID
    let generation: Int
    let content: Content
}

/// A gesture for the input method of a field.
struct FieldGesture: Sendable {
    let kind: String
    let words: [String]
    /// Whether the gesture applies to text already committed to the field, not to ink in the editor.
    let isCommitted: Bool
    /// The box around the gesture's stroke in the writing area; nil for a long stroke.
    var box: Box?
    /// The stroke of a scratch-out that covers no ink; nil for other gestures.
    var stroke: StrokeID?
}

/// Requests recognition of editors' lines and strokes, each in its user's turn. Belongs to a workspace.
final class EditorReader {
    private unowned let workspace: Workspace
    private let shared: SharedState

    /// Maximum number of samples of a line; a longer line is not recognized. A line of twenty words has a tenth as many.
    static let longestLine = Stroke.mostSamples
    /// Maximum number of strokes of a formula that is recognized.
    static let largestFormula = FormulaReader.mostStrokes

    init(workspace: Workspace, shared: SharedState) {
        self.workspace = workspace
        self.shared = shared
    }

    /// Maximum number of lines requested in one turn, because each request copies the samples of the line.
    static let linesOfTurn = 8

    /// Requests recognition of the next few lines that need it; the remaining lines follow in later turns.
    /// - Parameter hand: the user who wrote the lines.
    /// - Returns: lines that are too long to be recognized.
    func requestReadings(_ editor: EditorSession, by hand: UInt32?) -> [(line: LineID, revision: UInt64, isFinal: Bool)] {
        var refused: [(line: LineID, revision: UInt64, isFinal: Bool)] = []
        for snapshot in editor.edit({ $0.takeRequests(atMost: Self.linesOfTurn) }) {
            // strokes over text in the field are recognized after the decision whether they replace a letter of the text
            if let kept = editor.reading.kept, kept.line == snapshot.line, !kept.over.isEmpty, !snapshot.isFinal { continue }
            let isRequested = request(snapshot, of: editor, by: hand) { [weak workspace] place, snapshot, reading in
                workspace?.post { workspace in
                    workspace.editors.lineWasRead(place, snapshot, reading)
                    if snapshot.isFormula { workspace.contents.formulas.formulaWasRead(at: place) }
                }
            }
            if isRequested == nil { refused.append((snapshot.line, snapshot.revision, snapshot.isFinal)) }
        }
        if editor.ink.hasRequests {
            let id = editor.handle.id
            workspace.post { workspace in
                guard let editor = workspace.editors[id] else { return }
                workspace.editors.applyEffects(editor, [.readingRequested])
            }
        }
        return refused
    }

    /// Requests recognition of a line in its current state, with the editor's current hints.
    /// - Returns: the line's place; nil if the line is too long to be recognized.
    func request(
        _ snapshot: LineSnapshot, of editor: EditorSession, by hand: UInt32?,
        deliver: @escaping @Sendable (LinePlace, LineSnapshot, LineReading) -> Void
    ) -> LinePlace? {
        guard snapshot.strokes.reduce(0, { $0 + $1.points.count }) <= Self.longestLine,
            !snapshot.isFormula || snapshot.strokes.count <= Self.largestFormula
        else { return nil }
        let place = LinePlace(editor: editor.handle.id, generation: editor.reading.generation, line: snapshot.line)
        var hints = snapshot.hints(editor.reading.hints, viewWidth: editor.surface.viewSize?.width)
        hints.boxes = editor.surface.boxes
        if let kept = editor.reading.kept, kept.line == snapshot.line { hints.preContext = kept.preContext }
        let job = LineJob(
            snapshot: snapshot, language: editor.reading.language ?? shared.models.language(of: workspace.user), hand: hand,
            hints: hints, putsWordsFirst: editor.handle.origin?.isText == true,
            formulas: snapshot.isFormula ? shared.models.catalog(of: workspace.user).model(of: .formulas) : nil,
            symbols: snapshot.isFormula ? shared.models.catalog(of: workspace.user).model(of: .symbols) : nil, deliver: deliver)
        shared.recognizer.submit(job, for: place, of: workspace.user)
        return place
    }

    /// Withdraws lines that wait to be recognized.
    func withdraw(_ places: some Sequence<LinePlace>) {
        for place in places { shared.recognizer.withdraw(place, of: workspace.user) }
    }

    /// Asks whether the strokes that were just written are gestures or figures.
    func askForEdits(_ editor: EditorSession) {
        askAboutCommitted(editor)
        let catalog = shared.models.catalog(of: workspace.user)
        let (gestures, shapes) = (catalog.model(of: .gestures), catalog.model(of: .shapes))
        if let gestures {
            for request in editor.edit({ $0.takeGestureRequests() }) {
                ask(editor, isAboutCommitted: false) { .gesture((try? $0.gestures(gestures)).flatMap { request.gesture(with: $0) }) }
            }
        }
        guard gestures != nil || shapes != nil else { return editor.edit { $0.dropQuestions() } }
        // figures are requested a few at a time, behind the lines being written; the next request follows the last answer
        guard let shapes, editor.reading.questions == 0 else { return }
        for request in editor.edit({ $0.takeFigureRequests() }) {
            askLater(editor) { .figure(try? request.figure(with: $0.shapes(shapes)), revision: request.revision) }
        }
    }

    /// Requests recognition of strokes that look like formulas among the words just recognized.
    /// - Returns: whether there is nothing left to request.
    func askForFormulas(_ editor: EditorSession) -> Bool {
        // the next requests wait for the answers to the previous ones, because each request has a copy of its ink
        guard editor.reading.formulas == 0 else { return false }
        let requests = editor.edit { $0.takeFormulaRequests() }
        let catalog = shared.models.catalog(of: workspace.user)
        guard !requests.isEmpty, let model = catalog.model(of: .formulas) else { return editor.reading.questions == 0 }
        let symbols = catalog.model(of: .symbols)
        for request in requests {
            editor.reading.formulas += 1
            askLater(editor) { .formula(request.formula(with: $0, model, symbols: symbols), of: request) }
        }
        return false
    }

    /// Asks whether the first stroke after a commit scratches out the committed text.
    private func askAboutCommitted(_ editor: EditorSession) {
        guard let committed = editor.reading.committed,
            let stroke = committed.gesture.map({ id in editor.ink.strokes.first { $0.id == id } }) ?? editor.ink.strokes.first,
            let model = shared.models.catalog(of: workspace.user).model(of: .gestures)
        else { return }
        editor.reading.committed = nil
        guard committed.gesture != nil || editor.ink.strokeCount == 1,
            MonotonicClock.microseconds &- committed.time < CommittedText.lifetime
        else { return }
        let request = GestureSnapshot(stroke: stroke, strokes: committed.strokes, words: committed.words)
        ask(editor, isAboutCommitted: true) {
            .committedGesture((try? $0.gestures(model)).flatMap { request.gesture(with: $0) }, field: committed.field)
        }
    }

    /// Asks about the last written stroke, replacing an earlier question that the recognizer has not started yet.
    private func ask(
        _ editor: EditorSession, isAboutCommitted: Bool, _ work: @escaping @Sendable (Recognizers) -> StrokeAnswer.Content
    ) {
        let generation = editor.reading.generation
        let question = RecognizerThread.Queue.Question(editor: editor.handle.id, isAboutCommitted: isAboutCommitted)
        let older = shared.recognizer.ask(question, generation: generation, of: workspace.user, answering(editor, work))
        if older != generation { editor.reading.questions += 1 }
    }

    /// Asks about strokes. Lines that are being written have priority over these questions.
    private func askLater(_ editor: EditorSession, _ work: @escaping @Sendable (Recognizers) -> StrokeAnswer.Content) {
        editor.reading.questions += 1
        shared.recognizer.submit(.later, of: workspace.user, answering(editor, work))
    }

    private func answering(
        _ editor: EditorSession, _ work: @escaping @Sendable (Recognizers) -> StrokeAnswer.Content
    ) -> RecognizerThread.Work {
        let (id, generation) = (editor.handle.id, editor.reading.generation)
        return { [weak workspace] recognizers in
            let answer = StrokeAnswer(editor: id, generation: generation, content: work(recognizers))
            workspace?.post { $0.editors.answered(answer) }
        }
    }

    /// The outcome of an answer.
    struct Outcome {
        var effects: EditorEffects = []
        /// The recognized line.
        var line: LineID?
        /// The gesture to publish.
        var gesture: EditorInterface.Gesture?
        /// The gesture for the input method of the field.
        var fieldGesture: FieldGesture?
        /// Whether the edit changed the field's text and not the ink.
        var isAboutField = false
    }

    /// Applies the edit that follows from an answer.
    func apply(_ answer: StrokeAnswer, to editor: EditorSession) -> Outcome {
        var outcome = Outcome()
        switch answer.content {
        case .gesture(let gesture):
            if let gesture, let kept = editor.reading.kept, gesture.isOver(kept.strokes) {
                // a stroke over text in the field has a separate question
                guard !kept.over.contains(gesture.stroke) else { break }
                apply(gesture, to: kept, of: editor, &outcome)
                break
            }
            guard let gesture, let effects = editor.edit({ $0.apply(gesture) }) else { break }
            outcome.effects = effects
            outcome.gesture = .init(gesture)
            if editor.handle.origin?.isText == true {
                outcome.fieldGesture = FieldGesture(
                    kind: gesture.kind.rawValue, words: gesture.words.map(\.text), isCommitted: false)
            }
        case .figure(let figure, let revision):
            outcome.effects = figure.map { figure in editor.edit { $0.apply(figure, revision: revision) } } ?? []
        case .formula(let formula, let snapshot):
            guard let formula, let found = editor.edit({ $0.apply(formula, to: snapshot) }) else { break }
            (outcome.effects, outcome.line) = (found.effects, found.line)
        case .committedGesture(let gesture, let field):
            guard let gesture, gesture.kind == .scratchOut, !gesture.words.isEmpty, editor.ink.sweeps(of: gesture.stroke) >= 3,
                let target = editor.surface.target, target.field == field
            else { break }
            outcome.fieldGesture = FieldGesture(
                kind: gesture.kind.rawValue, words: gesture.words.map(\.text), isCommitted: true, box: editor.ink.box(of: gesture.stroke))
            var gone: Set = [gesture.stroke]
            if let kept = editor.reading.kept, kept.over.contains(gesture.stroke) {
                gone.formUnion(kept.strokes)
                editor.reading.kept = nil
            }
            outcome.effects = editor.edit { $0.forget(gone) }
            outcome.isAboutField = true
        }
        return outcome
    }

    /// Forwards a gesture over committed text to the input method, which edits the field. If the gesture also covers uncommitted words,
    /// their line is edited, and the next reading reports the change.
    private func apply(_ gesture: EditGesture, to kept: KeptText, of editor: EditorSession, _ outcome: inout Outcome) {
        guard let target = editor.surface.target, target.field == kept.field, editor.ink.configuration.gestures.kinds.contains(gesture.kind)
        else { return }
        let words: [String]
        switch gesture.kind {
        case .scratchOut where editor.ink.sweeps(of: gesture.stroke) >= 3: words = gesture.words.map(\.text)
        case .join where gesture.words.count == 2:
            guard gesture.words.allSatisfy({ kept.strokes.isSuperset(of: $0.strokes) }) else {
                outcome.effects = editor.edit { $0.apply(gesture) } ?? []
                return
            }
            words = gesture.words.map(\.text)
        case .split: words = editor.ink.parts(of: gesture)
        default: return
        }
        guard !words.isEmpty else { return }
        outcome.fieldGesture = FieldGesture(
            kind: gesture.kind.rawValue, words: words, isCommitted: true, box: editor.ink.box(of: gesture.stroke))
        editor.reading.kept = nil
        outcome.effects = editor.edit { $0.forget(kept.strokes.union([gesture.stroke])) }
        outcome.isAboutField = true
    }
}

extension EditGesture {
    /// Whether the gesture concerns ink among these strokes.
    fileprivate func isOver(_ strokes: Set<StrokeID>) -> Bool {
        !strokes.isDisjoint(with: self.strokes) || words.contains { !strokes.isDisjoint(with: $0.strokes) }
    }
}

extension EditorInterface.Gesture {
    /// Creates the interface's form of a gesture.
    init(_ gesture: EditGesture) {
        self.init(
            kind: gesture.kind.rawValue, stroke: Int(clamping: gesture.stroke.value), words: gesture.words.map(\.text),
            strokes: Set(gesture.strokes + gesture.words.filter { $0.typeset == nil }.flatMap(\.strokes)).sorted().map {
                Int(clamping: $0.value)
            })
    }
}
