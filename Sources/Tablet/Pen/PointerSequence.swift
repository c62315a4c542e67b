import Ink

/// The end of the pen in proximity, and the tool that it is used as.
struct ProximityTool: Hashable {
    /// The end that is in proximity.
    var end: PointerTool
    /// Whether the writing end is used as an eraser because a button or a key is held.
    var erasesByButton: Bool

    /// The tool that events report.
    var reported: PointerTool { erasesByButton ? .eraser : end }
}

/// The times of a report.
struct ReportTime {
    /// The time on the kernel's clock.
    var kernel: Instant
    /// The time for pointer events, from the device's own clock if it has one.
    var event: Instant
}

/// The pointer events of one pen, in valid order: proximity in, down, moves, up, proximity out.
///
/// Samples pass through `SampleGate`, which holds back faults, and `PlaceSmoother`. A stroke's last position is never smoothed.
struct PointerSequence {
    /// The state according to the events sent so far.
    private enum State {
        case away
        case hovering(ProximityTool)
        case touching(ProximityTool)
    }

    private var state = State.away
    /// The last event sent. The events of leaving proximity repeat its sample.
    private(set) var last: PointerEvent
    /// The position of the last event before smoothing.
    private(set) var tip = Point(x: 0, y: 0)
    /// The maximum pressure of the stroke in progress, or of the last one.
    private(set) var highestPressure: Float = 0
    /// Whether samples before the next event were lost.
    private(set) var hasGap = false
    private(set) var gate = SampleGate()
    private var smoother = PlaceSmoother()

    init(device: DeviceID) {
        last = PointerEvent(phase: .proximityOut, tool: .pen, device: device, time: Instant(microseconds: 0))
    }

    /// The tool in proximity; nil if the pen is away.
    var tool: ProximityTool? {
        switch state {
        case .away: nil
        case .hovering(let tool), .touching(let tool): tool
        }
    }

    /// Whether a stroke is in progress.
    var isTouching: Bool {
        if case .touching = state { true } else { false }
    }

    /// The pressure of the last event.
    var pressure: Float { last.pressure ?? last.force }

    // MARK: Samples

    /// Appends the events of a sample.
    /// - Parameters:
    ///   - isDown: whether the tip touches and writes.
    ///   - hasChanged: the report changed anything that events contain.
    mutating func advance(
        _ tool: ProximityTool, isDown: Bool, hasChanged: Bool, _ axes: PenAxes, at time: ReportTime, into events: inout [PointerEvent]
    ) {
        var isNew = false
        if case .away = state {
            emit(.proximityIn, tool, axes, at: time, into: &events)
            state = .hovering(tool)
            isNew = true
        }
        if let held = gate.held {
            let isStill = isDown && !hasChanged
            // the held sample of a contact may be the whole stroke, so it is sent unless it is far away
            let isWhole = !isDown && !isTouching && !isFarEnd(held, axes)
            release(before: isStill || isWhole ? nil : TimedPlace(axes.place, at: time.event), axes, into: &events)
        }
        switch (state, isDown) {
        case (.touching, true):
            if hasChanged { emit(.move, tool, axes, at: time, into: &events) }
        case (.touching, false):
            catchUp(at: time.event, into: &events)
            emit(.up, tool, axes, at: time, into: &events)
            state = .hovering(tool)
        case (_, true):
            emit(.down, tool, axes, at: time, into: &events)
        case (_, false):
            if hasChanged, !isNew { emit(.hover, tool, axes, at: time, into: &events) }
        }
    }

    private mutating func emit(
        _ phase: PointerPhase, _ tool: ProximityTool, _ axes: PenAxes, at time: ReportTime, into events: inout [PointerEvent]
    ) {
        var event = PointerEvent(phase: phase, tool: tool.reported, device: last.device, time: time.event)
        let isTouching = phase == .down || phase == .move
        axes.fill(&event, isTouching: isTouching)
        let sample = TimedPlace(Point(x: event.x, y: event.y), at: time.event)
        // while hovering and during a gap, the pen's path is not ink, so samples need not be held
        if isTouching, !hasGap, gate.hold(event, sample, at: time.kernel, unit: axes.scales.unit) { return }
        send(event, sample, axes, into: &events)
    }

    private mutating func send(_ sent: PointerEvent, _ sample: TimedPlace, _ axes: PenAxes, into events: inout [PointerEvent]) {
        var event = sent
        let isTouching = event.phase == .down || event.phase == .move
        gate.pass(sample)
        tip = sample.place
        // the position jumps when a contact begins or ends, so positions before and after the change are not averaged
        if !isTouching || event.phase == .down { smoother.reset() }
        if isTouching {
            let place = smoother.smooth(tip, over: axes.settings.smoothing)
            (event.x, event.y) = (place.x, place.y)
            let pressure = event.pressure ?? event.force
            highestPressure = event.phase == .down ? pressure : max(highestPressure, pressure)
        }
        if event.phase == .down, let tool { state = .touching(tool) }
        event.followsGap = hasGap
        // the mark of a gap stays until the first event after proximity-in, so that the stroke itself is marked
        if event.phase != .proximityIn { hasGap = false }
        last = event
        events.append(event)
    }

    /// Ends the hold of a sample, and sends it unless the next sample shows that it was a fault.
    mutating func release(before next: TimedPlace?, _ axes: PenAxes, into events: inout [PointerEvent]) {
        if let held = gate.release(before: next, unit: axes.scales.unit) { send(held.event, held.sample, axes, into: &events) }
    }

    /// The distance in millimeters above which a held sample is dropped. Losing the end of a stroke is worse than an end that is wrong by
    /// less than this distance.
    private static let farEnd = 10.0

    /// Whether a held sample is too far from the previous position to be the end of a stroke.
    private func isFarEnd(_ held: SampleGate.Held, _ axes: PenAxes) -> Bool {
        held.sample.place.distance(to: tip) * axes.scales.unit > Self.farEnd
    }

    /// Moves to the tip's exact position before a stroke ends. Earlier positions may have been smoothed.
    private mutating func catchUp(at time: Instant, into events: inout [PointerEvent]) {
        guard last.x != tip.x || last.y != tip.y else { return }
        (last.x, last.y) = (tip.x, tip.y)
        repeatLast(.move, at: time, into: &events)
    }

    // MARK: Ends

    /// Ends a stroke at its last sample while the tool stays in proximity. The sample of the current frame may already belong to the lift,
    /// so it is not used.
    /// - Returns: whether a stroke was in progress.
    mutating func liftTip(_ axes: PenAxes, at time: Instant, into events: inout [PointerEvent]) -> Bool {
        settle(axes, into: &events)
        guard case .touching(let tool) = state else { return false }
        catchUp(at: time, into: &events)
        repeatLast(.up, at: time, into: &events)
        state = .hovering(tool)
        return true
    }

    /// Ends a stroke at its last sample because later samples were lost.
    mutating func breakStroke(_ axes: PenAxes, into events: inout [PointerEvent]) {
        // the samples in the gap are unknown, so the next position does not show whether the held sample is a fault
        release(before: nil, axes, into: &events)
        gate.reset()
        hasGap = true
        guard case .touching(let tool) = state else { return }
        catchUp(at: last.time, into: &events)
        repeatLast(.up, at: last.time, into: &events)
        state = .hovering(tool)
    }

    /// Forgets a gap. No tool is in proximity, so no line can cross the gap.
    mutating func forgetGap() { hasGap = false }

    /// Appends the events of leaving proximity, all at the last sample: the end of the stroke, the release of the buttons, proximity-out.
    mutating func leave(stroke end: PointerPhase, _ axes: PenAxes, at time: Instant, into events: inout [PointerEvent]) {
        settle(axes, into: &events)
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
    }

    /// Decides about the held sample after the pen has left. A sample that begins a stroke is sent, because it is the whole stroke. Another
    /// sample is dropped if it is far away.
    private mutating func settle(_ axes: PenAxes, into events: inout [PointerEvent]) {
        guard let held = gate.held else { return }
        if isTouching, isFarEnd(held, axes) { gate.drop() } else { release(before: nil, axes, into: &events) }
    }

    private mutating func repeatLast(_ phase: PointerPhase, at time: Instant, into events: inout [PointerEvent]) {
        last.phase = phase
        last.time = time
        last.followsGap = false
        events.append(last)
    }
}
