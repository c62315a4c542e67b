public import Evdev
internal import Glibc
public import Ink

/// Turns device units into millimetres from the top-left corner of the part of a surface that is written on, as the surface lies.
///
/// The size is that of ``SurfaceSizing``; without one positions stay in device units. Values outside an axis' range are legal: they lie
/// outside the surface.
public struct SurfaceGeometry: Sendable, Hashable {
    /// The whole active area in millimetres, as its maker meant it to lie; nil if nothing knows it.
    public let activeSize: SurfaceSize?
    /// What is known of the size, and how far it is to be trusted.
    public let sizing: SurfaceSizing
    /// From the active area to the part that is written on.
    public let mapping: AreaMapping
    /// From what the sensor reports to the active area.
    private let upright: SensorTurn
    /// From where the sensor sees the tip to where it is, on the active area.
    private let correction: InkTransform?
    private let originX: Double
    private let originY: Double
    private let scaleX: Double
    private let scaleY: Double

    /// Width in millimetres of the part that is written on, as the surface lies; nil if it is unknown.
    public var width: Double? { isUnitless ? nil : mapping.width }
    /// Height in millimetres of the part that is written on, as the surface lies; nil if it is unknown.
    public var height: Double? { isUnitless ? nil : mapping.height }

    /// Whether positions are device units because nothing knows the size.
    public var isUnitless: Bool { activeSize == nil }

    /// Whether the device's own resolution says how long its units are, and its axes lie as they say.
    public var isAsReported: Bool { sizing.source == .descriptor && upright.isNone && correction == nil }

    /// The geometry of the surface that these two axes span.
    ///
    /// The area's shape counts only where the size is known: device units need not be square.
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
        // what is configured is the surface as it lies
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

    /// A position on the active area: millimetres from its top-left corner, or device units if `isUnitless`.
    public func place(x: Int32, y: Int32) -> Place { mapping.mapped(activePlace(x: x, y: y)) }

    /// Whether ink may begin at a position.
    public func takesInk(x: Int32, y: Int32) -> Bool { mapping.takesInk(at: activePlace(x: x, y: y)) }

    /// A direction that the sensor reports, in radians clockwise from its x axis, on the part that is written on: 0 ..< 2π.
    public func direction(_ radians: Float) -> Float { mapping.mapped(direction: upright.mapped(direction: radians)) }

    private func activePlace(x: Int32, y: Int32) -> Place {
        let place = upright.mapped(Place(x: (Double(x) - originX) * scaleX, y: (Double(y) - originY) * scaleY))
        return correction?(place) ?? place
    }
}

/// Puts upright what a sensor reports that was built in some other way round than the surface: first its axes change places, then it is turned.
private struct SensorTurn: Hashable {
    /// Of the surface, upright.
    let width: Double
    /// Of the surface, upright.
    let height: Double
    private let swapsAxes: Bool
    private let turn: AreaMapping?
    private let matrix: SensorAxes?
    /// From upright by the quirks to upright by the matrix, in millimetres.
    private let placement: InkTransform?

    /// The turn of a sensor of this size.
    /// - Parameter isCalibrated: a calibration follows, which takes the place of what the matrix does besides turning and mirroring.
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

    /// Whether the sensor was built as the surface lies.
    var isNone: Bool { !swapsAxes && turn == nil && placement == nil }

    func mapped(_ place: Place) -> Place {
        var place = swapsAxes ? Place(x: place.y, y: place.x) : place
        place = turn?.mapped(place) ?? place
        return placement?(place) ?? place
    }

    func mapped(direction: Float) -> Float {
        let turned = turned(direction: direction)
        return matrix?.mapped(direction: turned) ?? turned
    }

    private func turned(direction: Float) -> Float {
        guard swapsAxes else { return turn?.mapped(direction: direction) ?? direction }
        // mirrored at the diagonal
        let mirrored = Float.pi / 2 - direction
        let turned = mirrored < 0 ? mirrored + 2 * .pi : mirrored
        let inside = turned < 2 * .pi ? turned : 0
        return turn?.mapped(direction: inside) ?? inside
    }
}

/// A matrix of udev's as turning and mirroring, and all that it does.
private struct SensorAxes: Hashable {
    /// In parts of the sides: the nearest map that turns by quarters and mirrors, and nothing else.
    let turn: InkTransform
    /// In parts of the sides.
    let whole: InkTransform
    /// What was across is down.
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

    /// A direction in radians, clockwise from the x axis: 0 ..< 2π.
    func mapped(direction: Float) -> Float {
        let (across, down) = (cosf(direction), sinf(direction))
        let x = Float(turn.a) * across + Float(turn.c) * down
        let y = Float(turn.b) * across + Float(turn.d) * down
        let angle = atan2f(y, x)
        let turned = angle < 0 ? angle + 2 * .pi : angle
        return turned < 2 * .pi ? turned : 0
    }
}

/// The range of an axis that is measured in parts of itself: pressure, distance.
struct AxisRange: Hashable {
    private var minimum: Int64
    private var span: Int64

    /// nil if there is no such axis or it has no range.
    init?(_ axis: AxisInfo?) {
        guard let axis, axis.span > 0 else { return nil }
        minimum = Int64(axis.minimum)
        span = axis.span
    }

    /// Whether a value lies above this part of the range.
    func exceeds(_ part: Double, _ raw: Int32) -> Bool { Double(Int64(raw) - minimum) > Double(span) * part }

    /// Whether a value lies at this part of the range or above it; the least of the range is no pressure at all.
    func reaches(_ part: Double, _ raw: Int32) -> Bool {
        let value = Int64(raw) - minimum
        return value > 0 && Double(value) >= Double(span) * part
    }

    /// The rest of the range above a value; all of it if the value takes half of it or more.
    func above(_ raw: Int32) -> AxisRange {
        let offset = max(0, Int64(raw) - minimum)
        guard offset * 2 < span else { return self }
        var rest = self
        rest.minimum += offset
        rest.span -= offset
        return rest
    }

    /// 0…1 of the range; values outside it count as its ends.
    func fraction(_ raw: Int32) -> Float {
        min(1, max(0, Float(Int64(raw) - minimum) / Float(span)))
    }
}
