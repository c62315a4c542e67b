/// The allowed range of a number in a call, with its unit, and the error for a value outside of it.
public struct ValueRange: Sendable, Hashable {
    /// The smallest and the largest value.
    public let bounds: ClosedRange<Double>
    /// The unit's name in the plural; empty for none.
    public let unit: String

    /// Numbers within bounds.
    public init(_ bounds: ClosedRange<Double>, _ unit: String = "") {
        self.bounds = bounds
        self.unit = unit
    }

    /// A place of ink, or of a block.
    public static let place = ValueRange(-1e6...1e6, "millimetres")
    /// Such as a force.
    public static let share = ValueRange(0...1)
    /// Of samples.
    public static let time = ValueRange(0...1e14, "milliseconds since 1970")
    /// Of a pen; clockwise from the x axis.
    public static let azimuth = ValueRange(-2 * .pi...2 * .pi, "radians")
    /// Between pen and surface. A little more than π/2 is a rounded π/2.
    public static let altitude = ValueRange(0...1.571, "radians")

    /// Whether a number may be that; NaN never may.
    public func contains(_ value: Double) -> Bool { bounds.contains(value) }

    /// As `0 to 600000 milliseconds`.
    public var text: String { "\(Self.text(bounds.lowerBound)) to \(Self.text(bounds.upperBound))\(unit.isEmpty ? "" : " " + unit)" }

    /// What is wrong with a value, and what it may be.
    public func problem(with value: Double, of parameter: String) -> String { "\(parameter) is \(Self.text(value)): give \(text)" }

    /// Refuses a value that is there and not within the range.
    /// - Throws: an error that names parameter, value and range.
    public func require(_ value: Double?, _ parameter: String) throws(ClientInterface.InvalidValue) {
        guard let value, !contains(value) else { return }
        throw .init(parameter: parameter, value: Self.text(value), allowed: text)
    }

    /// A number as people write it: whole ones without fraction.
    public static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

    /// An angle of the range `azimuth`, from 0 to 2π.
    public static func turned(_ azimuth: Double) -> Float {
        let turned = Float(azimuth < 0 ? azimuth + 2 * .pi : azimuth)
        return turned < 2 * .pi ? turned : 0
    }
}
