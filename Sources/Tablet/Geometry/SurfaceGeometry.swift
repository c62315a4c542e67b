public import Evdev
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
        sizing = SurfaceSizing(description, x: x, y: y, configured: configured)
        let size = spanX > 0 && spanY > 0 ? sizing.size : nil
        scaleX = size.map { $0.width / spanX } ?? 1
        scaleY = size.map { $0.height / spanY } ?? 1
        let upright = SensorTurn(description.quirks ?? Quirks(), width: size?.width ?? spanX, height: size?.height ?? spanY)
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

    /// The turn of a sensor of this size.
    init(_ quirks: Quirks, width: Double, height: Double) {
        swapsAxes = quirks.swapsAxes == true
        let (width, height) = swapsAxes ? (height, width) : (width, height)
        let rotation = quirks.rotation ?? .none
        turn = rotation == .none ? nil : AreaMapping(TabletArea(rotation: rotation), width: width, height: height)
        (self.width, self.height) = (turn?.width ?? width, turn?.height ?? height)
    }

    /// Whether the sensor was built as the surface lies.
    var isNone: Bool { !swapsAxes && turn == nil }

    func mapped(_ place: Place) -> Place {
        let place = swapsAxes ? Place(x: place.y, y: place.x) : place
        return turn?.mapped(place) ?? place
    }

    func mapped(direction: Float) -> Float {
        guard swapsAxes else { return turn?.mapped(direction: direction) ?? direction }
        // mirrored at the diagonal
        let mirrored = Float.pi / 2 - direction
        let turned = mirrored < 0 ? mirrored + 2 * .pi : mirrored
        let inside = turned < 2 * .pi ? turned : 0
        return turn?.mapped(direction: inside) ?? inside
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
