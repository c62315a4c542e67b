internal import Editing
internal import Ink
internal import InkProtocol

/// Sorts the events of a client's own pointers, and rejects invalid events.
struct ClientPointers {
    private let editor: EditorSession

    /// Maximum number of pointer events in one call.
    private static let eventLimit = 20_000

    /// An event and the tool that its pointer is mapped to.
    struct MappedEvent {
        let event: PointerEvent
        let tool: EditorTool
    }

    init(_ editor: EditorSession) { self.editor = editor }

    /// Returns the events sorted by pointer: if several pointers are down at the same time, each draws its stroke as a whole.
    ///
    /// - Returns: the events, and the pointer that is still down.
    /// - Throws: `InvalidPointerEvents` naming the first invalid event; nothing has been changed then.
    func strokes(of events: [EditorInterface.PointerEvent]) throws(EditorInterface.InvalidPointerEvents) -> (
        events: [MappedEvent], down: Int?
    ) {
        func refuse(_ index: Int, _ reason: String) -> EditorInterface.InvalidPointerEvents { .init(index: index, reason: reason) }
        guard events.count <= Self.eventLimit else { throw refuse(Self.eventLimit, "the maximum is \(Self.eventLimit) events in a call") }
        let clock = WallClock().now
        let now = Double(clock.microsecondsSince1970(EditorRegistry.now)) / 1000
        var order: [Int] = []
        var strokes: [Int: [MappedEvent]] = [:]
        var finished: [MappedEvent] = []
        var last: [Int: Double] = [:]
        if let down = editor.surface.pointerDown?.pointer {
            order = [down]
            strokes[down] = []
        }
        for (index, event) in events.enumerated() {
            let pointer = event.pointer ?? -1
            for (value, name, range) in [
                (event.x, "x", ValueRange.place), (event.y, "y", .place), (event.force ?? 0, "force", .share),
                (event.azimuth ?? 0, "azimuth", .azimuth), (event.altitude ?? 0, "altitude", .altitude),
            ] where !range.contains(value) {
                throw refuse(index, range.problem(with: value, of: name))
            }
            let time = event.time ?? -1
            guard time == -1 || ValueRange.time.contains(time) else {
                throw refuse(index, ValueRange.time.problem(with: time, of: "time") + ", or -1 for now")
            }
            let isDown = strokes[pointer] != nil
            if event.phase == .down, isDown { throw refuse(index, "pointer \(pointer) is already down") }
            if event.phase == .down, pointer == -1, !strokes.isEmpty {
                throw refuse(index, "pointer -1 means the only pointer, but another one is down")
            }
            if event.phase != .down, !isDown { throw refuse(index, "pointer \(pointer) is not down") }
            if event.phase == .down {
                strokes[pointer] = []
                order.append(pointer)
            }
            // a time of -1 means now, but never before the pointer's last sample
            let moment = time == -1 ? max(now, last[pointer] ?? 0) : time
            last[pointer] = moment
            let instant = clock.instant(milliseconds: moment)
            // a client's pointer-up event has the last sample of the stroke, unlike a tablet's
            if event.phase == .up { strokes[pointer]?.append(mapped(event, as: .move, at: instant)) }
            strokes[pointer]?.append(mapped(event, as: event.phase.phase, at: instant))
            if event.phase == .up || event.phase == .cancel {
                finished += strokes.removeValue(forKey: pointer) ?? []
                order.removeAll { $0 == pointer }
            }
        }
        guard order.count <= 1 else { throw refuse(events.count - 1, "only one pointer may still be down at the end of a call") }
        if let down = order.first { finished += strokes[down] ?? [] }
        return (finished, order.first)
    }

    private func mapped(_ event: EditorInterface.PointerEvent, as phase: PointerPhase, at time: Instant) -> MappedEvent {
        var mapped = PointerEvent(phase: phase, tool: .pen, device: DeviceID(0), time: time)
        mapped.x = event.x
        mapped.y = event.y
        mapped.force = Float(event.force ?? 0)
        mapped.azimuth = ValueRange.turned(event.azimuth ?? 0)
        if let altitude = event.altitude { mapped.altitude = Float(altitude) }
        return MappedEvent(event: mapped, tool: editor.surface.tool(of: event.kind ?? .pen).editorTool)
    }
}

extension EditorInterface.PointerPhase {
    /// The phase as an editor's type.
    fileprivate var phase: PointerPhase {
        switch self {
        case .down: .down
        case .move: .move
        case .up: .up
        case .cancel: .cancel
        }
    }
}
