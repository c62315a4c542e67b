public import Evdev

/// A pen, touch device or pad listed by udev, not opened yet.
public struct DiscoveredDevice: Sendable, Hashable {
    /// The sysfs path: identifies the device for as long as it is plugged in.
    public var syspath: String
    /// The node, "/dev/input/event5". Nodes are reused for other devices.
    public var node: String
    /// The device number (`dev_t`) of the node, which shows whether the node is still this device's.
    public var number: UInt64
    /// The device's role.
    public var role: DeviceRole
    /// The device's name from the kernel. Untrusted: only display it, never interpret it.
    public var name: String
    /// BUS_USB is 3, BUS_BLUETOOTH 5, BUS_VIRTUAL 6, BUS_I2C 0x18.
    public var bus: UInt16
    /// Vendor and product number.
    public var hardware: HardwareID
    /// The seat that the device is assigned to; "seat0" by default.
    public var seat: String
    /// The same for all nodes of one piece of hardware; nil if unknown.
    public var group: String?
    /// The sysfs path of the USB device or HID device it is part of; nil if it has no such parent.
    public var parent: String?
    /// Whether a program made it through uinput, rather than hardware.
    public var isVirtual: Bool
    /// Whether the device is part of a screen, not a tablet on the desk.
    public var isDisplay: Bool
    /// Whether udev, or the kernel through ACPI, reports that it is part of the computer; nil if neither reports it.
    public var isIntegrated: Bool?
    /// The device's entry in the tablet database; nil if it is not listed.
    public var model: TabletModel?
    /// udev properties of its type and setup; excludes those that identify a single piece of hardware.
    public var properties: [String: String] = [:]
    /// The keys, rings and strips of a pad; nil for other devices.
    public var pad: PadLayout?
}

extension DiscoveredDevice {
    /// Whether the device is part of the computer, according to the tablet database, to udev, or to its bus, if that is only used inside
    /// a computer.
    ///
    /// Without any of these, it is assumed to be external, like most USB tablets.
    public var isBuiltIn: Bool { model?.isBuiltIn ?? isIntegrated ?? Self.internalBuses.contains(bus) }

    /// Whether the device is part of the computer's built-in display, or a virtual device made from one by a program such as iptsd.
    public var isPartOfDisplay: Bool { isDisplay && (isBuiltIn || isVirtual && hardware.vendor != 0) }

    /// BUS_HOST, BUS_I2C, BUS_SPI, BUS_INTEL_ISHTP and BUS_AMD_SFH.
    private static let internalBuses: Set<UInt16> = [0x19, 0x18, 0x1c, 0x1f, 0x20]
}

/// Vendor and product number of a piece of hardware.
public struct HardwareID: Sendable, Hashable {
    /// The vendor: 0x056a is Wacom.
    public var vendor: UInt16
    /// The vendor's product number.
    public var product: UInt16

    /// Creates a hardware ID of these numbers.
    public init(vendor: UInt16, product: UInt16) {
        self.vendor = vendor
        self.product = product
    }
}

/// An added or removed device.
public enum DeviceChange: Sendable, Hashable {
    /// A pen, touch device or pad was added.
    case added(DiscoveredDevice)
    /// A device that was announced before was removed.
    case removed(syspath: String)
}

/// The role of an input device in inkd.
public enum DeviceRole: Sendable, Hashable {
    /// Reports pens and erasers.
    case pen
    /// Reports fingers on a screen.
    case touch
    /// Reports the keys, rings and strips of a tablet.
    case pad

    /// Creates the role of a device from its udev properties; nil for every device that is to be left alone.
    ///
    /// `ID_INPUT_TABLET` alone says nothing: libwacom's hardware database sets it on the finger and pad nodes of a tablet too.
    /// The fingers of a touchpad move a pointer; they have no absolute position. A node that is a keyboard is never a pad, whatever other
    /// properties it has: inkd reads no typed keys. The twin of a pen is that pen again (`inkd-pen`). A tablet without any key of a pen is a pad: udev recognizes a pad by two of its keys
    /// alone, and a dial has at most one.
    /// - Parameter keys: the EV_KEY codes of the node.
    public init?(udevProperties properties: [String: String], keys: () -> Set<UInt16> = { [Key.toolPen] }) {
        func has(_ name: String) -> Bool { properties[name] == "1" }
        if has("LIBINPUT_IGNORE_DEVICE") || has("ID_INPUT_TOUCHPAD") || has("INKD_TWIN") { return nil }
        if has("ID_INPUT_TABLET_PAD") {
            guard !has("ID_INPUT_KEYBOARD") else { return nil }
            self = .pad
        } else if has("ID_INPUT_TOUCHSCREEN") {
            self = .touch
        } else if has("ID_INPUT_TABLET") {
            self = PenTracker.hasPenKey(keys()) ? .pen : .pad
            if self == .pad, has("ID_INPUT_KEYBOARD") { return nil }
        } else {
            return nil
        }
    }
}
