internal import CLibevdev
internal import Evdev

extension DeviceDescription {
    /// What libevdev knows of the device, its present state included.
    init(of device: OpaquePointer) {
        self.init(
            name: Self.text(libevdev_get_name(device)),
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)),
            version: UInt16(truncatingIfNeeded: libevdev_get_id_version(device)))
        phys = Self.text(libevdev_get_phys(device))
        uniq = Self.text(libevdev_get_uniq(device))
        keys = Self.codes(device, EventType.key, below: KEY_CNT)
        pressedKeys = keys.filter { libevdev_get_event_value(device, UInt32(EventType.key), UInt32($0)) != 0 }
        miscCodes = Self.codes(device, EventType.msc, below: MSC_CNT)
        properties = Set((0..<UInt16(INPUT_PROP_CNT)).filter { libevdev_has_property(device, UInt32($0)) == 1 })
        for code in Self.codes(device, EventType.abs, below: ABS_CNT) {
            guard let info = libevdev_get_abs_info(device, UInt32(code))?.pointee else { continue }
            axes[code] = AxisInfo(
                value: info.value, minimum: info.minimum, maximum: info.maximum, fuzz: info.fuzz, flat: info.flat,
                resolution: info.resolution)
        }
    }

    private static func codes(_ device: OpaquePointer, _ type: UInt16, below end: Int32) -> Set<UInt16> {
        Set((0..<UInt16(end)).filter { libevdev_has_event_code(device, UInt32(type), UInt32($0)) == 1 })
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String {
        string.map { String(cString: $0) } ?? ""
    }
}
