internal import InkProtocol

/// A recognized word.
struct PadWord: Sendable, Hashable {
    /// The line's number in inkd's editor.
    var line: Int
    /// The word's index in its line.
    var index: Int
    var text: String
    /// Other candidates, best first.
    var others: [String]
}

/// The state of the writing pad: its ink, and inkd's reading of it. A pure value: events in, requests out.
struct PadState: Sendable, Hashable {
    /// Whether inkd reads the pad.
    enum Service: Sendable, Hashable {
        case connecting
        case ready
        /// Failed; the text is a sentence about the problem.
        case failed(String)
    }

    private(set) var service = Service.connecting
    /// The ink.
    private(set) var sheet = InkSheet()
    private(set) var words: [PadWord] = []
    /// The recognized text, with line breaks.
    private(set) var text = ""
    /// Whether all ink has been recognized.
    private(set) var isRead = true
    private(set) var canUndo = false
    /// The word that the user has chosen to see its candidates; nil for the last word.
    private var chosen: PadWord?

    private var kind = EditorInterface.PointerKind.pen
    private var unsent: [EditorInterface.PointerEvent] = []

    /// The maximum number of candidates offered for a word.
    static let mostCandidates = 6

    /// Whether the current stroke erases.
    var isErasing: Bool { kind == .eraser }

    /// The words, line by line.
    var lines: [[PadWord]] {
        words.reduce(into: []) { lines, word in
            if lines.last?.last?.line == word.line { lines[lines.count - 1].append(word) } else { lines.append([word]) }
        }
    }

    /// The word whose candidates are shown: the chosen word, or else the last word; nil without words.
    var chosenWord: PadWord? { chosen.flatMap { words.contains($0) ? $0 : nil } ?? words.last }
}

/// Pointer events.
extension PadState {
    /// Begins a stroke where a pointer touches the pad.
    mutating func begin(_ point: PadPoint, kind: EditorInterface.PointerKind) {
        cancel()
        self.kind = kind
        sheet.begin(point)
        isRead = false
        chosen = nil
        send(.down, point)
    }

    /// Moves the pointer.
    mutating func move(to point: PadPoint) {
        if sheet.move(to: point) { send(.move, point) }
    }

    /// Ends the stroke where the pointer leaves the pad.
    mutating func end(at time: Double) {
        // the stroke of an eraser is removed at once; its effect is known after inkd has applied the eraser
        if let point = sheet.end(at: time, isKept: kind != .eraser) { send(.up, point) }
    }

    /// Cancels the current stroke.
    mutating func cancel() {
        if let point = sheet.cancel() { send(.cancel, point) }
    }

    /// Returns the events that were not sent to inkd yet. The returned events then count as sent.
    mutating func takeUnsent() -> [EditorInterface.PointerEvent] {
        defer { unsent = [] }
        return service == .ready ? unsent : []
    }

    private mutating func send(_ phase: EditorInterface.PointerPhase, _ point: PadPoint) {
        // without inkd, ink is stored as strokes, and all of it is sent when inkd is available
        guard service == .ready else { return }
        unsent.append(.init(phase: phase, x: point.x, y: point.y, time: point.time, force: point.force, kind: kind))
    }

    /// Whether there are events that were not sent to inkd yet.
    var hasUnsent: Bool { !unsent.isEmpty }
}

/// inkd's answers.
extension PadState {
    /// Records that inkd is available, and prepares to send all ink to a new, empty editor.
    mutating func connected() {
        service = .ready
        unsent = sheet.strokes.flatMap { Self.events(of: $0, kind: .pen) + Self.end(of: $0) }
        if let drawing = sheet.drawing { unsent += Self.events(of: drawing, kind: kind) }
    }

    /// Records that inkd is not available, or refuses calls.
    mutating func failed(_ sentence: String) {
        service = .failed(sentence)
        unsent = []
        isRead = true
    }

    /// Records the editor's state, with its lines from top to bottom.
    mutating func read(_ reply: EditorInterface.GetState.Reply) {
        isRead = reply.state.idle && sheet.drawing == nil
        canUndo = reply.state.canUndo
        words = reply.lines.flatMap { line in
            line.words.enumerated().map { index, word in
                let others = word.candidates.map(\.text).filter { $0 != word.text && !$0.isEmpty }
                return PadWord(line: line.id, index: index, text: word.text, others: Array(others.prefix(Self.mostCandidates)))
            }
        }
        text = reply.lines.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Replaces all strokes up to a number with the editor's strokes, because a gesture, an eraser or "Undo" has changed them.
    mutating func replaced(upTo number: Int, by kept: [[PadPoint]]) { sheet.replace(upTo: number, by: kept) }

    /// Selects a word, to show its candidates.
    mutating func choose(at place: Int) {
        if words.indices.contains(place) { chosen = words[place] }
    }

    /// Returns the events of a stroke without its pen-up.
    private static func events(of stroke: PadStroke, kind: EditorInterface.PointerKind) -> [EditorInterface.PointerEvent] {
        stroke.points.enumerated().map { index, point in
            .init(phase: index == 0 ? .down : .move, x: point.x, y: point.y, time: point.time, force: point.force, kind: kind)
        }
    }

    private static func end(of stroke: PadStroke) -> [EditorInterface.PointerEvent] {
        stroke.points.suffix(1).map { .init(phase: .up, x: $0.x, y: $0.y, time: $0.time, force: $0.force, kind: .pen) }
    }
}
