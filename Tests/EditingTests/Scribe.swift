import Editing
import Ink
import Testing

/// Drives an editor with a short notation, its times 10 ms apart, and notes its effects.
///
/// `down 10,20` `move 11,20` `up` `cancel` `in` `out` `hover 3,4` `finger 3,4` `gap 5,6` (a move after lost samples)
/// `rub 1,1` (the eraser touches) `erase 1,1 5,5` (a whole contact of the eraser) `line 1,1 5,5` (a whole stroke) `wait 600` (milliseconds), joined by `;`.
struct Scribe {
    var editor: InkEditor
    var now: Int64 = 1_000_000
    /// Everything that calls returned.
    var effects: [EditorEffects] = []
    private var tool = PointerTool.pen

    init(_ notation: String = "", type: PartType = .rawContent, configuration: EditorConfiguration = EditorConfiguration()) {
        editor = InkEditor(type: type, configuration: configuration)
        play(notation)
    }

    /// The end points of each stroke: x, y, x, y, to the thousandth.
    var ends: [[Double]] {
        editor.strokes.map { stroke in
            [stroke.points.first, stroke.points.last].compactMap { $0 }.flatMap { [$0.x, $0.y] }.map { ($0 * 1000).rounded() / 1000 }
        }
    }

    mutating func play(_ notation: String) {
        for command in notation.split(separator: ";") {
            let words = command.split(separator: " ")
            let places = words.dropFirst().map { word in
                let numbers = word.split(separator: ",").map { Double($0) ?? .nan }
                return (x: numbers[0], y: numbers.count > 1 ? numbers[1] : .nan)
            }
            switch words.first {
            case "down": send(.down, places[0])
            case "move": for place in places { send(.move, place) }
            case "gap": send(.move, places[0], followsGap: true)
            case "up": send(.up, places.first ?? (0, 0))
            case "cancel": send(.cancel, places.first ?? (0, 0))
            case "in": send(.proximityIn)
            case "out": send(.proximityOut, places.first ?? (0, 0))
            case "hover": send(.hover, places[0])
            case "rub":
                tool = .eraser
                send(.down, places[0])
                tool = .pen
            case "finger": contact(places, with: .finger)
            case "erase": contact(places, with: .eraser)
            case "line": contact(places, with: .pen)
            case "wait":
                now += Int64(places[0].x * 1000)
                effects.append(editor.tick(at: Instant(microseconds: now)))
            default: Issue.record("no such command: \(command)")
            }
        }
    }

    /// One small vertical stroke for each letter, 4 high and 3 apart; a blank moves on.
    mutating func write(_ letters: String, x: Double, y: Double, size: Double = 4) {
        for (index, letter) in letters.enumerated() where letter != " " {
            let left = x + Double(index) * size * 0.75
            contact([(left, y - size), (left + size / 4, y)], with: .pen)
        }
    }

    mutating func contact(_ places: [(x: Double, y: Double)], with tool: PointerTool) {
        self.tool = tool
        for (index, place) in places.enumerated() { send(index == 0 ? .down : .move, place) }
        send(.up)
        self.tool = .pen
    }

    /// Reads every line that asks for it: its text is the number of its strokes.
    mutating func readAll() {
        for snapshot in editor.takeRequests() {
            effects.append(
                editor.apply(Self.reading(of: snapshot), to: snapshot.line, revision: snapshot.revision, isFinal: snapshot.isFinal))
        }
    }

    /// Takes strokes for a rectangle, as it would come from a recognizer that is asked now.
    mutating func recognize(_ strokes: [UInt64]) {
        let square = Figure.polygon(
            points: [Point(x: 0, y: 0), Point(x: 40, y: 0), Point(x: 40, y: 30), Point(x: 0, y: 30)], closed: true, headAtStart: false,
            headAtEnd: false)
        let figure = DrawnFigure(strokes: strokes.map { StrokeID($0) }, name: "rectangle", figure: square)
        effects.append(editor.apply(figure, revision: editor.revision))
    }

    static func reading(of snapshot: LineSnapshot) -> Transcript {
        let ranges = snapshot.strokes.enumerated().map { StrokeRange(stroke: $0.offset, first: 0, last: $0.element.points.count - 1) }
        let text = "\(snapshot.strokes.count)"
        return Transcript(
            candidates: [Candidate(text: text, score: 0)], words: [TranscribedWord(text: text, box: nil, ranges: ranges)])
    }

    private mutating func send(_ phase: PointerPhase, _ place: (x: Double, y: Double) = (0, 0), followsGap: Bool = false) {
        now += 10_000
        var event = PointerEvent(phase: phase, tool: tool, device: DeviceID(1), time: Instant(microseconds: now))
        event.x = place.x
        event.y = place.y
        event.followsGap = followsGap
        effects.append(editor.pointer(event))
    }
}
