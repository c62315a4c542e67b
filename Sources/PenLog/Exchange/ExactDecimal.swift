/// A decimal number exactly as in a file, except for trailing zeros: digits × 10^−scale.
public struct ExactDecimal: Sendable, Hashable {
    /// The digits as a signed whole number. It is divisible by ten only if `scale` is 0.
    public let digits: Int128
    /// The number of decimals among the digits, 0 to 36.
    public let scale: Int

    /// Maximum number of digits; more do not occur in valid files.
    static let maximumDigits = 36

    /// Creates a whole number.
    public init(whole: Int64) { self.init(digits: Int128(whole), scale: 0) }

    /// Creates the decimal number with the fewest digits that converts back to this value; nil if it is not finite or has too many digits.
    public init?(nearest value: Double) {
        guard value.isFinite else { return nil }
        self.init(text: "\(value)")
    }

    /// Reads "12", "-0.5", ".5", "3.", "+4" or "1.5e-3"; nil if the text is not a number or has more than 36 digits or decimals.
    public init?(text: some StringProtocol) {
        var bytes = text.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
        let mantissa = bytes.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
        var exponent = 0
        if mantissa.endIndex != bytes.endIndex {
            let digits = String(decoding: bytes[bytes.index(after: mantissa.endIndex)...], as: UTF8.self)
            guard let number = Int(digits), (-400...400).contains(number) else { return nil }
            exponent = number
        }
        var digits: Int128 = 0
        var scale = 0
        var hasPoint = false
        var count = 0
        for byte in mantissa {
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            count += 1
            if digits.magnitude >= Self.powers[Self.maximumDigits - 1] {
                // further zeros, beyond the maximum number of decimals, carry no information
                guard hasPoint, byte == UInt8(ascii: "0") else { return nil }
                continue
            }
            digits = digits * 10 + Int128(byte - UInt8(ascii: "0"))
            if hasPoint { scale += 1 }
        }
        guard count > 0 else { return nil }
        self.init(signed: isNegative ? -digits : digits, scale: scale - exponent)
    }

    /// Creates a number from its digits and a scale, which may be negative. Returns nil if the number has too many digits or decimals.
    private init?(signed digits: Int128, scale: Int) {
        var (digits, scale) = (digits, digits == 0 ? 0 : scale)
        while scale > 0, digits.isMultiple(of: 10) { (digits, scale) = (digits / 10, scale - 1) }
        while scale < 0 {
            guard digits.magnitude < Self.powers[Self.maximumDigits - 1] else { return nil }
            (digits, scale) = (digits * 10, scale + 1)
        }
        guard scale <= Self.maximumDigits, digits.magnitude < Self.powers[Self.maximumDigits] else { return nil }
        self.init(digits: digits, scale: scale)
    }

    private init(digits: Int128, scale: Int) {
        self.digits = digits
        self.scale = scale
    }

    /// Returns the exact sum; nil if it has too many digits.
    public func adding(_ other: ExactDecimal) -> ExactDecimal? {
        let scale = max(scale, other.scale)
        guard let a = scaled(to: scale), let b = other.scaled(to: scale) else { return nil }
        return ExactDecimal(signed: a + b, scale: scale)
    }

    /// The number with the opposite sign.
    public var negated: ExactDecimal { ExactDecimal(digits: -digits, scale: scale) }

    /// Returns the number with its decimal point moved left by 0 to 18 places.
    func shifted(by places: Int) -> ExactDecimal {
        ExactDecimal(signed: digits, scale: scale + min(18, max(0, places))) ?? self
    }

    /// Returns the digits with this number of decimals, rounded if the number has more; nil if there are too many digits.
    func scaled(to decimals: Int) -> Int128? {
        if decimals < scale, decimals >= 0 {
            let divisor = Int128(Self.powers[min(Self.maximumDigits, scale - decimals)])
            return (digits + (digits < 0 ? -divisor / 2 : divisor / 2)) / divisor
        }
        guard (0...Self.maximumDigits).contains(decimals - scale) else { return nil }
        let (product, overflow) = digits.multipliedReportingOverflow(by: Int128(Self.powers[decimals - scale]))
        return overflow || product.magnitude >= Self.powers[Self.maximumDigits] ? nil : product
    }

    /// The nearest floating-point value.
    public var value: Double {
        // one division of two exact numbers is rounded once, so the result is the nearest value
        if digits.magnitude < 1 << 53, scale < Self.exactPowers.count { return Double(Int64(digits)) / Self.exactPowers[scale] }
        return Double(text) ?? 0
    }

    /// The number as in a file, without exponent: "-12.5".
    public var text: String {
        guard scale > 0 else { return "\(digits)" }
        var digitsText = "\(digits.magnitude)"
        digitsText = String(repeating: "0", count: max(0, scale + 1 - digitsText.count)) + digitsText
        return (digits < 0 ? "-" : "") + digitsText.dropLast(scale) + "." + digitsText.suffix(scale)
    }

    /// Ten to the powers 0 to 22, which are all powers of ten that a Double represents exactly.
    private static let exactPowers = (0...22).map { (0..<$0).reduce(1.0) { product, _ in product * 10 } }

    /// Ten to the powers 0 to 36.
    private static let powers = (0...maximumDigits).map { (0..<$0).reduce(UInt128(1)) { product, _ in product * 10 } }
}

/// Sample positions as in a file, convertible to whole numbers.
struct ExactPlaces {
    /// The sample positions of each stroke, y downwards.
    var strokes: [[(x: ExactDecimal, y: ExactDecimal)]] = []
    /// The file's units per millimeter, horizontally and vertically; nil if unknown.
    var perMillimeter: (x: Double?, y: Double?) = (nil, nil)
    /// The device's resolution, from which the file's units were derived, in points per millimeter; nil if the file does not give it.
    var resolution: Double?

    /// Largest coordinate; beyond it sums and differences could overflow.
    private static let largest = Int128(1) << 30

    /// The positions as whole numbers.
    struct Whole {
        var strokes: [[(x: Int64, y: Int64)]]
        /// The number of units of `strokes` per millimeter; nil if unknown.
        var unitsPerMillimeter: Double?
        /// Whether no position was rounded.
        var isExact: Bool
    }

    /// Returns the device's own points if the file gives the resolution; otherwise the file's numbers, with as many decimals as fit.
    func whole() -> Whole {
        devicePoints() ?? decimals()
    }

    /// Returns the positions in device points if all of them are whole numbers of points, apart from rounding. Otherwise returns nil.
    private func devicePoints() -> Whole? {
        guard let resolution, let x = perMillimeter.x, let y = perMillimeter.y, (0.001...100_000).contains(resolution) else { return nil }
        var strokes: [[(x: Int64, y: Int64)]] = []
        for samples in self.strokes {
            var points: [(x: Int64, y: Int64)] = []
            for sample in samples {
                let place = (sample.x.value / x * resolution, sample.y.value / y * resolution)
                guard let pointX = Self.nearest(place.0), let pointY = Self.nearest(place.1) else { return nil }
                points.append((pointX, pointY))
            }
            strokes.append(points)
        }
        return Whole(strokes: strokes, unitsPerMillimeter: resolution, isExact: true)
    }

    /// Returns the whole number that the position was rounded from; nil if a quarter or more would have been rounded off.
    private static func nearest(_ place: Double) -> Int64? {
        guard place.magnitude <= Double(largest), (place - place.rounded()).magnitude < 0.25 else { return nil }
        return Int64(place.rounded())
    }

    private func decimals() -> Whole {
        let wanted = strokes.joined().reduce(0) { max($0, $1.x.scale, $1.y.scale) }
        // if the units differ in x and y, use the finer ones, so that no digit is lost
        let finest = perMillimeter.x.map { max($0, perMillimeter.y ?? $0) }
        let stretch = (x: (finest ?? 1) / (perMillimeter.x ?? 1), y: (finest ?? 1) / (perMillimeter.y ?? finest ?? 1))
        var scale = wanted
        while scale > 0, !fits(scale, stretch) || (finest ?? 0) * Self.power(scale) > 100_000 { scale -= 1 }
        var isExact = scale == wanted && fits(scale, stretch)
        func whole(_ number: ExactDecimal, _ stretch: Double) -> Int64 {
            guard stretch != 1 else { return Self.whole(number, scale) }
            let value = number.value * Self.power(scale) * stretch
            if (value - value.rounded()).magnitude > 1e-6 { isExact = false }
            return Self.clamped(value)
        }
        let strokes = self.strokes.map { samples in samples.map { (x: whole($0.x, stretch.x), y: whole($0.y, stretch.y)) } }
        return Whole(strokes: strokes, unitsPerMillimeter: finest.map { $0 * Self.power(scale) }, isExact: isExact)
    }

    private func fits(_ scale: Int, _ stretch: (x: Double, y: Double)) -> Bool {
        strokes.joined().allSatisfy { Self.fits($0.x, scale, stretch.x) && Self.fits($0.y, scale, stretch.y) }
    }

    private static func fits(_ number: ExactDecimal, _ scale: Int, _ stretch: Double) -> Bool {
        guard stretch == 1 else { return (number.value * power(scale) * stretch).magnitude <= Double(largest) }
        return number.scaled(to: scale).map { $0.magnitude <= largest.magnitude } ?? false
    }

    private static func whole(_ number: ExactDecimal, _ scale: Int) -> Int64 {
        guard let scaled = number.scaled(to: scale) else { return clamped(number.value * power(scale)) }
        return Int64(min(largest, max(-largest, scaled)))
    }

    private static func clamped(_ value: Double) -> Int64 {
        Int64(min(Double(largest), max(-Double(largest), value.isFinite ? value.rounded() : 0)))
    }

    private static func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { product, _ in product * 10 } }
}
