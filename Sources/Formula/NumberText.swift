internal import Glibc

/// The usual notation of numbers.
public enum NumberText {
    /// The maximum number of significant digits; the rest is rounded.
    public static let digits = 10

    /// Formats a number, rounded to `digits` significant digits: "0.3333333333", "1200", "1.5×10^21". Values that are not finite become
    /// "∞", "−∞" or "?".
    public static func text(of value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "?" : value < 0 ? "−∞" : "∞" }
        guard value != 0 else { return "0" }
        let magnitude = abs(value)
        let exponent = Int(Glibc.floor(Glibc.log10(magnitude)))
        let sign = value < 0 ? "−" : ""
        if (-6..<15).contains(exponent) { return sign + plain(magnitude, decimals: digits - 1 - exponent) }
        var mantissa = magnitude / Glibc.pow(10, Double(exponent))
        // for the smallest numbers the power of ten underflows to zero
        if !mantissa.isFinite { mantissa = (magnitude * 1e300) / Glibc.pow(10, Double(exponent + 300)) }
        return "\(sign)\(plain(mantissa, decimals: digits - 1))×10^\(exponent < 0 ? "−" : "")\(abs(exponent))"
    }

    /// Formats a number below 10¹⁵ with a maximum number of decimals, without trailing zeros.
    private static func plain(_ magnitude: Double, decimals: Int) -> String {
        guard decimals > 0 else { return String(Int64(magnitude.rounded())) }
        let whole = Int64(magnitude)
        let places = min(decimals, 15)
        let unit = Glibc.pow(10, Double(places))
        var fraction = Int64(((magnitude - Double(whole)) * unit).rounded())
        let carried = fraction >= Int64(unit) ? 1 : 0
        if carried == 1 { fraction = 0 }
        var text = String(fraction)
        text = String(repeating: "0", count: max(0, places - text.count)) + text
        while text.hasSuffix("0") { text.removeLast() }
        return "\(whole + Int64(carried))" + (text.isEmpty ? "" : ".\(text)")
    }
}
