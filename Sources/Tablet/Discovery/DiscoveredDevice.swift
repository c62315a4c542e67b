public import Evdev

/// A pen, touch device or pad that udev knows, not opened yet.
public struct DiscoveredDevice: Sendable, Hashable {
    /// Its place in sysfs: names it for as long as it is plugged in.
    public var syspath: String
    /// Its node, "/dev/input/event5". Nodes are used again for other devices.
    public var node: String
    /// The device number (`dev_t`) of the node, which shows whether the node is still this device's.
    public var number: UInt64
    /// Its role.
    public var role: DeviceRole
    /// As the kernel names it. From outside: show it, never interpret it.
    public var name: String
    /// BUS_USB is 3, BUS_BLUETOOTH 5, BUS_VIRTUAL 6, BUS_I2C 0x18.
    public var bus: UInt16
    /// Vendor and product number.
    public var hardware: HardwareID
    /// The seat that uses it; "seat0" unless assigned elsewhere.
    public var seat: String
    /// Equal for the nodes of one piece of hardware; nil if unknown.
    public var group: String?
    /// The sysfs path of the USB device or HID device it is part of; nil if there is none.
    public var parent: String?
    /// Made by a program through uinput rather than by hardware.
    public var isVirtual: Bool
    /// Part of a screen, rather than a tablet on the desk.
    public var isDisplay: Bool
    /// udev, or the kernel by ACPI, says that it is a part of the computer, or that it is none; nil where neither says anything.
    public var isIntegrated: Bool?
    /// Its entry in the tablet database; nil if it is not listed.
    public var model: TabletModel?
    /// udev properties of its type and setup; none that identify a single piece of hardware.
    public var properties: [String: String] = [:]
    /// The keys, rings and strips of a pad; nil for other devices.
    public var pad: PadLayout?
}

extension DiscoveredDevice {
    /// It is a part of the computer: the tablet database says so, udev does, or it is on a bus that does not leave the case.
    ///
    /// Where none of them says anything it counts as plugged in: most tablets on USB are.
    public var isBuiltIn: Bool { model?.isBuiltIn ?? isIntegrated ?? Self.internalBuses.contains(bus) }

    /// BUS_HOST, BUS_I2C, BUS_SPI, BUS_INTEL_ISHTP and BUS_AMD_SFH.
    private static let internalBuses: Set<UInt16> = [0x19, 0x18, 0x1c, 0x1f, 0x20]
}

/// Vendor and product number of a piece of hardware.
public struct HardwareID: Sendable, Hashable {
    /// The vendor: 0x056a is Wacom.
    public var vendor: UInt16
    /// The vendor's number of the product.
    public var product: UInt16

    /// The hardware with these numbers.
    public init(vendor: UInt16, product: UInt16) {
        self.vendor = vendor
        self.product = product
    }
}

/// A device came or went.
public enum DeviceChange: Sendable, Hashable {
    /// A pen, touch device or pad is there.
    case added(DiscoveredDevice)
    /// A device that was announced before is gone.
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

    /// The role of a device by its udev properties; nil for everything that is to be left alone.
    ///
    /// `ID_INPUT_TABLET` alone says nothing: libwacom's hardware database sets it on the finger and pad nodes of a tablet too.
    /// The fingers of a touchpad move a pointer, they point at no place. A node that types is no pad, whatever else is said of it: what is
    /// typed is nothing that inkd reads. A tablet without any key of a pen is a pad: udev knows a pad by two of its keys alone, and a dial has
    /// one, or none.
    /// - Parameter keys: the EV_KEY codes of the node.
    public init?(udevProperties properties: [String: String], keys: () -> Set<UInt16> = { [Key.toolPen] }) {
        func has(_ name: String) -> Bool { properties[name] == "1" }
        if has("LIBINPUT_IGNORE_DEVICE") || has("ID_INPUT_TOUCHPAD") { return nil }
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
