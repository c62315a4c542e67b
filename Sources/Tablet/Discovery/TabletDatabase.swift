internal import CLibwacom
public import Evdev

/// The entry of a model in the tablet database.
public struct TabletModel: Sendable, Hashable {
    /// The model's retail name.
    public var name: String
    /// Whether there is a screen under the surface.
    public var isDisplay: Bool
    /// Whether the tablet is part of a computer.
    public var isBuiltIn: Bool
    /// Whether the tablet supports a pen.
    public var hasPen: Bool
    /// Whether the tablet reports fingers.
    public var hasTouch: Bool
    /// Whether one of the tablet's pens can erase.
    public var hasEraser: Bool
    /// Width in millimeters; the database rounds to whole inches. nil if unknown.
    public var width: Double?
    /// Height in millimeters; the database rounds to whole inches. nil if unknown.
    public var height: Double?
    /// The other device of a model that consists of two USB devices.
    public var paired: HardwareID?
    /// The pens that the tablet supports, in the order of their tool IDs.
    public var pens: [PenModel]
    /// The keys, rings and strips of its pad; nil if it has no pad.
    public var pad: PadModel?

    /// Creates an entry of these values.
    public init(
        name: String, isDisplay: Bool, isBuiltIn: Bool, hasPen: Bool, hasTouch: Bool, hasEraser: Bool, width: Double? = nil,
        height: Double? = nil, paired: HardwareID? = nil, pens: [PenModel] = [], pad: PadModel? = nil
    ) {
        self.name = name
        self.isDisplay = isDisplay
        self.isBuiltIn = isBuiltIn
        self.hasPen = hasPen
        self.hasTouch = hasTouch
        self.hasEraser = hasEraser
        self.width = width
        self.height = height
        self.paired = paired
        self.pens = pens
        self.pad = pad
    }

    /// The way in which the tablet's pens erase; nil if no pen erases, the pens erase in different ways, or the way is unknown.
    public var eraser: EraserType? {
        let types = Set(pens.compactMap(\.eraser))
        return types.count == 1 ? types.first : nil
    }

    /// The active area in millimeters; nil if unknown.
    public var size: SurfaceSize? {
        width.flatMap { width in height.map { SurfaceSize(width: width, height: $0) } }
    }
}

/// A pen, or one end of it, as listed in the tablet database.
public struct PenModel: Sendable, Hashable {
    /// The tool ID that Wacom's tablets report for the pen (ABS_MISC).
    public var toolID: UInt32
    /// The retail name.
    public var name: String
    /// The way in which this end erases; nil if it writes.
    public var eraser: EraserType?

    /// Creates a pen with this tool ID and name.
    public init(toolID: UInt32, name: String, eraser: EraserType? = nil) {
        self.toolID = toolID
        self.name = name
        self.eraser = eraser
    }
}

/// libwacom's database of tablets.
struct TabletDatabase: ~Copyable {
    private let database: OpaquePointer?

    /// Opens the installed database. If libwacom is not installed, all tablets are unlisted.
    init() {
        database = libwacom_database_new()
    }

    deinit {
        if let database { libwacom_database_destroy(database) }
    }

    /// Returns the entry of the device behind a node; nil for an unlisted model.
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
            width: Self.millimeters(libwacom_get_width(device)),
            height: Self.millimeters(libwacom_get_height(device)),
            paired: Self.paired(device),
            pens: pens(of: device, in: database),
            pad: Self.pad(of: device))
    }

    private static func pad(of device: OpaquePointer) -> PadModel? {
        let count = min(Int(max(0, libwacom_get_num_buttons(device))), PadControl.mostKeys)
        let rings = (libwacom_has_ring(device) != 0 ? 1 : 0) + (libwacom_has_ring2(device) != 0 ? 1 : 0)
        let strips = Int(max(0, libwacom_get_num_strips(device)))
        guard count + rings + strips > 0 else { return nil }
        let keys = (0..<count).map { number -> UInt16? in
            let code = libwacom_get_button_evdev_code(device, CChar(65 + number))
            return code > 0 ? UInt16(exactly: code) : nil
        }
        return PadModel(keys: keys, rings: rings, strips: strips)
    }

    private func pens(of device: OpaquePointer, in database: OpaquePointer) -> [PenModel] {
        var count: Int32 = 0
        guard let ids = libwacom_get_supported_styli(device, &count) else { return [] }
        return UnsafeBufferPointer(start: ids, count: Int(max(0, count))).sorted().compactMap { id in
            guard let pen = libwacom_stylus_get_for_id(database, id) else { return nil }
            return PenModel(
                toolID: UInt32(truncatingIfNeeded: id), name: libwacom_stylus_get_name(pen).map { String(cString: $0) } ?? "",
                eraser: eraser(libwacom_stylus_get_eraser_type(pen)))
        }
    }

    private func eraser(_ type: WacomEraserType) -> EraserType? {
        switch type {
        case WACOM_ERASER_INVERT: .invert
        case WACOM_ERASER_BUTTON: .button
        default: nil
        }
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

    private static func millimeters(_ inches: Int32) -> Double? {
        inches > 0 ? Double(inches) * 25.4 : nil
    }
}
