internal import Glibc

/// The choices in the notation of a number.
public struct NumberFormat: Sendable, Hashable {
    /// The maximum number of digits after the decimal separator, 0 to `mostDigits`. With `mostDigits`, the significant digits are the only
    /// limit, and small numbers have a power of ten.
    public var fractionDigits: Int
    /// Whether further digits are dropped, rather than rounded.
    public var truncates: Bool
    /// The decimal separator.
    public var separator: String

    /// The largest useful value of `fractionDigits`.
    public static let mostDigits = 15

    /// Creates a format.
    public init(fractionDigits: Int = mostDigits, truncates: Bool = false, separator: String = ".") {
        self.fractionDigits = fractionDigits
        self.truncates = truncates
        self.separator = separator
    }
}

/// The usual notation of numbers.
public enum NumberText {
    /// The maximum number of significant digits; the rest is rounded.
    public static let digits = 10

    /// Formats a number, rounded to `digits` significant digits: "0.3333333333", "1200", "1.5×10^21". Values that are not finite become
    /// "∞", "−∞" or "?".
    public static func text(of value: Double, as format: NumberFormat = NumberFormat()) -> String {
        guard value.isFinite else { return value.isNaN ? "?" : value < 0 ? "−∞" : "∞" }
        guard value != 0 else { return "0" }
        let magnitude = abs(value)
        let exponent = Int(Glibc.floor(Glibc.log10(magnitude)))
        let sign = value < 0 ? "−" : ""
        let isLimited = format.fractionDigits < NumberFormat.mostDigits
        if exponent < 15, exponent >= -6 || isLimited {
            let text = plain(magnitude, decimals: digits - 1 - exponent, format)
            return text == "0" ? text : sign + text
        }
        var mantissa = magnitude / Glibc.pow(10, Double(exponent))
        // for the smallest numbers the power of ten underflows to zero
        if !mantissa.isFinite { mantissa = (magnitude * 1e300) / Glibc.pow(10, Double(exponent + 300)) }
        return "\(sign)\(plain(mantissa, decimals: digits - 1, format))×10^\(exponent < 0 ? "−" : "")\(abs(exponent))"
    }

    /// Formats a number below 10¹⁵ with a maximum number of decimals, without trailing zeros.
    private static func plain(_ magnitude: Double, decimals: Int, _ format: NumberFormat) -> String {
        let places = max(0, min(decimals, format.fractionDigits, NumberFormat.mostDigits))
        let whole = Int64(magnitude)
        let unit = Glibc.pow(10, Double(places))
        // 1.005 has to become 1.01, and 0.29 must stay 0.29, though neither is exact in binary
        let scaled = (magnitude - Double(whole)) * unit + magnitude * unit * 1e-14
        var fraction = Int64(format.truncates ? scaled.rounded(.down) : scaled.rounded())
        let carried = fraction >= Int64(unit) ? 1 : 0
        if carried == 1 { fraction = 0 }
        guard places > 0 else { return "\(whole + Int64(carried))" }
        var text = String(fraction)
        text = String(repeating: "0", count: max(0, places - text.count)) + text
        while text.hasSuffix("0") { text.removeLast() }
        return "\(whole + Int64(carried))" + (text.isEmpty ? "" : format.separator + text)
    }
}
