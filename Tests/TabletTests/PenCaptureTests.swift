import Ink
import InkTestSupport
import Tablet
import Testing

@Suite("Taking a pen from everybody else")
struct PenCaptureTests {
    private var capture = PenCapture()

    /// The changes of capture after the pen's events.
    private mutating func pen(_ phases: PointerPhase..., buttons: PointerButtons = []) -> [PenCapture.Change] {
        phases.compactMap { phase in
            var event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(1), time: Instant(microseconds: 0))
            event.buttons = buttons
            capture.pen(event)
            return capture.settle()
        }
    }

    /// The change of capture after an input method wants the pen, or no longer does.
    private mutating func want(_ isWanted: Bool) -> PenCapture.Change? {
        capture.want(isWanted)
        return capture.settle()
    }

    @Test("happens at once while it is away, and ends at once")
    mutating func away() {
        #expect(want(true) == .take)
        #expect(capture.isCaptured && capture.writes)
        #expect(want(true) == nil)
        #expect(want(false) == .release)
        #expect(!capture.isCaptured)
    }

    @Test("waits until the pen has gone, whatever it does meanwhile")
    mutating func near() {
        #expect(pen(.proximityIn) == [])
        #expect(want(true) == nil)
        #expect(pen(.hover, .down, .move, .up, .hover) == [] && !capture.writes)
        #expect(pen(.proximityOut) == [.take])
        #expect(pen(.proximityIn, .down) == [] && capture.writes)
        #expect(want(false) == nil && capture.isCaptured)
        #expect(pen(.up, .hover) == [])
        #expect(pen(.proximityOut) == [.release])
    }

    @Test("does not happen if nobody wants it any more when the pen goes")
    mutating func regretted() {
        #expect(pen(.proximityIn) == [])
        #expect(want(true) == nil && want(false) == nil)
        #expect(pen(.proximityOut) == [])
    }

    @Test("is lifted for one visit of the pen when the lower button is pressed above the surface")
    mutating func button() {
        #expect(want(true) == .take)
        #expect(pen(.proximityIn, .hover) == [] && capture.writes)
        #expect(pen(.hover, buttons: .lower) == [])
        #expect(!capture.writes && capture.isCaptured, "the rest of this visit is nobody's")
        #expect(pen(.hover, .down, .up) == [] && !capture.writes)
        #expect(pen(.proximityOut) == [.release])
        #expect(pen(.proximityIn, .down, .up, .hover) == [] && !capture.writes)
        #expect(pen(.proximityOut) == [.take])
        #expect(pen(.proximityIn) == [] && capture.writes)
    }

    @Test("is not lifted by a button that is pressed in mid-stroke, nor by the upper one")
    mutating func otherButtons() {
        #expect(want(true) == .take)
        #expect(pen(.proximityIn, .down) == [])
        #expect(pen(.move, buttons: .lower) == [] && capture.writes)
        #expect(pen(.up, .hover) == [])
        #expect(pen(.hover, buttons: .upper) == [] && capture.writes)
    }

    @Test("that the kernel refused is tried again when the pen has gone once more")
    mutating func refusal() {
        #expect(want(true) == .take)
        capture.failed()
        #expect(pen(.proximityIn) == [] && !capture.writes)
        #expect(pen(.proximityOut) == [.take])
    }

    @Test("does not happen between two visits of which one was told together with the other")
    mutating func batch() {
        #expect(want(true) == .take)
        for (phase, buttons) in [(PointerPhase.proximityIn, PointerButtons()), (.hover, .lower), (.proximityOut, []), (.proximityIn, [])] {
            var event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(1), time: Instant(microseconds: 0))
            event.buttons = buttons
            capture.pen(event)
        }
        #expect(capture.settle() == nil && !capture.writes)
        #expect(pen(.down, .up) == [] && !capture.writes)
        #expect(pen(.proximityOut) == [.release])
        #expect(pen(.proximityIn) == [])
        #expect(pen(.proximityOut) == [.take])
    }

    @Test("follows the pen while nobody wants it")
    mutating func unwanted() {
        #expect(pen(.proximityIn, .down) == [])
        #expect(want(true) == nil)
        #expect(pen(.up, .proximityOut) == [.take])
    }

    @Test("never changes hands while the pen is near, in any order of things")
    mutating func anyOrder() {
        var random = SeededGenerator(seed: 7)
        var isNear = false
        var isTaken = false
        for _ in 0..<100_000 {
            let change: PenCapture.Change?
            switch random.next() % 4 {
            case 0: change = want(random.next() % 2 == 0)
            case 1 where !isNear:
                isNear = true
                #expect(pen(.proximityIn) == [])
                change = nil
            case 1:
                isNear = false
                change = pen(.proximityOut).first
            case 2 where isNear:
                #expect(pen(.hover, buttons: random.next() % 3 == 0 ? .lower : []) == [])
                change = nil
            default:
                if isNear { #expect(pen(.down, .move, .up) == []) }
                change = nil
            }
            if let change {
                #expect(!isNear)
                #expect((change == .take) != isTaken, "taken twice, or given back twice")
                isTaken = change == .take
            }
            #expect(capture.isCaptured == isTaken)
        }
    }
}
