import Evdev
import Glibc

/// Converts the two tilt axes into a pen's lean direction and its angle to the surface.
struct Tilt: Hashable {
    private let horizontal: Side
    private let vertical: Side

    /// Creates the tilt of a device; nil if an axis is missing or has no range, or according to the quirks the axes do not report tilt.
    init?(_ description: DeviceDescription) {
        let quirks = description.quirks ?? Quirks()
        guard quirks.tilt != TiltReading.none, let horizontal = Side(description.axes[Axis.tiltX], quirks.tilt),
            let vertical = Side(description.axes[Axis.tiltY], quirks.tilt)
        else { return nil }
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Returns the azimuth (0 ..< 2π) and the altitude (0…π/2) of a pen with these raw tilt values.
    ///
    /// The same geometry as the W3C Pointer Events' "converting between tiltX/tiltY and altitudeAngle/azimuthAngle".
    func angles(x: Int32, y: Int32) -> (azimuth: Float, altitude: Float) {
        let alongX = tan(horizontal.radians(x))
        let alongY = tan(vertical.radians(y))
        let lean = (alongX * alongX + alongY * alongY).squareRoot()
        guard lean > 0 else { return (0, .pi / 2) }
        let azimuth = Float(atan2(alongY, alongX))
        // Adding a full turn to a tiny negative angle rounds to exactly 2π.
        let turned = azimuth < 0 ? azimuth + 2 * .pi : azimuth
        return (turned < 2 * .pi ? turned : 0, min(.pi / 2, Float(atan2(1, lean))))
    }

    /// One tilt axis.
    private struct Side: Hashable {
        let center: Double
        let radiansPerUnit: Double

        /// The resolution is in units per radian if the range includes 0; otherwise the range stands for ±64°, unless quirks say
        /// otherwise. A range with an even number of values ([-64, 63], [0, 127]) is extended by one, because its center would be half a
        /// unit too low (as in libinput).
        init?(_ axis: AxisInfo?, _ reading: TiltReading?) {
            guard let axis, axis.span > 0 else { return nil }
            let holdsZero = axis.minimum < 0 && axis.maximum > 0
            let span = Double(axis.span % 2 == 1 ? axis.span + 1 : axis.span)
            let middle = Double(axis.minimum) + span / 2
            if axis.resolution > 0, reading == .resolution || (reading == nil && holdsZero) {
                center = holdsZero ? 0 : middle
                radiansPerUnit = 1 / Double(axis.resolution)
            } else {
                center = middle
                radiansPerUnit = 128 * Double.pi / 180 / span
            }
        }

        /// Returns the angle, limited to just short of lying flat, where the tangent is undefined.
        func radians(_ raw: Int32) -> Double {
            min(1.57, max(-1.57, (Double(raw) - center) * radiansPerUnit))
        }
    }
}

/// Converts ABS_Z of an art pen to the rotation of its barrel. The range is a full turn that starts at 90°, as in libinput.
struct BarrelRotation: Hashable {
    private let minimum: Double
    private let turn: Double

    /// Creates the rotation of an axis; nil if it has no range.
    init?(_ axis: AxisInfo?) {
        guard let axis, axis.span > 0 else { return nil }
        minimum = Double(axis.minimum)
        turn = Double(axis.span + 1)
    }

    /// Returns the rotation in radians, 0 ≤ rotation < 2π.
    func radians(_ raw: Int32) -> Float {
        let turns = (Double(raw) - minimum) / turn + 0.25
        let radians = Float((turns - turns.rounded(.down)) * 2 * .pi)
        return radians < 2 * .pi ? radians : 0
    }
}
