internal import Formula

/// The sizes of typeset symbols in ems. The widths are approximately those of common text fonts. A symbol is scaled to its width in
/// these metrics.
struct TypeMetrics {
    var width: Double
    var height = 0.7
    var depth = 0.0
    var isItalic = false

    init(_ symbol: MathSymbol) {
        switch symbol.kind {
        case .digit: width = 0.5
        case .letter:
            isItalic = symbol.latex.count == 1 || symbol.text.unicodeScalars.first.map { $0.value > 0x3B0 } ?? false
            width = Self.letters[symbol.text] ?? (symbol.text.first?.isUppercase == true ? 0.7 : 0.52)
            if "acemnorsuvwxzαεκνπστω".contains(symbol.text) { height = 0.46 }
            if "gpqyγημρχ".contains(symbol.text) { (height, depth) = (0.46, 0.22) }
            if "jβζξφψ".contains(symbol.text) { depth = 0.22 }
        case .binary, .relation: (width, height, depth) = (symbol.text == "/" ? 0.4 : 0.68, 0.6, 0.1)
        case .punctuation: (width, height, depth) = (0.26, 0.45, 0.12)
        case .opening, .closing: (width, height, depth) = (0.36, 0.75, 0.22)
        case .fence: (width, height, depth) = (0.26, 0.75, 0.22)
        case .large: (width, height, depth) = (0.75, 0.8, 0.25)
        case .ordinary: width = ["!", "′"].contains(symbol.text) ? 0.28 : 0.75
        }
    }

    private static let letters: [String: Double] = [
        "f": 0.4, "i": 0.3, "j": 0.36, "l": 0.3, "t": 0.34, "r": 0.42, "s": 0.42, "m": 0.82, "w": 0.74, "I": 0.4, "J": 0.5, "M": 0.9,
        "W": 0.95, "ι": 0.3, "ω": 0.66, "π": 0.58,
    ]

    static func width(ofNumber digits: String) -> Double { digits.reduce(0) { $0 + ($1 == "." ? 0.26 : 0.5) } }

    static func width(ofName name: String) -> Double { name.reduce(0) { $0 + ("ijlt".contains($1) ? 0.3 : $1 == "m" ? 0.8 : 0.5) } }

    /// Returns the gaps to the left and right of a node in a row, in ems.
    static func gap(around node: MathNode, before: MathNode?, isLast: Bool) -> (left: Double, right: Double) {
        switch node {
        case .symbol(let symbol):
            switch symbol.kind {
            case .relation: return (before == nil ? 0 : 0.28, isLast ? 0 : 0.28)
            case .binary where symbol.text != "/": return isOperand(before) ? (0.22, isLast ? 0 : 0.22) : (0, 0)
            case .punctuation where symbol.text != ".": return (0, 0.17)
            default: return (0, 0)
            }
        case .function: return (before == nil ? 0 : 0.17, 0.17)
        case .script(.function, _, _): return (before == nil ? 0 : 0.17, 0.17)
        default: return (0, 0)
        }
    }

    /// Returns whether an operator that follows this node is binary.
    private static func isOperand(_ node: MathNode?) -> Bool {
        guard let node else { return false }
        guard case .symbol(let symbol) = node else { return true }
        return ![.binary, .relation, .opening, .punctuation].contains(symbol.kind)
    }

    private static let parenthesis: [(x: Double, y: Double)] = (0...12).map { step in
        let y = Double(step) / 12
        return (x: 1 - 3.2 * y * (1 - y), y: y)
    }

    private static let brace: [(x: Double, y: Double)] = [
        (1, 0), (0.6, 0.04), (0.55, 0.1), (0.55, 0.42), (0.45, 0.48), (0.2, 0.5), (0.45, 0.52), (0.55, 0.58), (0.55, 0.9), (0.6, 0.96),
        (1, 1),
    ]

    /// Returns the points of a stretched bracket in the unit square, with y downward; nil if the text is not a bracket.
    static func bracket(_ text: String) -> [(x: Double, y: Double)]? {
        let mirrored: [String: String] = [")": "(", "]": "[", "}": "{", "⟩": "⟨", "⌋": "⌊", "⌉": "⌈"]
        if let other = mirrored[text] { return bracket(other)?.map { (1 - $0.x, $0.y) } }
        return switch text {
        case "(": parenthesis
        case "[": [(0.9, 0), (0.3, 0), (0.3, 1), (0.9, 1)]
        case "{": brace
        case "⟨": [(0.9, 0), (0.2, 0.5), (0.9, 1)]
        case "⌊": [(0.3, 0), (0.3, 1), (0.9, 1)]
        case "⌈": [(0.9, 0), (0.3, 0), (0.3, 1)]
        case "|": [(0.5, 0), (0.5, 1)]
        case "‖": [(0.3, 0), (0.3, 1), (0.3, 0.5), (0.7, 0.5), (0.7, 0), (0.7, 1)]
        default: nil
        }
    }
}
