import Editing
import Evdev
import Foundation
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
    @Suite("What was learned of worn tips")
    struct TipMemoryTests {
        /// Three visits of a tip that presses 200 of 1000 in the air, and 120 once.
        private static let visits = (0..<3).flatMap { visit -> [Frame] in
            let at = Int64(visit) * 1_000_000 + 1000
            func frame(_ after: Int64, _ force: Int32, near: Bool = true, serial: Int32? = nil) -> Frame {
                var frame = Frame.pen(at: at + after, near: near, force: force, x: Int32(after / 1000))
                if let serial { frame.events.append(InputEvent(time: frame.time, type: EventType.msc, code: Misc.serial, value: serial)) }
                return frame
            }
            return [frame(0, 200), frame(5000, 201, serial: 77), frame(10_000, 600), frame(15_000, 120), frame(20_000, 0, near: false)]
        }

        @Test("it is known when the tablet is plugged in again and after a restart, and no serial number is in the file")
        func kept() throws {
            let folder = try TemporaryFolder()
            let state = folder.path + "/state"
            var names: [UInt32] = []
            for run in 0..<2 {
                let daemon = try RunningDaemon { $0.state = state }
                for plug in 0..<2 {
                    let (before, after) = try daemon.onLoop { daemon in
                        let id = try daemon.parts.devices.add(.test(.pen), .pen)
                        let session = try #require(daemon.parts.deviceRegistry[id])
                        let before = session.tips
                        if run == 0, plug == 0 { for frame in Self.visits { daemon.parts.devices.accept(frame, from: id) } }
                        let after = session.tips
                        daemon.parts.devices.remove(id)
                        return (before, after)
                    }
                    #expect(before.isEmpty == (run == 0 && plug == 0))
                    #expect(after.count == 1 && after.first?.least == 120 && after.first?.isKnown == true && after.first?.pen != 77)
                    names += after.map(\.pen)
                }
                daemon.stop()
            }
            #expect(Set(names).count == 1)
            let path = state + "/tips.json"
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.contains("\"least\":120") && !text.contains(":77"))
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }

        @Test("a replay neither knows nor leaves anything of it")
        func replayed() throws {
            let daemon = try RunningDaemon()
            let tips = try daemon.onLoop { daemon in
                let live = try daemon.parts.devices.add(.test(.pen), .pen)
                for frame in Self.visits { daemon.parts.devices.accept(frame, from: live) }
                var identity = DeviceIdentity.test(.pen)
                identity.isReplay = true
                let played = try daemon.parts.devices.add(identity, .pen)
                let before = daemon.parts.deviceRegistry[played]?.tips
                for frame in Self.visits.prefix(5) { daemon.parts.devices.accept(frame, from: played) }
                return (before, daemon.parts.tips.tips(of: .test(.pen)))
            }
            #expect(tips.0 == [] && tips.1.first?.visits == 3)
        }

        @Test("a recorded device has what was known of its tips, and udev's matrix")
        func matrix() throws {
            var description = DeviceDescription.pen
            description.tips = [TipWear(isEraser: true, pen: 5, least: 9, visits: 2, isKnown: true)]
            description.matrix = SensorMatrix(udev: "0 -1 1 1 0 0")
            let logged = LoggedDevice(number: 1, description: description, role: "pen", seat: "seat0")
            let read = try JSONDecoder().decode(LoggedDevice.self, from: JSONEncoder().encode(logged))
            #expect(read == logged && read.description.tips.count == 1)
        }

        @Test("a file that makes no sense is no memory, and one that is too full is cut")
        func nonsense() throws {
            #expect(TipMemory.tablets(in: []) == [] && TipMemory.tablets(in: Array("{]".utf8)) == [])
            let tips = (1...40).map { TipWear(isEraser: false, pen: $0, least: 3, visits: $0 == 40 ? 0 : 1) }
            let tablets = (0..<80).map { TipMemory.Tablet(vendor: 1, product: UInt16($0), name: "", tips: tips) }
            let read = TipMemory.tablets(in: Array(try JSONEncoder().encode(tablets)))
            #expect(read.count == 64 && read.first?.product == 16 && read.allSatisfy { $0.tips.map(\.pen) == Array(24...39) })
        }

        @Test("samples that no hand can have made are counted, and are in no ink")
        func strays() throws {
            let daemon = try RunningDaemon()
            let pen = try LivePen(.pen, in: daemon)
            let places: [Int32] = [100, 110, 120, 9000, 130, 140]
            pen.write(places.enumerated().map { Frame.pen(at: 1000 + Int64($0) * 5000, near: true, force: 500, x: $1) })
            pen.write([.pen(at: 40_000, near: true), .pen(at: 45_000, near: false)])
            try daemon.wait("a stroke") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.strokeCount == 1 } }
            #expect(try daemon.onLoop { $0.parts.deviceRegistry.sessions.values.map(\.strays) } == [1])
            let written = try daemon.penInks().flatMap(\.strokes).flatMap(\.points)
            #expect(!written.isEmpty && written.allSatisfy { $0.x < 2 })
        }

        @Test("a stroke whose tool left with the tip pressed ends in time, without another report")
        func lapse() throws {
            let daemon = try RunningDaemon()
            let pen = try LivePen(.pen, in: daemon)
            let now = Int64(try daemon.onLoop { $0.loop.now })
            pen.write([
                .pen(at: now, near: true, force: 500, x: 10), .pen(at: now + 1, near: true, force: 500, x: 20),
                .pen(at: now + 2, near: false),
            ])
            try daemon.wait("a stroke") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.strokeCount == 1 } }
        }
    }
}
