internal import Glibc
internal import Ink
package import InkProtocol
package import InkWorkspace
internal import Logging
internal import System
internal import Tablet

/// The parts of the loop that follow fields.
protocol FieldObserver: AnyObject {
    /// Handles a change of a field, or of the session that has a seat.
    func fieldsChanged()
}

/// The seats on which pens write text, with their input methods and the pens captured for them. Loop thread only.
package final class TextInputHub {
    private let shared: SharedState
    private let clients: ClientHub
    let devices: DeviceRegistry
    let seats: TextSeatRegistry
    private let sessions: SessionHub
    private let penSettings: PenSettingsRegistry
    private let editors: PenEditorAssignment
    let publisher: TextInputPublisher
    weak var observer: (any FieldObserver)?
    /// Handles a pen that is no longer grabbed.
    var released: (DeviceSession) -> Void = { _ in }
    /// Microseconds for which finished ink of a field is still recognized after the field has lost the focus.
    var lateTime: UInt64 = 1_000_000

    init(
        shared: SharedState, clients: ClientHub, devices: DeviceRegistry, seats: TextSeatRegistry, sessions: SessionHub,
        penSettings: PenSettingsRegistry, editors: PenEditorAssignment, pulses: ReadingPulses
    ) {
        self.shared = shared
        self.clients = clients
        self.devices = devices
        self.seats = seats
        self.sessions = sessions
        self.penSettings = penSettings
        self.editors = editors
        publisher = TextInputPublisher(clients: clients, seats: seats, access: shared.access, pulses: pulses)
        pulses.changed = { [unowned self] in pulsesChanged(of: $0, on: $1) }
    }

    // MARK: Seats

    /// Returns a seat, and follows the lock state of its sessions from now on.
    @discardableResult
    func followLock(of name: String) -> TextSeat {
        if let seat = seats[name] { return seat }
        let seat = TextSeat(name: name)
        seat.apply(penSettings.settings(on: name))
        seats.add(seat)
        seat.take(sessions.follow(name).lock)
        return seat
    }

    /// Updates the seats after another session may have become active.
    func sessionsChanged() { for (name, seat) in seats.all { update(seat) { seat.take(sessions.follow(name).lock) } } }

    /// Updates the seats after sessions may have been locked or unlocked.
    func locksChanged() {
        for (name, seat) in seats.all {
            let before = (seat.isLocked, seat.isLockKnown)
            seat.take(sessions.follow(name).lock)
            if before != (seat.isLocked, seat.isLockKnown) { update(seat) {} }
        }
    }

    /// Updates the seats after the recognizer has started or failed to.
    func recognizerStarted() { for seat in seats.all.values { update(seat) {} } }

    /// Performs a change that may affect which session has the seat. Then applies the result to pens, ink and clients.
    func update(_ seat: TextSeat, _ change: () -> Void) {
        change()
        let target = target(of: seat)
        // when the focus moves, the ink of the previous field is discarded, even if the focus later returns to that field
        let keepsInk = target != nil && target == seat.target
        let left = keepsInk ? nil : leftField(of: seat)
        seat.target = target
        let isOver = left == nil && seat.late.map { !isWanted($0, on: seat) } ?? false
        if left != nil || isOver { seat.late = left }
        for pen in devices.pens(of: seat.name) {
            if isOver { pen.textEditor?.dropLateReadings() }
            update(pen, on: seat, keepingInk: keepsInk, readingFor: left)
        }
        if !keepsInk, target?.field != nil {
            focusArrived(on: seat, at: Instant(microseconds: Int64(clamping: MonotonicClock.microseconds)))
        }
        publishStatus(of: seat)
        publishMapping(of: seat)
        observer?.fieldsChanged()
    }

    /// Returns whether text may be written on the seat.
    func isOpen(_ seat: TextSeat) -> Bool { seat.mode.isWriting && !seat.isLocked && shared.models.problem == nil }

    /// Returns the field that has just lost the focus, if the pen wrote into the field and the field's session may still receive readings.
    /// A field that no longer accepts ink may be a password field, and is not returned.
    private func leftField(of seat: TextSeat) -> LateField? {
        guard let target = seat.target, let field = target.field, field == seat.writtenField, isOpen(seat),
            let session = seats.session(target.session, on: seat), session.field?.number != field
        else { return nil }
        return LateField(target: target, until: MonotonicClock.microseconds &+ lateTime)
    }

    /// Returns whether late readings may still be sent to the session of a field that has lost the focus.
    private func isWanted(_ late: LateField, on seat: TextSeat) -> Bool {
        isOpen(seat) && seats.session(late.target.session, on: seat) != nil && MonotonicClock.microseconds < late.until
    }

    /// Returns the target that ink would have now.
    private func target(of seat: TextSeat) -> TextTarget? {
        guard isOpen(seat), let holder = seats.holder(of: seat), holder.takesInk, !seat.excludes(holder) else { return nil }
        return TextTarget(session: holder.number, field: holder.field?.number, capture: holder.capture)
    }

    /// Removes the session of a client that has disconnected, if the client was an input method.
    /// - Returns: the seat's name; nil if the client had no session.
    func clientLeft(_ client: Client) -> String? {
        guard case .inputMethod(let name) = client.watch, let seat = seats[name] else { return nil }
        update(seat) {
            for session in seat.sessions where session.client == client.id { shared.textSessions.remove(session.session) }
            seat.sessions.removeAll { $0.client == client.id }
        }
        return name
    }

    /// Takes the pen from input methods that have stopped reading, and returns it to input methods that read again.
    private func pulsesChanged(of changed: [SeatSession], on seat: TextSeat) {
        update(seat) {}
        // a session that did not read has missed changes of the status
        for session in changed where !session.pulse.isStuck { publisher.send(status(of: seat), of: seat, to: session) }
    }

    // MARK: Status

    /// Returns the state of a seat as org.inkd.TextInput describes it.
    func status(of seat: TextSeat) -> TextInputInterface.Status {
        let holder = seats.holder(of: seat)
        let pens = devices.pens(of: seat.name)
        return .init(
            seat: seat.name, enabled: seat.mode.isWriting, capture: holder?.capture,
            captured: pens.contains { $0.service.capture.isCaptured },
            passing: pens.contains { $0.service.capture.passing != .no }, locked: seat.isLocked, inputMethod: holder?.name,
            purpose: holder?.field?.purpose, field: holder?.field?.number, near: pens.contains { $0.service.capture.isNear },
            displayRotation: seats.displayRotation(of: seat).map(\.rawValue), mode: .init(seat.mode))
    }

    /// Sends the status of a seat to all streams, if it has changed.
    func publishStatus(of seat: TextSeat) { publisher.publish(status(of: seat), of: seat) }

    // MARK: Pens

    /// Applies the state of its seat to a pen that is read from now on.
    /// - Parameter keepingInk: whether the ink of the current target stays.
    func followSeat(_ pen: DeviceSession, keepingInk: Bool = false) {
        guard pen.identity.role == .pen, let seat = seats[pen.identity.seat] else { return }
        update(pen, on: seat, keepingInk: keepingInk)
    }

    /// Grabs or releases a pen after a relay has asked for it or has left.
    func updateCapture(of pen: DeviceSession) {
        guard let seat = seats[pen.identity.seat] else { return }
        wantCapture(of: pen, on: seat)
        publishStatus(of: seat)
    }

    /// Applies the state of a seat to a pen.
    /// - Parameters:
    ///   - keepingInk: whether the ink of the current target stays.
    ///   - late: the field that has just lost the focus, if its remaining ink is still to be recognized; nil otherwise.
    private func update(_ pen: DeviceSession, on seat: TextSeat, keepingInk: Bool, readingFor late: LateField? = nil) {
        let holder = seats.holder(of: seat)
        if seat.sessions.isEmpty {
            pen.service.textSeat = nil
            pen.textEditor?.remove()
            pen.service.textEditor = nil
        } else {
            if pen.service.textSeat == nil {
                // a stroke that began before the seat had an input method is not text
                pen.editor?.cancelStroke()
                pen.service.textSeat = seat
            }
            if let editor = pen.textEditor {
                if !keepingInk { editor.forgetText(readingFor: late) }
            } else {
                pen.service.textEditor = editors.add(for: pen, isText: true)
            }
            pen.textEditor?.use(seat.target, of: holder?.session)
        }
        wantCapture(of: pen, on: seat)
        updateRelay(of: pen, on: seat)
    }

    /// Grabs the pen while an input method wants it, and releases it otherwise.
    private func wantCapture(of pen: DeviceSession, on seat: TextSeat) {
        let isWanted = isOpen(seat) && seats.holder(of: seat).map { $0.wantsPen && !seat.excludes($0) } == true
        // a relay cannot grab a pen that inkd has grabbed, and never grabs one that does not report that it leaves
        pen.service.capture.want(isWanted && (!pen.service.awaitsRelay || pen.leftSilently))
        applyCapture(of: pen)
    }

    /// Grabs or releases the pen, if it is time to.
    private func applyCapture(of pen: DeviceSession) {
        // a closed device serves no input method
        guard pen.pause == nil, let change = pen.service.capture.settle(), let live = pen.origin.live else { return }
        do {
            try live.frames.grab(change == .take, ofSilentPen: pen.leftSilently)
            if change == .release { released(pen) }
        } catch {
            // a closed device has no grab to release
            pen.service.capture.failed()
            shared.notices.log(.info, about: .device(pen.identity.hardware), "device \(pen.id.value): \(error)")
        }
    }

    /// Processes a pen's events. Returns false if the events are not for an input method. The device's own editor may then process them.
    ///
    /// Allocates only where a stroke begins or ends, and where the pen enters or leaves proximity.
    func write(with pen: DeviceSession) -> Bool {
        let before = (pen.service.capture.isCaptured, pen.service.capture.passing, pen.service.capture.isNear)
        defer {
            applyCapture(of: pen)
            let capture = pen.service.capture
            if let seat = pen.service.textSeat, before != (capture.isCaptured, capture.passing, capture.isNear) { publishStatus(of: seat) }
        }
        if pen.service.relay != nil, pen.service.textSeat?.target?.capture != .passive {
            writeRelayed(with: pen)
            return true
        }
        guard let seat = pen.service.textSeat, let editor = pen.textEditor else {
            for event in pen.events { pen.service.capture.pen(event) }
            return false
        }
        let isPassive = seat.target?.capture == .passive
        var isTaken = false
        for event in pen.events {
            let wrote = seat.target != nil && (isPassive || pen.service.capture.writes)
            pen.service.capture.pen(event)
            guard wrote else { continue }
            isTaken = true
            guard isPassive || pen.service.capture.writes else {
                // the button ends the text input of this proximity session
                var cancelled = event
                (cancelled.phase, cancelled.tool) = (.cancel, .pen)
                editor.push(cancelled)
                continue
            }
            strokeBegins(with: event, on: seat)
            editor.push(event)
        }
        // while no text field accepts ink, the ink of a pen for which a client has opened a named part is written into that part
        return isTaken || pen.editor?.status.hasNamedPart != true
    }

    /// Notifies the input method if a stroke begins with this event.
    func strokeBegins(with event: PointerEvent, on seat: TextSeat) {
        guard event.phase == .down, event.tool == .pen else { return }
        seat.writtenField = seat.target?.field
        publisher.sendToHolder(of: seat, .init(sequence: 0, change: .strokeBegan))
    }

    // MARK: Actions

    /// Returns the seat for whose input method the pen is writing; nil if it does not write for an input method.
    func seatWritten(with pen: DeviceSession) -> TextSeat? {
        guard let seat = pen.service.textSeat, pen.textEditor != nil, let target = seat.target else { return nil }
        return target.capture == .passive || pen.service.capture.writes ? seat : nil
    }

    /// Asks the session that has the seat to apply an action to the text of its field.
    func ask(_ action: TextInputInterface.Action, of seat: TextSeat) {
        // nothing may change while the screen is locked
        guard !seat.isLocked else { return }
        publisher.sendToHolder(of: seat, .init(sequence: 0, change: .action, action: action))
    }

    /// Sends the index of the chosen candidate to the session that has the seat.
    func choose(_ index: Int, on seat: TextSeat) {
        guard !seat.isLocked else { return }
        publisher.sendToHolder(of: seat, .init(sequence: 0, change: .chosen, selected: index))
    }

    // MARK: Text

    /// Notifies the relays of a seat's pens that the ink of a session's field was committed.
    package func inkWasCommitted(of session: TextSession) {
        guard let seat = seats[session.seat], seats.holder(of: seat)?.session === session else { return }
        for pen in devices.pens(of: seat.name) { (pen.origin.live?.frames as? RelayedPen)?.inkWasCommitted() }
    }

    /// Sends an event about a field to the clients that may receive it now.
    package func send(_ event: TextInputInterface.Event, to recipient: TextRecipient, on name: String, of editor: EditorID?) {
        guard let seat = seats[name] else { return }
        var event = event
        if let gesture = event.gesture {
            let placed = placed(gesture, of: editor, on: seat)
            // a gesture with strokes but without an area on the screen cannot be applied, so the strokes are writing
            guard placed.area != nil || placed.strokes == nil else { return }
            event.gesture = placed
        }
        switch recipient {
        case .field(let target):
            if seat.target == target { publisher.sendToHolder(of: seat, event, of: editor) }
        case .lateField(let late):
            guard seat.late == late, isWanted(late, on: seat),
                let client = seats.session(late.target.session, on: seat).flatMap({ clients[$0.client] })
            else { return }
            publisher.send(event, to: client, of: editor)
        case .watchers(let session):
            if seats.holder(of: seat)?.session === session { publisher.sendToWatches(of: seat, event) }
        }
    }
}
