public import Ink

/// The options for writing a text.
public struct SynthesisOptions: Sendable, Hashable {
    /// The size of letters, in millimeters.
    public enum Height: Sendable, Hashable {
        /// The height of a lowercase letter without ascender, such as x.
        case small(Double)
        /// The height of a capital letter.
        case capital(Double)
    }

    /// The size of letters.
    public var height = Height.small(3)
    /// The additional slant to the right, beyond that of the hand: radians from upright.
    public var slant = 0.0
    /// The maximum length of a line in millimeters, at which it is wrapped; nil to break only at the text's own line breaks. A longer word
    /// is not broken.
    public var width: Double?
    /// The distance between baselines in millimeters; nil for the default of the hand.
    public var lineGap: Double?
    /// The random seed: the same seed gives the same ink.
    public var seed: UInt64 = 1
    /// The variation between instances of a letter: 0 for no variation, 1 for a careless writer.
    public var variation = 0.5
    /// The speed on straight ink in millimeters per second; curves and ends are slower.
    public var speed = 120.0
    /// The upper left corner of the ink.
    public var origin = Point(x: 0, y: 0)
    /// The time of the first pen-down.
    public var start = Instant(microseconds: 0)
    /// The maximum number of samples.
    public var sampleLimit = 2_000_000

    /// Creates the default options: lowercase letters of 3 mm at the origin.
    public init() {}

    /// The valid heights of letters, lowercase or capital.
    public static let heights = 0.5...100.0
    /// The valid slants.
    public static let slants = -0.8...0.8
    /// The valid widths of lines.
    public static let widths = 5.0...10_000.0
    /// The valid distances between baselines.
    public static let lineGaps = 0.5...1000.0
    /// The valid amounts of variation.
    public static let variations = 0.0...1.0
    /// The valid speeds of the pen.
    public static let speeds = 5.0...1000.0

    /// Validates the options.
    ///
    /// - Throws: `outOfRange` for the first invalid value.
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

    /// Returns the millimeters per unit of the hand.
    func scale(of hand: Hand) -> Double {
        switch height {
        case .small(let size): size / hand.xHeight
        case .capital(let size): size / hand.capHeight
        }
    }
}
