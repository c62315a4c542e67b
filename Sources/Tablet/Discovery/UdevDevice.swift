internal import CLibudev
internal import Evdev

/// Reads a device's properties from udev and sysfs.
enum UdevDevice {
    /// Converts a string of libudev's; nil for a null pointer.
    static func text(_ string: UnsafePointer<CChar>?) -> String? {
        string.map { String(cString: $0) }
    }

    /// Returns all properties of the device.
    static func properties(_ device: OpaquePointer) -> [String: String] {
        var properties: [String: String] = [:]
        var entry = udev_device_get_properties_list_entry(device)
        while let current = entry {
            if let name = text(udev_list_entry_get_name(current)) {
                properties[name] = text(udev_list_entry_get_value(current)) ?? ""
            }
            entry = udev_list_entry_get_next(current)
        }
        return properties
    }

    /// Returns the ACPI location of the parent USB device, according to the kernel: "fixed", "removable" or "unknown"; nil if unavailable.
    static func removable(_ device: OpaquePointer) -> String? {
        udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device").flatMap {
            text(udev_device_get_sysattr_value($0, "removable"))
        }
    }

    /// Returns the sysfs path of the parent USB device, or else of the parent HID device.
    static func hardwareParent(_ device: OpaquePointer) -> String? {
        if let usb = udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device") {
            return text(udev_device_get_syspath(usb))
        }
        return udev_device_get_parent_with_subsystem_devtype(device, "hid", nil).flatMap { text(udev_device_get_syspath($0)) }
    }
}

extension DiscoveredDevice {
    /// Creates a device from udev's data; nil if the device is not an event node, or inkd does not read it.
    init?(_ device: OpaquePointer, _ database: borrowing TabletDatabase) {
        let properties = UdevDevice.properties(device)
        guard let syspath = UdevDevice.text(udev_device_get_syspath(device)),
            let sysname = UdevDevice.text(udev_device_get_sysname(device)), sysname.hasPrefix("event"),
            let node = UdevDevice.text(udev_device_get_devnode(device))
        else { return nil }
        let input = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
        func attribute(_ name: String) -> String {
            input.flatMap { UdevDevice.text(udev_device_get_sysattr_value($0, name)) } ?? ""
        }
        guard let role = DeviceRole(udevProperties: properties, keys: { Self.codes(attribute("capabilities/key")) }) else { return nil }
        func number(_ name: String) -> UInt16 { UInt16(attribute(name), radix: 16) ?? 0 }
        let bus = number("id/bustype")
        let hardware = HardwareID(vendor: number("id/vendor"), product: number("id/product"))
        let model = database.model(ofNode: node)
        // The last word of the bit mask holds the first 64 properties.
        let mask = attribute("properties").split(separator: " ").last.flatMap { UInt64($0, radix: 16) } ?? 0
        self.init(
            syspath: syspath, node: node, number: UInt64(udev_device_get_devnum(device)), role: role, name: attribute("name"),
            bus: bus, hardware: hardware, seat: properties["ID_SEAT"] ?? "seat0",
            group: Self.group(properties, phys: attribute("phys"), vendor: hardware.vendor),
            parent: UdevDevice.hardwareParent(device),
            isVirtual: Self.isVirtual(syspath: syspath, bus: bus),
            isDisplay: model?.isDisplay == true || mask & (1 << UInt64(Property.direct)) != 0,
            isIntegrated: Self.isIntegrated(properties, removable: UdevDevice.removable(device)), model: model,
            properties: properties.filter { key, _ in Self.tellingPrefixes.contains { key.hasPrefix($0) } })
        if role == .pad {
            // sysfs has the codes even while the device is closed, and most pads are never opened
            pad = PadLayout(
                keys: Self.codes(attribute("capabilities/key")), axes: Self.codes(attribute("capabilities/abs")),
                relative: Self.codes(attribute("capabilities/rel")), model: model?.pad)
        }
    }

    /// Parses the codes of a bit mask in sysfs: hexadecimal words of 64 bits, with the lowest word last.
    public static func codes(_ mask: String) -> Set<UInt16> {
        var codes: Set<UInt16> = []
        for (number, word) in mask.split(whereSeparator: \.isWhitespace).reversed().enumerated() {
            guard number < 64, let bits = UInt64(word, radix: 16) else { return codes }
            for bit in 0..<64 where bits & (1 << UInt64(bit)) != 0 { codes.insert(UInt16(64 * number + bit)) }
        }
        return codes
    }

    private static let tellingPrefixes = [
        "ID_INPUT", "ID_INTEGRATION", "LIBINPUT_ATTR", "LIBINPUT_CALIBRATION", "LIBINPUT_MODEL", "ID_BUS", "ID_VENDOR_ID", "ID_MODEL_ID",
        "EVDEV_ABS_",
    ]

    /// Returns the device group that libinput's udev rule has set. If the rule is not installed, returns the physical path without the
    /// interface, combined with the vendor.
    static func group(_ properties: [String: String], phys: String, vendor: UInt16) -> String? {
        if let group = properties["LIBINPUT_DEVICE_GROUP"], !group.isEmpty { return group }
        let port = phys.prefix { $0 != "/" }
        return port.isEmpty ? nil : "\(String(vendor, radix: 16)):\(port)"
    }

    /// Whether the device is built in, according to udev's ID_INTEGRATION (systemd 257) or, without it, to the USB port's `removable`; nil
    /// if both are missing.
    static func isIntegrated(_ properties: [String: String], removable: String?) -> Bool? {
        switch (properties["ID_INTEGRATION"], removable) {
        case ("internal", _), (nil, "fixed"): true
        case ("external", _), (nil, "removable"): false
        default: nil
        }
    }

    /// Whether a program created the device. uinput devices are below /devices/virtual/input. Bluetooth pens are below /devices/virtual
    /// too, but are not created by programs: they use uhid, below /devices/virtual/misc.
    static func isVirtual(syspath: String, bus: UInt16) -> Bool {
        bus == 0x06 || syspath.hasPrefix("/sys/devices/virtual/input/")
    }
}
