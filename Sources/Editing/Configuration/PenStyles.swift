public import Ink

/// Pens by name, as the key `pen.styles` has them: `black: pen #000000; highlighter: marker #ffdd00`.
public struct PenStyles: Sendable, Hashable {
    /// A pen.
    public struct Pen: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// The style that it writes in.
        public let style: InkStyle
    }

    /// In the order they were given.
    public let pens: [Pen]

    /// The pens there are where nothing is set.
    public static let standard =
        "black: pen #000000; blue: pen #1030a0; red: pen #c01010; green: pen #107030; pencil: pencil #404040; highlighter: marker #ffdd00"

    /// The most pens that there may be.
    static let most = 64
    /// Characters of a name.
    static let longestName = 64

    /// Reads pens with semicolons between them; one is a name, a colon, a kind and a colour.
    /// - Throws: `ConfigurationError.invalid`, which names the first that is none.
    public init(_ text: String) throws(ConfigurationError) {
        func refuse(_ reason: String) -> ConfigurationError { .invalid(key: "pen.styles", reason: reason) }
        var pens: [Pen] = []
        for entry in text.split(separator: ";") where entry.contains(where: { !$0.isWhitespace }) {
            let shown = "\"\(entry.trimmed.prefix(80))\""
            let halves = entry.split(separator: ":", maxSplits: 1).map(\.trimmed)
            let words = halves.last.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) } ?? []
            guard halves.count == 2, words.count == 2, let kind = InkStyle.Kind(word: words[0]), let colour = Colour(words[1]) else {
                throw refuse("has \(shown), which is no pen: give a name, a colon, pen, pencil or marker, and #rrggbb or #rrggbbaa")
            }
            guard (1...Self.longestName).contains(halves[0].count), !pens.contains(where: { $0.name == halves[0] }) else {
                throw refuse("has \(shown): give each pen a name of its own, of 1 to \(Self.longestName) characters")
            }
            let style = InkStyle(kind: kind, red: colour.red, green: colour.green, blue: colour.blue, alpha: colour.alpha)
            pens.append(Pen(name: halves[0], style: style))
            guard pens.count <= Self.most else { throw refuse("has more than \(Self.most) pens") }
        }
        self.pens = pens
    }

    /// The style of a pen; nil if there is none of this name.
    public subscript(name: String) -> InkStyle? { pens.first { $0.name == name }?.style }

    /// The pens of a configuration, whose values have been checked.
    init(_ values: Configuration) {
        if let own = try? PenStyles(values.text("pen.styles")) { self = own } else { pens = [] }
    }
}

extension InkStyle.Kind {
    /// The kind that the configuration calls by this word; nil if it is none.
    init?(word: String) {
        guard let kind = Self.allCases.first(where: { "\($0)" == word }) else { return nil }
        self = kind
    }
}

extension InkStyle {
    /// A broad yellow marker.
    public static let highlighter = InkStyle(kind: .marker, red: 255, green: 221, blue: 0)

    /// The style of new ink: that of the pen which is named, or else of a kind and a colour.
    init(_ values: Configuration) {
        if let named = PenStyles(values)[values.text("pen.name")] {
            self = named
            return
        }
        let colour = Colour(values.text("pen.colour")) ?? Colour()
        self.init(
            kind: Kind(word: values.text("pen.kind")) ?? .pen, red: colour.red, green: colour.green, blue: colour.blue, alpha: colour.alpha)
    }
}
