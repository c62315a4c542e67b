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
    @Suite("Surfaces of several devices")
    struct SurfaceTests {
        @Test("those who watch devices are told when two are paired, with each other's numbers")
        func pairingIsTold() throws {
            let daemon = try RunningDaemon()
            let watch = try daemon.connect().watchDevices()
            try daemon.wait("a watch") { $0.parts.clients.all.count { $0.watch != nil } == 1 }
            let (pen, touch) = try daemon.onLoop { daemon in
                let touch = try daemon.parts.devices.add(.test(.touch), .touch)
                let pen = try daemon.parts.devices.add(.test(.pen), .pen)
                let registry = daemon.parts.deviceRegistry
                daemon.parts.devices.join(try #require(registry[pen]), try #require(registry[touch]))
                return (Int(pen.value), Int(touch.value))
            }
            var told: [String] = []
            while told.count < 4, let reply = try watch.next(timeout: .patience) {
                told.append("\(reply.change) \(reply.device.id) \(reply.device.pairedWith ?? 0)")
            }
            #expect(told == ["added \(touch) 0", "added \(pen) 0", "changed \(pen) \(touch)", "changed \(touch) \(pen)"])
        }

        @Test("two pens of one screen keep the hand out of it, and a finger writes for the pen that was near last")
        func twoPens() throws {
            let daemon = try RunningDaemon()
            let watch = try daemon.watchPointers()
            let ids = try daemon.onLoop { daemon in
                let devices = daemon.parts.devices
                let pens = [try devices.add(.test(.pen), .pen), try devices.add(.test(.pen), .pen)]
                let touch = try devices.add(.test(.touch), .touch)
                let registry = daemon.parts.deviceRegistry
                let sessions = try pens.map { try #require(registry[$0]) }
                devices.join(sessions, try #require(registry[touch]))
                // both tell that they leave
                for (time, pen) in zip([Int64(0), 10], pens) {
                    devices.accept(.pen(at: time, near: true), from: pen)
                    devices.accept(.pen(at: time + 1, near: false), from: pen)
                }
                devices.accept(.pen(at: 200_000, near: true), from: pens[0])
                devices.accept(.pen(at: 200_001, near: true), from: pens[1])
                devices.accept(.pen(at: 200_002, near: false), from: pens[0])
                devices.accept(.contact(at: 200_003, id: 7), from: touch)
                devices.accept(.contact(at: 400_000, id: -1), from: touch)
                devices.accept(.pen(at: 500_000, near: false), from: pens[1])
                devices.accept(.contact(at: 700_000, id: 8), from: touch)
                return (pens + [touch]).map { Int($0.value) }
            }
            try daemon.waitUntilQuiet(watch)
            let fingers = try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events).filter { $0.tool == .finger }
            #expect(fingers.map { "\($0.pointer) \($0.phase)" } == ["8 down"])
            #expect(try daemon.connect().devices().map(\.pairedWith) == [ids[2], ids[2], ids[1]])
        }

        @Test("a pen that says half of what its screen's touch device says of the size is believed no more")
        func touchSize() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let frames = try daemon.onLoop { daemon in
                var small = DeviceDescription.pen
                for axis in [Axis.x, Axis.y] { small.axes[axis]?.resolution = 400 }
                let pen = try daemon.parts.devices.add(.test(.pen), small)
                let touch = try daemon.parts.devices.add(.test(.touch), .touch)
                let session = try #require(daemon.parts.deviceRegistry[pen])
                #expect(session.geometry.width == 25 && session.geometry.sizing.doubt == .implausible)
                daemon.parts.devices.join(session, try #require(daemon.parts.deviceRegistry[touch]))
                return session.geometry.width
            }
            #expect(frames == 100)
            let pen = try #require(try client.devices().first)
            #expect(pen.width == 100 && pen.reportedWidth == 25 && pen.sizeSource == .touch && pen.sizeDoubt == .corrected)
        }

        @Test("quirks of the configuration are those of a device; a recording brings those that held when it was made")
        func quirks() throws {
            var rule = Quirks()
            rule.size = SurfaceSize(width: 50, height: 40)
            rule.eraser = .button
            let rules = QuirkRules([QuirkRule(QuirkMatch(vendor: 1, products: [2]), rule)])
            let daemon = try RunningDaemon { $0.quirks = rules }
            try daemon.onLoop { daemon in
                _ = try daemon.parts.devices.add(.test(.pen), .pen)
                var recorded = DeviceDescription.pen
                recorded.quirks = Quirks()
                _ = try daemon.parts.devices.add(.test(.pen), recorded)
            }
            let devices = try daemon.connect().devices()
            #expect(devices.map(\.width) == [50, 100] && devices.map(\.sizeSource) == [.quirk, .descriptor])
            #expect(devices.map(\.eraserType) == [.button, nil])
        }

        @Test("a device without positions becomes no pen; in a recording it is passed over")
        func keypad() throws {
            var keypad = DeviceDescription.pen
            keypad.axes[Axis.x] = nil
            let daemon = try RunningDaemon()
            try daemon.onLoop { [keypad] daemon in
                #expect(throws: DaemonError.self) { try daemon.parts.devices.add(.test(.pen), keypad) }
                #expect(daemon.parts.deviceRegistry.sessions.isEmpty)
            }
            var recording = try Recording.read(samplePath)
            recording.devices.insert(RecordedDevice(description: keypad, frames: []), at: 0)
            let replayed = try RunningDaemon([recording])
            #expect(try replayed.connect().devices().map(\.name) == ["inkd Sample Pen Tablet"])
        }

        @Test("the pens of the tablet database are listed with their numbers and ways of erasing")
        func penModels() throws {
            let daemon = try RunningDaemon()
            try daemon.onLoop { daemon in
                var identity = DeviceIdentity.test(.pen)
                var model = TabletModel(
                    name: "model", isDisplay: true, isBuiltIn: false, hasPen: true, hasTouch: false, hasEraser: true)
                model.pens = [PenModel(toolID: 0x802, name: "Pro Pen"), PenModel(toolID: 0x80a, name: "Pro Pen Eraser", eraser: .invert)]
                identity.model = model
                _ = try daemon.parts.devices.add(identity, .pen)
            }
            let device = try #require(try daemon.connect().devices().first)
            #expect(device.pens?.map(\.toolId) == [0x802, 0x80a] && device.pens?.map(\.eraser) == [nil, .invert])
            #expect(device.eraserType == .invert)
        }
    }
}
