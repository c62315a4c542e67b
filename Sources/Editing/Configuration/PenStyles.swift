public import Ink

/// Pens by name, in the format of the key `pen.styles`: `black: pen #000000; highlighter: marker #ffdd00`. A pen whose name contains
/// "highlighter" is a marker.
public struct PenStyles: Sendable, Hashable {
    /// A pen.
    public struct Pen: Sendable, Hashable {
        /// The pen's name.
        public let name: String
        /// The style of the pen's ink.
        public let style: InkStyle
    }

    /// The pens in the given order.
    public let pens: [Pen]

    /// The default pens.
    public static let standard =
        "black: pen #000000; blue: pen #1030a0; red: pen #c01010; green: pen #107030; pencil: pencil #404040; highlighter: marker #ffdd00"

    /// The maximum number of pens.
    static let most = 64
    /// The maximum number of characters of a name.
    static let longestName = 64

    /// Reads pens separated by semicolons; each is a name, a colon, a kind and a color.
    /// - Throws: `ConfigurationError.invalid`, which names the first invalid entry.
    public init(_ text: String) throws(ConfigurationError) {
        func refuse(_ reason: String) -> ConfigurationError { .invalid(key: "pen.styles", reason: reason) }
        var pens: [Pen] = []
        for entry in text.split(separator: ";") where entry.contains(where: { !$0.isWhitespace }) {
            let shown = "\"\(entry.trimmed.prefix(80))\""
            let halves = entry.split(separator: ":", maxSplits: 1).map(\.trimmed)
            let words = halves.last.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) } ?? []
            guard halves.count == 2, words.count == 2, let kind = InkStyle.Kind(word: words[0]), let color = Color(words[1]) else {
                throw refuse("has \(shown), which is not a pen: give a name, a colon, pen, pencil or marker, and #rrggbb or #rrggbbaa")
            }
            guard (1...Self.longestName).contains(halves[0].count), !pens.contains(where: { $0.name == halves[0] }) else {
                throw refuse("has \(shown): give each pen a different name, of 1 to \(Self.longestName) characters")
            }
            // the ink of a pen of this name marks words, whatever its kind
            let isHighlighter = halves[0].lowercased().contains("highlighter")
            let style = InkStyle(
                kind: isHighlighter ? .marker : kind, red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
            pens.append(Pen(name: halves[0], style: style))
            guard pens.count <= Self.most else { throw refuse("has more than \(Self.most) pens") }
        }
        self.pens = pens
    }

    /// The style of the pen with this name; nil if not found.
    public subscript(name: String) -> InkStyle? { pens.first { $0.name == name }?.style }

    /// Creates the pens of a configuration, whose values have been checked.
    init(_ values: Configuration) {
        if let own = try? PenStyles(values.text("pen.styles")) { self = own } else { pens = [] }
    }
}

extension InkStyle.Kind {
    /// Creates the kind with this name in the configuration; nil for an unknown name.
    init?(word: String) {
        guard let kind = Self.allCases.first(where: { "\($0)" == word }) else { return nil }
        self = kind
    }
}

extension InkStyle {
    /// A broad yellow marker.
    public static let highlighter = InkStyle(kind: .marker, red: 255, green: 221, blue: 0)

    /// Creates the style of new ink: the style of the pen that `pen.name` selects, or else the configured kind and color.
    init(_ values: Configuration) {
        if let named = PenStyles(values)[values.text("pen.name")] {
            self = named
            return
        }
        let color = Color(values.text("pen.color")) ?? Color()
        self.init(
            kind: Kind(word: values.text("pen.kind")) ?? .pen, red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}
