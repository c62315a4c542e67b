import Evdev
import Ink

/// The state of a pen device as the kernel sees it, and the device's ranges to read it by.
///
/// The kernel reports only changes, so every sample is the last state plus the changes of a frame.
struct PenAxes {
    var geometry: SurfaceGeometry
    /// The pressure offset of worn tips; nil where the tablet has no range of pressure.
    private(set) var wear: PressureOffset?
    /// Returns the identifier that the tip records use in place of a serial number.
    private let penName: @Sendable (UInt32) -> UInt32
    private let distanceRange: AxisRange?
    private let distanceFuzz: Int64
    private let knownTip: TipThresholds
    private let knownCurve: PressureCurve?
    private var adjustment: TabletAdjustment
    private var tip: TipThresholds
    private var pressureCurve: PressureCurve?
    /// Smoothing window: number of preceding samples averaged into each position.
    private(set) var smoothing = 0
    private let tilt: Tilt?
    private let rotation: BarrelRotation?
    private let wheelRange: AxisRange?
    /// ABS_MISC is a tool id on Wacom devices only, of both vendor numbers; at least one other driver uses it for a timestamp.
    private let trustsToolID: Bool
    private static let wacom: Set<UInt16> = [0x056a, 0x2d1f]
    private var toolKeys: ToolKeys

    private(set) var tools: PenTools = []
    private(set) var buttons: PointerButtons = []
    /// The buttons that events report.
    var visibleButtons: PointerButtons = [.lower, .upper, .third]
    private var isTouchKeyDown: Bool
    private var pressure: Int32
    /// Whether the pressure was reported since the pen entered proximity: drivers may leave the last stroke's pressure behind.
    private var isPressureFresh: Bool
    private(set) var frameHasPressure = false
    private var x: Int32
    private var y: Int32
    private var distance: Int32
    /// The distance as the device reports it; `distance` follows where the two differ by the fuzz.
    private var reportedDistance: Int32
    private var tiltX: Int32
    private var tiltY: Int32
    private var z: Int32
    private var wheel: Int32
    /// Pens without a wheel leave ABS_WHEEL at rest, which would read as a wheel at one end.
    private var hasSeenWheel: Bool
    /// Pens without rotation leave ABS_Z at rest, which would read as a turned barrel.
    private var hasSeenRotation: Bool
    private var toolID: Int32
    private(set) var serial: UInt32 = 0
    private var pen: UInt32 = 0

    /// - Parameter penName: the identifier that the tip records use in place of a serial number.
    init(
        _ description: DeviceDescription, area: TabletArea, adjustment: TabletAdjustment,
        penName: @escaping @Sendable (UInt32) -> UInt32
    ) {
        self.penName = penName
        geometry = Self.geometry(of: description, area, adjustment)
        self.adjustment = adjustment
        let quirks = description.quirks ?? Quirks()
        distanceRange = AxisRange(description.axes[Axis.distance])
        wear = PressureOffset(
            description.axes[Axis.pressure], offset: quirks.pressureOffset ?? 0, hasDistance: distanceRange != nil,
            tips: description.tips)
        // the last unit flickers in a hand that is held still (libinput)
        distanceFuzz = Int64(quirks.distanceFuzz ?? 2)
        knownTip = quirks.tip ?? .standard
        knownCurve = quirks.pressureCurve
        (tip, pressureCurve) = (knownTip, knownCurve)
        tilt = Tilt(description)
        rotation = BarrelRotation(description.axes[Axis.z])
        wheelRange = AxisRange(description.axes[Axis.wheel])
        trustsToolID = Self.wacom.contains(description.vendor)
        toolKeys = ToolKeys(description)

        func seed(_ axis: UInt16) -> Int32 { description.axes[axis]?.value ?? 0 }
        isTouchKeyDown = description.pressedKeys.contains(Key.touch)
        pressure = seed(Axis.pressure)
        isPressureFresh = false
        x = seed(Axis.x)
        y = seed(Axis.y)
        distance = seed(Axis.distance)
        reportedDistance = distance
        tiltX = seed(Axis.tiltX)
        tiltY = seed(Axis.tiltY)
        z = seed(Axis.z)
        hasSeenRotation = z != 0
        wheel = seed(Axis.wheel)
        hasSeenWheel = wheel != 0
        toolID = seed(Axis.misc)
        for key in description.pressedKeys {
            if !toolKeys.ignoresKeys, let tool = PenTools(key: key) { tools.insert(tool) }
            if let button = PointerButtons(key: key) { buttons.insert(button) }
        }
        // the kernel's state of a pen already in proximity is that pen's
        isPressureFresh = !tools.isEmpty || description.pressedKeys.contains(Key.touch)
        adjustToPen()
    }

    private static func geometry(
        of description: DeviceDescription, _ area: TabletArea, _ adjustment: TabletAdjustment
    ) -> SurfaceGeometry {
        SurfaceGeometry(description, area: area, size: adjustment.size, calibration: adjustment.calibration)
    }

    /// Applies another area and another adjustment.
    mutating func use(_ area: TabletArea, _ adjustment: TabletAdjustment, of description: DeviceDescription) {
        geometry = Self.geometry(of: description, area, adjustment)
        self.adjustment = adjustment
        adjustToPen()
    }

    /// Applies the settings of the pen whose serial number is known now.
    private mutating func adjustToPen() {
        let pen = adjustment.pen(serial: serial)
        tip = pen.tip(known: knownTip)
        pressureCurve = pen.pressure ?? knownCurve
        smoothing = pen.smoothing ?? 0
    }

    /// Applies an event; returns whether it changed anything that pointer events report.
    mutating func apply(_ event: InputEvent) -> Bool {
        switch event.type {
        case EventType.abs: return applyAxis(event.code, event.value)
        case EventType.key: return applyKey(event.code, isDown: event.value != 0)
        case EventType.msc where event.code == Misc.serial && event.value != -1:
            guard update(&serial, UInt32(bitPattern: event.value)) else { return false }
            pen = serial == 0 ? 0 : penName(serial)
            adjustToPen()
            return true
        default: return false
        }
    }

    private mutating func applyAxis(_ code: UInt16, _ value: Int32) -> Bool {
        toolKeys.axis(code)
        switch code {
        case Axis.x: return update(&x, value)
        case Axis.y: return update(&y, value)
        case Axis.pressure:
            (isPressureFresh, frameHasPressure) = (true, true)
            return update(&pressure, value)
        case Axis.distance:
            // a report with too small a change still counts as a report: the pen is there
            let isNew = update(&reportedDistance, value)
            if abs(Int64(value) - Int64(distance)) >= distanceFuzz { distance = value }
            return isNew
        case Axis.tiltX: return update(&tiltX, value)
        case Axis.tiltY: return update(&tiltY, value)
        case Axis.z:
            hasSeenRotation = true
            return update(&z, value)
        case Axis.wheel:
            hasSeenWheel = true
            return update(&wheel, value)
        case Axis.misc: return update(&toolID, value) && trustsToolID
        default: return false
        }
    }

    private mutating func applyKey(_ code: UInt16, isDown: Bool) -> Bool {
        if code == Key.touch {
            toolKeys.touch()
            return update(&isTouchKeyDown, isDown) && wear == nil
        }
        if Key.isTool(code), toolKeys.tool() { tools = [] }
        if let tool = PenTools(key: code) {
            guard !toolKeys.ignoresKeys else { return false }
            if isDown { tools.insert(tool) } else { tools.remove(tool) }
            return true
        }
        guard let button = PointerButtons(key: code), buttons.contains(button) != isDown else { return false }
        if isDown { buttons.insert(button) } else { buttons.remove(button) }
        return true
    }

    /// Begins a frame.
    mutating func beginFrame() { frameHasPressure = false }

    /// Puts a pen in proximity if the tablet does not report proximity; at the end of every frame.
    mutating func finishFrame() { if toolKeys.finishFrame() { tools = .pen } }

    /// Learns the pressure offset of the tip of a tool in proximity from the current state.
    mutating func learn(_ tool: PointerTool, isNew: Bool) {
        wear?.near(
            tool, pen: pen, pressure: isPressureFresh ? pressure : nil, isNew: isNew, distance: distanceRange?.fraction(distance))
    }

    /// Whether the tip touches, given whether it did before.
    ///
    /// Pressure decides, with hysteresis, in fractions of the range above a worn tip's offset: see `TipThresholds`. Tip switches close at
    /// other pressures on every device; BTN_TOUCH counts only where there is no pressure, or only one that may be the last stroke's.
    func isContact(before: Bool) -> Bool {
        guard let pressureRange = wear?.range else { return isTouchKeyDown }
        guard isPressureFresh || isTouchKeyDown else { return false }
        return before ? pressureRange.exceeds(tip.up, pressure) : pressureRange.reaches(tip.down, pressure)
    }

    /// The pen's position.
    var place: Point { geometry.place(x: x, y: y) }

    /// Millimeters per unit of positions: a tablet without units counts as one of ordinary size.
    var unit: Double {
        let width = geometry.mapping.part.width
        return geometry.isUnitless && width > 0 ? Self.ordinaryWidth / width : 1
    }

    /// Whether the pen is farther from a position than a hand gets between two reports, after it rested there.
    func hasJumped(from before: Point) -> Bool { place.distance(to: before) * unit > Self.reach }

    /// In millimeters. A hand that starts again moves less than one in the first report of a 100 Hz tablet.
    private static let reach = 5.0
    /// The width in millimeters that a tablet without units is assumed to have.
    private static let ordinaryWidth = 200.0

    /// Whether ink may begin at the pen's position.
    var takesInk: Bool { geometry.takesInk(x: x, y: y) }

    /// Forgets the state of the tool that left: its rotation, wheel and pressure, and its serial number unless the frame contained the next
    /// tool's.
    /// - Parameter keepsPressure: the pressure is that of the tool that replaced it.
    mutating func forgetTool(keepsSerial: Bool, keepsPressure: Bool = false) {
        wear?.finish()
        hasSeenRotation = false
        hasSeenWheel = false
        isPressureFresh = isPressureFresh && keepsPressure
        if !keepsSerial {
            (serial, pen) = (0, 0)
            adjustToPen()
        }
    }

    /// Marks the pressure as stale: no tool is in proximity, so a pressure reported now belongs to no tool.
    mutating func forgetPressure() { isPressureFresh = false }

    /// Removes all tools.
    mutating func clearTools() { tools = [] }

    /// Writes the state into an event. Pressure and distance exclude each other: a touching pen has no distance, a hovering one no force.
    func fill(_ event: inout PointerEvent, isTouching: Bool) {
        event.rawX = x
        event.rawY = y
        let place = geometry.place(x: x, y: y)
        event.x = place.x
        event.y = place.y
        event.isUnitless = geometry.isUnitless
        let pressure = wear?.range.fraction(pressure) ?? 0
        if isTouching {
            event.force = pressureCurve?.force(pressure) ?? pressure
        } else {
            event.distance = distanceRange?.fraction(distance) ?? 0
        }
        event.pressure = pressure == event.force ? nil : pressure
        if let tilt {
            let (azimuth, altitude) = tilt.angles(x: tiltX, y: tiltY)
            // an upright pen has no lean direction, whatever the tablet's orientation
            event.azimuth = altitude < .pi / 2 ? geometry.direction(azimuth) : azimuth
            event.altitude = altitude
        }
        if let rotation, hasSeenRotation { event.rotation = geometry.direction(rotation.radians(z)) }
        if let wheelRange, hasSeenWheel { event.wheel = wheelRange.fraction(wheel) }
        event.buttons = buttons.intersection(visibleButtons)
        event.serial = serial
        event.toolID = trustsToolID ? UInt32(bitPattern: toolID) : 0
    }
}

/// Stores a value; returns whether it changed.
private func update<Value: Equatable>(_ field: inout Value, _ value: Value) -> Bool {
    guard field != value else { return false }
    field = value
    return true
}
