/// Numbers of the kernel's input protocol, by the names of `linux/input-event-codes.h`.
public enum EventType {
    /// EV_SYN
    public static let syn: UInt16 = 0x00
    /// EV_KEY
    public static let key: UInt16 = 0x01
    /// EV_REL
    public static let rel: UInt16 = 0x02
    /// EV_ABS
    public static let abs: UInt16 = 0x03
    /// EV_MSC
    public static let msc: UInt16 = 0x04
}

/// Codes of EV_SYN.
public enum Sync {
    /// SYN_REPORT
    public static let report: UInt16 = 0
    /// SYN_DROPPED
    public static let dropped: UInt16 = 3
}

/// Codes of EV_KEY that tablets and touch devices use.
public enum Key {
    /// BTN_0; BTN_1 to BTN_9 follow.
    public static let button0: UInt16 = 0x100
    /// BTN_LEFT; BTN_RIGHT, BTN_MIDDLE, BTN_SIDE, BTN_EXTRA, BTN_FORWARD and BTN_BACK follow.
    public static let left: UInt16 = 0x110
    /// BTN_BASE; BTN_BASE2 follows.
    public static let base: UInt16 = 0x126
    /// BTN_A; BTN_B, BTN_C, BTN_X, BTN_Y and BTN_Z follow.
    public static let a: UInt16 = 0x130
    /// BTN_TOOL_PEN
    public static let toolPen: UInt16 = 0x140
    /// BTN_TOOL_RUBBER
    public static let toolRubber: UInt16 = 0x141
    /// BTN_TOOL_BRUSH
    public static let toolBrush: UInt16 = 0x142
    /// BTN_TOOL_PENCIL
    public static let toolPencil: UInt16 = 0x143
    /// BTN_TOOL_AIRBRUSH
    public static let toolAirbrush: UInt16 = 0x144
    /// BTN_TOOL_FINGER
    public static let toolFinger: UInt16 = 0x145
    /// BTN_TOOL_MOUSE
    public static let toolMouse: UInt16 = 0x146
    /// BTN_TOOL_LENS
    public static let toolLens: UInt16 = 0x147
    /// BTN_STYLUS3
    public static let stylus3: UInt16 = 0x149
    /// BTN_TOUCH
    public static let touch: UInt16 = 0x14a
    /// BTN_STYLUS
    public static let stylus: UInt16 = 0x14b
    /// BTN_STYLUS2
    public static let stylus2: UInt16 = 0x14c

    /// Returns the keyboard keys among these codes: all keys except buttons (BTN_*). Empty if the codes contain no letter, because keys
    /// without letters, such as KEY_PROG1, belong to tablets' pads.
    public static func typed(among keys: Set<UInt16>) -> Set<UInt16> {
        guard keys.contains(where: isLetter) else { return [] }
        return keys.filter { !buttons.contains($0) }
    }

    /// BTN_MISC to BTN_GEAR_UP: buttons of mice, tablets, pens and joysticks.
    private static let buttons: Range<UInt16> = 0x100..<0x160

    /// Whether a code is KEY_Q to KEY_P, KEY_A to KEY_L or KEY_Z to KEY_M.
    private static func isLetter(_ code: UInt16) -> Bool {
        (16...25).contains(code) || (30...38).contains(code) || (44...50).contains(code)
    }
}

/// Codes of EV_ABS that tablets and touch devices use.
public enum Axis {
    /// ABS_X
    public static let x: UInt16 = 0x00
    /// ABS_Y
    public static let y: UInt16 = 0x01
    /// ABS_Z
    public static let z: UInt16 = 0x02
    /// ABS_RX
    public static let rx: UInt16 = 0x03
    /// ABS_RY
    public static let ry: UInt16 = 0x04
    /// ABS_THROTTLE
    public static let throttle: UInt16 = 0x06
    /// ABS_WHEEL
    public static let wheel: UInt16 = 0x08
    /// ABS_PRESSURE
    public static let pressure: UInt16 = 0x18
    /// ABS_DISTANCE
    public static let distance: UInt16 = 0x19
    /// ABS_TILT_X
    public static let tiltX: UInt16 = 0x1a
    /// ABS_TILT_Y
    public static let tiltY: UInt16 = 0x1b
    /// ABS_MISC
    public static let misc: UInt16 = 0x28
    /// ABS_MT_SLOT
    public static let slot: UInt16 = 0x2f
    /// ABS_MT_POSITION_X
    public static let positionX: UInt16 = 0x35
    /// ABS_MT_POSITION_Y
    public static let positionY: UInt16 = 0x36
    /// ABS_MT_TOOL_TYPE
    public static let toolType: UInt16 = 0x37
    /// ABS_MT_TRACKING_ID
    public static let trackingID: UInt16 = 0x39
    /// ABS_MT_PRESSURE
    public static let mtPressure: UInt16 = 0x3a
    /// ABS_MT_DISTANCE
    public static let mtDistance: UInt16 = 0x3b
    /// ABS_MT_TOOL_Y, the last of the axes that describe a single contact. These axes follow `slot`.
    public static let lastOfContacts: UInt16 = 0x3d
}

/// Codes of EV_REL that tablets' pads use.
public enum Relative {
    /// REL_HWHEEL
    public static let horizontalWheel: UInt16 = 0x06
    /// REL_DIAL
    public static let dial: UInt16 = 0x07
    /// REL_WHEEL
    public static let wheel: UInt16 = 0x08
}

/// Codes of EV_MSC that tablets use.
public enum Misc {
    /// MSC_SERIAL
    public static let serial: UInt16 = 0x00
    /// MSC_TIMESTAMP
    public static let timestamp: UInt16 = 0x05
}

/// Values of ABS_MT_TOOL_TYPE.
public enum TouchTool {
    /// MT_TOOL_PEN
    public static let pen: Int32 = 1
    /// MT_TOOL_PALM
    public static let palm: Int32 = 2
}

/// Input properties (`INPUT_PROP_*`).
public enum Property {
    /// INPUT_PROP_POINTER
    public static let pointer: UInt16 = 0
    /// INPUT_PROP_DIRECT
    public static let direct: UInt16 = 1
}
