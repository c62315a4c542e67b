public import Evdev
internal import Glibc
public import Ink

/// Converts device units to millimeters from the top-left corner of the mapped area of a surface, in the surface's orientation.
///
/// The surface has the size that ``SurfaceSizing`` chooses. Without a size, positions stay in device units. Values outside an axis' range
/// are legal and lie outside the surface.
public struct SurfaceGeometry: Sendable, Hashable {
    /// The whole active area in millimeters, in the tablet's default orientation; nil if the size is unknown.
    public let activeSize: SurfaceSize?
    /// The known sizes, with their source and reliability.
    public let sizing: SurfaceSizing
    /// The map from the active area to the mapped area, which is written on.
    public let mapping: AreaMapping
    /// The map from the sensor's reports to the active area.
    private let upright: SensorTurn
    /// The map from the position at which the sensor sees the tip to the tip's true position on the active area; nil without a calibration.
    private let correction: InkTransform?
    private let originX: Double
    private let originY: Double
    private let scaleX: Double
    private let scaleY: Double

    /// Width of the mapped area in millimeters, in the surface's orientation; nil if unknown.
    public var width: Double? { isUnitless ? nil : mapping.width }
    /// Height of the mapped area in millimeters, in the surface's orientation; nil if unknown.
    public var height: Double? { isUnitless ? nil : mapping.height }

    /// Whether positions are device units because the size is unknown.
    public var isUnitless: Bool { activeSize == nil }

    /// Whether the geometry is the device's own: the device reports its resolution, and neither rotation nor calibration changes its axes.
    public var isAsReported: Bool { sizing.source == .descriptor && upright.isNone && correction == nil }

    /// Creates the geometry of the surface that these two axes span.
    ///
    /// The aspect ratio of `area` applies only if the size is known, because device units need not be square.
    public init(
        _ description: DeviceDescription, x: UInt16 = Axis.x, y: UInt16 = Axis.y, area: TabletArea = TabletArea(),
        size configured: SurfaceSize? = nil, calibration: TabletCalibration? = nil
    ) {
        let horizontal = description.axes[x] ?? AxisInfo(minimum: 0, maximum: 0)
        let vertical = description.axes[y] ?? AxisInfo(minimum: 0, maximum: 0)
        originX = Double(horizontal.minimum)
        originY = Double(vertical.minimum)
        let spanX = Double(horizontal.span)
        let spanY = Double(vertical.span)
        let matrix = description.matrix.map { SensorAxes($0) }
        // the configured size is in the surface's orientation
        sizing = SurfaceSizing(
            description, x: x, y: y, configured: matrix?.swapsSides == true ? configured?.turned : configured)
        let size = spanX > 0 && spanY > 0 ? sizing.size : nil
        scaleX = size.map { $0.width / spanX } ?? 1
        scaleY = size.map { $0.height / spanY } ?? 1
        let upright = SensorTurn(
            description.quirks ?? Quirks(), width: size?.width ?? spanX, height: size?.height ?? spanY, matrix: matrix,
            isCalibrated: calibration != nil)
        self.upright = upright
        activeSize = size == nil ? nil : SurfaceSize(width: upright.width, height: upright.height)
        let hasExtent = upright.width > 0 && upright.height > 0
        correction = hasExtent ? calibration?.scaled(width: upright.width, height: upright.height) : nil
        var area = area
        if size == nil { area.aspect = nil }
        mapping = AreaMapping(area, width: upright.width, height: upright.height)
    }

    /// Returns the position in the mapped area: millimeters from its top-left corner, or device units if `isUnitless`.
    public func place(x: Int32, y: Int32) -> Point { mapping.mapped(activePlace(x: x, y: y)) }

    /// Whether ink may begin at a position.
    public func takesInk(x: Int32, y: Int32) -> Bool { mapping.takesInk(at: activePlace(x: x, y: y)) }

    /// Converts a direction that the sensor reports, in radians clockwise from its x axis, to the mapped area: 0 ..< 2π.
    public func direction(_ radians: Float) -> Float { mapping.mapped(direction: upright.mapped(direction: radians)) }

    private func activePlace(x: Int32, y: Int32) -> Point {
        let place = upright.mapped(Point(x: (Double(x) - originX) * scaleX, y: (Double(y) - originY) * scaleY))
        return correction?(place) ?? place
    }
}

/// Rotates the positions of a sensor whose orientation differs from the surface's. The axes are swapped first, then rotated.
private struct SensorTurn: Hashable {
    /// Width of the surface, after the rotation.
    let width: Double
    /// Height of the surface, after the rotation.
    let height: Double
    private let swapsAxes: Bool
    private let turn: AreaMapping?
    private let matrix: SensorAxes?
    /// The transform of udev's matrix, in millimeters. It is applied after the rotation of the quirks.
    private let placement: InkTransform?

    /// Creates the rotation of a sensor of this size.
    /// - Parameter isCalibrated: a calibration follows: of the matrix only rotation and mirroring apply.
    init(_ quirks: Quirks, width: Double, height: Double, matrix: SensorAxes?, isCalibrated: Bool) {
        swapsAxes = quirks.swapsAxes == true
        let (width, height) = swapsAxes ? (height, width) : (width, height)
        let rotation = quirks.rotation ?? .none
        turn = rotation == .none ? nil : AreaMapping(TabletArea(rotation: rotation), width: width, height: height)
        let (across, down) = (turn?.width ?? width, turn?.height ?? height)
        self.matrix = matrix
        let (right, bottom) = matrix?.swapsSides == true ? (down, across) : (across, down)
        (self.width, self.height) = (right, bottom)
        let hasExtent = across > 0 && down > 0
        placement =
            hasExtent
            ? matrix.map { axes in
                InkTransform.scale(x: 1 / across, y: 1 / down).followed(by: isCalibrated ? axes.turn : axes.whole)
                    .followed(by: .scale(x: right, y: bottom))
            } : nil
    }

    /// Whether the sensor has the surface's orientation.
    var isNone: Bool { !swapsAxes && turn == nil && placement == nil }

    func mapped(_ place: Point) -> Point {
        var place = swapsAxes ? Point(x: place.y, y: place.x) : place
        place = turn?.mapped(place) ?? place
        return placement?(place) ?? place
    }

    func mapped(direction: Float) -> Float {
        let turned = turned(direction: direction)
        return matrix?.mapped(direction: turned) ?? turned
    }

    private func turned(direction: Float) -> Float {
        guard swapsAxes else { return turn?.mapped(direction: direction) ?? direction }
        // swapping the axes mirrors the direction at the diagonal
        let mirrored = Float.pi / 2 - direction
        let turned = mirrored < 0 ? mirrored + 2 * .pi : mirrored
        let inside = turned < 2 * .pi ? turned : 0
        return turn?.mapped(direction: inside) ?? inside
    }
}

/// udev's calibration matrix as transforms of positions.
private struct SensorAxes: Hashable {
    /// The nearest transform that only rotates by multiples of 90° and mirrors, in fractions of the sides.
    let turn: InkTransform
    /// The complete transform, in fractions of the sides.
    let whole: InkTransform
    /// Whether `turn` swaps width and height.
    let swapsSides: Bool

    init(_ matrix: SensorMatrix) {
        let n = matrix.numbers
        whole = InkTransform(a: n[0], b: n[3], c: n[1], d: n[4], tx: n[2], ty: n[5])
        swapsSides = abs(whole.b) + abs(whole.c) > abs(whole.a) + abs(whole.d)
        let (x, y) = swapsSides ? (whole.c, whole.b) : (whole.a, whole.d)
        let (right, down) = (x < 0 ? -1.0 : 1, y < 0 ? -1.0 : 1)
        let origin = (x: x < 0 ? 1.0 : 0, y: y < 0 ? 1.0 : 0)
        turn =
            swapsSides
            ? InkTransform(a: 0, b: down, c: right, d: 0, tx: origin.x, ty: origin.y)
            : InkTransform(a: right, b: 0, c: 0, d: down, tx: origin.x, ty: origin.y)
    }

    /// Returns the mapped direction in radians, clockwise from the x axis: 0 ..< 2π.
    func mapped(direction: Float) -> Float {
        let (across, down) = (cosf(direction), sinf(direction))
        let x = Float(turn.a) * across + Float(turn.c) * down
        let y = Float(turn.b) * across + Float(turn.d) * down
        let angle = atan2f(y, x)
        let turned = angle < 0 ? angle + 2 * .pi : angle
        return turned < 2 * .pi ? turned : 0
    }
}

/// The range of an axis whose values are used as fractions of the range: pressure, distance.
struct AxisRange: Hashable {
    private var minimum: Int64
    private var span: Int64

    /// Creates the range of an axis; nil if the axis does not exist or has no range.
    init?(_ axis: AxisInfo?) {
        guard let axis, axis.span > 0 else { return nil }
        minimum = Int64(axis.minimum)
        span = axis.span
    }

    /// Whether a value is above a fraction `part` of the range.
    func exceeds(_ part: Double, _ raw: Int32) -> Bool { Double(Int64(raw) - minimum) > Double(span) * part }

    /// Whether a value is at or above a fraction `part` of the range. Always false for the minimum, which means no pressure.
    func reaches(_ part: Double, _ raw: Int32) -> Bool {
        let value = Int64(raw) - minimum
        return value > 0 && Double(value) >= Double(span) * part
    }

    /// Returns the part of the range above a value. If the value is in the upper half, returns the whole range.
    func above(_ raw: Int32) -> AxisRange {
        let offset = max(0, Int64(raw) - minimum)
        guard offset * 2 < span else { return self }
        var rest = self
        rest.minimum += offset
        rest.span -= offset
        return rest
    }

    /// Returns the value as a fraction of the range, 0…1; values outside of the range are clamped.
    func fraction(_ raw: Int32) -> Float {
        min(1, max(0, Float(Int64(raw) - minimum) / Float(span)))
    }
}
