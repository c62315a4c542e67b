public import Ink

/// A symbol with its position, as input of the layout.
public struct LayoutSymbol: Sendable, Hashable {
    /// The symbol.
    public var symbol: MathSymbol
    /// The box around the symbol's ink, y down.
    public var box: Box
    /// The x coordinate at which the hook of a radical sign ends and the radicand begins; nil to estimate it from the box.
    public var hook: Double?

    /// Creates a symbol at a position.
    public init(_ symbol: MathSymbol, _ box: Box, hook: Double? = nil) {
        (self.symbol, self.box, self.hook) = (symbol, box, hook)
    }

    var isBar: Bool { symbol.text == "−" }
    var isRoot: Bool { symbol.text == "√" }
    var isLarge: Bool { symbol.kind == .large }
}

/// A class of symbols with the same vertical extent. Lengths are in heights of a capital letter, relative to the baseline.
enum TypographicClass {
    /// From the baseline to the height of capitals: digits, capitals, b, d.
    case ascender
    /// From the baseline to the height of small letters.
    case xHeight
    /// From below the baseline to the height of small letters.
    case descender
    /// From below the baseline to the height of capitals.
    case full
    /// Centered on the axis: operators, also large ones with limits.
    case centered
    /// Brackets: centered on the axis, and as high as their content.
    case bracket
    /// On the baseline: . and ,
    case baseline
    /// At the height of capitals: ′
    case raised

    /// The height of small letters, as a fraction of a capital's height.
    static let xHeightShare = 0.62
    /// The depth of descenders, as a fraction of a capital's height.
    static let descent = 0.33
    /// Height of the axis, on which operators and fraction bars lie, above the baseline.
    static let axis = 0.31

    init(_ symbol: MathSymbol) {
        self =
            switch symbol.kind {
            case .digit: .ascender
            case .binary, .relation: symbol.text == "/" ? .bracket : .centered
            case .large: .centered
            case .opening, .closing, .fence: .bracket
            case .punctuation: symbol.text == ":" ? .centered : .baseline
            case .ordinary: Self.ordinary(symbol.text)
            case .letter: Self.letter(symbol.text)
            }
    }

    private static func ordinary(_ text: String) -> TypographicClass {
        switch text {
        case "′", "∘": .raised
        case "…": .baseline
        case "⋯", "∞": .centered
        default: .ascender
        }
    }

    private static func letter(_ text: String) -> TypographicClass {
        switch text {
        case "a", "c", "e", "m", "n", "o", "r", "s", "u", "v", "w", "x", "z", "α", "ε", "κ", "ν", "π", "σ", "τ", "ω": .xHeight
        case "g", "p", "q", "y", "γ", "η", "μ", "ρ", "χ": .descender
        case "j", "β", "ζ", "ξ", "φ", "ψ": .full
        default: .ascender
        }
    }

    /// The box height as a fraction of a capital's height; nil for classes whose height does not indicate the writing size.
    var height: Double? {
        switch self {
        case .ascender: 1
        case .xHeight: Self.xHeightShare
        case .descender: Self.xHeightShare + Self.descent
        case .full: 1 + Self.descent
        case .centered, .bracket, .baseline, .raised: nil
        }
    }
}

/// The position of a symbol's axis, and the size of the writing that the symbol indicates.
struct LayoutMetrics {
    /// The y coordinate of the axis: the height at which an adjacent operator would be centered.
    var axis: Double
    /// The height of a capital in the same writing size; nil if the symbol does not indicate it.
    var size: Double?

    init(_ symbol: MathSymbol, _ box: Box) {
        let kind = TypographicClass(symbol)
        guard let height = kind.height else {
            size = nil
            axis = box.y + box.height / 2
            return
        }
        let size = box.height / height
        let isBelow = kind == .descender || kind == .full
        let baseline = box.bottom - (isBelow ? TypographicClass.descent * size : 0)
        self.size = size
        axis = baseline - TypographicClass.axis * size
    }

    init(axis: Double, size: Double?) { (self.axis, self.size) = (axis, size) }
}
