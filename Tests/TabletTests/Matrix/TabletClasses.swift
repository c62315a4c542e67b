import Evdev
import Testing

/// A device of the matrix: a class of tablets or touchscreens by the shape of its descriptor. The ranges are those of models that
/// libinput's tests have as well.
struct DeviceClass: Sendable, CustomTestStringConvertible {
    let name: String
    let tablet: DeviceDescription

    var testDescription: String { name }

    /// Whether it reports the tools that are near it.
    var hasTools: Bool { tablet.keys.contains(Key.toolPen) && tablet.quirks?.proximity == nil }

    /// Whether an axis of it has a range.
    func has(_ axis: UInt16) -> Bool { (tablet.axes[axis]?.span ?? 0) > 0 }

    private static func pen(
        _ name: String, _ vendor: UInt16, _ product: UInt16, bus: UInt16 = 3, units: (x: Int32, y: Int32), size: (x: Int32, y: Int32),
        levels: Int32?, keys: [UInt16] = [], axes: [UInt16: AxisInfo] = [:], isDisplay: Bool = false, quirks: Quirks = Quirks()
    ) -> DeviceClass {
        var tablet = DeviceDescription(name: name, bus: bus, vendor: vendor, product: product)
        tablet.keys = Set([Key.toolPen, Key.touch] + keys)
        tablet.axes = axes
        tablet.axes[Axis.x] = AxisInfo(minimum: 0, maximum: size.x, resolution: units.x)
        tablet.axes[Axis.y] = AxisInfo(minimum: 0, maximum: size.y, resolution: units.y)
        tablet.axes[Axis.pressure] = levels.map { AxisInfo(minimum: 0, maximum: $0) }
        tablet.properties = [isDisplay ? Property.direct : Property.pointer]
        tablet.quirks = quirks
        return DeviceClass(name: name, tablet: tablet)
    }

    private static func quirks(_ change: (inout Quirks) -> Void) -> Quirks {
        var quirks = Quirks()
        change(&quirks)
        return quirks
    }

    private static let wacomTools = [
        Key.toolRubber, Key.toolBrush, Key.toolPencil, Key.toolAirbrush, Key.toolMouse, Key.toolLens, Key.stylus, Key.stylus2,
    ]
    private static let wacomAxes: [UInt16: AxisInfo] = [
        Axis.tiltX: AxisInfo(minimum: -64, maximum: 63, resolution: 57), Axis.tiltY: AxisInfo(minimum: -64, maximum: 63, resolution: 57),
        Axis.distance: AxisInfo(minimum: 0, maximum: 63), Axis.misc: AxisInfo(minimum: 0, maximum: 0),
        Axis.z: AxisInfo(minimum: -900, maximum: 899, resolution: 287), Axis.wheel: AxisInfo(minimum: 0, maximum: 1023),
    ]
    private static let fineTilt = AxisInfo(minimum: -9000, maximum: 9000, resolution: 5730)

    private static func serial(_ device: DeviceClass) -> DeviceClass {
        DeviceClass(name: device.name, tablet: device.tablet.with { $0.miscCodes = [Misc.serial] })
    }

    private static func timed(_ device: DeviceClass) -> DeviceClass {
        DeviceClass(name: device.name, tablet: device.tablet.with { $0.miscCodes = [Misc.serial, Misc.timestamp] })
    }

    /// Pens of every class of the checklist in `docs/devices.md`.
    static let pens: [DeviceClass] = [
        serial(
            pen(
                "professional tablet, 2048 levels", 0x056a, 0x0027, units: (200, 200), size: (44_704, 27_940), levels: 2047,
                keys: wacomTools, axes: wacomAxes)),
        serial(
            pen(
                "pen display, 8192 levels", 0x056a, 0x0350, units: (200, 200), size: (69_920, 39_980), levels: 8191,
                keys: wacomTools + [Key.stylus3], axes: wacomAxes, isDisplay: true)),
        pen(
            "small tablet without tilt", 0x056a, 0x00d4, units: (100, 100), size: (14_720, 9200), levels: 1023,
            keys: [Key.toolRubber, Key.stylus, Key.stylus2], axes: [Axis.distance: AxisInfo(minimum: 0, maximum: 31)]),
        timed(
            pen(
                "built-in electrostatic pen", 0x056a, 0x524c, bus: 0x18, units: (100, 100), size: (29_376, 16_524), levels: 4095,
                keys: [Key.toolRubber, Key.stylus, Key.stylus2], axes: [Axis.tiltX: fineTilt, Axis.tiltY: fineTilt], isDisplay: true)),
        pen(
            "tablet that does not tell that the pen left", 0x256c, 0x006e, units: (157, 157), size: (50_800, 31_750), levels: 2047,
            keys: [Key.stylus, Key.stylus2], quirks: quirks { $0.proximity = .missingOut }),
        pen(
            "tablet with other units across than down", 0x5543, 0x0004, units: (235, 323), size: (32_767, 32_767), levels: 1023,
            keys: [Key.stylus]),
        pen(
            "pen of a touchscreen, coarse", 0x04f3, 0x2562, bus: 0x18, units: (62, 62), size: (18_176, 10_240), levels: 255,
            keys: [Key.toolRubber, Key.stylus], isDisplay: true),
        pen("tablet without units", 0x0b57, 0x0001, units: (0, 0), size: (32_767, 32_767), levels: 1023, keys: [Key.stylus]),
        pen(
            "digitiser without pressure", 0x1b96, 0x0001, units: (100, 100), size: (25_600, 14_400), levels: nil,
            keys: [Key.toolRubber, Key.stylus], isDisplay: true),
        pen(
            "tablet whose tools mean nothing", 0x08ca, 0x0010, units: (20, 20), size: (6000, 4500), levels: 511,
            keys: [Key.stylus, Key.stylus2],
            axes: [Axis.tiltX: AxisInfo(minimum: -128, maximum: 127), Axis.tiltY: AxisInfo(minimum: -128, maximum: 127)],
            quirks: quirks {
                $0.proximity = .forced
                $0.tip = TipThresholds(down: 0.137, up: 0.098)
            }),
        DeviceClass(
            name: "tablet without tool keys",
            tablet: pen(
                "tablet without tool keys", 0x172f, 0x0031, units: (80, 80), size: (20_480, 12_800), levels: 1023, keys: [Key.stylus]
            )
            .tablet.with { $0.keys.remove(Key.toolPen) }),
        serial(
            pen(
                "pen of the universal stylus protocol", 0x04f3, 0x3110, bus: 0x18, units: (40, 40), size: (11_800, 6640), levels: 4095,
                keys: [Key.toolRubber, Key.stylus, Key.stylus2], isDisplay: true)),
        pen(
            "program that reads a screen's sensor", 0x045e, 0x001f, bus: 6, units: (44, 44), size: (9600, 7200), levels: 4096,
            keys: [Key.toolRubber, Key.stylus],
            axes: [Axis.tiltX: fineTilt, Axis.tiltY: fineTilt, Axis.misc: AxisInfo(minimum: 0, maximum: 65_535)], isDisplay: true),
        pen(
            "program that stands for a tablet", 0x28bd, 0x0904, bus: 6, units: (1000, 1000), size: (254_000, 158_750), levels: 8191,
            keys: [Key.stylus, Key.stylus2, Key.stylus3],
            axes: [Axis.tiltX: AxisInfo(minimum: -64, maximum: 63), Axis.tiltY: AxisInfo(minimum: -64, maximum: 63)]),
        pen(
            "tablet with its axes exchanged", 0x28bd, 0x0905, units: (200, 200), size: (31_374, 55_880), levels: 8191, keys: [Key.stylus],
            quirks: quirks { $0.swapsAxes = true }),
        DeviceClass(
            name: "pen display whose range begins elsewhere",
            tablet: pen(
                "pen display whose range begins elsewhere", 0x056a, 0x00f4, units: (200, 200), size: (104_480, 65_600), levels: 2047,
                keys: wacomTools, axes: wacomAxes, isDisplay: true
            ).tablet.with {
                $0.axes[Axis.x]?.minimum = 400
                $0.axes[Axis.y]?.minimum = -400
                $0.axes[Axis.pressure]?.minimum = 100
            }),
    ]

    private static func touch(_ name: String, _ change: (inout DeviceDescription) -> Void = { _ in }) -> DeviceClass {
        DeviceClass(name: name, tablet: DeviceDescription.touchscreen.with(change))
    }

    /// Touch devices of every class.
    static let touches: [DeviceClass] = [
        touch("touchscreen, ten contacts"),
        touch("touchscreen, two contacts without pressure") {
            $0.axes[Axis.slot]?.maximum = 1
            $0.axes[Axis.mtPressure] = nil
        },
        touch("touchscreen that knows no palms") { $0.axes[Axis.toolType] = nil },
        touch("touchscreen without units") {
            for axis in [Axis.x, Axis.y, Axis.positionX, Axis.positionY] { $0.axes[axis]?.resolution = 0 }
        },
        touch("touch of a tablet, sixteen contacts") {
            $0.axes[Axis.slot]?.maximum = 15
            $0.properties = [Property.pointer]
        },
        touch("touchscreen whose range begins elsewhere") {
            $0.axes[Axis.positionX]?.minimum = 40
            $0.axes[Axis.positionY]?.minimum = -40
        },
        DeviceClass(name: "touchscreen of one contact without slots", tablet: .resistive),
    ]
}
