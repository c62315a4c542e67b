/// The allowed range of a number in a call, with its unit, and the error for a value outside of it.
public struct ValueRange: Sendable, Hashable {
    /// The smallest and the largest value.
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
    /// The range of a pen's azimuth; clockwise from the x axis.
    public static let azimuth = ValueRange(-2 * .pi...2 * .pi, "radians")
    /// The range of the angle between pen and surface. A little more than π/2 is a rounded π/2.
    public static let altitude = ValueRange(0...1.571, "radians")

    /// Whether a number is in the range; never true for NaN.
    public func contains(_ value: Double) -> Bool { bounds.contains(value) }

    /// The range as text: `0 to 600000 milliseconds`.
    public var text: String { "\(Self.text(bounds.lowerBound)) to \(Self.text(bounds.upperBound))\(unit.isEmpty ? "" : " " + unit)" }

    /// Returns the error text for a value, with the allowed range.
    public func problem(with value: Double, of parameter: String) -> String { "\(parameter) is \(Self.text(value)): give \(text)" }

    /// Checks that a value, if any, is within the range.
    /// - Throws: an error that names parameter, value and range.
    public func require(_ value: Double?, _ parameter: String) throws(ClientInterface.InvalidValue) {
        guard let value, !contains(value) else { return }
        throw .init(parameter: parameter, value: Self.text(value), allowed: text)
    }

    /// Returns a number in decimal notation: whole numbers without a fraction.
    public static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

    /// Returns an angle of the range `azimuth`, normalized to 0 to 2π.
    public static func turned(_ azimuth: Double) -> Float {
        let turned = Float(azimuth < 0 ? azimuth + 2 * .pi : azimuth)
        return turned < 2 * .pi ? turned : 0
    }
}
