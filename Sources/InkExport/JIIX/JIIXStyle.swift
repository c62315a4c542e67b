internal import Ink

/// The style of a stroke as members of a JIIX stroke: `pen` is the kind of pen, `color` is #rrggbbaa with the opacity of the ink on paper.
/// JIIX itself does not define the style of strokes. Black ink of a pen has neither member.
extension InkStyle {
    var jiix: [(String, OrderedJSON)] {
        guard self != InkStyle() else { return [] }
        // a marker's ink lets half of the ink below through
        let opacity = kind == .marker ? (Int(alpha) + 1) / 2 : Int(alpha)
        return [("pen", .string(kind.title)), ("color", .string(color + (opacity < 16 ? "0" : "") + String(opacity, radix: 16)))]
    }

    /// Reads the members of a stroke; nil if one of them is missing or invalid.
    init?(jiixPen pen: String?, color: String?) {
        guard let kind = Kind.allCases.first(where: { $0.title == pen }), let color, color.utf8.count == 9, color.hasPrefix("#"),
            let value = UInt32(color.dropFirst(), radix: 16)
        else { return nil }
        let opacity = Int(value & 0xFF)
        self.init(
            kind: kind, red: UInt8(value >> 24), green: UInt8(value >> 16 & 0xFF), blue: UInt8(value >> 8 & 0xFF),
            alpha: UInt8(kind == .marker ? min(255, 2 * opacity) : opacity))
    }
}
