import Evdev
import Ink

/// Converts a pen's axes from device units to the units of pointer events.
struct AxisScales {
    var geometry: SurfaceGeometry
    private let distance: AxisRange?
    private let tilt: Tilt?
    private let rotation: BarrelRotation?
    private let wheel: AxisRange?

    /// The assumed width of a tablet without a known size, in millimeters.
    private static let assumedWidth = 200.0

    init(_ description: DeviceDescription, geometry: SurfaceGeometry) {
        self.geometry = geometry
        distance = AxisRange(description.axes[Axis.distance])
        tilt = Tilt(description)
        rotation = BarrelRotation(description.axes[Axis.z])
        wheel = AxisRange(description.axes[Axis.wheel])
    }

    /// Millimeters per unit of positions: 1, or an estimate if the tablet's size is unknown.
    var unit: Double {
        let width = geometry.mapping.part.width
        return geometry.isUnitless && width > 0 ? Self.assumedWidth / width : 1
    }

    /// Returns the pen's position.
    func place(_ values: AxisValues) -> Point { geometry.place(x: values.x, y: values.y) }

    /// Whether ink may begin at the pen's position.
    func takesInk(_ values: AxisValues) -> Bool { geometry.takesInk(x: values.x, y: values.y) }

    /// Returns the distance as a fraction of its range, 0…1; nil without a distance axis.
    func distance(_ values: AxisValues) -> Float? { distance?.fraction(values.distance.value) }

    /// Writes the pen's state into an event, except the pressure and the distance.
    func fill(_ event: inout PointerEvent, _ values: AxisValues) {
        event.rawX = values.x
        event.rawY = values.y
        let place = place(values)
        event.x = place.x
        event.y = place.y
        event.isUnitless = geometry.isUnitless
        if let tilt {
            let (azimuth, altitude) = tilt.angles(x: values.tiltX, y: values.tiltY)
            // an upright pen has no azimuth, whatever the orientation of the tablet, so the value is not rotated
            event.azimuth = altitude < .pi / 2 ? geometry.direction(azimuth) : azimuth
            event.altitude = altitude
        }
        if let rotation, let value = values.rotation.reported { event.rotation = geometry.direction(rotation.radians(value)) }
        if let wheel, let value = values.wheel.reported { event.wheel = wheel.fraction(value) }
        event.toolID = values.toolID
    }
}
