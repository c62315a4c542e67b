internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import PenRelay
internal import Tablet

/// The rules for the relay of a pen, and the text fields in its device units.
struct RelayRules {
    /// The margin in millimeters around a field that still belongs to the field. As in Windows, small fields can be written into from
    /// slightly outside.
    static let margin = 3.0

    var settings: RelaySettings
    var fields: [FieldRectangle] = []

    /// - Parameters:
    ///   - session: the session that has the seat, or otherwise the last one that reported fields; nil if no text is written.
    ///   - mode: the mode of the user's pens.
    ///   - tablets: the mapping of tablets to the screen.
    ///   - pen: the pen.
    init(
        for session: SeatSession?, mode: PenMode, tablets: [TextInputInterface.TabletMapping], pen: DeviceDescription
    ) {
        settings = .standard(.pass, for: pen)
        guard let session else { return }
        switch session.capture {
        case .passive: break
        case .exclusive: settings.mode = .writeEverything
        case .automatic:
            guard mode != .points else { return }
            guard mode == .pointsAndWrites, let projection = Self.projection(of: pen, tablets) else {
                // the position of fields on the tablet is unknown: the pen writes everywhere while a field has the focus, and points
                // otherwise
                if session.takesInk { settings.mode = .writeEverything }
                return
            }
            fields = session.fieldMap.fields.prefix(DaemonMessage.mostFields).compactMap { field in
                let box = Box(x: field.x, y: field.y, width: field.width, height: field.height)
                guard let area = projection.rectangle(box, margin: field.secret ? 0 : Self.margin) else { return nil }
                return FieldRectangle(
                    DevicePoint(x: area.left, y: area.top), DevicePoint(x: area.right, y: area.bottom), isFocused: field.focused,
                    isSecret: field.secret || field.focused && session.field?.purpose.takesInk == false)
            }
            if fields.contains(where: { !$0.isSecret }) { settings.mode = .decide }
        }
    }

    /// Returns the map from the screen to a pen's device units; nil if no mapping of the pen is known.
    private static func projection(of pen: DeviceDescription, _ tablets: [TextInputInterface.TabletMapping]) -> ScreenProjection? {
        guard let x = pen.axes[Axis.x], let y = pen.axes[Axis.y], let tablet = tablets.mapping(of: pen) else { return nil }
        return ScreenProjection(matrix: tablet.matrix, horizontal: x, vertical: y, pixelsPerMillimeter: tablet.millimeter)
    }
}
