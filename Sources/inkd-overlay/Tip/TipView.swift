internal import Ink
internal import InkProtocol

/// Shows ink under the tip: finds the positions of the pens on the screen, and draws the strokes of `OverlayState`.
final class TipView {
    private let surface: any TipSurface
    private let mode: TipMode
    /// The mapping of all tablets that an option of the command sets; nil without the option.
    private let mapping: TabletToScreen?
    private var devices: [Int: DevicesInterface.Device] = [:]
    /// The mapping of tablets, as an input method reported it.
    private var tablets: [TextInputInterface.TabletMapping] = []
    /// Whether the positions of the last contact come from the desktop's pointer.
    private var followsPointer = false
    private var ink = TipInk()
    private var nextFrame: Duration = .zero
    /// Whether something may have to be drawn.
    private var isStale = false

    /// The time between draws: half the duration of a frame on most screens, because the phase of the screen's frames is not known. With a
    /// whole frame, a place would wait for half a frame on average before it is drawn, and then for the screen.
    static let frame: Duration = .milliseconds(8)

    init(on surface: any TipSurface, mode: TipMode, mapping: TabletToScreen?) {
        (self.surface, self.mode, self.mapping) = (surface, mode, mapping)
    }

    /// The descriptor to wait for with `poll`.
    var fileDescriptor: Int32? { surface.fileDescriptor }

    /// The source of a pen's positions on the screen.
    private enum Source {
        /// The desktop's pointer.
        case pointer
        /// A mapping of the tablet.
        case mapping(TabletToScreen)
    }

    /// Whether the ink of any connected pen may be shown under the tip.
    var hasPens: Bool {
        devices.values.contains { mode.includes(display: $0.display) && (surface.hasPointer || mapping(of: $0) != nil) }
    }

    /// Handles a device that was added, changed, or removed.
    func take(_ reply: DevicesInterface.Watch.Reply) {
        guard reply.device.kind == .pen else { return }
        devices[reply.device.id] = reply.change == .removed ? nil : reply.device
    }

    /// Handles the mapping of tablets to the screen.
    func take(_ tablets: [TextInputInterface.TabletMapping]) { self.tablets = tablets }

    /// Returns the source of a contact's positions; nil if the contact's ink is not shown under the tip. A pen that inkd has captured does
    /// not move the desktop's pointer.
    private func source(of contact: TipContact?, of id: Int, in state: OverlayState) -> Source? {
        guard let device = devices[id], mode.includes(display: device.display) else { return nil }
        if mapping == nil, surface.hasPointer, contact != nil || state.status?.captured == false { return .pointer }
        return mapping(of: device).map(Source.mapping)
    }

    private func mapping(of device: DevicesInterface.Device) -> TabletToScreen? {
        if let mapping { return mapping }
        let same = tablets.filter { $0.vendor == device.vendor && $0.product == device.product }
        return (same.first { $0.name == device.name } ?? same.first).flatMap { TabletToScreen($0.matrix) }
    }

    /// Handles the movements of a pen.
    func take(_ reply: PointerInterface.Watch.Reply, into state: inout OverlayState, at now: Duration) {
        let last = reply.events.lastIndex(where: \.touches)
        for (index, event) in reply.events.enumerated() {
            let contact = event.tipContact
            let source = source(of: contact, of: reply.device, in: state)
            state.take(event, contact: contact, of: reply.device, isAtTip: source != nil, at: now)
            guard let source, event.tool == .pen, event.touches,
                let point = place(of: event, source, device: reply.device, isLast: index == last)
            else { continue }
            state.touch = point
            guard let stroke = state.openStroke else { continue }
            if case .pointer = source { followsPointer = true } else { followsPointer = false }
            let age = (reply.events.last?.time ?? event.time) - event.time
            append(point, force: event.force, to: stroke, at: now - .milliseconds(min(1000, max(0, age))))
        }
        isStale = true
    }

    /// Returns the position of the tip on the screen; nil if it is unknown. The desktop's pointer is at the last touch of a reply, so it is
    /// unknown for earlier touches.
    private func place(of event: PointerInterface.Event, _ source: Source, device: Int, isLast: Bool) -> Point? {
        switch source {
        case .pointer: isLast ? surface.pointer : nil
        case .mapping(let mapping): devices[device].flatMap { mapping.place(of: event, on: $0) }
        }
    }

    private func append(_ point: Point, force: Double, to stroke: Int, at time: Duration) {
        let scale = surface.scale(at: point)
        if ink.lines.last?.stroke != stroke { ink.prediction = surface.erasesCheaply ? TipPrediction(scale: scale) : nil }
        // lines are as wide as in the panel
        let width = scale * (0.8 + 1.6 * min(1, max(0, force)))
        ink.append(.init(point: point, width: width, time: time), to: stroke)
    }

    /// Notes that the state has changed, so that the next call of `draw` draws.
    func invalidate() { isStale = true }

    /// Draws all ink anew, after the desktop has lost it.
    func redraw() {
        ink.invalidate()
        isStale = true
    }

    /// Handles the desktop's events, without waiting.
    func process() { if surface.process() { redraw() } }

    /// Draws, if something has changed and the last frame is over.
    func draw(_ state: OverlayState, at now: Duration) {
        guard isStale, now >= nextFrame else { return }
        isStale = false
        // the pointer may have moved since the last event
        if followsPointer, let line = ink.lines.last, line.stroke == state.openStroke, let last = line.path.places.last,
            let point = surface.pointer
        {
            ink.append(.init(point: point, width: last.width, time: now), to: line.stroke)
        }
        ink.follow(state.strokes, at: now)
        guard let damage = ink.takeDamage() else { return }
        nextFrame = now + Self.frame
        if ink.lines.isEmpty { surface.hide() } else { surface.draw(ink.lines, in: damage.box, isErased: damage.isErased) }
    }

    /// Returns the time at which `draw` must be called if no event arrives; nil if no call is needed.
    func nextChange(after now: Duration) -> Duration? {
        if isStale { return nextFrame }
        return ink.nextChange.map { max($0, nextFrame) }
    }

    /// Makes the next call of `draw` apply the changes that come with time alone.
    func advance(to now: Duration) { if let change = ink.nextChange, now >= change { isStale = true } }
}

extension PointerInterface.Event {
    /// Whether the tip is on the surface.
    fileprivate var touches: Bool { phase == .down || phase == .move }
}
