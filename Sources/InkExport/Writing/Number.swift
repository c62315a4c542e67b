/// Numbers as text, the same everywhere.
enum Number {
    /// With at most so many digits after the point, and no needless ones. What is not finite is written as 0: no format has a word for it.
    static func text(_ value: Double, digits: Int = 4) -> String {
        guard value.isFinite else { return "0" }
        let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        let scaled = (value * scale).rounded()
        guard let whole = Int64(exactly: scaled), whole.magnitude < 1 << 53 else { return "\(value)" }
        var digitsText = String(whole.magnitude)
        guard digits > 0 else { return (whole < 0 ? "-" : "") + digitsText }
        digitsText = String(repeating: "0", count: max(0, digits + 1 - digitsText.count)) + digitsText
        var fraction = digitsText.suffix(digits)
        while fraction.last == "0" { fraction.removeLast() }
        return (whole < 0 ? "-" : "") + digitsText.dropLast(digits) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
