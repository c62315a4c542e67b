public import Evdev

/// A pen, touch device or pad listed by udev, not opened yet.
public struct DiscoveredDevice: Sendable, Hashable {
    /// The sysfs path, which identifies the device until it is unplugged.
    public var syspath: String
    /// The path of the node, such as "/dev/input/event5". The kernel reuses nodes for other devices.
    public var node: String
    /// The device number (`dev_t`) of the node. It shows whether the node still belongs to this device.
    public var number: UInt64
    /// The device's role.
    public var role: DeviceRole
    /// The device's name from the kernel. Untrusted: only display it, never interpret it.
    public var name: String
    /// The bus type (`BUS_*`): 3 is USB, 5 Bluetooth, 6 virtual, 0x18 I2C.
    public var bus: UInt16
    /// Vendor and product number.
    public var hardware: HardwareID
    /// The seat that the device is assigned to; "seat0" by default.
    public var seat: String
    /// The device group, which is the same for all nodes of one piece of hardware; nil if unknown.
    public var group: String?
    /// The sysfs path of the USB or HID device that contains this device; nil if it has no such parent.
    public var parent: String?
    /// Whether a program created the device through uinput.
    public var isVirtual: Bool
    /// Whether the device belongs to a screen. False for a tablet on the desk without a screen.
    public var isDisplay: Bool
    /// Whether udev, or the kernel through ACPI, reports that the device is part of the computer; nil without such a report.
    public var isIntegrated: Bool?
    /// The device's entry in the tablet database; nil if it is not listed.
    public var model: TabletModel?
    /// The udev properties about the device's type and setup. Properties that identify an individual device are left out.
    public var properties: [String: String] = [:]
    /// The keys, rings and strips of a pad; nil for other devices.
    public var pad: PadLayout?
}

extension DiscoveredDevice {
    /// Whether the device is part of the computer. The sources are, in this order, the tablet database, udev, and the device's bus, if
    /// computers use it only internally.
    ///
    /// Without such evidence the device counts as external, like most USB tablets.
    public var isBuiltIn: Bool { model?.isBuiltIn ?? isIntegrated ?? Self.internalBuses.contains(bus) }

    /// Whether the device is part of the computer's built-in display, or a virtual device made from one by a program such as iptsd.
    public var isPartOfDisplay: Bool { isDisplay && (isBuiltIn || isVirtual && hardware.vendor != 0) }

    /// The buses that are used only inside computers: BUS_HOST, BUS_I2C, BUS_SPI, BUS_INTEL_ISHTP and BUS_AMD_SFH.
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
    /// A device that was reported as added was removed.
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

    /// Creates the role of a device from its udev properties; nil for a device that inkd does not read.
    ///
    /// `ID_INPUT_TABLET` alone proves nothing: libwacom's hardware database also sets it on the finger and pad nodes of a tablet. A
    /// touchpad is not read, because its fingers move a pointer and have no absolute position. A node that is a keyboard is never a pad,
    /// whatever other properties it has, because inkd reads no typed keys. The twin of a pen (`inkd-pen`) is not read, because it is the
    /// same pen again. A tablet without any key of a pen is a pad: udev recognizes a pad only by two of its keys, and a dial has at most
    /// one key.
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
