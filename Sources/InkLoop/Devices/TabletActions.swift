internal import Editing
internal import Ink
internal import InkProtocol
internal import Logging
internal import Tablet

/// Performs the actions of pens' buttons and of pads. Loop thread only: actions on ink are passed to its workspace.
final class TabletActions {
    private unowned let hubs: Hubs

    init(_ hubs: Hubs) { self.hubs = hubs }

    /// Performs the actions of a pad's events since the last call.
    func carryOut(of pad: DeviceSession) {
        for event in pad.takePadEvents() {
            switch event {
            case .pressed(let control):
                guard let action = pad.padBindings.keys[control] else { continue }
                guard action == .eraser else {
                    perform(action, forPenOf: pad)
                    continue
                }
                pad.erasingKey = control
                erase(true, with: pad)
            case .released(let control):
                // whatever the key is bound to by now
                guard pad.erasingKey == control else { continue }
                pad.erasingKey = nil
                erase(false, with: pad)
            case .turned(let control, let step):
                if let action = pad.padBindings.turns[control]?.action(of: step) { perform(action, forPenOf: pad) }
            }
        }
    }

    /// Returns the pens of a pad's tablet.
    private func pens(of pad: DeviceSession) -> [DeviceSession] { pad.padPens.compactMap { hubs.devices.sessions[$0] } }

    private func erase(_ isErasing: Bool, with pad: DeviceSession) {
        for pen in pens(of: pad) {
            pen.erase(isErasing, at: pen.clock.deviceTime(atLoop: hubs.loop.now))
            hubs.devices.deliverEvents(of: pen)
        }
    }

    /// Performs an action for a pad's tablet: of several pen nodes, the one in proximity is meant, or else the first.
    private func perform(_ action: ButtonAction, forPenOf pad: DeviceSession) {
        let pens = pens(of: pad)
        if let pen = pens.first(where: { !$0.isAtRest }) ?? pens.first { perform(action, for: pen) }
    }

    /// Performs an action for a pen: for the field that it writes into, or else in its own editor.
    func perform(_ action: ButtonAction, for pen: DeviceSession) {
        // no action may change anything behind a lock screen, whichever program reads the devices there
        guard pen.pause == nil, hubs.text.seats[pen.identity.seat]?.isLocked != true else { return }
        if action == .pen {
            let seat = hubs.text.followLock(of: pen.identity.seat)
            return hubs.users.setPenEnabled(!seat.isEnabled, on: seat, by: nil)
        }
        let seat = hubs.text.seatWritten(with: pen)
        guard let editor = seat == nil ? pen.editor : pen.textEditor else { return }
        switch action {
        case .undo: editor.perform { $0.devices.undo($1) }
        case .redo: editor.perform { $0.devices.redo($1) }
        case .nextCandidate, .previousCandidate:
            let step = action == .nextCandidate ? 1 : -1
            // the input method knows the field's text, and its candidates
            guard let seat else { return editor.perform { $0.devices.chooseCandidate(step, of: $1) } }
            hubs.text.ask(action == .nextCandidate ? .nextCandidate : .previousCandidate, of: seat)
        case .pass, .eraser, .pen, .ignore: break
        }
    }
}
