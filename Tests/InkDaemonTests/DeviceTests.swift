import Editing
import Evdev
import Glibc
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
    @Suite("Devices")
    struct DeviceTests {
        @Test(
            "recordings of real devices give balanced events, and strokes where the pen touched",
            .enabled(if: !rigRecordings.isEmpty, "no recordings: set INKD_RIG to the folder that holds data/evemu"),
            arguments: rigRecordings)
        func real(path: String) throws {
            let recording = try Recording.read(path)
            let daemon = try RunningDaemon([recording], speed: 10)
            let pointers = try daemon.connectRaw()
            pointers.send(#"{"method":"org.inkd.Pointer.Watch","more":true}"#)
            try daemon.play(when: 1)
            try daemon.waitUntilQuiet(pointers)
            let events = try pointers.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            let isTouch = events.contains { $0.tool == .finger }
            for pointer in Set(events.map(\.pointer)) {
                expectBalanced(events.filter { $0.pointer == pointer }.map(\.phase), isFinger: isTouch)
            }
            let finished = events.count { $0.phase == .up && $0.tool == .pen }
            let editors = try daemon.connect().editors()
            #expect(editors.isEmpty == isTouch && (isTouch || finished > 0))
            // what an eraser leaves depends on where it went
            if !events.contains(where: { $0.tool == .eraser }) { #expect(editors.allSatisfy { $0.strokes == finished }) }
        }

        @Test("a live pen gives the same events and strokes as its recording")
        func liveEqualsReplay() throws {
            var recording = try Recording.read(samplePath)
            recording.devices[0].frames = Array(recording.devices[0].frames.prefix(600))
            let replayed = try RunningDaemon([recording], speed: 4)
            let replayWatch = try replayed.watchPointers()
            try replayed.keepEverything()
            try replayed.play()
            try replayed.waitUntilQuiet(replayWatch)

            let live = try RunningDaemon()
            let liveWatch = try live.watchPointers()
            try live.keepEverything()
            let pen = try LivePen(recording.devices[0].description, in: live)
            pen.write(recording.devices[0].frames)
            let count = try replayed.strokes().count
            try live.wait("strokes") {
                $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.strokeCount == count }
            } meanwhile: {
                liveWatch.takeIn()
            }
            let liveStrokes = try live.strokes()
            pen.unplug()
            try live.wait("unplugging") {
                $0.parts.deviceRegistry.sessions.isEmpty && $0.parts.clients.all.allSatisfy(\.queue.isEmpty)
            } meanwhile: {
                liveWatch.takeIn()
            }

            let expected = try replayWatch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            let found = try liveWatch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            #expect(found.map(\.phase) == expected.map(\.phase))
            #expect(found.map { [$0.x, $0.y, $0.force, $0.distance] } == expected.map { [$0.x, $0.y, $0.force, $0.distance] })
            #expect(found.map(\.rawX) == expected.map(\.rawX) && found.map(\.rawY) == expected.map(\.rawY))
            #expect(try liveStrokes == replayed.strokes() && !liveStrokes.isEmpty)
        }

        @Test("a pen that comes near cancels the hand's contacts on the paired touch device, and keeps new ones out")
        func arbitration() throws {
            let daemon = try RunningDaemon()
            let watch = try daemon.watchPointers()
            let devices = try daemon.onLoop { daemon in
                let pen = try daemon.parts.devices.add(.test(.pen), .pen)
                let touch = try daemon.parts.devices.add(.test(.touch), .touch)
                daemon.parts.devices.join(try #require(daemon.parts.deviceRegistry[pen]), try #require(daemon.parts.deviceRegistry[touch]))
                daemon.parts.devices.accept(.contact(at: 1000, id: 7), from: touch)
                daemon.parts.devices.accept(.pen(at: 2000, near: true), from: pen)
                daemon.parts.devices.accept(.contact(at: 3000, id: 7, x: 300), from: touch)
                daemon.parts.devices.accept(.contact(at: 4000, id: -1), from: touch)
                daemon.parts.devices.accept(.contact(at: 5000, id: 8), from: touch)
                daemon.parts.devices.accept(.contact(at: 6000, id: -1), from: touch)
                daemon.parts.devices.accept(.pen(at: 7000, near: false), from: pen)
                daemon.parts.devices.accept(.contact(at: 90_000, id: 9), from: touch)
                daemon.parts.devices.accept(.contact(at: 91_000, id: -1), from: touch)
                daemon.parts.devices.accept(.contact(at: 98_000, id: 10), from: touch)
                return (pen: Int(pen.value), touch: Int(touch.value))
            }
            try daemon.waitUntilQuiet(watch)
            let replies = try watch.replies(of: PointerInterface.Watch.self)
            let story = replies.flatMap { reply in
                reply.events.map { "\(reply.device == devices.pen ? "pen" : "touch \($0.pointer)") \($0.phase)" }
            }
            #expect(story == ["touch 7 down", "pen proximityIn", "touch 7 cancel", "pen proximityOut", "touch 10 down"])
            #expect(try daemon.connect().devices().map(\.pairedWith) == [devices.touch, devices.pen])
        }

        @Test("devices that find each other late: the finger on the surface is void, and a pen that is near already keeps others out")
        func lateArbitration() throws {
            let daemon = try RunningDaemon()
            let (touch, pen) = try daemon.onLoop { daemon in
                let touch = try daemon.parts.devices.add(.test(.touch), .touch)
                let pen = try daemon.parts.devices.add(.test(.pen), .pen)
                // it tells that it leaves: its silence means nothing
                daemon.parts.devices.accept(.pen(at: 0, near: true), from: pen)
                daemon.parts.devices.accept(.pen(at: 1, near: false), from: pen)
                return (touch, pen)
            }
            let watch = try daemon.watchPointers()
            try daemon.onLoop { daemon in
                daemon.parts.devices.accept(.pen(at: 1000, near: true), from: pen)
                daemon.parts.devices.accept(.contact(at: 2000, id: 7), from: touch)
                daemon.parts.devices.join(try #require(daemon.parts.deviceRegistry[pen]), try #require(daemon.parts.deviceRegistry[touch]))
                daemon.parts.devices.accept(.contact(at: 3000, id: 7, x: 300), from: touch)
                daemon.parts.devices.accept(.contact(at: 4000, id: -1), from: touch)
                daemon.parts.devices.accept(.contact(at: 5000, id: 8), from: touch)
                daemon.parts.devices.accept(.contact(at: 6000, id: -1), from: touch)
            }
            try daemon.waitUntilQuiet(watch)
            let events = try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            #expect(events.map { "\($0.tool) \($0.phase)" } == ["pen proximityIn", "finger down", "finger cancel"])
        }

        @Test("a pen that does not tell that it left is gone after a while, lets fingers write and is given back")
        func silence() throws {
            let daemon = try RunningDaemon()
            let watch = try daemon.watchPointers()
            let pen = try daemon.onLoop { daemon in
                let touch = try daemon.parts.devices.add(.test(.touch), .touch)
                let pen = try daemon.parts.devices.add(.test(.pen), .pen)
                daemon.parts.devices.join(try #require(daemon.parts.deviceRegistry[pen]), try #require(daemon.parts.deviceRegistry[touch]))
                daemon.parts.deviceRegistry[pen]?.service.capture.want(true)
                let now = Int64(daemon.loop.now)
                daemon.parts.devices.accept(.pen(at: now, near: true), from: pen)
                daemon.parts.devices.accept(.contact(at: now + 1, id: 7), from: touch)
                #expect(daemon.parts.deviceRegistry[pen]?.service.capture.isCaptured == false)
                return pen
            }
            try daemon.wait("the pen to be gone") { $0.parts.deviceRegistry[pen]?.isAtRest == true }
            try daemon.onLoop { daemon in
                #expect(daemon.parts.deviceRegistry[pen]?.service.capture.isCaptured == true)
                let touch = try #require(daemon.parts.deviceRegistry.sessions.values.first { $0.identity.role == .touch }).id
                daemon.parts.devices.accept(.contact(at: Int64(daemon.loop.now) + 99_000, id: -1), from: touch)
                daemon.parts.devices.accept(.contact(at: Int64(daemon.loop.now) + 100_000, id: 8), from: touch)
            }
            try daemon.waitUntilQuiet(watch)
            let events = try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            #expect(events.map { "\($0.tool) \($0.phase)" } == ["pen proximityIn", "pen proximityOut", "finger down"])
        }

        @Test("a stroke held while the machine sleeps ends there, and goes on as another behind a gap")
        func sleep() throws {
            let daemon = try RunningDaemon()
            let watch = try daemon.watchPointers()
            let pen = try LivePen(.pen, in: daemon)
            pen.write([.pen(at: 1000, near: true, force: 500, x: 10), .pen(at: 2000, near: true, force: 500, x: 20)])
            try daemon.wait("a stroke") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.isIdle == false } }
            try daemon.onLoop { $0.parts.clock.pretendSleep(3_600_000_000) }
            pen.write([.pen(at: 3000, near: true, force: 500, x: 200), .pen(at: 4000, near: true), .pen(at: 5000, near: false)])
            try daemon.wait("two strokes") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.strokeCount == 2 } }
            try daemon.waitUntilQuiet(watch)
            let events = try watch.replies(of: PointerInterface.Watch.self).flatMap(\.events)
            #expect(events.filter(\.gap).map(\.phase) == [.down])
            expectBalanced(events.map(\.phase))
        }

        @Test("another user finds nothing of what was written, not even to undo")
        func forgetting() throws {
            let daemon = try RunningDaemon()
            let pen = try LivePen(.pen, in: daemon)
            pen.write([.pen(at: 1000, near: true, force: 500, x: 10), .pen(at: 3000, near: true, force: 500, x: 200)])
            pen.write([.pen(at: 4000, near: true)])
            try daemon.wait("a stroke") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.strokeCount == 1 } }
            try daemon.onLoop { daemon in
                for session in daemon.parts.deviceRegistry.sessions.values { daemon.parts.owners.forgetInk(of: session) }
            }
            let client = try daemon.connect()
            let editor = try #require(try client.editors().first)
            #expect(editor.empty && !editor.canUndo && !editor.canRedo && editor.text == "")
            #expect(try client.strokes(of: editor.editor).strokes.isEmpty)
        }

        @Test("a device's own ink is found again after a forced end, and gone when the device is")
        func unnamed() throws {
            let folder = try TemporaryFolder()
            func start() throws -> (daemon: RunningDaemon, pen: LivePen) {
                let daemon = try RunningDaemon { $0.runtime = folder.path }
                let pen = try LivePen(.pen, in: daemon)
                try daemon.onLoop { daemon in
                    for session in daemon.parts.deviceRegistry.sessions.values {
                        daemon.parts.owners.changeOwner(of: session, to: getuid())
                    }
                }
                try daemon.wait("a package") { $0.shared.packages.isClaimed(.unnamed) }
                return (daemon, pen)
            }
            let first = try start()
            first.pen.write([.pen(at: 1000, near: true, force: 500, x: 10), .pen(at: 3000, near: true, force: 500, x: 200)])
            first.pen.write([.pen(at: 4000, near: true)])
            try first.daemon.wait("a stroke") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.strokeCount == 1 } }
            let ink = try first.daemon.penInks().flatMap(\.strokes)
            first.daemon.stop()
            let second = try start()
            #expect(try second.daemon.penInks().flatMap(\.strokes) == ink)
            second.pen.unplug()
            try second.daemon.wait("no device") { $0.parts.deviceRegistry.sessions.isEmpty }
            second.daemon.stop()
            let third = try start()
            #expect(try third.daemon.penInks().allSatisfy(\.isEmpty))
        }

        @Test("a pen unplugged in mid-stroke cancels the stroke, closes its editor and harms nobody")
        func unplugged() throws {
            let daemon = try RunningDaemon()
            let pointers = try daemon.connectRaw()
            pointers.send(#"{"method":"org.inkd.Pointer.Watch","more":true}"#)
            let editors = try daemon.connect().watchEditors()
            let devices = try daemon.connect().watchDevices()
            try daemon.wait("watches") { $0.parts.clients.all.count { $0.watch != nil } == 3 }
            let pen = try LivePen(.pen, in: daemon)
            pen.write([
                .pen(at: 1000, near: true), .pen(at: 2000, near: true, force: 500, x: 10), .pen(at: 3000, near: true, force: 500, x: 200),
            ])
            try daemon.wait("a stroke") { $0.parts.deviceRegistry.sessions.values.contains { $0.editor?.status.isIdle == false } }
            pen.unplug()
            try daemon.wait("unplugging") { $0.parts.deviceRegistry.sessions.isEmpty && $0.parts.clients.all.allSatisfy(\.queue.isEmpty) }
            let phases = try pointers.replies(of: PointerInterface.Watch.self).flatMap(\.events).map(\.phase)
            #expect(phases.suffix(2) == [.cancel, .proximityOut])
            expectBalanced(phases)
            var changes: [EditorInterface.Change] = []
            while changes.last != .closed, let reply = try editors.next(timeout: .patience) {
                changes.append(reply.change)
                #expect(reply.state.strokes == 0)
            }
            #expect(changes.last == .closed)
            #expect(try devices.next(timeout: .patience)?.change == .added)
            #expect(try devices.next(timeout: .patience)?.change == .removed)
            let client = try daemon.connect()
            #expect(try client.devices().isEmpty && client.editors().isEmpty)
        }
    }
}

/// A device that writes its events into a pipe, which the daemon reads as it would a node of the kernel's.
final class LivePen {
    private var writing: Int32

    init(_ description: DeviceDescription, in daemon: RunningDaemon) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { throw RawClient.Failure(reason: "no pipe") }
        writing = ends[1]
        try daemon.onLoop { [reading = ends[0]] daemon in
            let id = try daemon.parts.devices.add(.test(.pen), description)
            try daemon.parts.devices.read(RawEventStream(reading: reading, description: description), into: id)
        }
    }

    func write(_ frames: some Sequence<Frame>) {
        for frame in frames {
            let bytes = frame.kernelBytes
            #expect(Glibc.write(writing, bytes, bytes.count) == bytes.count)
        }
    }

    func unplug() {
        close(writing)
        writing = -1
    }

    deinit { if writing >= 0 { close(writing) } }
}

extension RunningDaemon {
    /// The strokes of the only editor, as place and force of each sample.
    fileprivate func strokes() throws -> [[[Double]]] {
        try penInks().flatMap(\.strokes).map { $0.points.map { [$0.x, $0.y, Double($0.force)] } }
    }
}

extension DeviceIdentity {
    static func test(_ role: DeviceRole) -> DeviceIdentity {
        DeviceIdentity(
            name: "test", role: role, bus: 3, hardware: HardwareID(vendor: 1, product: 2), seat: "seat0", isDisplay: true, isVirtual: false,
            isReplay: false)
    }
}

extension DeviceDescription {
    static var pen: DeviceDescription {
        var description = DeviceDescription(name: "test pen", bus: 3)
        description.keys = [Key.toolPen, Key.touch]
        description.axes = [
            Axis.x: AxisInfo(minimum: 0, maximum: 10_000, resolution: 100), Axis.y: AxisInfo(minimum: 0, maximum: 10_000, resolution: 100),
            Axis.pressure: AxisInfo(minimum: 0, maximum: 1000),
        ]
        return description
    }

    static var touch: DeviceDescription {
        var description = DeviceDescription(name: "test touch", bus: 3)
        description.keys = [Key.touch]
        description.axes = [
            Axis.slot: AxisInfo(minimum: 0, maximum: 9), Axis.trackingID: AxisInfo(minimum: 0, maximum: 65_535),
            Axis.positionX: AxisInfo(minimum: 0, maximum: 1000, resolution: 10),
            Axis.positionY: AxisInfo(minimum: 0, maximum: 1000, resolution: 10),
        ]
        return description
    }
}

extension Frame {
    /// A pen over the surface, or on it, or gone.
    static func pen(at time: Int64, near: Bool, force: Int32 = 0, x: Int32 = 0) -> Frame {
        Frame(
            at: time,
            [
                (EventType.key, Key.toolPen, near ? 1 : 0), (EventType.abs, Axis.x, x), (EventType.abs, Axis.pressure, force),
                (EventType.key, Key.touch, force > 0 ? 1 : 0),
            ])
    }

    /// A finger in the first slot.
    static func contact(at time: Int64, id: Int32, x: Int32 = 100) -> Frame {
        Frame(
            at: time,
            [(EventType.abs, Axis.slot, 0), (EventType.abs, Axis.trackingID, id)] + (id < 0 ? [] : [(EventType.abs, Axis.positionX, x)]))
    }

    init(at microseconds: Int64, _ events: [(type: UInt16, code: UInt16, value: Int32)]) {
        let time = Instant(microseconds: microseconds)
        self.init(time: time, events: events.map { InputEvent(time: time, type: $0.type, code: $0.code, value: $0.value) })
    }
}

extension PackageKey {
    /// The first package that pens like the tests' keep for themselves.
    fileprivate static var unnamed: PackageKey {
        PackageKey(
            user: getuid(), name: "pen-\(DeviceIdentity.test(.pen).hardware.vendor)-\(DeviceIdentity.test(.pen).hardware.product)-1",
            isUnnamed: true)
    }
}
