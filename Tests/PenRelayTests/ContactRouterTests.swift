import Ink
import Testing

@testable import PenRelay

@Suite struct ContactRouterTests {
    @Test func `A contact that is held goes to the field once it writes, in order and whole`() {
        var pen = Pen(.held)
        pen.send(.proximityIn, .hover, .down, .move)
        #expect(pen.field == [.proximityIn, .hover])
        pen.decide(.writes)
        #expect(pen.field == [.proximityIn, .hover, .down, .move])
        pen.send(.move, .up, .proximityOut)
        #expect(pen.field == [.proximityIn, .hover, .down, .move, .move, .up, .proximityOut])
        #expect(pen.device == [.proximityIn, .hover, .proximityOut])
    }

    @Test(arguments: [Verdict.tap, .passes])
    func `A contact that points never reaches the field`(verdict: Verdict) {
        var pen = Pen(.held)
        pen.send(.down, .move)
        pen.decide(verdict)
        pen.send(.up)
        #expect(pen.field.isEmpty)
        #expect(pen.device == [.down, .move, .up])
    }

    @Test func `Each contact has the state in which it began`() {
        var pen = Pen(.passes)
        pen.send(.down)
        pen.router.set(.writes)
        pen.send(.move, .up, .down, .move, .up)
        #expect(pen.device == [.down, .move, .up])
        #expect(pen.field == [.down, .move, .up])
    }

    @Test func `A canceled contact is canceled in the field, and the rest of it is dropped`() {
        var pen = Pen(.writes)
        pen.send(.down, .move)
        pen.decide(.canceled)
        pen.send(.move, .up)
        #expect(pen.field == [.down, .move, .cancel])
        #expect(pen.device.isEmpty)
        pen.send(.down, .up)
        #expect(pen.field.suffix(2) == [.down, .up])
    }

    @Test func `A canceled contact that was held leaves nothing`() {
        var pen = Pen(.held)
        pen.send(.down, .move)
        pen.decide(.canceled)
        pen.send(.move, .up)
        #expect(pen.field.isEmpty && pen.device.isEmpty)
    }

    @Test func `A contact in a field without the focus waits for the focus, and later strokes wait behind it`() {
        var pen = Pen(.held)
        pen.send(.down, .move)
        pen.decide(.writesAfterTap)
        pen.router.set(.writes)
        pen.send(.move, .up, .hover, .down, .up)
        #expect(pen.field.isEmpty && pen.router.awaitsFocus)
        pen.focus()
        #expect(pen.field == [.down, .move, .move, .up, .hover, .down, .up])
        #expect(!pen.router.awaitsFocus)
    }

    @Test func `A focus that does not come in time drops what waited for it`() {
        var pen = Pen(.held)
        pen.send(.down, .move)
        pen.decide(.writesAfterTap)
        pen.now = pen.now.advanced(byMicroseconds: ContactRouter.focusTime + 1)
        pen.focus()
        #expect(pen.field.isEmpty)
        pen.send(.up)
        pen.router.set(.writes)
        pen.send(.down, .up)
        #expect(pen.field == [.down, .up])
    }

    @Test func `No more than two seconds of events are held back`() {
        var pen = Pen(.held)
        pen.send(.down)
        for _ in 0...ContactRouter.limit { pen.send(.move) }
        pen.decide(.writes)
        pen.send(.up)
        #expect(pen.field.isEmpty && pen.device.isEmpty)
    }
}

/// A pen of which the field and the device's editor get events.
private struct Pen {
    var router = ContactRouter()
    var now = Instant(microseconds: 1_000_000)
    private(set) var field: [PointerPhase] = []
    private(set) var device: [PointerPhase] = []

    init(_ status: ContactStatus) { router.set(status) }

    mutating func send(_ phases: PointerPhase...) {
        for phase in phases {
            now = now.advanced(byMicroseconds: 100)
            let event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(1), time: now)
            collect { router, routed in router.route(event, into: &routed) }
        }
    }

    mutating func decide(_ verdict: Verdict) { collect { [now] router, routed in router.decide(verdict, at: now, into: &routed) } }
    mutating func focus() { collect { [now] router, routed in router.focusArrived(at: now, into: &routed) } }

    private mutating func collect(_ body: (inout ContactRouter, inout [ContactRouter.Routed]) -> Void) {
        var routed: [ContactRouter.Routed] = []
        body(&router, &routed)
        for routed in routed {
            if routed.route != .device { field.append(routed.event.phase) }
            if routed.route != .field { device.append(routed.event.phase) }
        }
    }
}
