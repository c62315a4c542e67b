import Evdev
import Ink
import InkClient
import InkProtocol
import PenLog
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Tablets and pens that are fitted to a user")
    struct TabletAdjustmentTests {
        /// A tablet of vendor 1, product 2: 100 × 100 mm, pressure 0 to 1000.
        private static let name = "0001:0002"

        private static func settings(_ change: (inout TabletAdjustment) -> Void) -> [String: TabletSettings] {
            var settings = TabletSettings()
            change(&settings.adjustment)
            return [name: settings]
        }

        /// A stroke from 10 to 30 mm, as a tablet that tells its pens' numbers late.
        private static func visit(at time: Int64, serial: Int32, pressure: Int32) -> [Frame] {
            [
                Frame(at: time, [(EventType.key, Key.toolPen, 1), (EventType.abs, Axis.x, 1000), (EventType.abs, Axis.y, 5000)]),
                Frame(at: time + 1, [(EventType.msc, Misc.serial, serial), (EventType.abs, Axis.x, 1001)]),
                Frame(at: time + 2, [(EventType.abs, Axis.pressure, pressure)]),
                Frame(at: time + 3, [(EventType.abs, Axis.x, 3000)]),
                Frame(at: time + 4, [(EventType.abs, Axis.pressure, 0)]),
                Frame(at: time + 5, [(EventType.key, Key.toolPen, 0), (EventType.abs, Axis.x, 0), (EventType.abs, Axis.y, 0)]),
            ]
        }

        private static func add(to daemon: RunningDaemon) throws -> DeviceID {
            try daemon.onLoop { try $0.parts.devices.add(.test(.pen), .pen) }
        }

        private static func play(_ frames: [Frame], _ id: DeviceID, in daemon: RunningDaemon) throws {
            try daemon.onLoop { daemon in for frame in frames { daemon.parts.devices.accept(frame, from: id) } }
        }

        private static func events(_ watch: RawClient, _ daemon: RunningDaemon) throws -> [PointerInterface.Event] {
            try daemon.waitUntilQuiet(watch)
            return try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
        }

        @Test("size, calibration, curve, thresholds and smoothing are in what clients are told of the pen")
        func applied() throws {
            let daemon = try RunningDaemon {
                $0.devicesTablets = Self.settings {
                    $0.size = SurfaceSize(width: 200, height: 150)
                    $0.calibration = TabletCalibration([1, 0, 0.1, 0, 1, 0])
                    $0.pen.pressure = PressureCurve(points: [Point(x: 0, y: 0), Point(x: 0.5, y: 0.2), Point(x: 1, y: 1)])
                    $0.pen.smoothing = 1
                    ($0.pen.tipDown, $0.pen.tipUp) = (0.3, 0.2)
                }
            }
            let watch = try daemon.watchPointers()
            let id = try Self.add(to: daemon)
            let device = try #require(try daemon.connect().devices().first)
            #expect((device.width, device.height, device.sizeSource) == (200, 150, .setting))
            #expect(device.calibration == [1, 0, 0.1, 0, 1, 0])
            #expect(device.placement == .init(x: 0, y: 0, turn: 0))
            try Self.play(Self.visit(at: 0, serial: 0x1234, pressure: 250), id, in: daemon)
            try Self.play(Self.visit(at: 100, serial: 0x1234, pressure: 500), id, in: daemon)
            let events = try Self.events(watch, daemon)
            // 250 of 1000 is no touch; what is told of it is the pressure
            #expect(events.prefix(5).map(\.phase) == [.proximityIn, .hover, .hover, .hover, .hover])
            #expect(events.prefix(5).map(\.pressure) == [nil, nil, 0.25, 0.25, nil])
            let stroke = events.filter { [.down, .move, .up].contains($0.phase) }
            #expect(stroke.map(\.phase) == [.down, .move, .move, .up])
            // 2 mm a centimeter of the device, 20 mm farther right; the stroke is caught up with at its end
            #expect(stroke.map { ($0.x * 100).rounded() / 100 } == [40.02, 60.01, 80, 80])
            #expect(stroke.map { ($0.y * 100).rounded() / 100 } == [75, 75, 75, 75])
            #expect(stroke.map { ($0.force * 100).rounded() / 100 } == [0.2, 0.2, 0.2, 0])
            #expect(stroke.map(\.pressure) == [0.5, 0.5, 0.5, nil])
            #expect(stroke.map(\.rawX) == [1001, 3000, 3000, 3000])
        }

        @Test("a pen's own settings go before its tablet's, and those before the quirks")
        func precedence() throws {
            var quirks = Quirks()
            quirks.tip = TipThresholds(down: 0.6, up: 0.5)
            quirks.size = SurfaceSize(width: 50, height: 50)
            let rules = QuirkRules([QuirkRule(QuirkMatch(vendor: 1), quirks)])
            func downs(_ tablets: [String: TabletSettings]) throws -> [Int] {
                let daemon = try RunningDaemon {
                    $0.quirks = rules
                    $0.devicesTablets = tablets
                }
                let watch = try daemon.watchPointers()
                let id = try Self.add(to: daemon)
                for (number, pressure) in [100, 300, 500, 700].enumerated() {
                    for (place, serial) in [Int32(5), 6].enumerated() {
                        let time = Int64(1000 * number + 100 * place)
                        try Self.play(Self.visit(at: time, serial: serial, pressure: Int32(pressure)), id, in: daemon)
                    }
                }
                return try Self.events(watch, daemon).filter { $0.phase == .down }.map {
                    $0.serial * 1000 + Int(($0.force * 1000).rounded())
                }
            }
            #expect(try downs([:]) == [5700, 6700])
            let tablet = Self.settings { ($0.pen.tipDown, $0.pen.tipUp) = (0.4, 0.3) }
            #expect(try downs(tablet) == [5500, 6500, 5700, 6700])
            let pen = Self.settings {
                ($0.pen.tipDown, $0.pen.tipUp) = (0.4, 0.3)
                $0.pens[6] = PenAdjustment()
                $0.pens[6]?.tipDown = 0.2
            }
            #expect(try downs(pen) == [6300, 5500, 6500, 5700, 6700])
        }

        @Test("settings that are read again hold when the pen has gone away, and those who watch devices are told")
        func reloaded() throws {
            let daemon = try RunningDaemon()
            let watch = try daemon.watchPointers()
            let id = try Self.add(to: daemon)
            let devices = try daemon.connect().watchDevices()
            #expect(try devices.next(timeout: .patience)?.device.calibration == nil)
            let tablets = Self.settings {
                $0.calibration = TabletCalibration([1, 0, 0.05, 0, 1, 0])
                $0.pen.pressure = PressureCurve(points: [Point(x: 0, y: 0), Point(x: 1, y: 0.5)])
            }
            let stroke = Self.visit(at: 0, serial: 1, pressure: 800)
            try Self.play(Array(stroke.prefix(3)), id, in: daemon)
            try daemon.onLoop { daemon in
                var settings = daemon.shared.settings
                settings.devicesTablets = tablets
                daemon.reloaded(.success(settings))
            }
            try Self.play(Array(stroke.dropFirst(3)) + Self.visit(at: 100, serial: 1, pressure: 800), id, in: daemon)
            let moves = try Self.events(watch, daemon).filter { $0.phase == .move }
            #expect(moves.map(\.x) == [30, 35])
            #expect(moves.map { ($0.force * 100).rounded() / 100 } == [0.8, 0.4])
            let told = try #require(try devices.next(timeout: .patience))
            #expect(told.change == .changed && told.device.calibration == [1, 0, 0.05, 0, 1, 0])
        }

        @Test("a recording has what the tablet reported, before all of it")
        func recorded() throws {
            let daemon = try RunningDaemon {
                $0.devicesTablets = Self.settings {
                    $0.calibration = TabletCalibration([1, 0, 0.05, 0, 1, 0])
                    $0.pen.smoothing = 4
                    $0.pen.pressure = PressureCurve(points: [Point(x: 0, y: 0), Point(x: 1, y: 0.5)])
                }
            }
            let id = try Self.add(to: daemon)
            let client = try daemon.connect()
            let name = try #require(try client.startRecording().recording)
            let frames = Self.visit(at: 1000, serial: 1, pressure: 800)
            try Self.play(frames, id, in: daemon)
            let ended = try client.stopRecording()
            let file = try #require(ended.files.first)
            let recording = try Recording.parse(try client.readRecording(name, file: file))
            // a pen's number is a pseudonym there
            func values(_ frames: [Frame]) -> [[Int32]] { frames.map { $0.events.filter { $0.type != EventType.msc }.map(\.value) } }
            #expect(recording.devices.map { values($0.frames) } == [values(frames)])
            let quirks = recording.devices.first?.description.quirks
            #expect(quirks?.pressureCurve == nil && quirks?.size == nil)
        }
    }
}
