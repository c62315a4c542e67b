internal import InkProtocol

/// A word of what was read.
struct PadWord: Sendable, Hashable {
    /// The line's number in inkd's editor.
    var line: Int
    /// The word's place in its line, from 0.
    var index: Int
    var text: String
    /// Other texts that it may be, the best first.
    var others: [String]
}

/// The writing pad at one moment: its ink, and what inkd reads of it. Pure: what happens comes in, what is to be done comes out.
struct PadState: Sendable, Hashable {
    /// Whether inkd reads the pad.
    enum Service: Sendable, Hashable {
        case connecting
        case ready
        /// A sentence about what is wrong.
        case failed(String)
    }

    private(set) var service = Service.connecting
    /// The ink.
    private(set) var sheet = InkSheet()
    private(set) var words: [PadWord] = []
    /// What was read, with line breaks.
    private(set) var text = ""
    /// Everything that was written has been read.
    private(set) var isRead = true
    private(set) var canUndo = false
    /// The word whose candidates are shown; nil for the last one.
    private var chosen: PadWord?

    private var kind = EditorInterface.PointerKind.pen
    private var unsent: [EditorInterface.PointerEvent] = []

    /// Candidates that are offered for a word.
    static let mostCandidates = 6

    /// The stroke that is being drawn erases.
    var isErasing: Bool { kind == .eraser }

    /// The words, line by line.
    var lines: [[PadWord]] {
        words.reduce(into: []) { lines, word in
            if lines.last?.last?.line == word.line { lines[lines.count - 1].append(word) } else { lines.append([word]) }
        }
    }

    /// The word whose candidates are shown; nil where nothing was read.
    var chosenWord: PadWord? { chosen.flatMap { words.contains($0) ? $0 : nil } ?? words.last }
}

/// What a pointer does.
extension PadState {
    /// A pointer touches the pad.
    mutating func begin(_ point: PadPoint, kind: EditorInterface.PointerKind) {
        cancel()
        self.kind = kind
        sheet.begin(point)
        isRead = false
        chosen = nil
        send(.down, point)
    }

    /// The pointer moves.
    mutating func move(to point: PadPoint) {
        if sheet.move(to: point) { send(.move, point) }
    }

    /// The pointer leaves the pad.
    mutating func end(at time: Double) {
        // what an eraser does to ink is known when inkd has done it
        if let point = sheet.end(at: time, isKept: kind != .eraser) { send(.up, point) }
    }

    /// The stroke under way is void.
    mutating func cancel() {
        if let point = sheet.cancel() { send(.cancel, point) }
    }

    /// The events that inkd has not been sent; they count as sent afterwards.
    mutating func takeUnsent() -> [EditorInterface.PointerEvent] {
        defer { unsent = [] }
        return service == .ready ? unsent : []
    }

    private mutating func send(_ phase: EditorInterface.PointerPhase, _ point: PadPoint) {
        // without inkd, ink waits as strokes: it is sent as a whole when there is an inkd
        guard service == .ready else { return }
        unsent.append(.init(phase: phase, x: point.x, y: point.y, time: point.time, force: point.force, kind: kind))
    }

    /// There are events that inkd has not been sent.
    var hasUnsent: Bool { !unsent.isEmpty }
}

/// What inkd says.
extension PadState {
    /// There is an empty editor, which is sent all ink.
    mutating func connected() {
        service = .ready
        unsent = sheet.strokes.flatMap { Self.events(of: $0, kind: .pen) + Self.end(of: $0) }
        if let drawing = sheet.drawing { unsent += Self.events(of: drawing, kind: kind) }
    }

    /// inkd is gone, or refuses.
    mutating func failed(_ sentence: String) {
        service = .failed(sentence)
        unsent = []
        isRead = true
    }

    /// The editor is so, with its lines from top to bottom.
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

    /// The editor has these strokes in place of all up to a number: a gesture, an eraser or "Undo" has changed them.
    mutating func replaced(upTo number: Int, by kept: [[PadPoint]]) { sheet.replace(upTo: number, by: kept) }

    /// A word is chosen, for its candidates.
    mutating func choose(at place: Int) {
        if words.indices.contains(place) { chosen = words[place] }
    }

    /// A stroke but for its end.
    private static func events(of stroke: PadStroke, kind: EditorInterface.PointerKind) -> [EditorInterface.PointerEvent] {
        stroke.points.enumerated().map { index, point in
            .init(phase: index == 0 ? .down : .move, x: point.x, y: point.y, time: point.time, force: point.force, kind: kind)
        }
    }

    private static func end(of stroke: PadStroke) -> [EditorInterface.PointerEvent] {
        stroke.points.suffix(1).map { .init(phase: .up, x: $0.x, y: $0.y, time: $0.time, force: $0.force, kind: .pen) }
    }
}
