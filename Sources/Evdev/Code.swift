/// Numbers of the kernel's input protocol, by the names of `linux/input-event-codes.h`.
public enum EventType {
    public static let syn: UInt16 = 0x00
    public static let key: UInt16 = 0x01
    public static let rel: UInt16 = 0x02
    public static let abs: UInt16 = 0x03
    public static let msc: UInt16 = 0x04
}

/// Codes of EV_SYN.
public enum Sync {
    public static let report: UInt16 = 0
    public static let dropped: UInt16 = 3
}

/// Codes of EV_KEY that tablets and touch devices use.
public enum Key {
    public static let mouseLeft: UInt16 = 0x110
    public static let toolPen: UInt16 = 0x140
    public static let toolRubber: UInt16 = 0x141
    public static let toolBrush: UInt16 = 0x142
    public static let toolPencil: UInt16 = 0x143
    public static let toolAirbrush: UInt16 = 0x144
    public static let toolFinger: UInt16 = 0x145
    public static let toolMouse: UInt16 = 0x146
    public static let toolLens: UInt16 = 0x147
    public static let stylus3: UInt16 = 0x149
    public static let touch: UInt16 = 0x14a
    public static let stylus: UInt16 = 0x14b
    public static let stylus2: UInt16 = 0x14c
}

/// Codes of EV_ABS that tablets and touch devices use.
public enum Axis {
    public static let x: UInt16 = 0x00
    public static let y: UInt16 = 0x01
    public static let z: UInt16 = 0x02
    public static let wheel: UInt16 = 0x08
    public static let pressure: UInt16 = 0x18
    public static let distance: UInt16 = 0x19
    public static let tiltX: UInt16 = 0x1a
    public static let tiltY: UInt16 = 0x1b
    public static let misc: UInt16 = 0x28
    public static let slot: UInt16 = 0x2f
    public static let touchMajor: UInt16 = 0x30
    public static let positionX: UInt16 = 0x35
    public static let positionY: UInt16 = 0x36
    public static let toolType: UInt16 = 0x37
    public static let trackingID: UInt16 = 0x39
    public static let mtPressure: UInt16 = 0x3a
}

/// Codes of EV_MSC that tablets use.
public enum Misc {
    public static let serial: UInt16 = 0x00
    public static let scan: UInt16 = 0x04
    public static let timestamp: UInt16 = 0x05
}

/// Values of ABS_MT_TOOL_TYPE.
public enum TouchTool {
    public static let finger: Int32 = 0
    public static let pen: Int32 = 1
    public static let palm: Int32 = 2
}

/// Input properties (`INPUT_PROP_*`).
public enum Property {
    public static let pointer: UInt16 = 0
    public static let direct: UInt16 = 1
}
