/// Where a sensor's places are on its surface, as udev says it: `LIBINPUT_CALIBRATION_MATRIX`.
///
/// The numbers a to f of x' = a x + b y + c, y' = d x + e y + f, with x and y 0 to 1 of the ranges that the device reports: what libinput applies
/// to devices unless a desktop has set another matrix.
public struct SensorMatrix: Sendable, Hashable, Codable {
    /// a to f.
    public let numbers: [Double]

    /// nil unless these are six finite numbers of a map that keeps a surface a surface; nil for the map that changes nothing.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 6, numbers.allSatisfy({ abs($0) <= Self.largest }), numbers != Self.identity else { return nil }
        let area = abs(numbers[0] * numbers[4] - numbers[1] * numbers[3])
        guard area >= Self.smallestArea else { return nil }
        self.numbers = numbers
    }

    /// Reads the property's value: numbers with spaces between.
    public init?(udev text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        let numbers = words.prefix(7).compactMap { Double($0) }
        guard numbers.count == words.count else { return nil }
        self.init(numbers)
    }

    private static let identity: [Double] = [1, 0, 0, 0, 1, 0]
    /// Parts of a side: a surface that lies farther off is none.
    private static let largest = 10.0
    /// Part of the surface that it makes of all of it.
    private static let smallestArea = 0.01

    /// Reads the numbers.
    /// - Throws: `DecodingError` for numbers that make no map.
    public init(from decoder: any Decoder) throws {
        let numbers = try [Double](from: decoder)
        guard let matrix = SensorMatrix(numbers) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "the matrix is \(numbers)"))
        }
        self = matrix
    }

    /// Writes the numbers.
    public func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
}
