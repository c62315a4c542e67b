public import Evdev
internal import Glibc
public import Ink

/// Converts rectangles on the screen to device units of a pen that is mapped to the screen.
public struct ScreenProjection: Sendable, Hashable {
    /// A rectangle in device units, edges included.
    public struct Rectangle: Sendable, Hashable {
        /// The edges.
        public var (left, top, right, bottom): (Int32, Int32, Int32, Int32)

        public init(left: Int32, top: Int32, right: Int32, bottom: Int32) {
            (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
        }
    }

    /// The map from the screen to fractions of the axes' ranges.
    private let fractions: InkTransform
    private let (horizontal, vertical): (AxisInfo, AxisInfo)
    /// Pixels of the screen per millimeter; nil if unknown.
    private let pixelsPerMillimeter: Double?

    /// - Parameters:
    ///   - matrix: The six numbers a, b, c, d, e, f of org.inkd.TextInput's `TabletMapping`: a point at the fractions (u, v) of the axes'
    ///     ranges is shown at (a u + b v + c, d u + e v + f).
    ///   - horizontal: The axis of u.
    ///   - vertical: The axis of v.
    ///   - pixelsPerMillimeter: Pixels of the screen per millimeter, for margins; nil: margins are measured on the tablet.
    /// - Returns: nil if the map cannot be inverted, or an axis has no range.
    public init?(matrix: [Double], horizontal: AxisInfo, vertical: AxisInfo, pixelsPerMillimeter: Double? = nil) {
        guard matrix.count == 6, horizontal.span > 0, vertical.span > 0 else { return nil }
        let map = InkTransform(a: matrix[0], b: matrix[3], c: matrix[1], d: matrix[4], tx: matrix[2], ty: matrix[5])
        guard let fractions = map.inverse else { return nil }
        self.fractions = fractions
        (self.horizontal, self.vertical) = (horizontal, vertical)
        self.pixelsPerMillimeter = pixelsPerMillimeter.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    /// Returns the smallest rectangle in device units that contains a rectangle of the screen.
    /// - Parameter margin: Millimeters by which the rectangle is grown on each side.
    /// - Returns: nil if the rectangle is empty or lies outside the surface.
    public func rectangle(_ box: Box, margin: Double) -> Rectangle? {
        guard box.width > 0, box.height > 0, box.right.isFinite, box.bottom.isFinite, box.x.isFinite, box.y.isFinite else { return nil }
        let screenMargin = margin * (pixelsPerMillimeter ?? 0)
        let corners = [
            Point(x: box.x - screenMargin, y: box.y - screenMargin), Point(x: box.right + screenMargin, y: box.y - screenMargin),
            Point(x: box.x - screenMargin, y: box.bottom + screenMargin), Point(x: box.right + screenMargin, y: box.bottom + screenMargin),
        ].map { fractions($0) }
        let deviceMargin = pixelsPerMillimeter == nil ? margin : 0
        guard let (left, right) = range(corners.map(\.x), on: horizontal, margin: deviceMargin),
            let (top, bottom) = range(corners.map(\.y), on: vertical, margin: deviceMargin)
        else { return nil }
        return Rectangle(left: left, top: top, right: right, bottom: bottom)
    }

    /// Returns the smallest part of an axis' range that contains all of the fractions.
    /// - Parameter margin: Millimeters added at both ends, converted by the axis' resolution.
    private func range(_ fractions: [Double], on axis: AxisInfo, margin: Double) -> (Int32, Int32)? {
        guard let low = fractions.min(), let high = fractions.max() else { return nil }
        let extra = margin * Double(axis.resolution)
        // round outward, but ignore rounding errors of the calculation
        let tolerance = 1e-6
        let lower = (Double(axis.minimum) + low * Double(axis.span) - extra + tolerance).rounded(.down)
        let upper = (Double(axis.minimum) + high * Double(axis.span) + extra - tolerance).rounded(.up)
        let (minimum, maximum) = (Double(axis.minimum), Double(axis.maximum))
        guard lower <= maximum, upper >= minimum else { return nil }
        return (Int32(max(lower, minimum)), Int32(min(upper, maximum)))
    }
}
