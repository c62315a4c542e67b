import Evdev
import Ink
import PenRelay
import Testing

@Suite("Whether a contact points or writes")
struct ContactDecisionTests {
    private var pen = RelayedPen(fields: [.field(10, 10, 100, 20), .field(10, 60, 100, 20, focused: false)])

    private func place(_ x: Double, _ y: Double) -> DevicePoint { DevicePoint(x: Int32(x * 200), y: Int32(y * 200)) }

    @Test("outside of fields it points, and nothing is held back")
    mutating func outside() {
        pen.come(200, 100)
        pen.down(200, 100)
        #expect(pen.last == .passes && pen.status == .passes && pen.twin.isTouching)
        pen.move(210, 100)
        pen.up()
        #expect(!pen.twin.isTouching && pen.twin.isNear)
        pen.leave()
        #expect(!pen.twin.isNear && pen.verdicts.count == 1)
    }

    @Test("in a field it writes as soon as it has moved a millimeter, and programs see the pen hover")
    mutating func moves() {
        pen.come(20, 20)
        pen.down(20, 20)
        #expect(pen.verdicts.isEmpty && pen.status == .held)
        pen.move(20.5, 20.5)
        #expect(pen.status == .held)
        pen.move(20.8, 20.8)
        #expect(pen.last == .writes && pen.status == .writes)
        #expect(pen.verdicts.first?.began == Instant(microseconds: 1_010_000))
        pen.move(30, 25)
        #expect(pen.twin.axes[Axis.x] == 6000 && !pen.twin.isTouching && pen.twin.axes[Axis.pressure] == 0)
        pen.up()
        #expect(pen.status == .writes && pen.twin.presses.isEmpty)
        pen.hover(31, 25)
        #expect(pen.status == .passes && pen.twin.axes[Axis.distance] == 20)
        pen.leave()
        #expect(!pen.twin.isNear)
    }

    @Test("a movement with the lift in one frame writes")
    mutating func flick() {
        pen.come(20, 20)
        pen.down(20, 20)
        pen.play([(EventType.key, Key.touch, 0), (EventType.abs, Axis.pressure, 0)] + RelayedPen.place(24, 20))
        #expect(pen.verdicts.map(\.verdict) == [.writes] && pen.status == .writes && pen.twin.presses.isEmpty)
    }

    @Test("lifted without moving it is a tap at the place of contact, with a clear pressure, after five frames there")
    mutating func tap() {
        pen.come(30, 20)
        pen.hover(20, 20)
        pen.down(20, 20, pressure: 80)
        pen.move(20.2, 20)
        _ = pen.seen()
        pen.up(after: 300)
        #expect(pen.last == .tap)
        #expect(pen.twin.presses == [place(20, 20)] && pen.twin.pressure >= 8191 / 5)
        let frames = pen.seen()
        let down = frames.firstIndex { $0.contains { $0.code == Key.touch && $0.value == 1 } }
        #expect(down == 5 && frames.prefix(5).allSatisfy { $0.contains { $0.code == Axis.x && abs($0.value - 4000) <= 1 } })
        #expect(!pen.twin.isTouching && pen.twin.axes[Axis.pressure] == 0 && pen.twin.axes[Axis.distance] == 20)
        #expect(pen.twin.axes[Axis.x] == 4040, "the twin is where the pen is")
    }

    @Test("two taps in a row are two presses at one place, which programs take for a double click")
    mutating func doubleTap() {
        pen.come(20, 20)
        for _ in 0..<2 {
            pen.down(20, 20)
            pen.up(after: 60)
            #expect(pen.last == .tap)
        }
        #expect(pen.twin.presses == [place(20, 20), place(20, 20)] && pen.verdicts.count == 2)
    }

    @Test("held still for half a second it is a press, also without a frame")
    mutating func press() {
        pen.come(20, 20)
        pen.down(20, 20)
        #expect(pen.decision.deadline == Instant(microseconds: 1_510_000))
        pen.wait(499)
        #expect(!pen.twin.isTouching)
        pen.wait(2)
        #expect(pen.last == .passes && pen.twin.isTouching && pen.twin.presses == [place(20, 20)] && pen.decision.deadline == nil)
        pen.move(40, 20)
        #expect(pen.twin.axes[Axis.x] == 8000 && pen.twin.axes[Axis.pressure] == 1600, "and then a drag")
        pen.up()
        #expect(!pen.twin.isTouching && pen.verdicts.count == 1)
    }

    @Test("frames that were read late count by their own times")
    mutating func late() {
        pen.come(20, 20)
        pen.down(20, 20)
        // no call between these frames, as in a loop that did not run
        let frame = Frame(
            time: pen.now.advanced(byMicroseconds: 600_000),
            events: [InputEvent(time: pen.now, type: EventType.abs, code: Axis.x, value: 8000)])
        pen.act { $0.process(frame, into: &$1) }
        #expect(pen.last == .passes && pen.twin.isTouching && pen.twin.presses == [place(20, 20)])
    }

    @Test("a barrel button that is held makes it point; pressed while it is held, too")
    mutating func button() {
        pen.come(20, 20)
        pen.button(true)
        pen.down(20, 20)
        #expect(pen.last == .passes && pen.twin.isTouching)
        pen.up()
        pen.button(false)
        pen.down(20, 20, after: 700)
        #expect(pen.status == .held)
        pen.button(true)
        #expect(pen.last == .passes && pen.twin.keys.isSuperset(of: [Key.touch, Key.stylus]))
        pen.up()
        pen.button(false)
        pen.leave()
        #expect(pen.twin.keys.isEmpty)
    }

    @Test("a button pressed in mid-stroke changes nothing")
    mutating func buttonInStroke() {
        pen.come(20, 20)
        pen.down(20, 20)
        pen.move(25, 20)
        pen.button(true)
        #expect(pen.status == .writes && !pen.twin.isTouching)
    }

    @Test("near pending ink every contact writes at once, up to a pause of 1.5 s or a commit")
    mutating func pending() {
        pen.come(20, 20)
        pen.stroke(20, 20)
        pen.down(22, 12, after: 1400)
        #expect(pen.last == .writes && pen.verdicts.count == 2)
        pen.up(after: 40)
        #expect(pen.twin.presses.isEmpty, "a dot is no tap")
        pen.down(22, 12, after: 1600)
        #expect(pen.status == .held)
        pen.move(25, 12)
        pen.up()
        pen.act { decision, _ in
            decision.inkWasCommitted()
            return DecisionStep()
        }
        pen.down(25, 12)
        #expect(pen.status == .held, "after a commit it is decided anew")
        pen.up()
        #expect(pen.last == .tap)
    }

    @Test("farther than 12 mm from the ink a contact is decided anew")
    mutating func farAway() {
        pen.come(20, 20)
        pen.stroke(20, 20)
        pen.down(36, 20)
        #expect(pen.status == .writes)
        pen.up()
        pen.down(60, 20)
        #expect(pen.status == .held)
    }

    @Test("just outside of the field a contact near the ink writes, and farther out it points")
    mutating func slop() {
        pen.come(20, 28)
        pen.down(20, 32)
        #expect(pen.status == .passes)
        pen.up()
        pen.stroke(20, 28)
        pen.down(22, 33)
        #expect(pen.status == .writes, "a descender")
        pen.up()
        pen.down(22, 35)
        #expect(pen.status == .passes)
    }

    @Test("a field without the focus gets it by a tap where the pen came down, once")
    mutating func focus() {
        pen.come(20, 70)
        pen.stroke(20, 70)
        #expect(pen.verdicts.map(\.verdict) == [.writesAfterTap])
        #expect(pen.twin.presses == [place(20, 70)] && !pen.twin.isTouching)
        #expect(pen.twin.axes[Axis.x] == 5000, "the twin is where the pen is")
        pen.down(22, 70, after: 100)
        #expect(pen.status == .writes, "the next stroke belongs to it")
        pen.up()
        pen.stroke(80, 70, after: 100)
        #expect(pen.last == .writes && pen.twin.presses.count == 1, "it counts as focused")
        pen.set(.field(10, 10, 100, 20, focused: false), .field(10, 60, 100, 20))
        pen.stroke(60, 70, after: 2000)
        #expect(pen.last == .writes && pen.twin.presses.count == 1)
    }

    @Test("after a tap into a field a stroke makes no double click of it")
    mutating func doubleClick() {
        pen.come(20, 70)
        pen.down(20, 70)
        pen.up(after: 60)
        #expect(pen.last == .tap)
        pen.stroke(20, 70, after: 200)
        #expect(pen.last == .writes && pen.twin.presses.count == 1)
        pen.set(.field(10, 10, 100, 20), .field(10, 60, 100, 20, focused: false))
        pen.stroke(60, 70, after: 2000)
        #expect(pen.last == .writesAfterTap && pen.twin.presses.count == 2, "later it is a tap of its own")
    }

    @Test("ink of one field does not swallow a contact in another one")
    mutating func neighbors() {
        pen.set(.field(10, 10, 100, 8), .field(10, 20, 100, 8, focused: false))
        pen.come(20, 14)
        pen.stroke(20, 14)
        pen.down(20, 24)
        #expect(pen.status == .held)
        pen.up()
        #expect(pen.last == .tap && pen.twin.presses == [place(20, 24)])
    }

    @Test("over a password field it points, whatever else is there, and whatever is pending")
    mutating func password() {
        pen.set(.field(10, 10, 100, 20), .field(40, 10, 20, 20, secret: true))
        pen.come(50, 20)
        pen.down(50, 20)
        #expect(pen.last == .passes && pen.twin.isTouching)
        pen.up()
        pen.stroke(34, 20)
        #expect(pen.last == .writes)
        pen.down(41, 20)
        #expect(pen.last == .passes)
        pen.up()
        pen.act { $0.apply(.standard(.writeEverything, for: .display), into: &$1) }
        pen.down(50, 20)
        #expect(pen.last == .passes)
    }

    @Test("the eraser erases at once in the focused field, and is the application's elsewhere")
    mutating func eraser() {
        pen.come(20, 20, tool: Key.toolRubber)
        pen.down(20, 20)
        #expect(pen.last == .writes)
        pen.up()
        pen.down(20, 70)
        #expect(pen.last == .passes)
        pen.up()
        pen.down(200, 100)
        #expect(pen.last == .passes && pen.twin.isTouching)
        pen.up()
        pen.leave(tool: Key.toolRubber)
        #expect(pen.twin.keys.isEmpty)
    }

    @Test("a puck only points")
    func puck() {
        var puck = RelayedPen(
            .display.with { $0.keys.insert(Key.toolMouse) }, fields: [.field(0, 0, 320, 180)])
        puck.come(20, 20, tool: Key.toolMouse)
        puck.down(20, 20)
        #expect(puck.last == .passes)
    }

    @Test("in mode pass everything points; in mode write everything, all writes, buttons or not")
    mutating func modes() {
        pen.act { $0.apply(.standard(.pass, for: .display), into: &$1) }
        pen.come(20, 20)
        pen.stroke(20, 20)
        #expect(pen.last == .passes && pen.twin.presses.count == 1)
        pen.act { $0.apply(.standard(.writeEverything, for: .display), into: &$1) }
        pen.button(true)
        pen.down(200, 100)
        #expect(pen.last == .writes && !pen.twin.isTouching)
    }
}
