/// A correction of points on a tablet's active area: from the sensed position of the tip to its actual position.
public struct TabletCalibration: Sendable, Hashable {
    /// The affine map in fractions of the active area's sides: (0, 0) is the upper left corner, (1, 1) the lower right one.
    public let transform: InkTransform

    /// The maximum shift of a corner, as a fraction of a side. A sensor that is off by more is not uncalibrated but rotated, mirrored or of
    /// another size, which is configured elsewhere. Within this limit every calibration is invertible and does not mirror.
    public static let maximumShift = 0.2

    /// A calibration; nil if a number is not finite or a corner is moved by more than ``maximumShift``.
    public init?(_ transform: InkTransform) {
        guard transform.isFinite, Self.shift(of: transform) <= Self.maximumShift else { return nil }
        self.transform = transform
    }

    /// The numbers a to f of x' = a·x + b·y + c, y' = d·x + e·y + f, as in libinput's LIBINPUT_CALIBRATION_MATRIX; nil if there are not
    /// six, or they are not a valid calibration.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        self.init(InkTransform(a: numbers[0], b: numbers[3], c: numbers[1], d: numbers[4], tx: numbers[2], ty: numbers[5]))
    }

    /// The numbers a to f.
    public var numbers: [Double] { [transform.a, transform.c, transform.tx, transform.b, transform.d, transform.ty] }

    /// Returns the largest shift of a corner along a side, as a fraction of that side.
    public static func shift(of transform: InkTransform) -> Double {
        let corners = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1), Point(x: 1, y: 1)]
        return corners.reduce(0) { farthest, corner in
            let moved = transform(corner)
            return max(farthest, abs(moved.x - corner.x), abs(moved.y - corner.y))
        }
    }

    /// Returns the same correction for an active area of this size, in the unit of the size.
    public func scaled(width: Double, height: Double) -> InkTransform {
        InkTransform.scale(x: 1 / width, y: 1 / height).followed(by: transform).followed(by: .scale(x: width, y: height))
    }
}
