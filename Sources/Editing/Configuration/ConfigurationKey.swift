/// A key of the configuration: what it takes, and what it is without being set.
public struct ConfigurationKey: Sendable, Hashable {
    /// What values a key takes.
    public enum Kind: Sendable, Hashable {
        case flag
        /// Within bounds.
        case number(ClosedRange<Double>)
        /// One of these; any text if there are none.
        case text([String])
    }

    /// Its name.
    public let name: String
    /// What it takes.
    public let kind: Kind
    /// What it is where nobody set it.
    public let standard: ConfigurationValue
    /// One line for people.
    public let summary: String

    /// All keys, by name.
    public static let all: [ConfigurationKey] = [
        .init("diagram.enable-sub-blocks", true, "the shapes of a diagram and what connects them are blocks"),
        .init(
            "eraser.mode", "stroke", EditorConfiguration.EraserMode.allCases.map(\.rawValue),
            "what an eraser takes: whole strokes, or what it goes over"),
        .init("eraser.radius", 1, 0.05...50, "millimetres"),
        .init("export.image-resolution", 150, 10...1200, "of PNG, in dots an inch"),
        .init("export.jiix.bounding-box", true, "boxes are exported"),
        .init("export.jiix.strokes", true, "strokes are exported"),
        .init("export.jiix.text.chars", false, "characters are exported"),
        .init("export.jiix.text.lines", true, "lines are exported"),
        .init("export.jiix.text.words", true, "words are exported"),
        .init("gesture.enable", true, "strokes over words may edit them"),
        .init(
            "gesture.strike-through", "erase", EditorConfiguration.StrikeThrough.allCases.map(\.rawValue),
            "a line through words takes them away, or marks them"),
        .init("pen.colour", "#000000", [], "of new ink: #rrggbb or #rrggbbaa"),
        .init("pen.kind", "pen", ["pen", "pencil", "marker"], "what new ink is drawn with"),
        .init("recognition.pause", 500, 50...60_000, "milliseconds the pen rests before a line's final reading"),
        .init("text.configuration.language", "", [], "BCP-47 tag that text is read in; empty for the daemon's; fixed once a part was set"),
        .init("text.guides.enable", true, "Text and Text Document parts have guide lines"),
        .init("text.guides.line-gap", 10, 1...100, "millimetres from one guide line to the next"),
        .init("undo.limit", 1000, 0...100_000, "how many steps can be undone"),
    ]

    /// The key of this name.
    /// - Throws: `ConfigurationError.noSuchKey`
    public static func named(_ name: String) throws(ConfigurationError) -> ConfigurationKey {
        guard let key = all.first(where: { $0.name == name }) else { throw .noSuchKey(name) }
        return key
    }

    /// Checks a value.
    /// - Throws: `ConfigurationError.invalid`, which says what the key takes.
    public func check(_ value: ConfigurationValue) throws(ConfigurationError) {
        switch (kind, value) {
        case (.flag, .flag): return
        case (.flag, _): throw .invalid(key: name, reason: "is yes or no: set its flag")
        case (.number(let range), .number(let number)):
            guard range.contains(number) else {
                throw .invalid(key: name, reason: "is \(number), not within \(range.lowerBound)…\(range.upperBound)")
            }
        case (.number, _): throw .invalid(key: name, reason: "is a number: set its number")
        case (.text(let values), .text(let text)):
            guard values.isEmpty || values.contains(text) else {
                throw .invalid(key: name, reason: "is \"\(text)\", not one of \(values.joined(separator: ", "))")
            }
            if name == "pen.colour", Colour(text) == nil { throw .invalid(key: name, reason: "is \"\(text)\", not #rrggbb or #rrggbbaa") }
        case (.text, _): throw .invalid(key: name, reason: "is a text: set its text")
        }
    }

    private init(_ name: String, _ standard: Bool, _ summary: String) {
        (self.name, kind, self.standard, self.summary) = (name, .flag, .flag(standard), summary)
    }

    private init(_ name: String, _ standard: Double, _ range: ClosedRange<Double>, _ summary: String) {
        (self.name, kind, self.standard, self.summary) = (name, .number(range), .number(standard), summary)
    }

    private init(_ name: String, _ standard: String, _ values: [String], _ summary: String) {
        (self.name, kind, self.standard, self.summary) = (name, .text(values), .text(standard), summary)
    }
}
