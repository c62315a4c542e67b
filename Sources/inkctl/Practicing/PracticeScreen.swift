internal import Ink
internal import InkCorpus
internal import InkProtocol

/// The display of a lesson: the template, the next stroke as it is written, and the writer's own strokes.
struct PracticeScreen {
    private let template: [(places: [Point], times: [Double])]
    private let box: Box
    /// The writer's strokes that passed the comparison with the template.
    private var copies: [[Point]] = []
    /// The current stroke.
    var stroke: [Point] = []
    private var progress: PracticeInterface.Progress
    /// The verdict on the last stroke.
    private(set) var verdict = "Copy the stroke that the red dot draws. Ctrl-C stops."

    /// The margin around the template, in millimeters.
    private static let margin = 6.0
    /// Milliseconds between two animations of the next stroke.
    private static let rest = 700.0

    init(_ lesson: PracticeInterface.Begin.Reply) {
        template = lesson.strokes.map { stroke in (zip(stroke.x, stroke.y).map { Point(x: $0, y: $1) }, stroke.time) }
        let inner = Box(around: template.flatMap(\.places).map { InkPoint(x: $0.x, y: $0.y) }) ?? Box(x: 0, y: 0, width: 1, height: 1)
        box = Box(
            x: inner.x - Self.margin, y: inner.y - Self.margin, width: inner.width + 2 * Self.margin, height: inner.height + 2 * Self.margin
        )
        progress = lesson.progress
    }

    /// Whether no stroke is left to copy.
    var isFinished: Bool { progress.next == nil }

    /// Records the verdict on the current stroke.
    mutating func note(_ reply: PracticeInterface.Try.Reply) {
        progress = reply.progress
        if reply.passed { copies.append(stroke) }
        stroke = []
        verdict = Self.verdict(reply)
    }

    /// Returns the verdict on a stroke, in one line.
    static func verdict(_ reply: PracticeInterface.Try.Reply) -> String {
        let number = reply.stroke + 1
        let words =
            switch reply.fault {
            case nil: "passed, \(DisplayText.fixed(100 * reply.score, digits: 0)) of 100"
            case .order: "wrong order: another stroke is next"
            case .direction: "wrong direction"
            case .shape: "wrong shape"
            case .place: "wrong position"
            case .size: "wrong size: much shorter or longer"
            }
        return "stroke \(number): \(words)"
    }

    /// One line about the lesson.
    var summary: String {
        let done =
            "\(progress.passed) of \(DisplayText.count(progress.strokes, "stroke")) copied, \(DisplayText.count(progress.tries, "attempt"))"
        return "\(done), score \(DisplayText.fixed(100 * progress.score, digits: 0))"
    }

    /// Returns the display as rows of characters; `time` is in milliseconds since any fixed moment.
    func lines(columns: Int, rows: Int, at time: Double) -> [String] {
        var canvas = BrailleCanvas(columns: columns, rows: max(1, rows - 2), showing: box)
        for stroke in template { canvas.draw(stroke.places, .gray) }
        for copy in copies { canvas.draw(copy, .green) }
        canvas.draw(stroke, .bright)
        if let next = progress.next, template.indices.contains(next) { Self.animate(template[next], at: time, on: &canvas) }
        return canvas.lines(isStyled: true) + [summary, verdict]
    }

    /// Draws a stroke of the template up to the pen's position at this time of the animation.
    private static func animate(_ stroke: (places: [Point], times: [Double]), at time: Double, on canvas: inout BrailleCanvas) {
        let duration = stroke.times.last ?? 0
        let elapsed = time.truncatingRemainder(dividingBy: duration + rest)
        let index = stroke.times.lastIndex { $0 <= elapsed } ?? 0
        guard stroke.places.indices.contains(index) else { return }
        canvas.draw(Array(stroke.places[...index]), .red)
        canvas.spot(stroke.places[index], .red)
    }
}
