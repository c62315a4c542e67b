import Evdev
import Ink

/// The state of a pen device as the kernel sees it, and the device's ranges to read it by.
///
/// The kernel reports only changes, so every sample is the last state plus the changes of a frame.
struct PenAxes {
    var geometry: SurfaceGeometry
    /// nil where the tablet has no range of pressure.
    private(set) var wear: PressureOffset?
    /// Stands for a serial number in what is known of tips.
    private let penName: @Sendable (UInt32) -> UInt32
    private let distanceRange: AxisRange?
    private let distanceFuzz: Int64
    private let knownTip: TipThresholds
    private let knownCurve: PressureCurve?
    private var adjustment: TabletAdjustment
    private var tip: TipThresholds
    private var pressureCurve: PressureCurve?
    /// How many samples before each one its place is averaged with.
    private(set) var smoothing = 0
    private let tilt: Tilt?
    private let rotation: BarrelRotation?
    private let wheelRange: AxisRange?
    /// ABS_MISC is a tool id on Wacom's devices, of both vendor numbers; elsewhere it may be anything, and one driver puts a time stamp there.
    private let trustsToolID: Bool
    private static let wacom: Set<UInt16> = [0x056a, 0x2d1f]
    private var toolKeys: ToolKeys

    private(set) var tools: PenTools = []
    private(set) var buttons: PointerButtons = []
    /// Those that events have.
    var visibleButtons: PointerButtons = [.lower, .upper, .third]
    private var isTouchKeyDown: Bool
    private var pressure: Int32
    /// The pressure was reported since the pen came near: drivers may leave that of the last stroke behind.
    private var isPressureFresh: Bool
    private(set) var frameHasPressure = false
    private var x: Int32
    private var y: Int32
    private var distance: Int32
    /// As the device has it; `distance` follows where the two differ by the fuzz.
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

    /// - Parameter penName: the name that what is known of tips has for a serial number.
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
        // what the kernel has of a pen that is near already is that pen's
        isPressureFresh = !tools.isEmpty || description.pressedKeys.contains(Key.touch)
        adjustToPen()
    }

    private static func geometry(
        of description: DeviceDescription, _ area: TabletArea, _ adjustment: TabletAdjustment
    ) -> SurfaceGeometry {
        SurfaceGeometry(description, area: area, size: adjustment.size, calibration: adjustment.calibration)
    }

    /// Goes by another area and another adjustment from now on.
    mutating func use(_ area: TabletArea, _ adjustment: TabletAdjustment, of description: DeviceDescription) {
        geometry = Self.geometry(of: description, area, adjustment)
        self.adjustment = adjustment
        adjustToPen()
    }

    /// Goes by what is set of the pen whose serial number is known now.
    private mutating func adjustToPen() {
        let pen = adjustment.pen(serial: serial)
        tip = pen.tip(known: knownTip)
        pressureCurve = pen.pressure ?? knownCurve
        smoothing = pen.smoothing ?? 0
    }

    /// Applies an event; returns whether that changed anything a pointer event has.
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
            // a report that changes it too little is one all the same: the pen is there
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

    /// A frame begins.
    mutating func beginFrame() { frameHasPressure = false }

    /// Takes the pen for near if the tablet does not report proximity; at the end of every frame.
    mutating func finishFrame() { if toolKeys.finishFrame() { tools = .pen } }

    /// A tool is near: the pressure offset of its tip is learned from the present state.
    mutating func learn(_ tool: PointerTool, isNew: Bool) {
        wear?.near(
            tool, pen: pen, pressure: isPressureFresh ? pressure : nil, isNew: isNew, distance: distanceRange?.fraction(distance))
    }

    /// Whether the tip touches, given whether it did before.
    ///
    /// Pressure decides, with hysteresis, in parts of the range above a worn tip's offset: see `TipThresholds`. Tip switches close at other
    /// pressures on every device; BTN_TOUCH counts only where there is no pressure, or only one that may be the last stroke's.
    func isContact(before: Bool) -> Bool {
        guard let pressureRange = wear?.range else { return isTouchKeyDown }
        guard isPressureFresh || isTouchKeyDown else { return false }
        return before ? pressureRange.exceeds(tip.up, pressure) : pressureRange.reaches(tip.down, pressure)
    }

    /// Where the pen is.
    var place: Place { geometry.place(x: x, y: y) }

    /// Millimetres of one unit of places: a tablet without units counts as one of ordinary size.
    var unit: Double {
        let width = geometry.mapping.part.width
        return geometry.isUnitless && width > 0 ? Self.ordinaryWidth / width : 1
    }

    /// Whether the pen is farther from a place than a hand gets between two reports, after it rested there.
    func hasJumped(from before: Place) -> Bool { place.distance(to: before) * unit > Self.reach }

    /// Millimetres. A hand that sets off again makes less than one in the first report of a 100 Hz tablet.
    private static let reach = 5.0
    /// Millimetres.
    private static let ordinaryWidth = 200.0

    /// Whether ink may begin where the pen is.
    var takesInk: Bool { geometry.takesInk(x: x, y: y) }

    /// Forgets the state of the tool that left: its rotation, wheel and pressure, and its serial number unless the frame brought the next
    /// one's.
    /// - Parameter keepsPressure: the pressure is that of the tool that came instead.
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

    /// No tool is near: a pressure that is reported now is of none.
    mutating func forgetPressure() { isPressureFresh = false }

    /// Every tool has left.
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
            // an upright pen leans nowhere, however the tablet lies
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

/// Stores a value; whether it is another one than before.
private func update<Value: Equatable>(_ field: inout Value, _ value: Value) -> Bool {
    guard field != value else { return false }
    field = value
    return true
}
