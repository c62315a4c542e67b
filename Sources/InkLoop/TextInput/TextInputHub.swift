internal import Editing
internal import Glibc
internal import Ink
internal import InkProtocol
internal import Logging
internal import Recognition
internal import System
internal import Tablet

/// The seats that pens serve, their input methods, and the pens that are captured for them. Loop thread only.
final class TextInputHub {
    private unowned let hubs: Hubs
    /// The seats by name.
    private(set) var seats: [String: TextSeat] = [:]
    let publisher: TextInputPublisher
    /// Microseconds for which finished ink of a field is still recognized after the field has lost the focus.
    var lateTime: UInt64 = 1_000_000
    /// Microseconds after which an input method that does not read its events loses the pen.
    var streamPatience: UInt64 = 5_000_000
    /// The timer of checks for unread data; it runs only while an input method has some.
    private var pulseTimer: EventSource?

    init(_ hubs: Hubs) {
        self.hubs = hubs
        publisher = TextInputPublisher(hubs)
    }

    // MARK: Seats

    /// Returns a seat, and follows the locking of its sessions from now on.
    @discardableResult
    func followLock(of name: String) -> TextSeat {
        if let seat = seats[name] { return seat }
        let seat = TextSeat(name: name)
        seat.isEnabled = hubs.users.isPenEnabled(on: name)
        seats[name] = seat
        seat.take(hubs.sessions.follow(name).lock)
        return seat
    }

    /// Updates the seats after another session may have become active.
    func sessionsChanged() { for (name, seat) in seats { update(seat) { seat.take(hubs.sessions.follow(name).lock) } } }

    /// Updates the seats after sessions may have been locked or unlocked.
    func locksChanged() {
        for (name, seat) in seats {
            let before = (seat.isLocked, seat.isLockKnown)
            seat.take(hubs.sessions.follow(name).lock)
            if before != (seat.isLocked, seat.isLockKnown) { update(seat) {} }
        }
    }

    /// Updates the seats after the recognizer has started or failed to.
    func recogniserStarted() { for seat in seats.values { update(seat) {} } }

    /// Returns the session that has the seat now. If a user's session is active, it belongs to that user: others who may use the devices at
    /// any time do not write into that user's fields.
    func holder(of seat: TextSeat) -> TextSession? { seat.holder { mayHold(seat, $0) } }

    private func mayHold(_ seat: TextSeat, _ user: uid_t) -> Bool {
        let access = hubs.shared.access
        return access.owner(of: seat.name).map { $0 == user } ?? access.permits(user, seat: seat.name)
    }

    /// Returns whether a user may learn the text written into a seat's fields, and may control its pens: root, the user whose session is
    /// active there, or, if no active session is known, the user whose field has the focus. Users who may only use the devices
    /// (`access.users`) may not.
    func owns(_ user: uid_t, _ seat: TextSeat) -> Bool {
        let access = hubs.shared.access
        guard !access.isPrivileged(user) else { return true }
        guard access.permits(user, seat: seat.name) else { return false }
        if let owner = access.owner(of: seat.name) { return owner == user }
        return holder(of: seat).map { $0.user == user } ?? true
    }

    /// Returns a session by its number, if it may have the seat now.
    private func session(_ number: Int, on seat: TextSeat) -> TextSession? {
        seat.sessions.first { $0.number == number && mayHold(seat, $0.user) }
    }

    private func pens(of seat: TextSeat) -> [DeviceSession] {
        hubs.devices.sessions.values.filter { $0.identity.role == .pen && $0.identity.seat == seat.name }
    }

    /// Changes the session that has a seat, and applies the change to pens, ink and clients.
    func update(_ seat: TextSeat, _ change: () -> Void) {
        change()
        let target = target(of: seat)
        // ink for one target is not for the next, and not for the same after an absence
        let keepsInk = target != nil && target == seat.target
        let left = keepsInk ? nil : leftField(of: seat)
        seat.target = target
        let isOver = left == nil && seat.late.map { !isWanted($0, on: seat) } ?? false
        if left != nil || isOver { seat.late = left }
        for pen in pens(of: seat) {
            if isOver { pen.textEditor?.perform { $0.editors.lateReadings.drop($1) } }
            update(pen, on: seat, keepingInk: keepsInk, readingFor: left)
        }
        updateRecognitionHints(of: seat)
        publishStatus(of: seat)
        hubs.recorders.followDevices()
    }

    /// Returns whether text may be written on the seat.
    private func isOpen(_ seat: TextSeat) -> Bool { seat.isEnabled && !seat.isLocked && hubs.shared.models.problem == nil }

    /// Returns the field that has just lost the focus, if the pen wrote for it and its session may still get the readings. A field that
    /// itself accepts no ink any more may be a secret.
    private func leftField(of seat: TextSeat) -> LateField? {
        guard let target = seat.target, let field = target.field, field == seat.writtenField, isOpen(seat),
            let session = session(target.session, on: seat), session.field?.number != field
        else { return nil }
        return LateField(target: target, until: MonotonicClock.microseconds &+ lateTime)
    }

    /// Returns whether late readings may still be sent to the session that had the field.
    private func isWanted(_ late: LateField, on seat: TextSeat) -> Bool {
        isOpen(seat) && session(late.target.session, on: seat) != nil && MonotonicClock.microseconds < late.until
    }

    /// Returns the target that ink would have now.
    private func target(of seat: TextSeat) -> TextTarget? {
        guard isOpen(seat), let holder = holder(of: seat), holder.takesInk else { return nil }
        return TextTarget(session: holder.number, field: holder.field?.number, capture: holder.capture)
    }

    /// Removes a disconnected client's session, if its stream was an input method's.
    func clientLeft(_ client: Client) {
        guard case .inputMethod(let name) = client.watch, let seat = seats[name] else { return }
        update(seat) { seat.sessions.removeAll { $0.client == client.id } }
        hubs.users.displayRotated(on: name)
    }

    /// Returns the rotation of the built-in display of a seat, as the last session reported it whose user may have the seat now; nil if it is
    /// unknown.
    func displayRotation(of seat: TextSeat) -> TabletArea.Rotation? {
        seat.sessions.last { $0.displayRotation != nil && mayHold(seat, $0.user) }?.displayRotation
    }

    // MARK: Input methods that do not read

    /// Notes that data is about to be sent to a client, which an input method has to read.
    func follows(_ client: Client) {
        guard case .inputMethod(let name) = client.watch, let session = seats[name]?.sessions.first(where: { $0.client == client.id })
        else {
            return
        }
        let wasWaiting = session.pulse.isWaiting
        session.pulse.sends(hasUnread: client.hasUnread, at: hubs.loop.now)
        if !wasWaiting { armPulseTimer() }
    }

    private func armPulseTimer() {
        if pulseTimer == nil { pulseTimer = try? hubs.loop.timer { [unowned self] in lookAtPulses() } }
        pulseTimer?.fire(at: hubs.loop.now &+ min(ReadingPulse.interval, streamPatience))
    }

    /// Takes the pen from an input method that has not read for too long, and returns it to one that reads again.
    private func lookAtPulses() {
        for seat in seats.values {
            let changed = seat.sessions.filter { session in
                let hasUnread = hubs.clients[session.client]?.hasUnread ?? false
                return session.pulse.look(hasUnread: hasUnread, patience: streamPatience, at: hubs.loop.now)
            }
            guard !changed.isEmpty else { continue }
            for session in changed {
                let state = session.pulse.isStuck ? "does not read its events: the pen is not captured for it meanwhile" : "reads again"
                hubs.shared.notice(.notice, causedBy: session.user, "an input method of user \(session.user) \(state)")
            }
            update(seat) {}
            // it has missed the changes meanwhile
            for session in changed where !session.pulse.isStuck { publisher.send(status(of: seat), of: seat, to: session) }
        }
        if seats.values.contains(where: { $0.sessions.contains(where: \.pulse.isWaiting) }) { armPulseTimer() }
    }

    // MARK: Status

    /// Returns the state of a seat as org.inkd.TextInput describes it.
    func status(of seat: TextSeat) -> TextInputInterface.Status {
        let holder = holder(of: seat)
        let pens = pens(of: seat)
        return .init(
            seat: seat.name, enabled: seat.isEnabled, capture: holder?.capture, captured: pens.contains { $0.service.capture.isCaptured },
            passing: pens.contains { $0.service.capture.passing != .no }, locked: seat.isLocked, inputMethod: holder?.name,
            purpose: holder?.field?.purpose, field: holder?.field?.number, near: pens.contains { $0.service.capture.isNear },
            displayRotation: displayRotation(of: seat).map(\.rawValue))
    }

    /// Sends the status of a seat to all streams, if it has changed.
    func publishStatus(of seat: TextSeat) { publisher.publish(status(of: seat), of: seat) }

    // MARK: Pens

    /// Applies the state of its seat to a new pen.
    func followSeat(_ pen: DeviceSession) {
        guard pen.identity.role == .pen, let seat = seats[pen.identity.seat] else { return }
        update(pen, on: seat, keepingInk: false)
    }

    /// - Parameter late: the field that has just lost the focus, whose unread ink is still recognized; nil without such a field.
    private func update(_ pen: DeviceSession, on seat: TextSeat, keepingInk: Bool, readingFor late: LateField? = nil) {
        if seat.sessions.isEmpty {
            pen.service.textSeat = nil
            pen.textEditor?.perform { $0.devices.remove($1) }
            pen.service.textEditor = nil
        } else {
            if pen.service.textSeat == nil {
                // a stroke that was started before is not for the field
                pen.editor?.perform { $0.editors.cancelPointer(of: $1) }
                pen.service.textSeat = seat
            }
            if let editor = pen.textEditor {
                if !keepingInk { editor.perform { $0.devices.forgetText($1, readingFor: late) } }
            } else {
                pen.service.textEditor = hubs.devices.editors.add(for: pen, isText: true)
            }
        }
        pen.service.capture.want(isOpen(seat) && holder(of: seat)?.wantsPen == true)
        applyCapture(of: pen)
    }

    /// Grabs or releases the pen, if it is time to.
    private func applyCapture(of pen: DeviceSession) {
        // a closed device serves no input method
        guard pen.pause == nil, let change = pen.service.capture.settle(), let live = pen.origin.live else { return }
        do {
            try live.frames.grab(change == .take, ofSilentPen: pen.leftSilently)
        } catch {
            // a closed device has no grab to release
            pen.service.capture.failed()
            hubs.shared.notices.log(.info, about: .device(pen.identity.hardware), "device \(pen.id.value): \(error)")
        }
    }

    /// Processes a pen's events. Returns false if they are not for input methods: the device's own editor may have them then.
    ///
    /// Allocates only where a stroke begins or ends, and where the pen enters or leaves proximity.
    func write(with pen: DeviceSession) -> Bool {
        let before = (pen.service.capture.isCaptured, pen.service.capture.passing, pen.service.capture.isNear)
        defer {
            applyCapture(of: pen)
            let capture = pen.service.capture
            if let seat = pen.service.textSeat, before != (capture.isCaptured, capture.passing, capture.isNear) { publishStatus(of: seat) }
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
                // the button means that the rest of this proximity session is no writing
                var cancelled = event
                (cancelled.phase, cancelled.tool) = (.cancel, .pen)
                editor.push(CollectionOfOne(cancelled))
                continue
            }
            if event.phase == .down, event.tool == .pen {
                seat.writtenField = seat.target?.field
                publisher.sendToHolder(of: seat, .init(sequence: 0, change: .strokeBegan))
            }
            editor.push(CollectionOfOne(event))
        }
        // a part that a client opened for the pen continues while no text is written
        return isTaken || pen.editor?.status.hasNamedPart != true
    }

    // MARK: Actions

    /// Returns the seat whose input method gets the present writing of this pen; nil if the pen writes for no input method.
    func seatWritten(with pen: DeviceSession) -> TextSeat? {
        guard let seat = pen.service.textSeat, pen.textEditor != nil, let target = seat.target else { return nil }
        return target.capture == .passive || pen.service.capture.writes ? seat : nil
    }

    /// Asks the session that has the seat to apply an action to the text of its field.
    func ask(_ action: TextInputInterface.Action, of seat: TextSeat) {
        // nothing may change behind a lock screen
        guard !seat.isLocked else { return }
        publisher.sendToHolder(of: seat, .init(sequence: 0, change: .action, action: action))
    }

    /// Asks to undo the last word in the field: the editor of a pen that writes into it has no ink left to undo.
    func nothingToUndo(in editor: EditorHandle) {
        guard let seat = editor.origin.flatMap({ seats[$0.seat] }) else { return }
        ask(.undo, of: seat)
    }

    // MARK: Text

    /// Handles text that was committed to the field: releases its ink, and adds it to the text before the caret.
    func commit(_ parameters: TextInputInterface.Take.Parameters, of session: TextSession, on seat: TextSeat) {
        session.field?.preContext += parameters.text
        let field = session.field?.number
        if let editor = pens(of: seat).compactMap(\.textEditor).first(where: { $0.name == parameters.editor }) {
            editor.perform { [text = parameters.text, strokes = parameters.strokes, keep = parameters.keep ?? false] workspace, editor in
                workspace.devices.commit(text, strokes: strokes, field: field, keepsInk: keep, of: editor)
            }
        }
        updateRecognitionHints(of: seat)
        guard !parameters.text.isEmpty || parameters.keep == true else { return }
        publisher.sendToWatches(
            of: seat, .init(sequence: 0, change: .taken, text: parameters.text, editor: parameters.editor, strokes: parameters.strokes))
    }

    /// Handles the user's choice of another text for recognized strokes: the handwriting may be learned from it.
    func correct(_ parameters: TextInputInterface.Correct.Parameters, on seat: TextSeat) {
        let editor = pens(of: seat).compactMap(\.textEditor).first { $0.name == parameters.editor }
        editor?.perform { [text = parameters.text, strokes = parameters.strokes] workspace, editor in
            workspace.devices.correct(text, strokes: strokes, of: editor)
        }
    }

    /// Cancels the strokes in progress, which are not to be recognized.
    func cancelStrokes(on seat: TextSeat) {
        for editor in pens(of: seat).compactMap(\.textEditor) { editor.perform { $0.editors.cancelPointer(of: $1) } }
    }

    /// Applies the field's purpose, language and context to later readings.
    func updateRecognitionHints(of seat: TextSeat) {
        let field = holder(of: seat)?.field
        let hints = FieldHints(
            target: seat.target, preContext: field?.preContext ?? "", recognitionType: field?.purpose.recognitionType ?? .text,
            language: field?.language)
        for editor in pens(of: seat).compactMap(\.textEditor) { editor.perform { $0.devices.use(hints, for: $1) } }
    }

    /// Sends the reading of a line that was written for a field.
    /// - Parameter target: the field at the time of the reading: its text is not for another.
    func textWasRead(_ reading: TextInputInterface.Reading, for target: TextTarget, seat name: String, of editor: EditorID) {
        guard let seat = seats[name], seat.target == target else { return }
        publisher.sendToHolder(of: seat, .init(sequence: 0, change: .reading, reading: reading), of: editor)
    }

    /// Sends the reading of a line that was finished before its field lost the focus, only to the session that had the field.
    func lateTextWasRead(_ reading: TextInputInterface.Reading, for late: LateField, seat name: String, of editor: EditorID) {
        guard let seat = seats[name], seat.late == late, isWanted(late, on: seat),
            let client = session(late.target.session, on: seat).flatMap({ hubs.clients[$0.client] })
        else { return }
        publisher.send(.init(sequence: 0, change: .lateReading, reading: reading, field: late.target.field), to: client, of: editor)
    }

    /// Sends a gesture about the text of a field.
    func textGesture(_ gesture: FieldGesture, of editor: EditorHandle) {
        guard let seat = editor.origin.flatMap({ seats[$0.seat] }) else { return }
        publisher.sendToHolder(
            of: seat,
            .init(
                sequence: 0, change: .gesture, gesture: .init(kind: gesture.kind, words: gesture.words, taken: gesture.isCommitted)))
    }
}

extension TextInputInterface.Purpose {
    /// The recognition type of such a field.
    var recognitionType: RecognitionHints.RecognitionType {
        switch self {
        case .text, .name, .terminal, .password, .none: .text
        case .email: .email
        case .url: .perCharacter
        case .number, .phone: .number
        }
    }
}
