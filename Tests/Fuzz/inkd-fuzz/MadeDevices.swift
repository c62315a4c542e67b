import Evdev
import Ink

/// Descriptions of a pen and of a touch device that the first bytes of an input ask for: sound ones, and such as no device should have.
struct MadeDevices {
    let pen: DeviceDescription
    let touch: DeviceDescription
    let area: TabletArea
    /// Milliseconds.
    let holdOff: Int

    init(_ source: inout ByteSource) {
        var pen = DeviceDescription(name: "pen", bus: 3, vendor: source.flag() ? 0x056a : 0x256c, product: 1)
        let have = source.next() ?? 0
        let keys: [UInt16] = [
            Key.toolPen, Key.toolRubber, Key.toolBrush, Key.touch, Key.stylus, Key.stylus2, Key.toolMouse, Key.toolAirbrush,
        ]
        pen.keys = Set(Self.chosen(keys, have))
        pen.pressedKeys = Set(Self.chosen(keys, source.next() ?? 0))
        let axes = [Axis.pressure, Axis.distance, Axis.tiltX, Axis.tiltY, Axis.z, Axis.wheel, Axis.misc]
        for axis in Self.chosen(axes, source.next() ?? 0xff) { pen.axes[axis] = source.axis() }
        pen.axes[Axis.x] = source.axis()
        pen.axes[Axis.y] = source.axis()
        pen.quirks = Self.quirks(&source)
        var touch = DeviceDescription(name: "touch", bus: 3, vendor: pen.id.vendor, product: 2)
        touch.keys = [Key.touch]
        if source.flag() {
            touch.axes[Axis.slot] = source.axis()
            for axis in [Axis.trackingID, Axis.positionX, Axis.positionY, Axis.toolType, Axis.mtPressure] {
                touch.axes[axis] = source.axis()
            }
        }
        touch.axes[Axis.x] = source.axis()
        touch.axes[Axis.y] = source.axis()
        if source.flag() { touch.pressedKeys = [Key.touch] }
        (self.pen, self.touch) = (pen, touch)
        area = Self.area(source.next() ?? 0)
        holdOff = source.flag() ? 90 : Int(source.value(7))
    }

    /// One of 256 areas.
    static func area(_ byte: UInt8) -> TabletArea { areas[Int(byte)] }

    private static let areas = (0...255).map { (byte: UInt8) in
        let edges = [AreaEdges.all, AreaEdges([0, 0, 50, 50]), AreaEdges([40, 30, 41, 31]), AreaEdges([10, 0, 100, 90])]
        let aspects = [nil, AspectRatio("16:9"), AspectRatio("1:100"), AspectRatio("100:1")]
        return TabletArea(
            edges: edges[Int(byte & 3)] ?? .all, aspect: aspects[Int(byte >> 2 & 3)],
            rotation: TabletArea.Rotation.allCases[Int(byte >> 4 & 3)],
            isLeftHanded: byte & 64 != 0)
    }

    private static func quirks(_ source: inout ByteSource) -> Quirks? {
        guard source.flag() else { return nil }
        var quirks = Quirks()
        let (first, second) = (source.next() ?? 0, source.next() ?? 0)
        if first & 1 != 0 { quirks.swapsAxes = true }
        quirks.rotation = TabletArea.Rotation.allCases[Int(first >> 1 & 3)]
        if first & 8 != 0 { quirks.tip = TipThresholds(down: Double(second) / 255, up: Double(second) / 510) }
        if first & 16 != 0 { quirks.pressureOffset = Int32(second) * 4000 }
        if first & 32 != 0 { quirks.pressureCurve = PressureCurve([0, Double(second % 101), Double(second % 101), 100]) }
        quirks.tilt = [nil, TiltReading.none, .range, .resolution][Int(first >> 6)]
        quirks.distanceFuzz = second & 1 != 0 ? Int32(second) : nil
        quirks.proximity = [nil, .forced, .missingOut, nil][Int(second >> 1 & 3)]
        quirks.eraser = second & 8 != 0 ? .button : nil
        if second & 16 != 0 { quirks.size = SurfaceSize(width: 100, height: Double(second)) }
        return quirks
    }

    private static func chosen(_ codes: [UInt16], _ bits: UInt8) -> [UInt16] {
        codes.indices.filter { bits >> $0 & 1 != 0 }.map { codes[$0] }
    }
}

/// An input's bytes, from front to back.
struct ByteSource {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next byte; nil at the end.
    mutating func next() -> UInt8? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return bytes[place]
    }

    /// Whether the next byte is odd; false at the end.
    mutating func flag() -> Bool { (next() ?? 0) & 1 != 0 }

    /// A number of one of eight kinds; what is not there counts as zeros.
    mutating func value(_ kind: UInt8) -> Int32 {
        switch kind & 7 {
        case 0: 0
        case 1: 1
        case 2: Int32(next() ?? 0)
        case 3: Int32(Int8(bitPattern: next() ?? 0)) * 64
        case 4: Int32(UInt16(next() ?? 0) | UInt16(next() ?? 0) << 8)
        case 5: -1
        case 6: Int32(Int8(bitPattern: next() ?? 0))
        default: Int32(bitPattern: bits(4))
        }
    }

    /// A range that a device may have, or should not.
    mutating func axis() -> AxisInfo {
        let byte = next() ?? 0
        let value = value(byte >> 5)
        return switch byte & 15 {
        case 0...4: AxisInfo(value: value, minimum: 0, maximum: 21_600, resolution: 100)
        case 5: AxisInfo(value: value, minimum: 0, maximum: 2047)
        case 6: AxisInfo(value: value, minimum: -64, maximum: 63, resolution: 57)
        case 7: AxisInfo(value: value, minimum: 0, maximum: 9)
        case 8: AxisInfo(value: value, minimum: 0, maximum: 63)
        case 9: AxisInfo(value: value, minimum: 0, maximum: 0)
        case 10: AxisInfo(value: value, minimum: .min, maximum: .max, resolution: .max)
        case 11: AxisInfo(value: value, minimum: .max, maximum: .min, resolution: -1)
        case 12: AxisInfo(value: value, minimum: -1000, maximum: 1000, resolution: 1)
        case 13: AxisInfo(value: value, minimum: 0, maximum: 1, resolution: 1)
        case 14: AxisInfo(value: value, minimum: self.value(7), maximum: self.value(7), resolution: self.value(7))
        default: AxisInfo(value: value, minimum: 0, maximum: 65_535, fuzz: 4, flat: 1, resolution: 40)
        }
    }

    /// An event with any type, code, value and time.
    mutating func event() -> InputEvent {
        InputEvent(
            time: Instant(microseconds: Int64(bitPattern: UInt64(bits(4)) << 32 | UInt64(bits(4)))),
            type: UInt16(truncatingIfNeeded: bits(2)),
            code: UInt16(truncatingIfNeeded: bits(2)), value: Int32(bitPattern: bits(4)))
    }

    /// All that is left.
    mutating func rest() -> [UInt8] {
        defer { place = bytes.count }
        return Array(bytes[place...])
    }

    private mutating func bits(_ count: Int) -> UInt32 { (0..<count).reduce(0) { bits, _ in bits << 8 | UInt32(next() ?? 0) } }
}
