internal import CLibwacom

/// libwacom's database of tablets.
struct TabletDatabase: ~Copyable {
    private let database: OpaquePointer?

    /// The installed database. Without one, nothing is known of any tablet.
    init() {
        database = libwacom_database_new()
    }

    deinit {
        if let database { libwacom_database_destroy(database) }
    }

    /// What is known of the device behind a node; nil for a model it does not list.
    func model(ofNode node: String) -> TabletModel? {
        guard let database, let device = libwacom_new_from_path(database, node, WFALLBACK_NONE, nil) else { return nil }
        defer { libwacom_destroy(device) }
        let flags = libwacom_get_integration_flags(device).rawValue
        return TabletModel(
            name: libwacom_get_name(device).map { String(cString: $0) } ?? "",
            isDisplay: flags & WACOM_DEVICE_INTEGRATED_DISPLAY.rawValue != 0,
            isBuiltIn: flags & WACOM_DEVICE_INTEGRATED_SYSTEM.rawValue != 0,
            hasPen: libwacom_has_stylus(device) != 0,
            hasTouch: libwacom_has_touch(device) != 0,
            hasEraser: hasEraser(device, in: database),
            width: Self.millimetres(libwacom_get_width(device)),
            height: Self.millimetres(libwacom_get_height(device)),
            paired: Self.paired(device))
    }

    private func hasEraser(_ device: OpaquePointer, in database: OpaquePointer) -> Bool {
        var count: Int32 = 0
        guard let pens = libwacom_get_supported_styli(device, &count) else { return false }
        return UnsafeBufferPointer(start: pens, count: Int(max(0, count))).contains { id in
            guard let pen = libwacom_stylus_get_for_id(database, id) else { return false }
            return libwacom_stylus_is_eraser(pen) != 0 || libwacom_stylus_has_eraser(pen) != 0
        }
    }

    private static func paired(_ device: OpaquePointer) -> HardwareID? {
        libwacom_get_paired_device(device).map { match in
            HardwareID(
                vendor: UInt16(truncatingIfNeeded: libwacom_match_get_vendor_id(match)),
                product: UInt16(truncatingIfNeeded: libwacom_match_get_product_id(match)))
        }
    }

    private static func millimetres(_ inches: Int32) -> Double? {
        inches > 0 ? Double(inches) * 25.4 : nil
    }
}
