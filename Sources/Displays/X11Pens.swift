internal import CXinput

/// The pens of an X server, by XInput 2.
struct X11Pens {
    private let display: OpaquePointer
    private let names: Names

    /// Properties of input devices.
    private struct Names {
        let product, transformation, calibration, area, rotation, pressure, float: Atom
    }

    /// Uses an existing connection, which must outlive this value; nil without XInput 2. From then on the connection receives an event when
    /// a device or one of its properties changes.
    init?(_ display: OpaquePointer) {
        var (opcode, event, error): (Int32, Int32, Int32) = (0, 0, 0)
        var (major, minor): (Int32, Int32) = (2, 0)
        guard XQueryExtension(display, "XInputExtension", &opcode, &event, &error) != 0, XIQueryVersion(display, &major, &minor) == 0
        else { return nil }
        self.display = display
        func atom(_ name: String) -> Atom { XInternAtom(display, name, 0) }
        names = Names(
            product: atom("Device Product ID"), transformation: atom("Coordinate Transformation Matrix"),
            calibration: atom("libinput Calibration Matrix"), area: atom("Wacom Tablet Area"), rotation: atom("Wacom Rotation"),
            pressure: atom("Abs Pressure"), float: atom("FLOAT"))
        // XIMaskLen and XISetMask are macros, which Swift cannot call
        var bits = [UInt8](repeating: 0, count: 4)
        for event in [XI_HierarchyChanged, XI_PropertyEvent] { bits[Int(event) >> 3] |= 1 << (UInt8(event) & 7) }
        let count = Int32(bits.count)
        bits.withUnsafeMutableBufferPointer { bits in
            var mask = XIEventMask(deviceid: XIAllDevices, mask_len: count, mask: bits.baseAddress)
            XISelectEvents(display, XDefaultRootWindow(display), &mask, 1)
        }
    }

    /// Returns the pens: pointer devices with pressure. The X server's own (master) devices for each keyboard and mouse are not included.
    func read() -> [X11Pen] {
        var count: Int32 = 0
        guard let devices = XIQueryDevice(display, XIAllDevices, &count) else { return [] }
        defer { XIFreeDeviceInfo(devices) }
        return UnsafeBufferPointer(start: devices, count: Int(max(0, count))).compactMap { device in
            device.use == XISlavePointer || device.use == XIFloatingSlave ? pen(device) : nil
        }
    }

    private func pen(_ device: XIDeviceInfo) -> X11Pen? {
        var ranges: [Int32: ClosedRange<Double>] = [:]
        var hasPressure = false
        for case .some(let part) in UnsafeBufferPointer(start: device.classes, count: Int(max(0, device.num_classes)))
        where part.pointee.type == XIValuatorClass {
            part.withMemoryRebound(to: XIValuatorClassInfo.self, capacity: 1) { valuator in
                let axis = valuator.pointee
                if axis.label == names.pressure { hasPressure = true }
                if axis.mode == XIModeAbsolute, axis.min < axis.max { ranges[axis.number] = axis.min...axis.max }
            }
        }
        guard hasPressure, let product = integers(names.product, of: device.deviceid), product.count == 2 else { return nil }
        let area = integers(names.area, of: device.deviceid).flatMap { area -> X11Pen.WacomArea? in
            guard area.count == 4 else { return nil }
            let rotation = integers(names.rotation, of: device.deviceid)?.first ?? 0
            let edges = area.map(Double.init)
            return .init(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3], rotation: rotation)
        }
        return X11Pen(
            vendor: product[0], product: product[1], name: device.name.map { String(cString: $0) } ?? "",
            transformation: floats(names.transformation, of: device.deviceid), calibration: floats(names.calibration, of: device.deviceid),
            wacom: area, horizontal: ranges[0] ?? 0...1, vertical: ranges[1] ?? 0...1)
    }

    private func integers(_ property: Atom, of device: Int32) -> [Int]? {
        read(property, of: device, as: Atom(XA_INTEGER)) ?? read(property, of: device, as: Atom(XA_CARDINAL))
    }

    private func floats(_ property: Atom, of device: Int32) -> [Double]? {
        read(property, of: device, as: names.float)?.map { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    }

    /// Returns the items of a property, of 8 or 32 bits each; nil if the device has no such property of this type.
    private func read(_ property: Atom, of device: Int32, as kind: Atom) -> [Int]? {
        var (type, format): (Atom, Int32) = (0, 0)
        var (count, rest): (UInt, UInt) = (0, 0)
        var data: UnsafeMutablePointer<UInt8>?
        let result = XIGetProperty(display, device, property, 0, 64, 0, kind, &type, &format, &count, &rest, &data)
        defer { if let data { XFree(data) } }
        guard result == 0, type == kind, let data, count > 0 else { return nil }
        switch format {
        case 8: return UnsafeBufferPointer(start: data, count: Int(count)).map { Int($0) }
        case 32:
            // XIGetProperty packs items of 32 bits, unlike XGetWindowProperty
            return UnsafeRawBufferPointer(start: data, count: Int(count) * 4).withMemoryRebound(to: Int32.self) { $0.map { Int($0) } }
        default: return nil
        }
    }
}
