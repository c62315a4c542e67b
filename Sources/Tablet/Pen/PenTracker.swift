public import Evdev
public import Ink

/// Converts the frames of a pen tablet into pointer events: proximity, hovering, strokes, eraser, buttons.
///
/// - Proximity comes from BTN_TOOL_*: PEN, BRUSH, PENCIL and AIRBRUSH are the pen, RUBBER is the eraser, pucks are ignored. If no
///   BTN_TOOL_* is ever reported, a pen is in proximity from the first reports on.
/// - A pen that has never reported proximity-out counts as gone when it is silent for half a second (`silence`) while it neither touches
///   nor has a button held, and as back with its next report. After its first proximity-out report the device is trusted: a pen that is
///   held still is silent, too.
/// - A touching pen that is silent for half a second and elsewhere at its next report was lifted in between, whatever reports the kernel
///   has lost: the stroke ends at its last sample, and if the tip touches, another begins with `down` and `followsGap`.
/// - A tip that touches already when the device is opened starts no stroke before it was lifted once.
/// - A tip that touches outside of the mapped area starts no stroke until it was lifted and touches inside; the pen is in proximity all the
///   same. A stroke from inside continues outside.
/// - Times are the device's own where it has a clock (`ReportClock`).
/// - A tool that is reported to leave in the middle of a stroke, with the tip pressed, and that is back at once, was there all along
///   (`ToolLapse`).
/// - A sample that no hand can have made is held back until the next report, and dropped if the pen is back at its previous position
///   (`SampleGate`).
/// - Samples are as reported; positions are smoothed only if a user asks for it, and the last one of a stroke is then repeated at the tip's
///   true position.
/// - Lost frames (`Frame.followsDrop`) in mid-stroke end the stroke with `up` at its last sample. If the tip still touches, a new stroke
///   begins with `down` and `followsGap`: the ink before stays, and nothing is drawn across the gap.
/// - A barrel button may be bound to an action (`bind`). It is reported once, when the button is pressed while the pen is in proximity
///   (`takeActions`); events do not contain it. While an erasing button is held, a pen that writes is an eraser: the switch is like turning
///   the pen around.
/// - An eraser button may be bound to an action as well (`EraserButton`): proximity-out is then reported 30 ms late.
/// - When a tool leaves, the events are tip up, buttons up, proximity out, all at the last sample: frames that report leaving carry zeroed
///   axes.
///
/// Nothing is allocated for a frame as long as the caller's array has room for about eight events.
public struct PenTracker: Sendable {
    private enum State {
        case away
        case hovering(PointerTool)
        case touching(PointerTool)
    }

    private var axes: PenAxes
    /// Whether the quirks say that proximity-out may always be missing.
    private let mayLeaveUntold: Bool
    private var state = State.away
    private var isContact: Bool
    private var mustLift: Bool
    private var buttons = PenButtonState()
    private var eraserButton = EraserButton()
    private var lapse = ToolLapse()
    private var gate = SampleGate()
    /// Whether the reported eraser is the writing end, by a button or a key.
    private var erasesByButton = false
    private var hasGap = false
    /// The device has reported proximity-out at least once, so inactivity no longer implies that the pen left.
    private var tellsLeaving = false
    /// Whether the pen counts as gone because it has been silent; its BTN_TOOL_* may still be pressed.
    public private(set) var leftSilently = false
    private var clock = ReportClock()
    private var lastReport = Instant(microseconds: 0)
    /// The last event sent; events of leaving repeat it.
    private var last: PointerEvent
    /// The position of the last event, not smoothed.
    private var tip = Point(x: 0, y: 0)
    private var smoother = PlaceSmoother()

    /// Creates a tracker that starts from the kernel's state when the device was opened.
    ///
    /// Process an empty frame at once so that a pen already in proximity is reported without waiting for it to move.
    ///
    /// - Precondition: `check` succeeded; a device that reports no position stays at the origin.
    /// - Parameter penName: the identifier that the description's `tips` use in place of a serial number.
    public init(
        description: DeviceDescription, device: DeviceID, area: TabletArea = TabletArea(),
        adjustment: TabletAdjustment = TabletAdjustment(), penName: @escaping @Sendable (UInt32) -> UInt32 = { $0 }
    ) {
        axes = PenAxes(description, area: area, adjustment: adjustment, penName: penName)
        mayLeaveUntold = description.quirks?.proximity == .missingOut
        // Between the two thresholds the tip may be in mid-stroke: only a clearly lifted tip may start a stroke at once.
        isContact = axes.isContact(before: true)
        mustLift = isContact
        buttons.begin(axes.buttons)
        last = PointerEvent(phase: .proximityOut, tool: .pen, device: device, time: Instant(microseconds: 0))
    }

    /// Refuses devices that cannot be read as a pen: udev classifies the nodes of some tablets' keys and dials as tablets, and Wacom's
    /// drivers give them the positions and a button of a pen.
    /// - Throws: `PenRefusal`
    public static func check(_ description: DeviceDescription) throws(PenRefusal) {
        guard let x = description.axes[Axis.x], let y = description.axes[Axis.y] else { throw .withoutPosition }
        guard min(x.span, y.span) >= smallestSpan else { throw .withoutRange }
        guard hasPenKey(description.keys) else { throw .withoutKeys }
    }

    /// Whether a node has any key of a pen: a tool, the tip or a button. A pen may have only one of them.
    public static func hasPenKey(_ keys: Set<UInt16>) -> Bool {
        keys.contains(Key.touch) || keys.contains(Key.stylus) || keys.contains(where: Key.isTool)
    }

    /// In units. The keys of Wacom's tablets report positions from 0 to 1; the coarsest tablets have some thousands.
    private static let smallestSpan: Int64 = 100

    /// The longest silence of a pen that never reported leaving, in microseconds. libinput waits 50 ms; the decisions that depend on it
    /// here, the grab and palm rejection, are not urgent, and the longer wait spares pens that are held still.
    public static let silence: Int64 = 500_000

    /// The event that is due if the pen stays silent until the deadline.
    private enum Wait {
        /// The pen left, and no end of it entered.
        case end
        /// The pen left in the middle of a stroke, and is not back.
        case lapse
        /// The sample that is held back is valid.
        case sample
        /// The pen counts as gone.
        case silence
    }

    /// The next consequence of silence, and its deadline; nil if silence means nothing.
    private var nextWait: (what: Wait, until: Instant)? {
        if let deadline = eraserButton.deadline { return (.end, deadline) }
        if let deadline = lapse.deadline { return (.lapse, deadline) }
        if let held = gate.held { return (.sample, held.deadline) }
        guard case .hovering = state, !tellsLeaving, !isContact, axes.buttons.isEmpty else { return nil }
        return (.silence, lastReport.advanced(byMicroseconds: Self.silence))
    }

    /// Time at which an event is due if the pen stays silent until then, mostly its proximity-out; nil if it is not in proximity or will
    /// report leaving itself. By the kernel's clock.
    public var expiry: Instant? { nextWait?.until }

    /// Microseconds from the last report to `expiry`.
    public var patience: Int64? { expiry.map { max(0, $0.since(lastReport)) } }

    /// Number of samples that were dropped because no hand can have made them.
    public var strays: Int { gate.leftOut }

    /// Wear of the tips of the pens used here, the most recent one at the end.
    public var tips: [TipWear] { axes.wear?.tips ?? [] }

    /// Revision of `tips`; grows when they change.
    public var tipsRevision: Int { axes.wear?.revision ?? 0 }

    /// The surface's size and scale.
    public var geometry: SurfaceGeometry { axes.geometry }

    /// Applies another area and another adjustment if no pen is in proximity: a stroke cannot be in both.
    /// - Returns: whether they were applied.
    public mutating func use(
        _ area: TabletArea, adjustment: TabletAdjustment = TabletAdjustment(), of description: DeviceDescription
    ) -> Bool {
        guard toldTool == nil else { return false }
        axes.use(area, adjustment, of: description)
        return true
    }

    /// Binds barrel buttons to these actions if no pen is in proximity: a held button must not change its action.
    /// - Returns: whether they were bound.
    public mutating func bind(_ table: PenButtonTable) -> Bool {
        guard toldTool == nil else { return false }
        buttons.table = table
        axes.visibleButtons = buttons.passing
        return true
    }

    /// Returns the actions of the barrel buttons that were pressed since the last call. Allocates nothing if no button was pressed.
    public mutating func takeActions() -> [ButtonAction] { buttons.takeActions() }

    /// Sets whether a key elsewhere makes the pen erase. Appends the events of the switch.
    public mutating func erase(_ isErasing: Bool, at time: Instant, into events: inout [PointerEvent]) {
        guard buttons.padErases != isErasing else { return }
        buttons.padErases = isErasing
        guard toldTool != nil, eraserButton.deadline == nil, let tool = eraserButton.isBound ? .pen : axes.tools.tool else { return }
        switchEnd(tool, at: time, into: &events)
        advance(erasesByButton ? .eraser : tool, isDown: isContact && !mustLift, hasChanged: false, at: time, into: &events)
    }

    /// Appends the events of a frame.
    public mutating func process(_ frame: borrowing Frame, into events: inout [PointerEvent]) {
        let time = clock.time(of: frame)
        // a loss is not a silence
        if frame.followsDrop {
            endLapse(into: &events)
            breakStroke(into: &events)
        } else {
            elapse(to: frame.time, into: &events)
        }
        if leftSilently, frame.events.isEmpty { return }
        leftSilently = false
        let silence = frame.time.since(lastReport)
        lastReport = frame.time
        let hadTool = !axes.tools.isEmpty
        var hasChanged = hasGap
        var hasSerial = false
        axes.beginFrame()
        for event in frame.events {
            if axes.apply(event) { hasChanged = true }
            if event.type == EventType.msc, event.code == Misc.serial, event.value != -1 { hasSerial = true }
        }
        axes.finishFrame()
        if hadTool, axes.tools.isEmpty { tellsLeaving = !mayLeaveUntold }
        buttons.meet(serial: axes.serial)
        // a button's meaning does not change while the pen is in proximity
        if toldTool == nil { eraserButton.isBound = buttons.bindsEraser }
        let tool = eraserButton.follow(axes.tools.tool, wasNear: toldTool != nil, at: frame.time)
        if eraserButton.deadline != nil { return liftTip(at: time, into: &events) }
        if lapse.deadline != nil {
            guard let tool else { return }
            if lapse.isSame(tool, serial: axes.serial), axes.isContact(before: true),
                axes.place.distance(to: tip) * axes.unit <= Self.lapseReach
            {
                lapse.end(isBack: true)
                hasChanged = true
            } else {
                endLapse(keepsSerial: hasSerial, isFollowed: true, into: &events)
            }
        } else if tool == nil, case .touching(let told) = state {
            let end = erasesByButton ? .pen : told
            if lapse.begin(end, force: last.pressure ?? last.force, serial: axes.serial, at: frame.time, as: time) { return }
        }
        if let told = toldTool, tool != (erasesByButton ? .pen : told) {
            leave(stroke: .up, at: time, into: &events)
            // the kernel reports only changes: if another tool enters in the same frame, the pressure is that tool's
            axes.forgetTool(keepsSerial: hasSerial && tool != nil, keepsPressure: tool != nil)
            buttons.meet(serial: axes.serial)
        }
        buttons.follow(eraserButton.isHeld ? axes.buttons.union(.eraser) : axes.buttons, isNear: tool != nil)
        axes.visibleButtons = buttons.passing
        guard let tool else {
            hasGap = false
            axes.forgetPressure()
            return
        }
        if isTouching, silence >= Self.silence, axes.hasJumped(from: tip) { breakStroke(into: &events) }
        axes.learn(tool, isNew: toldTool == nil)
        switchEnd(tool, at: time, into: &events)
        isContact = axes.isContact(before: isContact)
        if !isContact {
            mustLift = false
        } else if !isTouching, !axes.takesInk {
            mustLift = true
        }
        advance(
            erasesByButton ? .eraser : tool, isDown: isContact && !mustLift, hasChanged: hasChanged, at: time, into: &events)
    }

    /// Millimeters that a pen may have moved while it was reported away: a hand writes half a meter a second.
    private static let lapseReach = 10.0

    /// Ends the wait for a tool that left in the middle of a stroke: it left for good, at that time.
    private mutating func endLapse(keepsSerial: Bool = false, isFollowed: Bool = false, into events: inout [PointerEvent]) {
        guard let beginning = lapse.beginning else { return }
        lapse.end(isBack: false)
        leave(stroke: .up, at: beginning, into: &events)
        axes.forgetTool(keepsSerial: keepsSerial, keepsPressure: isFollowed && axes.frameHasPressure)
        buttons.meet(serial: axes.serial)
    }

    /// Makes the writing end leave when a button starts or stops erasing. The tip stays in place, and so does all knowledge of the pen.
    private mutating func switchEnd(_ tool: PointerTool, at time: Instant, into events: inout [PointerEvent]) {
        let erases = tool == .pen && buttons.erases
        guard erases != erasesByButton else { return }
        if toldTool != nil {
            let (wasContact, hadToLift) = (isContact, mustLift)
            leave(stroke: .up, at: time, into: &events)
            (isContact, mustLift) = (wasContact, hadToLift)
        }
        erasesByButton = erases
    }

    /// Appends the events due to silence up to this time.
    public mutating func elapse(to time: Instant, into events: inout [PointerEvent]) {
        while let wait = nextWait, time >= wait.until {
            switch wait.what {
            case .end:
                leave(stroke: .up, at: wait.until, into: &events)
                axes.forgetTool(keepsSerial: false)
            case .lapse: endLapse(into: &events)
            case .sample: releaseSample(before: nil, into: &events)
            case .silence:
                leave(stroke: .up, at: wait.until, into: &events)
                leftSilently = true
            }
        }
    }

    /// Ends everything because the device is removed or revoked: the stroke is void, buttons are up, the tool is out.
    public mutating func disconnect(at time: Instant, into events: inout [PointerEvent]) {
        endLapse(into: &events)
        if toldTool != nil { leave(stroke: .cancel, at: time, into: &events) }
        axes.clearTools()
        axes.forgetTool(keepsSerial: false)
    }

    private var toldTool: PointerTool? {
        switch state {
        case .away: nil
        case .hovering(let tool), .touching(let tool): tool
        }
    }

    private var isTouching: Bool {
        if case .touching = state { true } else { false }
    }

    private mutating func advance(
        _ tool: PointerTool, isDown: Bool, hasChanged: Bool, at time: Instant, into events: inout [PointerEvent]
    ) {
        var isNew = false
        if case .away = state {
            emit(.proximityIn, tool, at: time, into: &events)
            state = .hovering(tool)
            isNew = true
        }
        if let held = gate.held {
            let isStill = isDown && !hasChanged
            // a contact of one sample is reported unless it is far off: there would be no stroke otherwise
            let isWhole = !isDown && !isTouching && held.sample.place.distance(to: tip) * axes.unit <= Self.farEnd
            releaseSample(before: isStill || isWhole ? nil : TimedPlace(axes.place, at: time), into: &events)
        }
        switch (state, isDown) {
        case (.touching, true):
            if hasChanged { emit(.move, tool, at: time, into: &events) }
        case (.touching, false):
            catchUp(at: time, into: &events)
            emit(.up, tool, at: time, into: &events)
            state = .hovering(tool)
        case (_, true):
            emit(.down, tool, at: time, into: &events)
        case (_, false):
            if hasChanged, !isNew { emit(.hover, tool, at: time, into: &events) }
        }
    }

    private mutating func emit(_ phase: PointerPhase, _ tool: PointerTool, at time: Instant, into events: inout [PointerEvent]) {
        var event = PointerEvent(phase: phase, tool: tool, device: last.device, time: time)
        let isTouching = phase == .down || phase == .move
        axes.fill(&event, isTouching: isTouching)
        let sample = TimedPlace(Point(x: event.x, y: event.y), at: time)
        // the pen's path around a gap, and in the air, is no ink
        if isTouching, !hasGap, gate.hold(event, sample, at: lastReport, unit: axes.unit) { return }
        send(event, sample, into: &events)
    }

    private mutating func send(_ sent: PointerEvent, _ sample: TimedPlace, into events: inout [PointerEvent]) {
        var event = sent
        let isTouching = event.phase == .down || event.phase == .move
        gate.pass(sample)
        tip = sample.place
        // positions jump where a contact changes: they are not averaged across the change
        if !isTouching || event.phase == .down { smoother.reset() }
        if isTouching {
            let place = smoother.smooth(tip, over: axes.smoothing)
            (event.x, event.y) = (place.x, place.y)
            lapse.press(event.pressure ?? event.force, isFirst: event.phase == .down)
        }
        if event.phase == .down { state = .touching(event.tool) }
        event.followsGap = hasGap
        // A stroke that begins after a gap is marked itself, also if proximity was reported first.
        if event.phase != .proximityIn { hasGap = false }
        last = event
        events.append(event)
    }

    /// Sends the sample that was held back, unless the next one shows that the pen was not there.
    private mutating func releaseSample(before next: TimedPlace?, into events: inout [PointerEvent]) {
        if let held = gate.release(before: next, unit: axes.unit) { send(held.event, held.sample, into: &events) }
    }

    /// Moves to the tip's true position, rather than the smoothed one, before a stroke ends.
    private mutating func catchUp(at time: Instant, into events: inout [PointerEvent]) {
        guard last.x != tip.x || last.y != tip.y else { return }
        (last.x, last.y) = (tip.x, tip.y)
        repeatLast(.move, at: time, into: &events)
    }

    /// Ends a stroke at its last sample; the frame's own sample may be that of leaving.
    private mutating func liftTip(at time: Instant, into events: inout [PointerEvent]) {
        settleSample(into: &events)
        guard case .touching(let tool) = state else { return }
        catchUp(at: time, into: &events)
        repeatLast(.up, at: time, into: &events)
        state = .hovering(tool)
        isContact = false
    }

    /// Resolves a sample that was held back once the pen has left: the beginning of a stroke is sent, since there would be no stroke
    /// otherwise; in a stroke in progress it is dropped if it is far off.
    private mutating func settleSample(into events: inout [PointerEvent]) {
        guard let held = gate.held else { return }
        if case .touching = state, held.sample.place.distance(to: tip) * axes.unit > Self.farEnd {
            gate.drop()
        } else {
            releaseSample(before: nil, into: &events)
        }
    }

    /// In millimeters. A missing end of a stroke does more harm than one that is wrong by less.
    private static let farEnd = 10.0

    private mutating func breakStroke(into events: inout [PointerEvent]) {
        // the samples in the gap are unknown, and the position after it proves nothing
        releaseSample(before: nil, into: &events)
        gate.reset()
        hasGap = true
        guard case .touching(let tool) = state else { return }
        catchUp(at: last.time, into: &events)
        repeatLast(.up, at: last.time, into: &events)
        state = .hovering(tool)
    }

    private mutating func leave(stroke end: PointerPhase, at time: Instant, into events: inout [PointerEvent]) {
        settleSample(into: &events)
        gate.reset()
        if case .touching = state {
            if end == .up { catchUp(at: time, into: &events) }
            repeatLast(end, at: time, into: &events)
        }
        last.force = 0
        last.pressure = nil
        if !last.buttons.isEmpty {
            last.buttons = []
            repeatLast(.hover, at: time, into: &events)
        }
        repeatLast(.proximityOut, at: time, into: &events)
        state = .away
        erasesByButton = false
        eraserButton.forget()
        isContact = false
        mustLift = false
    }

    private mutating func repeatLast(_ phase: PointerPhase, at time: Instant, into events: inout [PointerEvent]) {
        last.phase = phase
        last.time = time
        last.followsGap = false
        events.append(last)
    }
}

/// The reason why a device cannot be read as a pen.
public enum PenRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The device reports no position: the keys of a tablet, to which some kernels give the tools of a pen as well.
    case withoutPosition
    /// The device's positions have no usable range: the keys of Wacom's tablets, for which the driver reports a pen's position for old
    /// programs.
    case withoutRange
    /// The device has neither a pen's tool nor its tip or buttons: a dial.
    case withoutKeys

    /// The missing capability, and its solution.
    public var description: String {
        let missing =
            switch self {
            case .withoutPosition: "has no ABS_X and ABS_Y"
            case .withoutRange: "has an ABS_X or ABS_Y without a range"
            case .withoutKeys: "has neither BTN_TOOL_*, BTN_TOUCH nor BTN_STYLUS"
            }
        return "\(missing), so it is not a pen but perhaps a tablet's keys: no action is needed"
    }
}
