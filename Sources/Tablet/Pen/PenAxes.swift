import Evdev
import Ink

/// The state of a pen device as the kernel sees it: tools, buttons, axes, serial number.
///
/// Apply a frame's events one by one. Then call `fill` to write the state into pointer events.
struct PenAxes {
    /// The scales of the axes.
    private(set) var scales: AxisScales
    /// The pressure and the tip switch.
    private(set) var tip: TipPressure
    /// The settings of the pen in proximity.
    private(set) var settings: PenSettings
    private var serialNumber: PenSerial
    private var values: AxisValues
    private var toolKeys: ToolKeys
    /// The barrel buttons that are held.
    private(set) var buttons: PointerButtons = []
    /// The buttons that pointer events contain.
    var visibleButtons: PointerButtons = [.lower, .upper, .third]

    /// Starts from the state when the device was opened.
    /// - Parameter penName: returns the identifier that the tip records use in place of a serial number.
    init(
        _ description: DeviceDescription, area: TabletArea, adjustment: TabletAdjustment,
        penName: @escaping @Sendable (UInt32) -> UInt32
    ) {
        scales = AxisScales(description, geometry: Self.geometry(of: description, area, adjustment))
        settings = PenSettings(adjustment, quirks: description.quirks ?? Quirks())
        serialNumber = PenSerial(identifier: penName)
        values = AxisValues(description)
        toolKeys = ToolKeys(description)
        tip = TipPressure(description, isNear: !toolKeys.tools.isEmpty)
        for key in description.pressedKeys {
            if let button = PointerButtons(key: key) { buttons.insert(button) }
        }
    }

    private static func geometry(
        of description: DeviceDescription, _ area: TabletArea, _ adjustment: TabletAdjustment
    ) -> SurfaceGeometry {
        SurfaceGeometry(description, area: area, size: adjustment.size, calibration: adjustment.calibration)
    }

    /// Applies another area and another adjustment.
    mutating func use(_ area: TabletArea, _ adjustment: TabletAdjustment, of description: DeviceDescription) {
        scales.geometry = Self.geometry(of: description, area, adjustment)
        settings.use(adjustment, serial: serial)
    }

    // MARK: Reports

    /// Begins a frame.
    mutating func beginFrame() { tip.beginFrame() }

    /// Applies an event; returns whether it changed anything that pointer events report.
    mutating func apply(_ event: InputEvent) -> Bool {
        switch event.type {
        case EventType.abs:
            toolKeys.axis(event.code)
            return event.code == Axis.pressure ? tip.apply(event.value) : values.apply(event.code, event.value)
        case EventType.key: return applyKey(event.code, isDown: event.value != 0)
        case EventType.msc:
            guard PenSerial.isReported(by: event), serialNumber.apply(event.value) else { return false }
            settings.select(serial: serial)
            return true
        default: return false
        }
    }

    private mutating func applyKey(_ code: UInt16, isDown: Bool) -> Bool {
        if code == Key.touch {
            toolKeys.touch()
            return tip.applySwitch(isClosed: isDown)
        }
        if Key.isTool(code) { return toolKeys.apply(code, isDown: isDown) }
        guard let button = PointerButtons(key: code), buttons.contains(button) != isDown else { return false }
        if isDown { buttons.insert(button) } else { buttons.remove(button) }
        return true
    }

    /// Ends a frame. If the tablet does not report proximity, assumes that a pen is in proximity.
    mutating func finishFrame() { toolKeys.finishFrame() }

    /// Learns the pressure offset of the tip of a tool in proximity from the current state.
    mutating func learn(_ tool: PointerTool, isNew: Bool) {
        tip.learn(tool, pen: serialNumber.pen, isNew: isNew, distance: scales.distance(values))
    }

    /// Forgets the state of the tool that left: its rotation, wheel and pressure, and its serial number.
    /// - Parameters:
    ///   - keepsSerial: whether to keep the serial number, because the frame contained the next tool's.
    ///   - keepsPressure: whether the pressure belongs to the tool that replaced the previous one.
    mutating func forgetTool(keepsSerial: Bool, keepsPressure: Bool = false) {
        tip.finish(isReplaced: keepsPressure)
        values.forgetTool()
        if !keepsSerial {
            serialNumber.forget()
            settings.select(serial: 0)
        }
    }

    /// Marks the pressure as outdated. No tool is in proximity, so a pressure reported now belongs to no tool.
    mutating func forgetPressure() { tip.forget() }

    /// Removes all tools.
    mutating func clearTools() { toolKeys.clear() }

    // MARK: State

    /// The tools in proximity.
    var tools: PenTools { toolKeys.tools }

    /// The serial number of the pen in proximity; 0 while unknown.
    var serial: UInt32 { serialNumber.number }

    /// Whether the tip touches, given whether it did before.
    func isContact(before: Bool) -> Bool { tip.isContact(before: before, settings.thresholds) }

    /// The pen's position.
    var place: Point { scales.place(values) }

    /// Whether ink may begin at the pen's position.
    var takesInk: Bool { scales.takesInk(values) }

    /// Returns the distance of the pen from a position, in millimeters; an estimate if the tablet's size is unknown.
    func distance(to other: Point) -> Double { place.distance(to: other) * scales.unit }

    /// Writes the state into an event. A touching pen has no distance, a hovering pen no force.
    func fill(_ event: inout PointerEvent, isTouching: Bool) {
        scales.fill(&event, values)
        let pressure = tip.fraction
        if isTouching {
            event.force = settings.curve?.force(pressure) ?? pressure
        } else {
            event.distance = scales.distance(values) ?? 0
        }
        event.pressure = pressure == event.force ? nil : pressure
        event.buttons = buttons.intersection(visibleButtons)
        event.serial = serial
    }
}
