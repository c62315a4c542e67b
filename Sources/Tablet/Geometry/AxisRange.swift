import Evdev

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

    /// What is left of the range above a value; all of it if the value takes half of it or more.
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
