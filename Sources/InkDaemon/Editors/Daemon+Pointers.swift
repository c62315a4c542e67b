internal import Editing
internal import Ink
internal import InkProtocol
internal import System

/// What clients' own pointers do.
extension Daemon {
    /// Pointer events in one call.
    private static let eventLimit = 20_000
    /// Millimetres from the origin.
    private static let farthest = 1_000_000.0

    /// Checks all events, then lets the editor take them in. The reply comes when what was finished is stored.
    func takePointerEvents(_ call: Call, _ client: Client) throws -> [UInt8]? {
        let parameters = try call.parameters(as: EditorInterface.PointerEvents.Parameters.self)
        let editor = try writable(editor(parameters.editor, for: client))
        try refuseFull(editor)
        let strokes = try sorted(parameters.events, editor)
        let processesGestures = parameters.processGestures ?? true
        let style = editor.ink.configuration.style
        let gestures = editor.ink.configuration.gestures
        if !processesGestures { editor.ink.configuration.gestures = false }
        var effects: EditorEffects = []
        for event in strokes.events {
            if event.isHighlighter { editor.ink.configuration.style = .highlighter }
            effects.formUnion(editor.ink.pointer(event.event))
            if event.isHighlighter { editor.ink.configuration.style = style }
        }
        editor.pointerDown = strokes.down
        // what was written long ago, or will have been, is read after the pause from now on
        editor.ink.rest(at: Instant(microseconds: Int64(clamping: loop.now)))
        editor.ink.configuration.gestures = gestures
        settle(editor, effects)
        return try answerWhenKept(EditorInterface.PointerEvents.self, .init(state: state(of: editor, hasText: false)), editor, call, client)
    }

    /// Replies once everything that the editor handed to be kept has been written; at once if it is kept nowhere.
    func answerWhenKept<M: VarlinkMethod>(
        _ method: M.Type, _ reply: M.Reply, _ editor: EditorSession, _ call: Call, _ client: Client
    ) throws -> [UInt8]? {
        let bytes = try Reply.encode(method, reply)
        guard editor.place != nil, let packages else { return bytes }
        let (id, oneway, editor) = (client.id, call.oneway, editor.id)
        client.awaitsReply = true
        packages.perform { [self] _ in
            loop.post { self.assumeIsolated { $0.wasKept(editor, bytes, oneway: oneway, for: id) } }
        }
        return nil
    }

    private func wasKept(_ editor: EditorID, _ bytes: [UInt8], oneway: Bool, for client: ClientID) {
        let problem = editors[editor]?.storageProblem
        editors[editor]?.storageProblem = nil
        reply(to: client, oneway: oneway) {
            try problem.map { try Reply.encode(PackagesInterface.StorageFailed(reason: $0)) } ?? bytes
        }
    }

    /// Voids the stroke that a client's pointer has in progress.
    func cancelPointer(of editor: EditorSession) {
        let event = PointerEvent(phase: .cancel, tool: .pen, device: DeviceID(0), time: Instant(microseconds: Int64(clamping: loop.now)))
        editor.pointerDown = nil
        settle(editor, editor.ink.pointer(event))
    }

    private struct MappedEvent {
        let event: PointerEvent
        let isHighlighter: Bool
    }

    /// The events as the editor wants them, pointer by pointer: of pointers that are down at the same time each draws its stroke as a whole.
    ///
    /// - Throws: `InvalidPointerEvents` naming the first that does not fit; nothing has been changed then.
    private func sorted(_ events: [EditorInterface.PointerEvent], _ editor: EditorSession) throws -> (events: [MappedEvent], down: Int?) {
        func refuse(_ index: Int, _ reason: String) -> EditorInterface.InvalidPointerEvents { .init(index: index, reason: reason) }
        guard events.count <= Self.eventLimit else { throw refuse(Self.eventLimit, "there may be \(Self.eventLimit) in a call") }
        let now = Double(clock.now.microsecondsSince1970(Instant(microseconds: Int64(clamping: loop.now)))) / 1000
        var order: [Int] = []
        var strokes: [Int: [MappedEvent]] = [:]
        var finished: [MappedEvent] = []
        var last: [Int: Double] = [:]
        if let down = editor.pointerDown {
            order = [down]
            strokes[down] = []
        }
        for (index, event) in events.enumerated() {
            let pointer = event.pointer ?? -1
            guard event.x.magnitude <= Self.farthest, event.y.magnitude <= Self.farthest else {
                throw refuse(index, "its place is no number of millimetres within a kilometre")
            }
            guard (0...1).contains(event.force ?? 0) else { throw refuse(index, "force is not from 0 to 1") }
            let time = event.time ?? -1
            guard time == -1 || (0...1e14).contains(time) else { throw refuse(index, "time is neither -1 nor milliseconds since 1970") }
            let isDown = strokes[pointer] != nil
            if event.phase == .down, isDown { throw refuse(index, "pointer \(pointer) is down already") }
            if event.phase == .down, pointer == -1, !strokes.isEmpty {
                throw refuse(index, "pointer -1 stands for the only pointer, and another is down")
            }
            if event.phase != .down, !isDown { throw refuse(index, "pointer \(pointer) is not down") }
            if event.phase == .down {
                strokes[pointer] = []
                order.append(pointer)
            }
            // -1 is now, but never before the sample before it
            let moment = time == -1 ? max(now, last[pointer] ?? 0) : time
            last[pointer] = moment
            // where a client's pointer goes up is its last sample, unlike a tablet's
            if event.phase == .up, let mapped = mapped(event, as: .move, at: moment, editor) { strokes[pointer]?.append(mapped) }
            if let mapped = mapped(event, as: event.phase.own, at: moment, editor) { strokes[pointer]?.append(mapped) }
            if event.phase == .up || event.phase == .cancel {
                finished += strokes.removeValue(forKey: pointer) ?? []
                order.removeAll { $0 == pointer }
            }
        }
        guard order.count <= 1 else { throw refuse(events.count - 1, "only one pointer may still be down at the end of a call") }
        if let down = order.first { finished += strokes[down] ?? [] }
        return (finished, order.first)
    }

    private func mapped(
        _ event: EditorInterface.PointerEvent, as phase: PointerPhase, at milliseconds: Double, _ editor: EditorSession
    ) -> MappedEvent? {
        let tool = editor.tool(of: event.kind ?? .pen)
        guard let own = tool.pointerTool else { return nil }
        var mapped = PointerEvent(phase: phase, tool: own, device: DeviceID(0), time: clock.now.instant(milliseconds: milliseconds))
        mapped.x = event.x
        mapped.y = event.y
        mapped.force = Float(event.force ?? 0)
        return MappedEvent(event: mapped, isHighlighter: tool == .highlighter)
    }
}

extension EditorInterface.PointerPhase {
    /// What it is to an editor.
    fileprivate var own: PointerPhase {
        switch self {
        case .down: .down
        case .move: .move
        case .up: .up
        case .cancel: .cancel
        }
    }
}

extension InkStyle {
    /// A broad yellow marker.
    fileprivate static let highlighter = InkStyle(kind: .marker, red: 255, green: 221, blue: 0)
}
