internal import CLibudev

/// Finds the seat of a twin, which is a virtual device that stands for a pen.
///
/// udev assigns a virtual device to the first seat. A twin belongs to the seat of its pen. Both have the same name and the same numbers,
/// and their physical paths differ only after the last slash.
public enum TwinSeat {
    /// The properties in which a twin and its pen are equal.
    struct Likeness: Hashable {
        var name: String
        var vendor: String
        var product: String
        /// The physical path up to the last slash.
        var port: String

        init(name: String, vendor: String, product: String, phys: String) {
            (self.name, self.vendor, self.product) = (name, vendor, product)
            port = phys.lastIndex(of: "/").map { String(phys[..<$0]) } ?? phys
        }
    }

    /// Returns the seat of a twin's pen from udev's database; nil for the first seat, and if no such pen exists.
    /// - Parameter syspath: the folder of the twin in /sys, "/sys/devices/virtual/input/input9", or of its event node.
    public static func seat(ofTwinAt syspath: String) -> String? {
        guard let udev = udev_new() else { return nil }
        defer { udev_unref(udev) }
        guard let twin = udev_device_new_from_syspath(udev, syspath) else { return nil }
        defer { udev_device_unref(twin) }
        guard let wanted = likeness(twin), let enumerator = udev_enumerate_new(udev) else { return nil }
        defer { udev_enumerate_unref(enumerator) }
        udev_enumerate_add_match_subsystem(enumerator, "input")
        udev_enumerate_add_match_sysname(enumerator, "event*")
        guard udev_enumerate_scan_devices(enumerator) >= 0 else { return nil }
        var entry = udev_enumerate_get_list_entry(enumerator)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let device = udev_device_new_from_syspath(udev, udev_list_entry_get_name(current)) else { continue }
            defer { udev_device_unref(device) }
            guard likeness(device) == wanted, !isTwin(device) else { continue }
            let seat = UdevDevice.properties(device)["ID_SEAT"] ?? ""
            return isSeatName(seat) && seat != "seat0" ? seat : nil
        }
        return nil
    }

    /// Whether logind accepts a name as the name of a seat. The name becomes a udev property, so it must be checked.
    static func isSeatName(_ name: String) -> Bool {
        name.hasPrefix("seat")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static func input(_ device: OpaquePointer) -> OpaquePointer? {
        let isInput = UdevDevice.text(udev_device_get_sysname(device))?.hasPrefix("input") == true
        return isInput ? device : udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
    }

    private static func isTwin(_ device: OpaquePointer) -> Bool {
        input(device).flatMap { UdevDevice.text(udev_device_get_sysattr_value($0, "phys")) }?.contains("/inkd") == true
    }

    private static func likeness(_ device: OpaquePointer) -> Likeness? {
        guard let input = input(device) else { return nil }
        func attribute(_ name: String) -> String { UdevDevice.text(udev_device_get_sysattr_value(input, name)) ?? "" }
        return Likeness(
            name: attribute("name"), vendor: attribute("id/vendor"), product: attribute("id/product"), phys: attribute("phys"))
    }
}
