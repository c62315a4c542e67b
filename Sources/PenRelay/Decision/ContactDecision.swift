public import Evdev
public import Ink

/// Decides for each contact of a pen whether it points or writes, and produces the frames of the pen's twin: the virtual device that other
/// programs read in place of the pen.
///
/// A state machine whose time is that of the frames; `elapse(to:into:)` must be called at `deadline` if no frame comes before. All frames
/// for the twin are appended to the list that is passed in.
///
/// - A contact outside of text fields points. A contact with a barrel button held points, too, so that the user can point anywhere.
/// - A contact near pending ink writes: dots, bars and second strokes are never held back.
/// - Any other contact in a field is held back until it is decided. A contact that moves is writing; a contact that is lifted is a tap; a
///   contact that does neither for half a second is a press. The twin hovers meanwhile, and then receives the tap or press at the place of
///   contact.
/// - A field without the focus receives a tap at the place of contact before its first stroke, because every toolkit understands a tap.
public struct ContactDecision: Sendable {
    /// The state of the contact.
    public enum State: Sendable, Hashable {
        /// No tool is in proximity.
        case away
        /// A tool is in proximity, its tip up.
        case hover
        /// A contact that is not decided yet.
        case held(HeldContact)
        /// A contact that writes, with the time at which it began.
        case writes(began: Instant)
        /// A contact that points.
        case passes
        /// The rest of a canceled contact: programs see the pen hover until the tip is up.
        case canceled
    }

    /// A contact that is not decided yet.
    public struct HeldContact: Sendable, Hashable {
        /// The time at which the contact began.
        public var began: Instant
        /// The place at which the contact began.
        public var place: DevicePoint
        /// The field in which the contact began.
        public var field: FieldRectangle
        /// The highest pressure so far.
        public var pressure: Int32
    }

    /// Microseconds within which a second tap at a field counts as a double click. The value leaves room to spare: GTK, Qt and Windows have
    /// 400 to 500 ms.
    static let doubleClick: Int64 = 600_000

    /// The state of the contact.
    public private(set) var state = State.away
    private var settings: RelaySettings
    private var fields = FieldMap()
    private var device: NodeState
    private var twin: TwinPen
    private var ink = PendingInk()
    private var lastTap: (time: Instant, field: FieldRectangle)?
    /// Whether inkd receives the frames. If not, no contact writes.
    private var isReporting = true
    private let canHold: Bool

    /// Creates the decision for a pen, in the mode `pass`.
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

    /// The time at which to call `elapse(to:into:)` unless a frame arrives earlier; nil if no contact is held.
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

    /// Records a frame of a pen that is not grabbed, so that programs read the pen itself.
    public mutating func observe(_ frame: borrowing Frame) {
        for event in frame.events { device.apply(event) }
        state = device.isToolNear ? .hover : .away
    }

    /// Begins to produce frames for the twin, because the pen is grabbed.
    public mutating func begin(into frames: inout TwinFrames) {
        twin.follow(device, isHovering: false, into: &frames)
        state = !device.isToolNear ? .away : device.isDown(Key.touch) ? .passes : .hover
    }

    /// Ends the production of frames for the twin, because the pen is released, unplugged or revoked. All keys of the twin are released.
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

    /// Advances the time. A contact that was held back until its deadline points.
    public mutating func elapse(to time: Instant, into frames: inout TwinFrames) -> DecisionStep {
        var step = DecisionStep()
        guard case .held(let contact) = state, let deadline, time >= deadline else { return step }
        pass(contact, &step, into: &frames)
        return step
    }

    // MARK: inkd

    /// Applies inkd's settings. If contacts may no longer write, a contact that writes is canceled, because it cannot become one that
    /// points.
    public mutating func apply(_ settings: RelaySettings, into frames: inout TwinFrames) -> DecisionStep {
        self.settings = settings
        return settings.mode == .pass ? stopWriting(into: &frames) : DecisionStep()
    }

    /// Replaces the text fields. A held contact that is no longer in a field points.
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

    /// Forgets the pending ink, because its text was committed. A later contact near that ink is decided like any other.
    public mutating func inkWasCommitted() { ink.clear() }

    /// Records whether inkd receives the frames. If not, a held contact points, and a contact that writes is canceled.
    public mutating func setReporting(_ isReporting: Bool, into frames: inout TwinFrames) -> DecisionStep {
        self.isReporting = isReporting
        return isReporting ? DecisionStep() : stopWriting(into: &frames)
    }

    /// Handles the end of the connection to inkd: all contacts point until new settings arrive.
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
            // a tool that left while its contact was hidden from programs may have left pressure behind on the twin
            if state == .away, device.isToolNear { twin.follow(device, isHovering: false, into: &frames) }
            return rest()
        }
        // a contact whose beginning is lost does not write
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

    /// Forwards a frame unchanged. After a loss of events, also brings the twin to the state of the pen.
    private mutating func forward(_ frame: borrowing Frame, into frames: inout TwinFrames) {
        twin.forward(frame, into: &frames)
        if frame.followsDrop { twin.follow(device, isHovering: false, into: &frames) }
    }

    /// Returns the state of a contact that begins now.
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
            // in the focused field the eraser removes ink; elsewhere the application handles the eraser
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

    /// Whether a tap at this time would be the second tap of a double click.
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

    /// Passes a held contact to programs: the twin's tip is pressed at the place of contact, and then moves to the pen's position.
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

    /// Ends a contact that programs did not see if the tip is up or the tool has left, and brings the twin to the state of the pen.
    private mutating func finishHidden(into frames: inout TwinFrames) {
        guard hasEnded else { return }
        rest()
        // a tool that left without lifting its tip leaves no contact on the twin
        twin.follow(device, isHovering: !device.isToolNear, into: &frames)
    }
}
