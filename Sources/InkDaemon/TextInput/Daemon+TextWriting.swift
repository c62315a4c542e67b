internal import Editing
internal import Ink
internal import InkProtocol
internal import Logging
internal import ModelStore
internal import Recognition
internal import Tablet

/// Whom pens serve, and what they write for input methods.
extension Daemon {
    /// The session that has the seat now. Where somebody's session is active, it is one of that user's: others who may use the devices
    /// at any time do not write into the fields of who sits there.
    func holder(of seat: TextSeat) -> TextSession? {
        let owner = access.owner(of: seat.name)
        return seat.holder { user in owner.map { $0 == user } ?? access.permits(user, seat: seat.name) }
    }

    /// Whether an editor is what input methods write with.
    func isText(_ editor: EditorSession) -> Bool { editor.device.flatMap { devices[$0] }?.textEditor === editor }

    /// Where an editor's text goes; nil unless it is one that input methods have.
    func textSeat(of editor: EditorSession) -> TextSeat? {
        isText(editor) ? editor.device.flatMap { devices[$0] }?.textSeat : nil
    }

    /// Follows the locking of sessions.
    func watchLocks() {
        lock = SessionLock(loop: loop, logger: logger) { [unowned self] seat, isLocked in
            assumeIsolated { daemon in
                guard let seat = daemon.textSeats[seat] else { return }
                let isLocked = isLocked ?? seat.isLocked
                guard seat.isLocked != isLocked || !seat.isLockKnown else { return }
                daemon.change(seat) { (seat.isLocked, seat.isLockKnown) = (isLocked, true) }
            }
        }
    }

    func pens(of seat: TextSeat) -> [DeviceSession] {
        devices.values.filter { $0.identity.role == .pen && $0.identity.seat == seat.name }
    }

    /// Changes something about who has a seat, and has pens, ink and clients follow.
    func change(_ seat: TextSeat, _ body: () -> Void) {
        body()
        let target = target(of: seat)
        // what was written for one is not for the next, and not for the same after an absence
        let keepsInk = target != nil && target == seat.target
        seat.target = target
        for pen in pens(of: seat) { settle(pen, on: seat, keepingInk: keepsInk) }
        hint(seat)
        tellStatus(of: seat)
        settleRecorders()
    }

    /// Whether anybody may write there.
    private func isOpen(_ seat: TextSeat) -> Bool { seat.isEnabled && !seat.isLocked && modelProblem == nil }

    /// What ink would be for now.
    private func target(of seat: TextSeat) -> TextTarget? {
        guard isOpen(seat), let holder = holder(of: seat), holder.takesInk else { return nil }
        return TextTarget(session: holder.number, field: holder.field?.number, capture: holder.capture)
    }

    /// Has a pen that came follow its seat.
    func followSeat(_ pen: DeviceSession) {
        guard pen.identity.role == .pen, let seat = textSeats[pen.identity.seat] else { return }
        settle(pen, on: seat)
    }

    /// Has a pen follow its seat: as devices come, and as sessions do.
    func settle(_ pen: DeviceSession, on seat: TextSeat, keepingInk: Bool = false) {
        if seat.sessions.isEmpty {
            pen.textSeat = nil
            if let editor = pen.textEditor { end(editor) }
            pen.textEditor = nil
        } else {
            if pen.textSeat == nil {
                // what was begun before is not for the field
                if let editor = pen.editor { cancelPointer(of: editor) }
                pen.textSeat = seat
            }
            if let editor = pen.textEditor {
                if !keepingInk { forgetText(of: editor) }
            } else {
                pen.textEditor = try? addEditor(
                    named: { "text\($0.value)" }, device: pen.id, creator: nil, ink: deviceInk(for: pen, type: .text))
                pen.textEditor?.clock = pen.clock
                if let editor = pen.textEditor { configure(editor) }
            }
        }
        pen.capture.want(isOpen(seat) && holder(of: seat)?.wantsPen == true)
        settleCapture(of: pen)
    }

    private func forgetText(of editor: EditorSession) {
        editor.taken = nil
        editor.toldLines = []
        cancelPointer(of: editor)
        // numbers of strokes and lines go on: what was said of these is not said of others
        settle(editor, editor.ink.forget(editor.ink.strokes.map(\.id)))
        configure(editor)
    }

    /// Takes the pen or gives it back, if the time has come.
    private func settleCapture(of pen: DeviceSession) {
        guard let change = pen.capture.settle(), let live = pen.live else { return }
        do {
            try live.frames.grab(change == .take, ofSilentPen: pen.leftSilently)
        } catch {
            // with the device closed there is nothing to give back
            pen.capture.failed()
            logger.info("device \(pen.id.value): \(error)")
        }
    }

    /// Follows what a pen did, whomever it serves. False if it is not for input methods: the device's own editor may have it then.
    ///
    /// Allocates nothing but where a stroke begins or ends.
    func writeText(_ pen: DeviceSession) -> Bool {
        let before = (pen.capture.isCaptured, pen.capture.passing)
        defer {
            settleCapture(of: pen)
            if let seat = pen.textSeat, before != (pen.capture.isCaptured, pen.capture.passing) { tellStatus(of: seat) }
        }
        guard let seat = pen.textSeat, let editor = pen.textEditor else {
            for event in pen.events { pen.capture.pen(event) }
            return false
        }
        let isPassive = seat.target?.capture == .passive
        var isTaken = false
        for event in pen.events {
            let wrote = seat.target != nil && (isPassive || pen.capture.writes)
            pen.capture.pen(event)
            guard wrote else { continue }
            isTaken = true
            guard isPassive || pen.capture.writes else {
                // the button says that nothing of this visit is writing any more
                cancelPointer(of: editor)
                continue
            }
            if event.phase == .down, event.tool == .pen { tellHolder(of: seat, .init(sequence: 0, change: .strokeBegan)) }
            settle(editor, editor.mapped(event).map { editor.ink.pointer($0) } ?? [])
            noteStroke(of: pen, in: editor, event)
        }
        // a part that somebody opened for the pen goes on while nobody writes text
        return isTaken || pen.editor?.place.map(\.package.isUnnamed) != false
    }

    /// Text is in the field: its ink goes, what it said stands before the caret.
    func take(_ parameters: TextInputInterface.Take.Parameters, for session: TextSession, on seat: TextSeat) {
        session.field?.preContext += parameters.text
        defer { if !parameters.text.isEmpty { tellWatchers(of: seat, .init(sequence: 0, change: .taken, text: parameters.text)) } }
        guard let editor = pens(of: seat).compactMap(\.textEditor).first(where: { $0.name == parameters.editor }) else { return hint(seat) }
        let strokes = Set(parameters.strokes.compactMap { UInt64(exactly: $0) }.map(StrokeID.init))
        let words = editor.ink.lines.flatMap(\.words).filter { !$0.strokes.isEmpty && strokes.isSuperset(of: $0.strokes) }
        editor.taken =
            parameters.text.isEmpty
            ? nil
            : TakenText(
                strokes: editor.ink.strokes.filter { strokes.contains($0.id) }, words: words, field: session.field?.number, at: loop.now)
        hint(seat)
        settle(editor, editor.ink.forget(strokes))
        tellReadings(of: editor, read: nil, on: seat)
    }

    /// Has what is read from now on be read as what the field is for.
    func hint(_ seat: TextSeat) {
        let field = holder(of: seat)?.field
        for editor in pens(of: seat).compactMap(\.textEditor) {
            editor.hints.preContext = field?.preContext ?? ""
            editor.hints.recognitionType = field?.purpose.recognitionType ?? .text
            let tag = field?.language ?? effectiveConfiguration(of: editor).text("text.configuration.language")
            editor.language = tag.isEmpty ? nil : try? catalog.language(tag)
        }
    }
}

/// What was put into a field last: a gesture over it is about the field.
struct TakenText {
    var strokes: [Stroke]
    var words: [LineWord]
    /// The field's number.
    let field: Int?
    /// Microseconds of the loop.
    var at: UInt64

    /// Microseconds for which it counts.
    static let lifetime: UInt64 = 10_000_000
}

extension TextInputInterface.Purpose {
    /// How it is to be read.
    var recognitionType: RecognitionHints.RecognitionType {
        switch self {
        case .text, .name, .terminal, .password, .none: .text
        case .email: .email
        case .url: .perCharacter
        case .number, .phone: .number
        }
    }
}
