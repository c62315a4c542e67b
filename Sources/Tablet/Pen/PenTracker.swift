public import Evdev
public import Ink

/// Converts the frames of a pen tablet into pointer events: proximity, hovering, strokes, eraser, buttons.
///
/// - Proximity comes from BTN_TOOL_*. PEN, BRUSH, PENCIL and AIRBRUSH are the pen, RUBBER is the eraser, pucks are ignored. If no
///   BTN_TOOL_* is ever reported, a pen counts as in proximity from the first reports on.
/// - A device that has never reported proximity-out is not trusted: its pen counts as gone when it is silent for half a second (`silence`)
///   while it neither touches nor has a button held, and as back with its next report. After its first proximity-out report the device is
///   trusted, because a pen that is held still is silent, too.
/// - A touching pen that is silent for half a second and reports another position afterwards was lifted in between, and the kernel lost the
///   reports. The stroke ends at its last sample. If the tip still touches, a new stroke begins with `down` and `followsGap`.
/// - A tip that touches already when the device is opened starts no stroke before it was lifted once.
/// - A tip that touches outside the mapped area starts no stroke until it has been lifted and touches inside, but the pen is in proximity.
///   A stroke that began inside continues outside.
/// - If the device has its own clock, times come from that clock (`ReportClock`).
/// - If a tool is reported to leave in the middle of a stroke, while the tip is pressed, and returns at once, the stroke continues
///   (`ToolLapse`).
/// - A sample that requires an impossible movement of the hand is held back until the next report. The sample is dropped if the pen is back
///   at its previous position (`SampleGate`).
/// - Samples are as reported. Positions are smoothed only if a user enables it. The last position of a smoothed stroke is then repeated
///   without smoothing.
/// - Lost frames (`Frame.followsDrop`) in mid-stroke end the stroke with `up` at its last sample. If the tip still touches, a new stroke
///   begins with `down` and `followsGap`: the ink before stays, and nothing is drawn across the gap.
/// - A barrel button may be bound to an action (`bind`). The action is reported once, when the button is pressed while the pen is in
///   proximity (`takeActions`). Pointer events do not contain the button. While an erasing button is held, a pen that writes is an eraser,
///   as if the pen had been turned around.
/// - An eraser button may be bound to an action as well (`EraserButton`): proximity-out is then reported 30 ms late.
/// - When a tool leaves, the events are tip up, buttons up, proximity out. All are at the last sample, because a frame that reports leaving
///   contains axes set to zero.
///
/// Nothing is allocated for a frame as long as the caller's array has room for about eight events.
public struct PenTracker: Sendable {
    private var axes: PenAxes
    private var sequence: PointerSequence
    private var contact: TipContact
    private var buttons = PenButtonState()
    private var eraserButton = EraserButton()
    private var lapse = ToolLapse()
    private var timeout: SilenceTimeout
    private var clock = ReportClock()

    /// Creates a tracker that starts from the kernel's state when the device was opened.
    ///
    /// Process an empty frame at once. A pen that is already in proximity is then reported before it moves.
    ///
    /// - Precondition: `check` succeeded. A pen of a device that reports no positions stays at the origin.
    /// - Parameter penName: returns the identifier that the description's `tips` use in place of a serial number.
    public init(
        description: DeviceDescription, device: DeviceID, area: TabletArea = TabletArea(),
        adjustment: TabletAdjustment = TabletAdjustment(), penName: @escaping @Sendable (UInt32) -> UInt32 = { $0 }
    ) {
        axes = PenAxes(description, area: area, adjustment: adjustment, penName: penName)
        sequence = PointerSequence(device: device)
        timeout = SilenceTimeout(description.quirks)
        // Between both thresholds the tip may be in the middle of a stroke: only a clearly lifted tip may start a stroke immediately.
        contact = axes.isContact(before: true) ? .ignored : .lifted
        buttons.begin(axes.buttons)
    }

    /// The time without events after which a pen that never reported proximity-out counts as gone, in microseconds. libinput waits 50 ms.
    /// Here only the grab and palm rejection depend on the time, and neither is urgent. A longer time avoids errors for pens that are held
    /// still.
    public static let silence: Int64 = 500_000

    // MARK: State

    /// Whether the pen counts as gone because it has sent no events; its BTN_TOOL_* may still be pressed.
    public var leftSilently: Bool { timeout.isExpired }

    /// The time at which an event is due if the pen sends none until then, usually its proximity-out, on the kernel's clock; nil if the pen
    /// is not in proximity, or the device will report proximity-out.
    public var expiry: Instant? { nextWait?.until }

    /// Microseconds from the last report to `expiry`.
    public var patience: Int64? { expiry.map { max(0, $0.since(timeout.lastReport)) } }

    /// Number of samples dropped as faults of the device, because no hand can move like that.
    public var strays: Int { sequence.gate.leftOut }

    /// Wear of the tips of the pens used on this tablet, most recent last.
    public var tips: [TipWear] { axes.tip.wear?.tips ?? [] }

    /// The revision of `tips`, which is incremented when the tips change.
    public var tipsRevision: Int { axes.tip.wear?.revision ?? 0 }

    /// The surface's size and scale.
    public var geometry: SurfaceGeometry { axes.scales.geometry }

    // MARK: Settings

    /// Applies another area and another adjustment if no pen is in proximity. A stroke is never in two areas.
    /// - Returns: whether they were applied.
    public mutating func use(
        _ area: TabletArea, adjustment: TabletAdjustment = TabletAdjustment(), of description: DeviceDescription
    ) -> Bool {
        guard sequence.tool == nil else { return false }
        axes.use(area, adjustment, of: description)
        return true
    }

    /// Binds actions to barrel buttons if no pen is in proximity. The action of a button does not change while the button is held.
    /// - Returns: whether they were bound.
    public mutating func bind(_ table: PenButtonTable) -> Bool {
        guard sequence.tool == nil else { return false }
        buttons.table = table
        axes.visibleButtons = buttons.passing
        return true
    }

    /// Returns the actions of the barrel buttons that were pressed since the last call. Allocates nothing if no button was pressed.
    public mutating func takeActions() -> [ButtonAction] { buttons.takeActions() }

    /// Sets whether a held key makes the pen erase. Appends the resulting events.
    public mutating func erase(_ isErasing: Bool, at time: Instant, into events: inout [PointerEvent]) {
        guard buttons.padErases != isErasing else { return }
        buttons.padErases = isErasing
        guard sequence.tool != nil, eraserButton.deadline == nil, let end = eraserButton.isBound ? .pen : axes.tools.tool else { return }
        advance(end, hasChanged: false, at: ReportTime(kernel: timeout.lastReport, event: time), into: &events)
    }

    // MARK: Frames

    /// Appends the events of a frame.
    public mutating func process(_ frame: borrowing Frame, into events: inout [PointerEvent]) {
        let time = ReportTime(kernel: frame.time, event: clock.time(of: frame))
        // lost frames do not mean that the pen was silent
        if frame.followsDrop {
            endLapse(into: &events)
            sequence.breakStroke(axes, into: &events)
        } else {
            elapse(to: frame.time, into: &events)
        }
        if timeout.isExpired, frame.events.isEmpty { return }
        let silence = timeout.restart(at: frame.time)
        var report = apply(frame)
        buttons.meet(serial: axes.serial)
        // the function of the eraser button does not change while the pen is in proximity
        if sequence.tool == nil { eraserButton.isBound = buttons.bindsEraser }
        let end = eraserButton.follow(axes.tools.tool, wasNear: sequence.tool != nil, at: frame.time)
        if eraserButton.deadline != nil {
            if sequence.liftTip(axes, at: time.event, into: &events) { contact = .lifted }
            return
        }
        guard !awaitTool(end, &report, at: time, into: &events) else { return }
        if let current = sequence.tool, end != current.end {
            leave(at: time.event, into: &events)
            // the kernel reports only changes: if another tool enters in the same frame, the pressure in the frame is the new tool's
            axes.forgetTool(keepsSerial: report.hasSerial && end != nil, keepsPressure: end != nil)
            buttons.meet(serial: axes.serial)
        }
        buttons.follow(eraserButton.isHeld ? axes.buttons.union(.eraser) : axes.buttons, isNear: end != nil)
        axes.visibleButtons = buttons.passing
        guard let end else {
            sequence.forgetGap()
            axes.forgetPressure()
            return
        }
        if sequence.isTouching, silence >= Self.silence, axes.distance(to: sequence.tip) > Self.reach {
            sequence.breakStroke(axes, into: &events)
        }
        axes.learn(end, isNew: sequence.tool == nil)
        advance(end, hasChanged: report.hasChanged, followsTip: true, at: time, into: &events)
    }

    /// The distance in millimeters above which a pen that was silent while it touched counts as lifted in between. A hand that starts to
    /// move again moves less than 1 mm within the first report of a 100 Hz tablet.
    private static let reach = 5.0
    /// The maximum distance in millimeters that a pen can have moved while it was reported out of proximity: a hand writes at half a
    /// meter per second.
    private static let lapseReach = 10.0

    /// The changes in a frame.
    private struct Report {
        /// Whether anything that pointer events contain has changed.
        var hasChanged: Bool
        /// Whether the frame contains a serial number, even an unchanged one.
        var hasSerial = false
    }

    /// Applies the events of a frame to the axes.
    private mutating func apply(_ frame: borrowing Frame) -> Report {
        let hadTool = !axes.tools.isEmpty
        var report = Report(hasChanged: sequence.hasGap)
        axes.beginFrame()
        for event in frame.events {
            if axes.apply(event) { report.hasChanged = true }
            if PenSerial.isReported(by: event) { report.hasSerial = true }
        }
        axes.finishFrame()
        if hadTool, axes.tools.isEmpty { timeout.proximityOutReported() }
        return report
    }

    /// Handles a tool that leaves proximity during a stroke, and the wait for its return. Returns whether the tracker waits for the tool.
    /// - Parameter end: the end of the pen that is in proximity; nil if the pen is away.
    private mutating func awaitTool(
        _ end: PointerTool?, _ report: inout Report, at time: ReportTime, into events: inout [PointerEvent]
    ) -> Bool {
        if lapse.deadline != nil {
            guard let end else { return true }
            if lapse.isSame(end, serial: axes.serial), axes.isContact(before: true), axes.distance(to: sequence.tip) <= Self.lapseReach {
                lapse.end(isBack: true)
                report.hasChanged = true
            } else {
                endLapse(keepsSerial: report.hasSerial, isFollowed: true, into: &events)
            }
        } else if end == nil, sequence.isTouching, let current = sequence.tool {
            return lapse.begin(
                current.end, pressure: sequence.pressure, highest: sequence.highestPressure, serial: axes.serial, at: time)
        }
        return false
    }

    /// Appends the events of a sample of one end of the pen.
    ///
    /// When a button starts or stops erasing, the pen leaves first, as if it had been turned around. The contact of the tip and the known
    /// state of the pen do not change.
    /// - Parameter followsTip: whether the sample is a report, in which the tip may have touched or lifted.
    private mutating func advance(
        _ end: PointerTool, hasChanged: Bool, followsTip: Bool = false, at time: ReportTime, into events: inout [PointerEvent]
    ) {
        let tool = ProximityTool(end: end, erasesByButton: end == .pen && buttons.erases)
        if let current = sequence.tool, current.erasesByButton != tool.erasesByButton {
            let contact = contact
            leave(at: time.event, into: &events)
            self.contact = contact
        }
        if followsTip {
            let isTouching = axes.isContact(before: contact.isTouching)
            contact.follow(isTouching: isTouching, mayBegin: !isTouching || sequence.isTouching || axes.takesInk)
        }
        sequence.advance(tool, isDown: contact == .writing, hasChanged: hasChanged, axes, at: time, into: &events)
    }

    // MARK: Silence and leaving

    /// The event that is due if the pen stays silent until the deadline.
    private enum Wait {
        /// The pen left proximity, and neither of its ends has entered.
        case end
        /// The pen left proximity during a stroke, and has not returned.
        case lapse
        /// The sample that is held back is valid and must be sent.
        case sample
        /// The pen counts as gone.
        case silence
    }

    /// The next event that is due if the pen stays silent, with its time; nil if silence has no effect.
    private var nextWait: (event: Wait, until: Instant)? {
        if let deadline = eraserButton.deadline { return (.end, deadline) }
        if let deadline = lapse.deadline { return (.lapse, deadline) }
        if let held = sequence.gate.held { return (.sample, held.deadline) }
        guard sequence.tool != nil, !sequence.isTouching, !contact.isTouching, axes.buttons.isEmpty else { return nil }
        return timeout.deadline.map { (.silence, $0) }
    }

    /// Appends the events due to silence up to this time.
    public mutating func elapse(to time: Instant, into events: inout [PointerEvent]) {
        while let wait = nextWait, time >= wait.until {
            switch wait.event {
            case .end:
                leave(at: wait.until, into: &events)
                axes.forgetTool(keepsSerial: false)
            case .lapse: endLapse(into: &events)
            case .sample: sequence.release(before: nil, axes, into: &events)
            case .silence:
                leave(at: wait.until, into: &events)
                timeout.expire()
            }
        }
    }

    /// Ends everything because the device was removed or revoked: cancels the stroke, releases the buttons, and leaves proximity.
    public mutating func disconnect(at time: Instant, into events: inout [PointerEvent]) {
        endLapse(into: &events)
        if sequence.tool != nil { leave(stroke: .cancel, at: time, into: &events) }
        axes.clearTools()
        axes.forgetTool(keepsSerial: false)
    }

    /// Ends the wait for a tool that left proximity during a stroke. The stroke then ended when the tool left.
    /// - Parameter isFollowed: whether another tool has entered.
    private mutating func endLapse(keepsSerial: Bool = false, isFollowed: Bool = false, into events: inout [PointerEvent]) {
        guard let beginning = lapse.beginning else { return }
        lapse.end(isBack: false)
        leave(at: beginning, into: &events)
        axes.forgetTool(keepsSerial: keepsSerial, keepsPressure: isFollowed && axes.tip.isInFrame)
        buttons.meet(serial: axes.serial)
    }

    private mutating func leave(stroke end: PointerPhase = .up, at time: Instant, into events: inout [PointerEvent]) {
        sequence.leave(stroke: end, axes, at: time, into: &events)
        eraserButton.forget()
        contact = .lifted
    }
}
