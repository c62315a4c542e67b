/// Text from elsewhere, made fit for a terminal.
enum DisplayText {
    /// The text with everything that steers a terminal, or the order of letters, shown as `\u{1b}`: on one line and harmless.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: steers) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if steers(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A number of times of a thing: "1 stroke", "2 strokes", "no strokes".
    static func count(_ number: Int, _ thing: String) -> String {
        switch number {
        case 0: "no \(thing)s"
        case 1: "1 \(thing)"
        default: "\(number) \(thing)s"
        }
    }

    /// A number with so many digits after the point; "–" if it is not finite or has no meaning in full.
    static func fixed(_ value: Double, digits: Int) -> String {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        guard let scaled = Int(exactly: (value * Double(scale)).rounded()) else { return "–" }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let sign = scaled < 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(whole)" }
        let fraction = String(rest)
        return "\(sign)\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    /// A number with a narrow space between groups of three digits.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        let text = digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "\u{202f}" : "") + String(digits[$0]) }.joined()
        return (number < 0 ? "-" : "") + text
    }

    /// A share in per cent, without the sign; "–" for none.
    static func percent(_ share: Double?, digits: Int = 2) -> String { share.map { fixed($0 * 100, digits: digits) } ?? "–" }

    /// "4.2 MB", in millions of bytes; "812 kB" below one.
    static func size(_ bytes: Int) -> String {
        bytes >= 1_000_000 ? "\(fixed(Double(bytes) / 1e6, digits: 1)) MB" : "\(fixed(Double(bytes) / 1e3, digits: 0)) kB"
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
