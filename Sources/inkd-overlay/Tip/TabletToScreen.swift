internal import Ink
internal import InkProtocol

/// The mapping of a tablet to the screen by a desktop.
struct TabletToScreen: Equatable {
    /// The map from positions on the tablet's active area to pixels of the screen. Positions are 0 to 1 from the left and the top edge of
    /// the area, in the tablet's default orientation.
    var map: InkTransform

    /// - Parameter numbers: a to f of x = a·u + b·v + c, y = d·u + e·v + f.
    /// - Returns: nil unless the numbers are six finite numbers of a map that can be inverted.
    init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        map = InkTransform(a: numbers[0], b: numbers[3], c: numbers[1], d: numbers[4], tx: numbers[2], ty: numbers[5])
        guard map.inverse != nil else { return nil }
    }

    /// Returns the position of an event on the screen; nil for a tablet without a known size.
    func place(of event: PointerInterface.Event, on device: DevicesInterface.Device) -> Point? {
        device.unitPlace(x: event.x, y: event.y).map { map($0) }
    }
}

extension DevicesInterface.Device {
    /// Returns the position on the active area that corresponds to a position in the writing area. `x` and `y` are in millimeters. The
    /// result is 0 to 1 in the tablet's default orientation, or nil if the device's size is unknown.
    func unitPlace(x: Double, y: Double) -> Point? {
        guard let width, let height else { return nil }
        // the writing area is the whole active area unless another one is reported
        let turn = placement?.turn ?? 0
        let isUpright = turn == 0 || turn == 180
        let (activeWidth, activeHeight) = (
            activeWidth ?? (isUpright ? width : height), activeHeight ?? (isUpright ? height : width)
        )
        guard activeWidth > 0, activeHeight > 0, activeWidth.isFinite, activeHeight.isFinite else { return nil }
        let (left, top) = (placement?.x ?? 0, placement?.y ?? 0)
        let place: Point
        switch turn {
        case 90: place = Point(x: left + y, y: top + width - x)
        case 180: place = Point(x: left + width - x, y: top + height - y)
        case 270: place = Point(x: left + height - y, y: top + x)
        default: place = Point(x: left + x, y: top + y)
        }
        return Point(x: place.x / activeWidth, y: place.y / activeHeight)
    }
}
