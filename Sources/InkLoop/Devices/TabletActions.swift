internal import Editing
internal import Ink
internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import Tablet

/// The switch between the modes of a seat's pens.
protocol PenSwitch: AnyObject {
    /// Makes a seat's pens write or only point.
    /// - Parameters:
    ///   - isWriting: whether the pens write; nil to toggle.
    ///   - user: the user who requested it; nil for a key of the seat's own tablet.
    func setPen(writing isWriting: Bool?, on seat: TextSeat, by user: UInt32?)
}

/// The delivery of devices' events.
protocol EventDelivery: AnyObject {
    /// Forwards a session's events to its editor and to the watching clients.
    func deliverEvents(of session: DeviceSession)
}

/// Performs the actions of pens' buttons and of pads. Actions on ink are passed to the ink's workspace. Loop thread only.
final class TabletActions {
    private let loop: EventLoop
    private let devices: DeviceRegistry
    private let text: TextInputHub
    weak var delivery: (any EventDelivery)?
    weak var penSwitch: (any PenSwitch)?

    init(loop: EventLoop, devices: DeviceRegistry, text: TextInputHub) {
        self.loop = loop
        self.devices = devices
        self.text = text
    }

    /// Performs the actions of a pad's events since the last call.
    func carryOut(of pad: DeviceSession) {
        for event in pad.takePadEvents() {
            switch event {
            case .pressed(let control):
                guard let action = pad.pad.bindings.keys[control] else { continue }
                guard action == .eraser else {
                    perform(action, forPenOf: pad)
                    continue
                }
                pad.pad.erasingKey = control
                erase(true, with: pad)
            case .released(let control):
                // even if the key is now bound to another action, its release ends erasing
                guard pad.pad.erasingKey == control else { continue }
                pad.pad.erasingKey = nil
                erase(false, with: pad)
            case .turned(let control, let step):
                if let action = pad.pad.bindings.turns[control]?.action(of: step) { perform(action, forPenOf: pad) }
            }
        }
    }

    /// Returns the pens of a pad's tablet.
    private func pens(of pad: DeviceSession) -> [DeviceSession] { pad.pad.pens.compactMap { devices[$0] } }

    private func erase(_ isErasing: Bool, with pad: DeviceSession) {
        for pen in pens(of: pad) {
            pen.erase(isErasing, at: pen.clock.deviceTime(atLoop: loop.now))
            delivery?.deliverEvents(of: pen)
        }
    }

    /// Performs an action for a pad's tablet. If the tablet has several pen nodes, the action applies to the one in proximity, or to the
    /// first if no pen is in proximity.
    private func perform(_ action: ButtonAction, forPenOf pad: DeviceSession) {
        let pens = pens(of: pad)
        if let pen = pens.first(where: { !$0.isAtRest }) ?? pens.first { perform(action, for: pen) }
    }

    /// Performs an action for a pen: in the text field for which the pen writes, or otherwise in the pen's own editor.
    func perform(_ action: ButtonAction, for pen: DeviceSession) {
        // no action may change anything while the screen is locked, even if another program reads the devices there
        guard pen.pause == nil, text.seats[pen.identity.seat]?.isLocked != true else { return }
        if action == .pen {
            let seat = text.followLock(of: pen.identity.seat)
            penSwitch?.setPen(writing: nil, on: seat, by: nil)
            return
        }
        let seat = text.seatWritten(with: pen)
        guard let editor = seat == nil ? pen.editor : pen.textEditor else { return }
        switch action {
        case .undo: editor.undo()
        case .redo: editor.redo()
        case .nextCandidate, .previousCandidate:
            let step = action == .nextCandidate ? 1 : -1
            // otherwise the input method performs it, because it knows the text and the candidates of the field
            guard let seat else { return editor.chooseCandidate(step) }
            text.ask(action == .nextCandidate ? .nextCandidate : .previousCandidate, of: seat)
        case .pass, .eraser, .pen, .ignore: break
        }
    }
}
