public import Evdev
public import Ink

/// Turns device units into millimetres from the top-left corner of the part of a surface that is written on, as the surface lies.
///
/// The size comes from the axes' resolution if both axes have one, else from the tablet database, else it is unknown and positions
/// stay in device units. Values outside an axis' range are legal: they lie outside the surface.
public struct SurfaceGeometry: Sendable, Hashable {
    /// The whole active area in millimetres, as its maker meant it to lie; nil if nothing knows it.
    public let activeSize: Size?
    /// From the active area to the part that is written on.
    public let mapping: AreaMapping
    private let originX: Double
    private let originY: Double
    private let scaleX: Double
    private let scaleY: Double

    /// A width and a height.
    public struct Size: Sendable, Hashable {
        /// Millimetres.
        public var width: Double
        /// Millimetres.
        public var height: Double
    }

    /// Width in millimetres of the part that is written on, as the surface lies; nil if it is unknown.
    public var width: Double? { isUnitless ? nil : mapping.width }
    /// Height in millimetres of the part that is written on, as the surface lies; nil if it is unknown.
    public var height: Double? { isUnitless ? nil : mapping.height }

    /// Whether positions are device units because nothing knows the size.
    public var isUnitless: Bool { activeSize == nil }

    /// The geometry of the surface that these two axes span.
    ///
    /// Resolution counts only if both axes have one and both ranges are true ranges (minimum < maximum): with only one, shapes
    /// would be distorted. The area's shape counts only where the size is known: device units need not be square.
    public init(_ description: DeviceDescription, x: UInt16 = Axis.x, y: UInt16 = Axis.y, area: TabletArea = TabletArea()) {
        let horizontal = description.axes[x] ?? AxisInfo(minimum: 0, maximum: 0)
        let vertical = description.axes[y] ?? AxisInfo(minimum: 0, maximum: 0)
        originX = Double(horizontal.minimum)
        originY = Double(vertical.minimum)
        let spanX = Double(horizontal.span)
        let spanY = Double(vertical.span)
        let size: Size?
        if spanX <= 0 || spanY <= 0 {
            size = nil
        } else if horizontal.resolution > 0, vertical.resolution > 0 {
            size = Size(width: spanX / Double(horizontal.resolution), height: spanY / Double(vertical.resolution))
        } else if let known = description.databaseSize, known.width.isFinite, known.height.isFinite, known.width > 0, known.height > 0 {
            size = Size(width: known.width, height: known.height)
        } else {
            size = nil
        }
        activeSize = size
        scaleX = size.map { $0.width / spanX } ?? 1
        scaleY = size.map { $0.height / spanY } ?? 1
        var area = area
        if size == nil { area.aspect = nil }
        mapping = AreaMapping(area, width: size?.width ?? spanX, height: size?.height ?? spanY)
    }

    /// A position on the active area: millimetres from its top-left corner, or device units if `isUnitless`.
    public func place(x: Int32, y: Int32) -> Place { mapping.mapped(activePlace(x: x, y: y)) }

    /// Whether ink may begin at a position.
    public func takesInk(x: Int32, y: Int32) -> Bool { mapping.takesInk(at: activePlace(x: x, y: y)) }

    private func activePlace(x: Int32, y: Int32) -> Place {
        Place(x: (Double(x) - originX) * scaleX, y: (Double(y) - originY) * scaleY)
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
    func exceeds(percent: Int64, _ raw: Int32) -> Bool { (Int64(raw) - minimum) * 100 > span * percent }

    /// Whether a value lies above or at this part of the range.
    func reaches(percent: Int64, _ raw: Int32) -> Bool { (Int64(raw) - minimum) * 100 >= span * percent }

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
