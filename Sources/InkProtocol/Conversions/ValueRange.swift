/// The allowed range of a number in a call, with its unit. It also forms the error for a value outside the range.
public struct ValueRange: Sendable, Hashable {
    /// The smallest and the largest allowed value.
    public let bounds: ClosedRange<Double>
    /// The unit's name in the plural; empty for no unit.
    public let unit: String

    /// Creates a range with these bounds.
    public init(_ bounds: ClosedRange<Double>, _ unit: String = "") {
        self.bounds = bounds
        self.unit = unit
    }

    /// The range of a position of ink, or of a block.
    public static let place = ValueRange(-1e6...1e6, "millimeters")
    /// The range of a fraction, such as a force.
    public static let share = ValueRange(0...1)
    /// The range of a sample's time.
    public static let time = ValueRange(0...1e14, "milliseconds since 1970")
    /// The range of a pen's azimuth, which is clockwise from the x axis.
    public static let azimuth = ValueRange(-2 * .pi...2 * .pi, "radians")
    /// The range of the angle between the pen and the surface. The limit is a little more than π/2, because π/2 may have been rounded up.
    public static let altitude = ValueRange(0...1.571, "radians")

    /// Whether a number is in the range; never true for NaN.
    public func contains(_ value: Double) -> Bool { bounds.contains(value) }

    /// The range as text: `0 to 600000 milliseconds`.
    public var text: String { "\(Self.text(bounds.lowerBound)) to \(Self.text(bounds.upperBound))\(unit.isEmpty ? "" : " " + unit)" }

    /// Returns the error text for a value outside the range.
    public func problem(with value: Double, of parameter: String) -> String { "\(parameter) is \(Self.text(value)): give \(text)" }

    /// Checks that a value is within the range; nil is allowed.
    /// - Throws: an error with the parameter, the value and the range.
    public func require(_ value: Double?, _ parameter: String) throws(ClientInterface.InvalidValue) {
        guard let value, !contains(value) else { return }
        throw .init(parameter: parameter, value: Self.text(value), allowed: text)
    }

    /// Returns a number as decimal text. Whole numbers have no fraction.
    public static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

    /// Returns an azimuth in the range 0 to 2π.
    public static func turned(_ azimuth: Double) -> Float {
        let turned = Float(azimuth < 0 ? azimuth + 2 * .pi : azimuth)
        return turned < 2 * .pi ? turned : 0
    }
}
