import CLibevdev
import Editing
import Evdev
import Ink
import PenLog
import Tablet

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

/// A pen whose frames the test makes: 200 units a millimeter, as the sample session's.
struct TestPen {
    let daemon: RunningDaemon
    let id: DeviceID
    let description: DeviceDescription

    init(in daemon: RunningDaemon) throws {
        self.daemon = daemon
        let description = try Recording.read(samplePath).devices[0].description
        // with the quirks that hold
        (id, self.description) = try daemon.onLoop { daemon in
            let id = try daemon.parts.devices.add(.test(.pen), description)
            return (id, daemon.parts.deviceRegistry[id]?.description ?? description)
        }
        // it has left once: from now on its silences mean nothing, however slow the machine is
        try come()
        try go()
    }

    func come() throws { try send([(EventType.key, Key.toolPen, 1), (EventType.abs, Axis.x, 4000), (EventType.abs, Axis.y, 4000)]) }

    func go() throws { try send([(EventType.key, Key.toolPen, 0)]) }

    /// Comes near with its other end.
    func comeErasing() throws {
        try send([(EventType.key, Key.toolRubber, 1), (EventType.abs, Axis.x, 4000), (EventType.abs, Axis.y, 4000)])
    }

    func goErasing() throws { try send([(EventType.key, Key.toolRubber, 0)]) }

    func press() throws { try send([(EventType.key, Key.stylus, 1)]) }

    func letGo() throws { try send([(EventType.key, Key.stylus, 0)]) }

    /// The button by which its firmware makes it an eraser.
    func pressEraser() throws { try send([(EventType.key, Key.toolPen, 0), (EventType.key, Key.toolRubber, 1)]) }

    func letGoEraser() throws { try send([(EventType.key, Key.toolRubber, 0), (EventType.key, Key.toolPen, 1)]) }

    func stroke() throws { try draw([(20, 20), (22, 26), (24, 20)]) }

    func visit(strokes: Int) throws {
        try come()
        for _ in 0..<strokes { try stroke() }
        try go()
    }

    /// Touches and goes through these places, in millimeters.
    func draw(_ corners: [(x: Double, y: Double)]) throws {
        try move(corners)
        try lift()
    }

    /// The same, but the pen stays down.
    func move(_ corners: [(x: Double, y: Double)]) throws {
        var isTouching = false
        for (a, b) in zip(corners, corners.dropFirst()) {
            for step in 0..<20 {
                let part = Double(step) / 20
                let (x, y) = (Int32(200 * (a.x + (b.x - a.x) * part)), Int32(200 * (a.y + (b.y - a.y) * part)))
                if !isTouching { try send([(EventType.key, Key.touch, 1), (EventType.abs, Axis.x, x), (EventType.abs, Axis.y, y)]) }
                try send([(EventType.abs, Axis.x, x), (EventType.abs, Axis.y, y), (EventType.abs, Axis.pressure, 2000)])
                isTouching = true
            }
        }
    }

    func lift() throws { try send([(EventType.key, Key.touch, 0), (EventType.abs, Axis.pressure, 0)]) }

    private func send(_ events: [(UInt16, UInt16, Int32)]) throws {
        try daemon.onLoop { [id] daemon in
            let time = Instant(microseconds: Int64(clamping: daemon.loop.now))
            daemon.parts.devices.accept(
                Frame(time: time, events: events.map { InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2) }), from: id)
        }
    }

    func play(_ frames: [Frame]) throws {
        try daemon.onLoop { [id] daemon in for frame in frames { daemon.parts.devices.accept(frame, from: id) } }
    }

    /// The numbers of strokes of the pen's own editor and of the text editor.
    func strokes() throws -> [Int] {
        try [true, false].map { isOwn in
            try daemon.inks { [id] daemon in
                let session = daemon.parts.deviceRegistry[id]
                return [isOwn ? session?.editor : session?.textEditor].compactMap { $0 }
            }.first?.strokeCount ?? -1
        }
    }
}

extension Frame {
    /// The frame as the kernel gives it: `input_event`s up to SYN_REPORT.
    var kernelBytes: [UInt8] {
        var bytes: [UInt8] = []
        for event in events + [InputEvent(time: time, type: EventType.syn, code: Sync.report, value: 0)] {
            var raw = input_event()
            raw.time.tv_sec = Int(event.time.microseconds / 1_000_000)
            raw.time.tv_usec = Int(event.time.microseconds % 1_000_000)
            (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
            withUnsafeBytes(of: raw) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }
}
