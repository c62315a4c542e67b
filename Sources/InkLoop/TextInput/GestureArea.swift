internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Tablet

extension TextInputHub {
    /// Returns a gesture whose area is on the screen. The gesture's original area is on the surface of the pen that writes into an editor.
    func placed(_ gesture: TextInputInterface.Gesture, of editor: EditorID?, on seat: TextSeat) -> TextInputInterface.Gesture {
        var gesture = gesture
        let pen = devices.pens(of: seat.name).first { editor != nil && $0.textEditor?.id == editor }
        gesture.area = gesture.area.flatMap { area in
            guard let pen, let tablet = seats.tablets(of: seat).mapping(of: pen.description) else { return nil }
            return SurfaceToScreen(pen.geometry, matrix: tablet.matrix)?.area(area)
        }
        return gesture
    }
}

extension [TextInputInterface.TabletMapping] {
    /// Returns the mapping of a pen to the screen; nil if the mapping is unknown.
    func mapping(of pen: DeviceDescription) -> TextInputInterface.TabletMapping? {
        let same = filter { $0.vendor == Int(pen.id.vendor) && $0.product == Int(pen.id.product) }
        return same.first { $0.name == pen.name } ?? same.first
    }
}

/// Converts positions in a tablet's mapped area, in millimeters, to pixels of the screen.
struct SurfaceToScreen {
    private let geometry: SurfaceGeometry
    private let active: SurfaceSize
    private let map: InkTransform

    /// - Parameter matrix: The six numbers a, b, c, d, e, f of org.inkd.TextInput's `TabletMapping`.
    /// - Returns: nil if the tablet's size is unknown, or there are not six numbers.
    init?(_ geometry: SurfaceGeometry, matrix: [Double]) {
        guard matrix.count == 6, let active = geometry.activeSize, active.width > 0, active.height > 0 else { return nil }
        (self.geometry, self.active) = (geometry, active)
        map = InkTransform(a: matrix[0], b: matrix[3], c: matrix[1], d: matrix[4], tx: matrix[2], ty: matrix[5])
    }

    /// Returns the smallest rectangle of the screen that contains a rectangle of the mapped area; nil if the result is not finite.
    func area(_ area: TextInputInterface.Area) -> TextInputInterface.Area? {
        let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { place(x: area.x + $0.0 * area.width, y: area.y + $0.1 * area.height) }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(), (right - left).isFinite,
            (bottom - top).isFinite
        else { return nil }
        return .init(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the position on the screen for a position in the mapped area. The mapped area is a part of the active area and may be
    /// rotated.
    private func place(x: Double, y: Double) -> Point {
        let mapping = geometry.mapping
        let (left, top) = (mapping.part.x, mapping.part.y)
        let place: Point
        switch mapping.turn.rawValue {
        case 90: place = Point(x: left + y, y: top + mapping.width - x)
        case 180: place = Point(x: left + mapping.width - x, y: top + mapping.height - y)
        case 270: place = Point(x: left + mapping.height - y, y: top + x)
        default: place = Point(x: left + x, y: top + y)
        }
        return map(Point(x: place.x / active.width, y: place.y / active.height))
    }
}
