import Evdev
import Ink

/// The pressure of the tip in proximity, and the tip switch (BTN_TOUCH).
struct TipPressure {
    /// The pressure offset of worn tips; nil if the tablet has no pressure range.
    private(set) var wear: PressureOffset?
    private var value: Int32
    /// Whether the pressure was reported since the pen entered proximity. Otherwise it may be left over from the last stroke, as with some
    /// drivers.
    private var isFresh: Bool
    private var isSwitchClosed: Bool
    /// Whether the frame contained a pressure.
    private(set) var isInFrame = false

    /// Starts from the state when the device was opened.
    /// - Parameter isNear: a tool is in proximity: the pressure is that tool's.
    init(_ description: DeviceDescription, isNear: Bool) {
        let pressure = description.axes[Axis.pressure]
        wear = PressureOffset(
            pressure, offset: description.quirks?.pressureOffset ?? 0, hasDistance: AxisRange(description.axes[Axis.distance]) != nil,
            tips: description.tips)
        value = pressure?.value ?? 0
        isSwitchClosed = description.pressedKeys.contains(Key.touch)
        isFresh = isNear || isSwitchClosed
    }

    /// Begins a frame.
    mutating func beginFrame() { isInFrame = false }

    /// Stores a reported pressure; returns whether it differs from the previous one.
    mutating func apply(_ pressure: Int32) -> Bool {
        (isFresh, isInFrame) = (true, true)
        return update(&value, pressure)
    }

    /// Stores the state of the tip switch. Returns whether the state changed and, without a pressure range, decides about contact.
    mutating func applySwitch(isClosed: Bool) -> Bool { update(&isSwitchClosed, isClosed) && wear == nil }

    /// Whether the tip touches, given whether it did before.
    ///
    /// Pressure decides, with hysteresis, in fractions of the range above a worn tip's offset (see `TipThresholds`). Tip switches close at
    /// a different pressure on every device. So BTN_TOUCH decides only on devices without pressure; elsewhere it confirms a pressure that
    /// may be left over from the last stroke.
    func isContact(before: Bool, _ thresholds: TipThresholds) -> Bool {
        guard let range = wear?.range else { return isSwitchClosed }
        guard isFresh || isSwitchClosed else { return false }
        return before ? range.exceeds(thresholds.up, value) : range.reaches(thresholds.down, value)
    }

    /// The pressure as a fraction of the range above a worn tip's offset; 0 if the tablet has no pressure range.
    var fraction: Float { wear?.range.fraction(value) ?? 0 }

    /// Learns the pressure offset of the tip in proximity from the current pressure.
    /// - Parameters:
    ///   - pen: the identifier that replaces the pen's serial number; 0 while the number is unknown.
    ///   - distance: a fraction of the tablet's distance range, 0…1; nil without a distance axis.
    mutating func learn(_ tool: PointerTool, pen: UInt32, isNew: Bool, distance: Float?) {
        wear?.near(tool, pen: pen, pressure: isFresh ? value : nil, isNew: isNew, distance: distance)
    }

    /// Ends the session of the tip that has left.
    /// - Parameter isReplaced: whether another tool has entered, and the current pressure is that tool's.
    mutating func finish(isReplaced: Bool) {
        wear?.finish()
        isFresh = isFresh && isReplaced
    }

    /// Marks the pressure as outdated, because no tool is in proximity.
    mutating func forget() { isFresh = false }
}
