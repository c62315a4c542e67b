internal import Ink
internal import Tablet

/// The system's description of a device, besides its axes.
struct DeviceIdentity {
    var name: String
    var role: DeviceRole
    var bus: UInt16
    var hardware: HardwareID
    var seat: String
    var isDisplay: Bool
    var isVirtual: Bool
    var isReplay: Bool
    /// Whether the device is part of the computer's own display.
    var isBuiltIn = false
    /// Its entry in the tablet database; nil if it is not listed.
    var model: TabletModel?
    /// Whether a recording contains all known facts about the device, including facts that the device does not report. These are used
    /// instead of the local databases, so that a replay gives the same results.
    var isKnownWhole = false
    /// The keys, rings and strips of a pad; nil for other devices.
    var pad: PadLayout?
}

/// The settings of a device's surface.
struct SurfaceSettings: Equatable {
    /// The part of the surface that can be written on.
    var area = TabletArea()
    /// The adjustments of the tablet and its pens by the user; empty for a touch device.
    var adjustment = TabletAdjustment()
}
