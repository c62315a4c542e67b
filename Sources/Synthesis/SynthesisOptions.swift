public import Ink

/// How a text is written.
public struct SynthesisOptions: Sendable, Hashable {
    /// The size of letters, in millimetres.
    public enum Height: Sendable, Hashable {
        /// Of a small letter without ascender, such as x.
        case small(Double)
        /// Of a capital letter.
        case capital(Double)
    }

    /// How large letters are.
    public var height = Height.small(3)
    /// How far letters lean to the right, besides what the hand does by itself: radians from upright.
    public var slant = 0.0
    /// The longest line in millimetres, at whose end a new one begins; nil for as long as the text's own lines are. A word that is longer is
    /// not broken.
    public var width: Double?
    /// Millimetres from one baseline to the next; nil for what the hand needs.
    public var lineGap: Double?
    /// The same seed makes the same ink.
    public var seed: UInt64 = 1
    /// How much a letter differs from one time to the next: 0 for not at all, 1 for a careless writer.
    public var variation = 0.5
    /// Millimetres a second on straight ink; curves and ends are slower.
    public var speed = 120.0
    /// The upper left corner of what is written.
    public var origin = Place(x: 0, y: 0)
    /// When the pen touches the surface.
    public var start = Instant(microseconds: 0)
    /// More samples are not made.
    public var sampleLimit = 2_000_000

    /// Small letters of 3 mm at the origin.
    public init() {}

    /// Heights of letters, small or capital.
    public static let heights = 0.5...100.0
    /// Slants.
    public static let slants = -0.8...0.8
    /// Widths of lines.
    public static let widths = 5.0...10_000.0
    /// Gaps between lines.
    public static let lineGaps = 0.5...1000.0
    /// Amounts of variation.
    public static let variations = 0.0...1.0
    /// Speeds of the pen.
    public static let speeds = 5.0...1000.0

    /// - Throws: `outOfRange` for the first value that it cannot have.
    func check() throws(SynthesisError) {
        let size =
            switch height {
            case .small(let size), .capital(let size): size
            }
        let values: [(String, Double?, ClosedRange<Double>)] = [
            ("size", size, Self.heights), ("slant", slant, Self.slants), ("width", width, Self.widths), ("lineGap", lineGap, Self.lineGaps),
            ("variation", variation, Self.variations), ("speed", speed, Self.speeds), ("origin's x", origin.x, -1e6...1e6),
            ("origin's y", origin.y, -1e6...1e6),
        ]
        for (name, value, range) in values {
            if let value, !range.contains(value) { throw .outOfRange(option: name, value: value, range: range) }
        }
    }

    /// Millimetres that a unit of the hand is.
    func scale(of hand: Hand) -> Double {
        switch height {
        case .small(let size): size / hand.xHeight
        case .capital(let size): size / hand.capHeight
        }
    }
}
