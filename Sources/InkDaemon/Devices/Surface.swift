internal import Ink
internal import PenLog
internal import Tablet

/// A writing surface that has both a pen and a touch device: the pen's presence keeps the hand's touches out.
final class Surface {
    private var arbiter: Arbiter
    /// The touch device that is told of contacts cancelled by the pen.
    private(set) weak var touch: DeviceSession?
    /// The pen that keeps it out, in whose editor a finger may write.
    private(set) weak var pen: DeviceSession?

    init(holdOff milliseconds: Int, pen: DeviceSession, touch: DeviceSession) {
        arbiter = Arbiter(holdOff: Int64(milliseconds) * 1000)
        self.pen = pen
        self.touch = touch
    }

    /// Learns what the pen did; contacts that it cancels are appended to the touch device's events.
    func penEvents(_ events: ArraySlice<PointerEvent>) {
        guard let touch else { return }
        for event in events where event.phase == .proximityIn || event.phase == .proximityOut {
            touch.logging.queue?.push(.arbitration(device: Int(touch.id.value), isBlocked: event.phase == .proximityIn, at: event.time))
        }
        for event in events { touch.append { arbiter.penEvent(event, cancelling: &$0) } }
    }

    /// Takes blocked contacts out of what the touch device said.
    func filterTouch(_ events: inout [PointerEvent]) { arbiter.filterTouch(&events) }
}
