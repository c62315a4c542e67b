public import Evdev

/// Turns device units into millimetres from the surface's top-left corner.
///
/// The size comes from the axes' resolution if both axes have one, else from the tablet database, else it is unknown and positions
/// stay in device units. Values outside an axis' range are legal: they lie outside the surface.
public struct SurfaceGeometry: Sendable, Hashable {
    /// Width of the active area in millimetres; nil if it is unknown.
    public let width: Double?
    /// Height of the active area in millimetres; nil if it is unknown.
    public let height: Double?
    private let originX: Double
    private let originY: Double
    private let scaleX: Double
    private let scaleY: Double

    /// Whether positions are device units because nothing knows the size.
    public var isUnitless: Bool { width == nil }

    /// The geometry of the surface that these two axes span.
    ///
    /// Resolution counts only if both axes have one and both ranges are true ranges (minimum < maximum): with only one, shapes
    /// would be distorted.
    public init(_ description: DeviceDescription, x: UInt16 = Axis.x, y: UInt16 = Axis.y) {
        let horizontal = description.axes[x] ?? AxisInfo(minimum: 0, maximum: 0)
        let vertical = description.axes[y] ?? AxisInfo(minimum: 0, maximum: 0)
        originX = Double(horizontal.minimum)
        originY = Double(vertical.minimum)
        let spanX = Double(horizontal.span)
        let spanY = Double(vertical.span)
        let size: (width: Double, height: Double)?
        if spanX <= 0 || spanY <= 0 {
            size = nil
        } else if horizontal.resolution > 0, vertical.resolution > 0 {
            size = (spanX / Double(horizontal.resolution), spanY / Double(vertical.resolution))
        } else if let known = description.databaseSize, known.width.isFinite, known.height.isFinite, known.width > 0, known.height > 0 {
            size = known
        } else {
            size = nil
        }
        width = size?.width
        height = size?.height
        scaleX = size.map { $0.width / spanX } ?? 1
        scaleY = size.map { $0.height / spanY } ?? 1
    }

    /// Millimetres from the left edge, or device units from the axis' minimum if `isUnitless`.
    public func x(_ raw: Int32) -> Double { (Double(raw) - originX) * scaleX }

    /// Millimetres from the top edge downwards, or device units from the axis' minimum if `isUnitless`.
    public func y(_ raw: Int32) -> Double { (Double(raw) - originY) * scaleY }
}
