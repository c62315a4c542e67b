public import Evdev
public import Ink

/// Decides for each contact of a pen whether it points or writes, and brings to the pen's twin the frames that other programs get.
///
/// A state machine: time comes with the frames, and `deadline` is the moment to call `elapse(to:into:)` without one. All frames for the
/// twin are appended to the list that is passed in.
///
/// - A contact outside of text fields points. So does one with a barrel button held: that is the way out.
/// - A contact near pending ink writes: dots, bars and second strokes are never held back.
/// - Another contact in a field is held back until it moves, which is writing; until it is lifted, which is a tap; or for half a second,
///   which is a press. The twin hovers meanwhile, and gets a tap or press at the place of contact afterwards.
/// - A field without the focus gets it by a tap at the place of contact, which every toolkit understands, before its first stroke.
public struct ContactDecision: Sendable {
    /// The state of the contact.
    public enum State: Sendable, Hashable {
        /// No tool is in proximity.
        case away
        /// A tool is in proximity, its tip up.
        case hover
        /// A contact that is not decided yet.
        case held(HeldContact)
        /// A contact that writes; it began at this time.
        case writes(began: Instant)
        /// A contact that points.
        case passes
        /// The rest of a canceled contact: programs see the pen hover until the tip is up.
        case canceled
    }

    /// A contact that is not decided yet.
    public struct HeldContact: Sendable, Hashable {
        /// The time at which it began.
        public var began: Instant
        /// The place at which it began.
        public var place: DevicePoint
        /// The field that it is in.
        public var field: FieldRectangle
        /// The highest pressure so far.
        public var pressure: Int32
    }

    /// Microseconds within which a second tap at a field makes a double click, with room to spare: GTK, Qt and Windows have 400 to 500 ms.
    static let doubleClick: Int64 = 600_000

    /// The state of the contact.
    public private(set) var state = State.away
    private var settings: RelaySettings
    private var fields = FieldMap()
    private var device: NodeState
    private var twin: TwinPen
    private var ink = PendingInk()
    private var lastTap: (time: Instant, field: FieldRectangle)?
    /// Whether inkd gets the frames: otherwise nothing is written.
    private var isReporting = true
    private let canHold: Bool

    /// Creates the decision for a pen, with mode pass.
    /// - Parameter description: the pen, with its state when it was opened.
    public init(_ description: DeviceDescription) {
        settings = .standard(.pass, for: description)
        device = NodeState(description, pressedKeys: description.pressedKeys)
        twin = TwinPen(description)
        canHold = description.keys.contains(Key.touch) && description.axes[Axis.x] != nil && description.axes[Axis.y] != nil
        state = device.isToolNear ? .hover : .away
    }

    /// Whether a tool is in proximity.
    public var isNear: Bool { device.isToolNear }

    /// The time at which to call `elapse(to:into:)` unless a frame comes before; nil if nothing is due.
    public var deadline: Instant? {
        guard case .held(let contact) = state else { return nil }
        return contact.began.advanced(byMicroseconds: Int64(settings.hold) * 1000)
    }

    /// Replaces the events of a frame by the pen's whole state, and returns the state of the contact.
    public func copyState(into frame: inout Frame) -> ContactStatus {
        frame.events.removeAll(keepingCapacity: true)
        let time = frame.time
        device.all { event in
            var event = event
            event.time = time
            frame.events.append(event)
        }
        return switch state {
        case .held: .held
        case .writes: .writes
        case .away, .hover, .passes, .canceled: .passes
        }
    }

    // MARK: The pen

    /// Notes a frame of a pen that is not grabbed: programs get it from the pen itself.
    public mutating func observe(_ frame: borrowing Frame) {
        for event in frame.events { device.apply(event) }
        state = device.isToolNear ? .hover : .away
    }

    /// Begins to bring frames to the twin: the pen is grabbed.
    public mutating func begin(into frames: inout TwinFrames) {
        twin.follow(device, isHovering: false, into: &frames)
        state = !device.isToolNear ? .away : device.isDown(Key.touch) ? .passes : .hover
    }

    /// Ends bringing frames to the twin: the pen is released, unplugged or revoked. The twin's keys are up then.
    public mutating func end(into frames: inout TwinFrames) -> DecisionStep {
        let step = cancel(into: &frames)
        twin.release(into: &frames)
        ink.clear()
        rest()
        return step
    }

    /// Processes a frame of the grabbed pen.
    public mutating func process(_ frame: borrowing Frame, into frames: inout TwinFrames) -> DecisionStep {
        var step = elapse(to: frame.time, into: &frames)
        for event in frame.events { device.apply(event) }
        switch state {
        case .away, .hover: meet(frame, &step, into: &frames)
        case .held(let contact): decide(contact, frame, &step, into: &frames)
        case .writes(let began): write(frame, began: began, &step, into: &frames)
        case .passes:
            forward(frame, into: &frames)
            if !device.isDown(Key.touch) { rest() }
        case .canceled:
            twin.forwardHovering(frame, of: device, into: &frames)
            finishHidden(into: &frames)
        }
        return step
    }

    /// Notes the time: a contact that was held back long enough points.
    public mutating func elapse(to time: Instant, into frames: inout TwinFrames) -> DecisionStep {
        var step = DecisionStep()
        guard case .held(let contact) = state, let deadline, time >= deadline else { return step }
        pass(contact, &step, into: &frames)
        return step
    }

    // MARK: inkd

    /// Applies inkd's settings. A contact that writes does not point in its middle: if nothing is to write any more, it is canceled.
    public mutating func apply(_ settings: RelaySettings, into frames: inout TwinFrames) -> DecisionStep {
        self.settings = settings
        return settings.mode == .pass ? stopWriting(into: &frames) : DecisionStep()
    }

    /// Replaces the text fields. A held contact whose field is no longer there points.
    public mutating func apply(_ fields: [FieldRectangle], into frames: inout TwinFrames) -> DecisionStep {
        self.fields.set(fields)
        var step = DecisionStep()
        guard case .held(var contact) = state else { return step }
        if case .field(let field) = self.fields.target(at: contact.place) {
            contact.field = field
            state = .held(contact)
        } else if settings.mode == .decide {
            pass(contact, &step, into: &frames)
        }
        return step
    }

    /// Forgets the pending ink, because its text was committed: the next contact near it is decided anew.
    public mutating func inkWasCommitted() { ink.clear() }

    /// Notes whether inkd gets the frames. A contact that cannot be reported points, or is canceled if it was writing.
    public mutating func setReporting(_ isReporting: Bool, into frames: inout TwinFrames) -> DecisionStep {
        self.isReporting = isReporting
        return isReporting ? DecisionStep() : stopWriting(into: &frames)
    }

    /// Ends the connection with inkd: everything points until there are settings again.
    public mutating func disconnect(into frames: inout TwinFrames) {
        settings.mode = .pass
        fields.set([])
        ink.clear()
        _ = stopWriting(into: &frames)
        isReporting = true
    }
}

// MARK: The contact

extension ContactDecision {
    private var place: DevicePoint { DevicePoint(x: device.value(Axis.x), y: device.value(Axis.y)) }

    /// Processes a frame before which there was no contact.
    private mutating func meet(_ frame: borrowing Frame, _ step: inout DecisionStep, into frames: inout TwinFrames) {
        guard device.isToolNear, device.isDown(Key.touch) else {
            forward(frame, into: &frames)
            // a tool that was hidden when it left may have left pressure behind
            if state == .away, device.isToolNear { twin.follow(device, isHovering: false, into: &frames) }
            return rest()
        }
        // a contact whose beginning is lost is no ink
        state = frame.followsDrop ? .passes : begun(at: frame.time)
        switch state {
        case .held:
            step.status = .held
            twin.forwardHovering(frame, of: device, into: &frames)
        case .writes(let began):
            step.status = .writes
            step.verdict = ContactVerdict(.writes, began: began)
            ink.begin(at: began)
            ink.extend(to: place)
            twin.forwardHovering(frame, of: device, into: &frames)
        case .away, .hover, .passes, .canceled:
            step.verdict = ContactVerdict(.passes, began: frame.time)
            forward(frame, into: &frames)
            // the tip may be down since an earlier contact that programs did not see
            twin.follow(device, isHovering: false, into: &frames)
        }
    }

    /// Forwards a frame as it is, and brings the twin to the state of the pen after a loss.
    private mutating func forward(_ frame: borrowing Frame, into frames: inout TwinFrames) {
        twin.forward(frame, into: &frames)
        if frame.followsDrop { twin.follow(device, isHovering: false, into: &frames) }
    }

    /// The state of a contact that begins now.
    private func begun(at time: Instant) -> State {
        guard canHold, isReporting, device.canWrite, settings.mode != .pass else { return .passes }
        if settings.mode == .writeEverything { return fields.isSecret(place) ? .passes : .writes(began: time) }
        guard !device.isButtonDown else { return .passes }
        let target = fields.target(at: place)
        let isPending = ink.isNear(place, at: time, reach: settings.reach)
        switch target {
        case .outside:
            return isPending && !fields.isSecret(place) && fields.isNearFocused(place, slop: settings.slop) ? .writes(began: time) : .passes
        case .field(let field):
            // the eraser takes ink of the focused field back; elsewhere it is the application's
            if device.isDown(Key.toolRubber) { return field.isFocused ? .writes(began: time) : .passes }
            if isPending, field.isFocused { return .writes(began: time) }
            return .held(HeldContact(began: time, place: place, field: field, pressure: device.value(Axis.pressure)))
        }
    }

    /// Processes a frame of a contact that is not decided yet.
    private mutating func decide(
        _ held: HeldContact, _ frame: borrowing Frame, _ step: inout DecisionStep, into frames: inout TwinFrames
    ) {
        var contact = held
        contact.pressure = max(contact.pressure, device.value(Axis.pressure))
        let isTouching = device.isDown(Key.touch)
        if frame.followsDrop || !device.isToolNear && isTouching {
            step.verdict = ContactVerdict(.canceled, began: contact.began)
            state = .canceled
            twin.forwardHovering(frame, of: device, into: &frames)
            return finishHidden(into: &frames)
        }
        if settings.movement.isExceeded(from: contact.place, to: place) {
            startWriting(contact, frame, &step, into: &frames)
        } else if !isTouching {
            step.verdict = ContactVerdict(.tap, began: contact.began)
            twin.tap(at: contact.place, pressure: contact.pressure, into: &frames)
            lastTap = (frame.time, contact.field)
            rest()
            twin.follow(device, isHovering: false, into: &frames)
        } else if device.isButtonDown {
            pass(contact, &step, into: &frames)
        } else {
            step.status = .held
            state = .held(contact)
            twin.forwardHovering(frame, of: device, into: &frames)
        }
    }

    /// Decides that a held contact writes.
    private mutating func startWriting(
        _ contact: HeldContact, _ frame: borrowing Frame, _ step: inout DecisionStep, into frames: inout TwinFrames
    ) {
        var verdict = Verdict.writes
        if !contact.field.isFocused {
            if !isSecondTap(contact) {
                twin.tap(at: contact.place, pressure: contact.pressure, into: &frames)
                lastTap = (frame.time, contact.field)
                verdict = .writesAfterTap
            }
            fields.focus(contact.field)
            ink.clear()
        }
        step.verdict = ContactVerdict(verdict, began: contact.began)
        ink.begin(at: contact.began)
        ink.extend(to: contact.place)
        write(frame, began: contact.began, &step, into: &frames)
        if verdict == .writesAfterTap { twin.follow(device, isHovering: !hasEnded, into: &frames) }
    }

    /// Whether a tap now would be the second one of a double click.
    private func isSecondTap(_ contact: HeldContact) -> Bool {
        guard let lastTap, lastTap.field.isSame(contact.field) else { return false }
        return contact.began.since(lastTap.time) < Self.doubleClick
    }

    /// Processes a frame of a contact that writes.
    private mutating func write(
        _ frame: borrowing Frame, began: Instant, _ step: inout DecisionStep, into frames: inout TwinFrames
    ) {
        twin.forwardHovering(frame, of: device, into: &frames)
        if frame.followsDrop {
            step.verdict = ContactVerdict(.canceled, began: began)
            state = .canceled
            return finishHidden(into: &frames)
        }
        step.status = .writes
        ink.extend(to: place)
        state = .writes(began: began)
        guard hasEnded else { return }
        ink.finish(at: frame.time, pendingFor: settings.pending)
        finishHidden(into: &frames)
    }

    /// Gives a held contact to programs: the tip comes down at the place of contact, and then is where the pen is.
    private mutating func pass(_ contact: HeldContact, _ step: inout DecisionStep, into frames: inout TwinFrames) {
        step.verdict = ContactVerdict(.passes, began: contact.began)
        state = .passes
        twin.press(at: contact.place, pressure: device.value(Axis.pressure), into: &frames)
        twin.follow(device, isHovering: false, into: &frames)
    }

    /// Ends writing in mid-contact, because nothing is to write any more.
    private mutating func stopWriting(into frames: inout TwinFrames) -> DecisionStep {
        var step = DecisionStep()
        switch state {
        case .held(let contact): pass(contact, &step, into: &frames)
        case .writes: step = cancel(into: &frames)
        case .away, .hover, .passes, .canceled: break
        }
        return step
    }

    /// Cancels a contact that is held or writes; the twin hovers until the tip is up.
    private mutating func cancel(into frames: inout TwinFrames) -> DecisionStep {
        var step = DecisionStep()
        switch state {
        case .held(let contact): step.verdict = ContactVerdict(.canceled, began: contact.began)
        case .writes(let began): step.verdict = ContactVerdict(.canceled, began: began)
        case .away, .hover, .passes, .canceled: return step
        }
        ink.clear()
        state = .canceled
        return step
    }

    private var hasEnded: Bool { !device.isDown(Key.touch) || !device.isToolNear }

    /// Ends a contact.
    private mutating func rest() { state = device.isToolNear ? .hover : .away }

    /// Ends a contact that programs did not see, if the tip is up or the tool gone, and brings the twin to the state of the pen.
    private mutating func finishHidden(into frames: inout TwinFrames) {
        guard hasEnded else { return }
        rest()
        // a tool that left without lifting its tip leaves no contact on the twin
        twin.follow(device, isHovering: !device.isToolNear, into: &frames)
    }
}
