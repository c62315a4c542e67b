/// The map from a sensor's positions to its surface, from udev's property `LIBINPUT_CALIBRATION_MATRIX`.
///
/// The matrix consists of the numbers a to f in x' = a x + b y + c, y' = d x + e y + f. Positions x and y are fractions of the device's
/// axis ranges, 0 to 1. libinput applies this matrix unless the desktop has set another one.
public struct SensorMatrix: Sendable, Hashable, Codable {
    /// a to f.
    public let numbers: [Double]

    /// Creates a matrix from six finite numbers; nil for the identity, for other numbers, and for a matrix that is nearly singular or far
    /// too large.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 6, numbers.allSatisfy({ abs($0) <= Self.largest }), numbers != Self.identity else { return nil }
        let area = abs(numbers[0] * numbers[4] - numbers[1] * numbers[3])
        guard area >= Self.smallestArea else { return nil }
        self.numbers = numbers
    }

    /// Parses the property's value: numbers separated by white space.
    public init?(udev text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        let numbers = words.prefix(7).compactMap { Double($0) }
        guard numbers.count == words.count else { return nil }
        self.init(numbers)
    }

    private static let identity: [Double] = [1, 0, 0, 0, 1, 0]
    /// Largest plausible absolute value, in sides of the surface.
    private static let largest = 10.0
    /// Smallest area of the mapped surface, as a fraction of the surface.
    private static let smallestArea = 0.01

    /// Decodes the numbers.
    /// - Throws: `DecodingError` for invalid numbers.
    public init(from decoder: any Decoder) throws {
        let numbers = try [Double](from: decoder)
        guard let matrix = SensorMatrix(numbers) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "the matrix is \(numbers)"))
        }
        self = matrix
    }

    /// Encodes the numbers.
    public func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
}
