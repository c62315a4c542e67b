internal import Ink
internal import PenLog
internal import Tablet

/// A writing surface with a touch device and one or more pens: touches are ignored while a pen is present.
final class Surface {
    private var arbiter: Arbiter
    /// The touch device. The cancellations of its contacts by a pen are appended to its events.
    private(set) weak var touch: DeviceSession?
    /// The pen that was last in proximity, or initially the first pen. Fingers may write into its editor.
    private(set) weak var pen: DeviceSession?
    private let pens: [WeakSession]

    private struct WeakSession {
        weak var session: DeviceSession?
    }

    init(holdOff milliseconds: Int, pens: [DeviceSession], touch: DeviceSession) {
        arbiter = Arbiter(holdOff: Int64(milliseconds) * 1000)
        self.pens = pens.map { WeakSession(session: $0) }
        pen = pens.first
        self.touch = touch
    }

    /// Returns whether this surface consists of these pens and this touch device.
    func joins(_ sessions: [DeviceSession], _ touch: DeviceSession) -> Bool {
        self.touch === touch && pens.count == sessions.count && zip(pens, sessions).allSatisfy { $0.session === $1 }
    }

    /// Handles a pen's events. Appends the cancellations of contacts to the touch device's events.
    func penEvents(_ events: ArraySlice<PointerEvent>, of session: DeviceSession) {
        guard let touch else { return }
        for event in events where event.phase == .proximityIn || event.phase == .proximityOut {
            if event.phase == .proximityIn { pen = session }
            touch.logging.queue?.push(.arbitration(device: Int(touch.id.value), isBlocked: event.phase == .proximityIn, at: event.time))
        }
        for event in events { touch.append { arbiter.penEvent(event, cancelling: &$0) } }
    }

    /// Removes blocked contacts from the touch device's events.
    func filterTouch(_ events: inout [PointerEvent]) { arbiter.filterTouch(&events) }
}
