import Evdev
import Ink
import PenRelay
import Testing

@Suite("A relayed pen when something is lost")
struct RelayFaultTests {
    private var pen = RelayedPen(fields: [.field(10, 10, 100, 20)])

    @Test("lost events cancel a stroke, and the rest of the contact is hidden")
    mutating func lostInStroke() {
        pen.come(20, 20)
        pen.down(20, 20)
        pen.move(25, 20)
        pen.play(RelayedPen.place(60, 20) + [(EventType.abs, Axis.pressure, 900)], followsDrop: true)
        #expect(pen.verdicts.map(\.verdict) == [.writes, .canceled] && pen.status == .passes && !pen.twin.isTouching)
        pen.move(70, 20)
        #expect(!pen.twin.isTouching && pen.twin.axes[Axis.x] == 14_000)
        pen.up()
        pen.down(70, 20)
        #expect(pen.status == .held, "the next contact is a new one")
    }

    @Test("lost events cancel a held contact; with its lift among them, too")
    mutating func lostWhileHeld() {
        pen.come(20, 20)
        pen.down(20, 20)
        pen.play([(EventType.key, Key.touch, 0), (EventType.abs, Axis.pressure, 0)], followsDrop: true)
        #expect(pen.last == .canceled && pen.twin.presses.isEmpty)
        #expect(pen.decision.state == .hover)
    }

    @Test("a contact whose beginning was lost points")
    mutating func lostBeginning() {
        pen.come(20, 20)
        pen.play([(EventType.key, Key.touch, 1), (EventType.abs, Axis.pressure, 900)], followsDrop: true)
        #expect(pen.last == .passes && pen.twin.isTouching)
    }

    @Test("a tool that leaves in mid-contact leaves nothing on the twin")
    mutating func leaves() {
        pen.come(20, 20)
        pen.down(20, 20)
        pen.leave()
        #expect(pen.last == .canceled && pen.twin.keys.isEmpty && pen.decision.state == .away)
        pen.play([(EventType.key, Key.touch, 0), (EventType.abs, Axis.pressure, 0)])
        pen.come(20, 20)
        pen.down(20, 20)
        pen.move(30, 20)
        pen.leave()
        #expect(pen.last == .writes && pen.status == .writes && pen.twin.keys.isEmpty, "the stroke ends there")
        pen.come(30, 20)
        #expect(pen.status == .writes && pen.twin.isNear, "the tip is still down: it goes on at once")
        pen.up()
        pen.leave()
        #expect(pen.twin.keys.isEmpty)
    }

    @Test("a pen without hovering: the lift is a tap before the tool leaves")
    mutating func withoutHover() {
        pen.play([(EventType.key, Key.toolPen, 1), (EventType.key, Key.touch, 1)] + RelayedPen.place(20, 20))
        pen.play([(EventType.key, Key.toolPen, 0), (EventType.key, Key.touch, 0)])
        #expect(pen.last == .tap && pen.twin.presses.count == 1 && pen.twin.keys.isEmpty)
    }

    @Test("unplugged or released, the twin has no key down", arguments: [false, true])
    mutating func ends(isWriting: Bool) {
        pen.come(20, 20)
        pen.down(isWriting ? 20 : 200, 20)
        pen.move(isWriting ? 30 : 210, 20)
        pen.button(true)
        pen.act { $0.end(into: &$1) }
        #expect(pen.twin.keys.isEmpty && pen.last == (isWriting ? .canceled : .passes))
    }

    @Test("frames that inkd does not get: a held contact points, a stroke is canceled, and the next contacts point until it gets them")
    mutating func unreported() {
        pen.come(20, 20)
        pen.down(20, 20)
        pen.act { $0.setReporting(false, into: &$1) }
        #expect(pen.last == .passes && pen.twin.isTouching)
        pen.up()
        pen.down(20, 20)
        #expect(pen.status == .passes && pen.twin.isTouching)
        pen.up()
        pen.act { $0.setReporting(true, into: &$1) }
        pen.stroke(20, 20)
        #expect(pen.last == .writes)
        pen.down(20, 20)
        pen.act { $0.setReporting(false, into: &$1) }
        #expect(pen.last == .canceled && !pen.twin.isTouching)
        pen.move(40, 20)
        #expect(!pen.twin.isTouching, "no drag in mid-stroke")
        pen.up()
        pen.down(40, 20)
        #expect(pen.twin.isTouching)
    }

    @Test("without inkd everything points; a stroke in progress does not become a drag")
    mutating func disconnected() {
        pen.come(20, 20)
        pen.down(20, 20)
        pen.move(30, 20)
        pen.act { decision, frames in
            decision.disconnect(into: &frames)
            return DecisionStep()
        }
        pen.move(40, 20)
        #expect(!pen.twin.isTouching)
        pen.up()
        pen.down(40, 20)
        #expect(pen.last == .passes && pen.twin.isTouching)
    }

    @Test("a field that is gone, or turns out to be for a password, gives the held contact back")
    mutating func fieldGone() {
        pen.come(20, 20)
        pen.down(20, 20)
        pen.set(.field(10, 10, 200, 20))
        #expect(pen.decision.deadline != nil, "it may grow")
        pen.set(.field(10, 10, 100, 20, secret: true))
        #expect(pen.last == .passes && pen.twin.isTouching)
        pen.up()
        pen.set(.field(10, 10, 100, 20))
        pen.down(20, 20, after: 1000)
        pen.set()
        #expect(pen.last == .passes)
    }

    @Test("a pen that rests while it writes is not silent: libinput would end its proximity")
    mutating func silence() {
        pen.come(20, 20)
        pen.down(20, 20)
        _ = pen.seen()
        pen.play([(EventType.abs, Axis.pressure, 1700)])
        let frames = pen.seen()
        #expect(frames.count == 1 && frames[0].map(\.type) == [EventType.msc] && frames[0].map(\.value) == [77])
    }

    @Test("a pen without a serial number moves by one unit and back")
    func silentWithoutSerial() {
        var pen = RelayedPen(.display.with { $0.miscCodes = [] }, fields: [.field(10, 10, 100, 20)])
        pen.come(20, 20)
        pen.down(20, 20)
        _ = pen.seen()
        for pressure in 1601...1604 as ClosedRange<Int32> { pen.play([(EventType.abs, Axis.pressure, pressure)]) }
        #expect(pen.seen().map { $0.map(\.value) } == [[4001], [4000], [4001], [4000]])
    }

    @Test("the twin gets the pen's state when the pen is grabbed")
    func begins() {
        var decision = ContactDecision(.display)
        decision.observe(
            Frame(events: [InputEvent(time: Instant(microseconds: 1), type: EventType.abs, code: Axis.x, value: 777)]))
        var frames = TwinFrames()
        decision.begin(into: &frames)
        #expect(frames.events.map(\.value) == [777, 0], "or a pen that comes to the same place would be elsewhere")
    }

    @Test("the pen's whole state, for an inkd that missed frames")
    mutating func wholeState() {
        pen.come(20, 20)
        pen.down(20, 20)
        var frame = Frame(time: Instant(microseconds: 9), events: [InputEvent(time: pen.now, type: 9, code: 9, value: 9)])
        #expect(pen.decision.copyState(into: &frame) == .held)
        func value(_ type: UInt16, _ code: UInt16) -> Int32? { frame.events.first { $0.type == type && $0.code == code }?.value }
        #expect(frame.events.count == 5 + 6 + 1 && frame.events.allSatisfy { $0.time == frame.time })
        #expect(value(EventType.key, Key.touch) == 1 && value(EventType.key, Key.stylus) == 0)
        #expect(value(EventType.abs, Axis.x) == 4000 && value(EventType.msc, Misc.serial) == 77)
    }

    @Test("a pen without a tip switch, or without a place, only points", arguments: [Key.touch, nil])
    func incapable(missing: UInt16?) {
        let tablet = DeviceDescription.display.with { tablet in
            if let missing { tablet.keys.remove(missing) } else { tablet.axes[Axis.y] = nil }
        }
        var pen = RelayedPen(tablet, fields: [.field(0, 0, 320, 180)])
        pen.come(20, 20)
        pen.stroke(20, 20)
        #expect(pen.verdicts.allSatisfy { $0.verdict == .passes } && pen.status == .passes)
    }

    @Test("a pen that reports no tools has one while its tip is down")
    func withoutTools() {
        var pen = RelayedPen(.display.with { $0.keys = [Key.touch] }, fields: [.field(10, 10, 100, 20)])
        pen.stroke(20, 20)
        #expect(pen.last == .writes && pen.twin.keys.isEmpty)
        pen.stroke(200, 20)
        #expect(pen.last == .passes && pen.twin.presses.count == 1 && pen.twin.keys.isEmpty)
    }
}
