extension UnipenDocument {
    /// A document of these inks, a segment for each. Between strokes the pen is up, without samples.
    ///
    /// `.Y_DIM` is the lowest y of all inks, and y is written as `.Y_DIM` − y, since UNIPEN's grows upwards.
    public init(inks: [JSONInk]) {
        let inks = inks.filter { !$0.strokes.isEmpty }
        let present = Set(inks.map { UnipenLevel.name($0.level) })
        let levels = UnipenLevel.order.filter(present.contains) + present.subtracting(UnipenLevel.order).sorted()
        let height = ExactDecimal(whole: max(0, inks.lazy.flatMap { $0.strokes.joined() }.map(\.y).max() ?? 0))
        var writer = UnipenInkWriter(height: height)
        writer.say("VERSION", "1.0")
        writer.say("HIERARCHY", levels.joined(separator: " "))
        writer.say("Y_DIM", height.text)
        for ink in inks { writer.add(ink) }
        self.init(statements: writer.statements)
    }
}

/// Writes inks one after the other, and of what holds for them only what changes.
private struct UnipenInkWriter {
    /// From an ink's end to the next one's beginning, in microseconds.
    private static let pause: Int64 = 500_000

    private(set) var statements: [UnipenDocument.Statement] = []
    private let height: ExactDecimal
    private var said: [String: String] = [:]
    private var components = 0
    private var clock: Int64 = 0

    init(height: ExactDecimal) { self.height = height }

    /// A statement that holds until it is made again. A line's end would end it.
    mutating func say(_ keyword: String, _ text: String) {
        let text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isWhitespace ? " " : $0 }))
        guard said.updateValue(text, forKey: keyword) != text else { return }
        statements.append(.keyword(keyword, text))
    }

    mutating func add(_ ink: JSONInk) {
        let settings = [
            ("DATA_ID", ink.id), ("WRITER_ID", ink.writer), ("PAD", ink.device), ("STYLE", ink.style),
            ("X_POINTS_PER_MM", number(ink.unitsPerMillimetre)), ("Y_POINTS_PER_MM", number(ink.unitsPerMillimetre)),
            ("POINTS_PER_SECOND", number(ink.hertz)),
        ]
        // a question mark is what is unknown; it is needed only where something else held before
        for (keyword, text) in settings where text != nil || said[keyword] != nil { say(keyword, text ?? "?") }
        let channels = ["X", "Y"] + (ink.isTimed ? ["T"] : [])
        say("COORD", channels.joined(separator: " "))
        let segment = UnipenSegment(
            level: UnipenLevel.name(ink.level), components: components...components + 2 * ink.strokes.count - 1, label: ink.label)
        statements.append(.keyword("SEGMENT", segment.text))
        let first = ink.strokes.first?.first?.time ?? 0
        for stroke in ink.strokes {
            let values = stroke.flatMap { sample in
                let time = ExactDecimal(whole: clock &+ (sample.time &- first)).shifted(by: 3)
                let y = height.adding(ExactDecimal(whole: sample.y).negated) ?? ExactDecimal(whole: 0)
                return [ExactDecimal(whole: sample.x), y] + (ink.isTimed ? [time] : [])
            }
            statements.append(.component(.init(isDown: true, channels: channels, values: values)))
            statements.append(.component(.init(isDown: false, channels: channels, values: [])))
        }
        components += 2 * ink.strokes.count
        clock = clock &+ ((ink.strokes.last?.last?.time ?? 0) &- first) &+ Self.pause
    }

    private func number(_ value: Double?) -> String? { value.flatMap { ExactDecimal(nearest: $0)?.text } }
}
