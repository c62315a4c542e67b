import CLibevdev
import Evdev
import Ink
import InkProtocol

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace
@testable import Tablet

extension FuzzTarget {
    /// Frames of a pen and of the touch device of the same screen, whatever these say of themselves: events as the kernel lays them out, put
    /// together to frames, tracked and arbitrated as live ones are.
    static let frames = FuzzTarget("frames") { bytes in
        var source = ByteSource(bytes)
        guard let play = FramePlay(&source) else { return }
        play.run(&source)
    }
}

extension FuzzTarget {
    /// A message of udev's, which comes from the kernel's socket.
    static let udev = FuzzTarget("udev") { bytes in
        guard let message = UdevMessage(bytes) else { return }
        demand(message.syspath.hasPrefix("/sys/"), "the device's place is \(message.syspath)")
    }
}

/// What was played since the process began.
enum Played {
    /// Frames of pens and of touch devices.
    nonisolated(unsafe) static var frames = 0
}

/// Two devices of one surface, and what was heard of them.
private final class FramePlay {
    private let pen: DeviceSession
    private let touch: DeviceSession
    private var order = (pen: EventOrder(), touch: EventOrder())
    private var assemblers = (pen: FrameAssembler(), touch: FrameAssembler())
    private var now = Instant(microseconds: 1_000_000)
    private var place: (x: Int32, y: Int32) = (10_000, 10_000)

    init?(_ source: inout ByteSource) {
        let devices = MadeDevices(&source)
        func session(_ number: UInt32, _ role: DeviceRole, _ description: DeviceDescription, _ area: TabletArea) -> DeviceSession? {
            let identity = DeviceIdentity(
                name: description.name, role: role, bus: 3, hardware: HardwareID(vendor: description.id.vendor, product: 1), seat: "seat0",
                isDisplay: true, isVirtual: false, isReplay: false)
            return try? DeviceSession(
                id: DeviceID(number), identity: identity, description: description, settings: SurfaceSettings(area: area))
        }
        let area = devices.area
        guard let pen = session(1, .pen, devices.pen, area), let touch = session(2, .touch, devices.touch, area) else { return nil }
        (self.pen, self.touch) = (pen, touch)
        let surface = Surface(holdOff: devices.holdOff, pens: [pen], touch: touch)
        pen.surface = surface
        touch.surface = surface
    }

    /// Plays events until the bytes end, and pulls both devices out.
    func run(_ source: inout ByteSource) {
        while let instruction = source.next() { step(instruction, &source) }
        for session in [pen, touch] { session.disconnect(at: now) }
        settle()
        demand(order.pen.isAtRest && order.touch.isAtRest, "something is left when the devices have gone")
    }

    /// Five bits for what is reported, three for its value.
    private func step(_ instruction: UInt8, _ source: inout ByteSource) {
        let (code, value) = (Int(instruction & 31), source.value(instruction >> 5))
        switch code {
        case 0..<PenCode.all.count: add(PenCode.all[code].type, PenCode.all[code].code, value, toPen: true)
        case 19..<(19 + TouchCode.all.count): add(TouchCode.all[code - 19].type, TouchCode.all[code - 19].code, value, toPen: false)
        case 27: end(value, ofPen: false)
        case 28: special(value, &source)
        case 29: end(value, ofPen: true)
        case 30: penFrame(&source)
        default: touchFrame(&source)
        }
    }

    /// A frame as most are: the pen is elsewhere, and presses as hard as it does.
    private func penFrame(_ source: inout ByteSource) {
        place.x &+= source.value(3) / 8
        place.y &+= source.value(3) / 8
        add(EventType.abs, Axis.x, place.x, toPen: true)
        add(EventType.abs, Axis.y, place.y, toPen: true)
        add(EventType.abs, Axis.pressure, source.value(2) * 8, toPen: true)
        end(0, ofPen: true)
    }

    /// The same of a finger: one of eight contacts in one of four slots, or none.
    private func touchFrame(_ source: inout ByteSource) {
        let contact = source.value(2)
        add(EventType.abs, Axis.slot, contact & 3, toPen: false)
        add(EventType.abs, Axis.trackingID, (contact >> 2 & 7) - 1, toPen: false)
        add(EventType.abs, Axis.positionX, source.value(2) * 80, toPen: false)
        add(EventType.abs, Axis.positionY, source.value(2) * 80, toPen: false)
        end(0, ofPen: false)
    }

    private func add(_ type: UInt16, _ code: UInt16, _ value: Int32, toPen isPen: Bool) {
        var raw = input_event()
        raw.type = type
        raw.code = code
        raw.value = value
        take(&raw, ofPen: isPen)
    }

    /// Ends a frame some time after the last one: mostly a few milliseconds, sometimes long, sometimes before it.
    private func end(_ value: Int32, ofPen isPen: Bool) {
        now = now.advanced(byMicroseconds: value == 0 ? 5000 : Int64(value) * 1000)
        var raw = input_event()
        raw.type = EventType.syn
        take(&raw, ofPen: isPen)
    }

    private func take(_ raw: inout input_event, ofPen isPen: Bool) {
        raw.time.tv_sec = Int(now.microseconds / 1_000_000)
        raw.time.tv_usec = Int(now.microseconds % 1_000_000)
        accept(InputEvent(&raw), ofPen: isPen)
    }

    private func accept(_ event: InputEvent, ofPen isPen: Bool) {
        if isPen {
            guard assemblers.pen.add(event) else { return }
            pen.accept(assemblers.pen.frame)
        } else {
            guard assemblers.touch.add(event) else { return }
            touch.accept(assemblers.touch.frame)
        }
        Played.frames += 1
        settle()
    }

    private func special(_ value: Int32, _ source: inout ByteSource) {
        switch UInt32(bitPattern: value) % 8 {
        case 0: if pen.expiry != nil { pen.leaveSilently() }
        case 1: pen.use(SurfaceSettings(area: MadeDevices.area(source.next() ?? 0)))
        case 2: touch.use(SurfaceSettings(area: MadeDevices.area(source.next() ?? 0)))
        case 3: pen.use(touchSize: SurfaceSize(width: Double(source.next() ?? 0), height: Double(source.next() ?? 0)))
        case 4: restart(pen)
        case 5: restart(touch)
        case 6:
            let actions = ButtonAction.allCases
            func action() -> ButtonAction { actions[Int(source.next() ?? 0) % actions.count] }
            pen.bind(PenButtonTable(standard: PenButtons(lower: action(), upper: action(), eraser: action())))
        default:
            // any event at all, at any time
            accept(source.event(), ofPen: value % 2 == 0)
        }
        settle()
    }

    /// Closes a device's node, and opens it again, as when a session is locked.
    private func restart(_ session: DeviceSession) {
        session.disconnect(at: now)
        settle()
        demand((try? session.restart(session.description, settings: SurfaceSettings())) != nil, "a device that was read is refused")
        if session === pen { assemblers.pen = FrameAssembler() } else { assemblers.touch = FrameAssembler() }
    }

    private func settle() {
        if !pen.events.isEmpty {
            for event in pen.events { order.pen.check(event, isPen: true) }
            pen.clearEvents()
        }
        if !touch.events.isEmpty {
            for event in touch.events { order.touch.check(event, isPen: false) }
            touch.clearEvents()
        }
    }
}

/// What must hold of a device's events, one after the other.
struct EventOrder {
    private var near: PointerTool?
    private var touching: [Int32] = []

    /// Nothing is near, and nothing touches.
    var isAtRest: Bool { near == nil && touching.isEmpty }

    /// Takes in the next event.
    mutating func check(_ event: PointerEvent, isPen: Bool) {
        demand(event.x.isFinite && event.y.isFinite, "the place \(event.x), \(event.y)")
        demand((0...1).contains(event.force) && (0...1).contains(event.distance), "force \(event.force), distance \(event.distance)")
        demand((0...(.pi / 2)).contains(event.altitude), "altitude \(event.altitude)")
        demand(
            (0..<2 * .pi).contains(event.azimuth) && (0..<2 * .pi).contains(event.rotation), "azimuth \(event.azimuth), \(event.rotation)")
        demand((0...1).contains(event.wheel ?? 0), "wheel \(event.wheel ?? 0)")
        if isPen {
            demand(event.tool != .finger && event.pointer == 0, "a pen's event is of \(event.tool)")
            demand(
                event.phase == .proximityIn ? near == nil : near == event.tool,
                "\(event.phase) of \(event.tool) while near is \(near as Any)")
        } else {
            demand(event.tool == .finger, "a finger's event is of \(event.tool)")
        }
        let place = touching.firstIndex(of: event.pointer)
        switch event.phase {
        case .proximityIn:
            demand(isPen, "a finger came near")
            near = event.tool
        case .proximityOut:
            demand(isPen && touching.isEmpty, "a pen left that touches")
            near = nil
        case .hover: demand(isPen && touching.isEmpty, "hover while touching")
        case .down:
            demand(place == nil, "down of a pointer that is down")
            touching.append(event.pointer)
        case .move: demand(place != nil, "move without down")
        case .up, .cancel:
            demand(place != nil, "\(event.phase) without down")
            if let place { touching.remove(at: place) }
        }
    }
}

/// The codes of a pen by their number in an instruction.
private enum PenCode {
    static let all: [(type: UInt16, code: UInt16)] = [
        (EventType.abs, Axis.x), (EventType.abs, Axis.y), (EventType.abs, Axis.pressure), (EventType.abs, Axis.distance),
        (EventType.abs, Axis.tiltX), (EventType.abs, Axis.tiltY), (EventType.abs, Axis.z), (EventType.abs, Axis.wheel),
        (EventType.abs, Axis.misc), (EventType.key, Key.toolPen), (EventType.key, Key.toolRubber), (EventType.key, Key.toolBrush),
        (EventType.key, Key.toolMouse), (EventType.key, Key.touch), (EventType.key, Key.stylus), (EventType.key, Key.stylus2),
        (EventType.key, Key.stylus3), (EventType.msc, Misc.serial), (EventType.syn, Sync.dropped),
    ]
}

/// The codes of a touch device by their number in an instruction.
private enum TouchCode {
    static let all: [(type: UInt16, code: UInt16)] = [
        (EventType.abs, Axis.slot), (EventType.abs, Axis.trackingID), (EventType.abs, Axis.positionX), (EventType.abs, Axis.positionY),
        (EventType.abs, Axis.toolType), (EventType.abs, Axis.mtPressure), (EventType.key, Key.touch), (EventType.syn, Sync.dropped),
    ]
}
