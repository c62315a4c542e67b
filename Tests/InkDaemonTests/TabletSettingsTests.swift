import Evdev
import Foundation
import Ink
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("What the configuration says of tablets and their pens")
struct TabletSettingsTests {
    @Test("each tablet has its own, by numbers or by name, and each pen of it")
    func tablets() throws {
        let file = try TemporaryFile(
            """
            devices:
              tipDown: 3
              tablets:
                56A:357:
                  size: [224, 148.5]
                  calibration: [1.01, 0, -0.005, 0.002, 0.99, 0.01]
                  tipDown: 2
                  tipUp: 1
                  pressure: [[0, 0], [0.3, 0.5], [1, 1]]
                  smoothing: 2
                  pens:
                    0x1234ABCD: {tipDown: 5, tipUp: 4}
                    4097: {pressure: [[0, 0.1], [1, 0.9]], smoothing: 0}
                Somebody's Tablet: {smoothing: 8}
              programs: [a, "b, c"]
            """)
        let settings = try SettingsLoader(path: file.path, environment: [:]).load()
        var tablet = TabletSettings()
        tablet.adjustment.size = SurfaceSize(width: 224, height: 148.5)
        tablet.adjustment.calibration = TabletCalibration([1.01, 0, -0.005, 0.002, 0.99, 0.01])
        tablet.adjustment.pen.tipDown = 0.02
        tablet.adjustment.pen.tipUp = 0.01
        tablet.adjustment.pen.pressure = PressureCurve(points: [Point(x: 0, y: 0), Point(x: 0.3, y: 0.5), Point(x: 1, y: 1)])
        tablet.adjustment.pen.smoothing = 2
        var heavy = PenAdjustment()
        (heavy.tipDown, heavy.tipUp) = (0.05, 0.04)
        var plain = PenAdjustment()
        (plain.pressure, plain.smoothing) = (PressureCurve(points: [Point(x: 0, y: 0.1), Point(x: 1, y: 0.9)]), 0)
        tablet.adjustment.pens = [0x1234_abcd: heavy, 0x1001: plain]
        var named = TabletSettings()
        named.adjustment.pen.smoothing = 8
        #expect(settings.devicesTablets == ["056a:0357": tablet, "Somebody's Tablet": named])
        // what stands around it is read as ever
        #expect(settings.devicesTipDown == 3 && settings.devicesPrograms == ["a", "b, c"])
        var identity = DeviceIdentity(
            name: "Wacom", role: .pen, bus: 3, hardware: .init(vendor: 0x56a, product: 0x357), seat: "seat0", isDisplay: false,
            isVirtual: false, isReplay: false)
        #expect(settings.tablet(identity) == tablet)
        identity.name = "Somebody's Tablet"
        #expect(settings.tablet(identity) == named)
        (identity.name, identity.hardware.product) = ("Other", 1)
        #expect(settings.tablet(identity) == TabletSettings())
    }

    @Test("a pen's setting goes before the tablet's, and that before what is known of the model")
    func precedence() throws {
        var adjustment = TabletAdjustment()
        (adjustment.pen.tipDown, adjustment.pen.tipUp, adjustment.pen.smoothing) = (0.05, 0.03, 2)
        adjustment.pens[7] = PenAdjustment()
        adjustment.pens[7]?.tipDown = 0.02
        let known = try #require(TipThresholds(down: 0.1, up: 0.08))
        #expect(PenAdjustment().tip(known: known) == known)
        #expect(adjustment.pen(serial: 1).tip(known: known) == TipThresholds(down: 0.05, up: 0.03))
        // a tablet's release that is above a pen's touch cannot hold
        #expect(adjustment.pen(serial: 7).tip(known: known) == TipThresholds(down: 0.02, up: 0.02))
        #expect(adjustment.pen(serial: 7).smoothing == 2)
    }

    @Test(
        "what makes no sense is refused with its line, its key, its value and what is allowed",
        arguments: [
            ("056a:0357: {size: [0, 148]}", "line 3: devices.tablets.056a:0357.size is [0, 148]: give [width, height] in millimeters"),
            ("056a:0357: {size: 224}", ".size is \"224\": give [width, height]"),
            ("056a:0357: {size: [.inf, 100]}", ".size is [.inf, 100]: give"),
            ("056a:0357: {calibration: [1, 0, 0, 0, 1]}", ".calibration is [1, 0, 0, 0, 1]: give [a, b, c, d, e, f]"),
            ("056a:0357: {calibration: [1, 0, 0, 0, .nan, 0]}", ".calibration is [1, 0, 0, 0, .nan, 0]: give"),
            ("056a:0357: {calibration: [-1, 0, 1, 0, 1, 0]}", "that moves no corner by more than 0.2"),
            ("056a:0357: {calibration: [1, 0, 0.21, 0, 1, 0]}", "that moves no corner by more than 0.2"),
            ("056a:0357: {calibration: [0, 0, 0, 0, 0, 0]}", "that moves no corner by more than 0.2"),
            ("056a:0357: {tipDown: 101}", ".tipDown is \"101\": give percent of the pressure range, 0 to 100"),
            ("056a:0357: {tipDown: 1, tipUp: 2}", ".tipUp is \"2\": give no more than tipDown, which is 1"),
            ("056a:0357: {tipUp: 2}", ".tipUp is \"2\": give tipDown beside it"),
            ("056a:0357: {pressure: [[0, 0], [0.5, 0.6], [0.4, 0.7], [1, 1]]}", ".pressure is [[0, 0], [0.5, 0.6], [0.4, 0.7], [1, 1]]"),
            ("056a:0357: {pressure: [[0, 0], [0.5, 0.6], [1, 0.5]]}", "pressure rises from 0 to 1, force never falls"),
            ("056a:0357: {pressure: [[0, 0], [0.5, 0.6]]}", "such as [[0, 0], [0.3, 0.5], [1, 1]]"),
            ("056a:0357: {pressure: [0, 0, 100, 100]}", ".pressure is [0, 0, 100, 100]: give 2 to 16 points [pressure, force]"),
            ("056a:0357: {smoothing: 9}", ".smoothing is \"9\": give a whole number of samples, 0 to 8"),
            ("056a:0357: {smoothing: 1.5}", ".smoothing is \"1.5\": give a whole number of samples"),
            ("056a:0357: {tipdown: 1}", "unknown setting devices.tablets.056a:0357.tipdown; known settings: size, calibration, pens,"),
            ("056a:0357: {pens: {pen: {tipDown: 1}}}", "a pen of devices.tablets.056a:0357.pens is \"pen\": give its serial number"),
            ("056a:0357: {pens: {-1: {tipDown: 1}}}", "a pen of devices.tablets.056a:0357.pens is \"-1\": give its serial number"),
            ("056a:0357: {pens: {0: {tipDown: 1}}}", "is \"0\": give its serial number"),
            ("056a:0357: {pens: {0x1ffffffff: {tipDown: 1}}}", "is \"0x1ffffffff\": give its serial number"),
            ("056a:0357: {pens: {16: {tipDown: 1}, 0x10: {}}}", "is \"0x10\": give each pen once"),
            ("056a:0357: {pens: {16: {size: [10, 10]}}}", "unknown setting devices.tablets.056a:0357.pens.16.size; known settings: tipD"),
            ("056a:0357: {pens: {0x10: {smoothing: -1}}}", "devices.tablets.056a:0357.pens.0x10.smoothing is \"-1\": give"),
            ("056a:0357: {pens: {0x10: {tipUp: 1}}}", "devices.tablets.056a:0357.pens.0x10.tipUp is \"1\": give tipDown beside it"),
            ("056a:0357: {pens: [1]}", "devices.tablets.056a:0357.pens is [1]: give serial numbers of pens"),
            ("056a:0357: soft", "devices.tablets.056a:0357 is \"soft\": give keys below it: size,"),
            ("{056a:0357: {smoothing: 1}, 56A:357: {smoothing: 2}}", "is \"56A:357\": give each tablet once"),
            ("- 056a:0357", "devices.tablets is [056a:0357]: give tablets, each with its keys below it"),
        ])
    func refusals(line: String, message: String) throws {
        try expectRefused("devices:\n  tablets:\n    \(line)\n", message)
    }

    @Test("a section with nothing in it is all right", arguments: ["tablets: {}", "tablets:"])
    func empty(line: String) throws {
        let file = try TemporaryFile("devices:\n  virtual: true\n  \(line)\n")
        #expect(try SettingsLoader(path: file.path, environment: [:]).load() == Settings())
    }

    @Test("the lines that the example configuration shows as remarks are understood")
    func example() throws {
        let whole = try String(contentsOfFile: projectRoot + "/config/inkd.yaml", encoding: .utf8)
        let lines = whole.split(separator: "\n").drop { $0 != "  #   tablets:" }.prefix { $0.hasPrefix("  #   ") }
        let file = try TemporaryFile("devices:\n" + lines.map { "  " + $0.dropFirst(6) + "\n" }.joined())
        let settings = try SettingsLoader(path: file.path, environment: [:]).load()
        let adjustment = try #require(settings.devicesTablets.values.first?.adjustment)
        #expect(adjustment.size != nil && adjustment.calibration != nil && adjustment.pens.count == 1)
        let pen = adjustment.pen
        #expect(pen.tipDown != nil && pen.tipUp != nil && pen.pressure != nil && pen.smoothing != nil)
    }

    @Test("broken settings never crash the reader")
    func fuzz() throws {
        try loadBroken(
            """
            devices:
              tablets:
                056a:0357: {size: [224, 148], calibration: [1, 0, 0, 0, 1, 0], tipDown: 2, tipUp: 1, pressure: [[0, 0], [1, 1]],
                  smoothing: 2, pens: {0x1234: {tipDown: 5}}}

            """)
    }
}
