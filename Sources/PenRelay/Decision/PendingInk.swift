internal import Ink

/// The place and time of the last strokes that are not committed yet.
struct PendingInk {
    private var box: (minimum: DevicePoint, maximum: DevicePoint)?
    /// The time until which the ink is pending; nil while a stroke is in progress.
    private var end: Instant?

    /// Begins a stroke. Older ink that is no longer pending is forgotten.
    mutating func begin(at time: Instant) {
        if let end, time > end { box = nil }
        end = nil
    }

    /// Adds a position of the stroke.
    mutating func extend(to place: DevicePoint) {
        guard let old = box else {
            box = (place, place)
            return
        }
        box = (
            DevicePoint(x: min(old.minimum.x, place.x), y: min(old.minimum.y, place.y)),
            DevicePoint(x: max(old.maximum.x, place.x), y: max(old.maximum.y, place.y))
        )
    }

    /// Ends the stroke.
    /// - Parameter milliseconds: the time for which the ink is pending.
    mutating func finish(at time: Instant, pendingFor milliseconds: UInt16) {
        end = time.advanced(byMicroseconds: Int64(milliseconds) * 1000)
    }

    /// Forgets all ink, because the ink was committed or canceled.
    mutating func clear() { (box, end) = (nil, nil) }

    /// Whether a contact at this place and time continues the pending ink.
    func isNear(_ place: DevicePoint, at time: Instant, reach: DeviceLength) -> Bool {
        guard let box, let end, time <= end else { return false }
        return FieldRectangle(box.minimum, box.maximum).contains(place, margin: reach)
    }
}
