import Evdev

/// Turns ABS_Z of an art pen into the barrel's rotation: the range is a full turn, and its start lies at 90° (libinput).
struct BarrelRotation: Hashable {
    private let minimum: Double
    private let turn: Double

    /// nil if the axis has no range.
    init?(_ axis: AxisInfo?) {
        guard let axis, axis.span > 0 else { return nil }
        minimum = Double(axis.minimum)
        turn = Double(axis.span + 1)
    }

    /// Radians, 0 ≤ rotation < 2π.
    func radians(_ raw: Int32) -> Float {
        let turns = (Double(raw) - minimum) / turn + 0.25
        let radians = Float((turns - turns.rounded(.down)) * 2 * .pi)
        return radians < 2 * .pi ? radians : 0
    }
}
