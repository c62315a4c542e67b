public import InkProtocol

/// The methods of org.inkd.Editor that write. All throw as `call` does, and are refused with `NoSuchEditor`, `NoPart`.
extension InkConnection {
    /// Events that go into one call, so that it stays well below what a call may have.
    static let eventsPerCall = 4000

    /// Writes strokes with a pointer, as a hand would: they may be gestures unless `processGestures` is false.
    /// Refused with `InvalidPointerEvents`, whose index counts from the 4000 events of one call.
    @discardableResult
    public func write(
        _ strokes: [InkInterface.NewStroke], in editor: String, kind: EditorInterface.PointerKind = .pen, processGestures: Bool = true
    ) throws(ClientError) -> EditorInterface.State {
        try send(EditorInterface.PointerEvent.events(of: strokes, kind: kind), to: editor, processGestures: processGestures)
    }

    /// Sends what a pointer did. Refused as `write`.
    @discardableResult
    public func send(
        _ events: [EditorInterface.PointerEvent], to editor: String, processGestures: Bool = true
    ) throws(ClientError) -> EditorInterface.State {
        var rest = events[...]
        var state: EditorInterface.State
        repeat {
            let piece = Array(rest.prefix(Self.eventsPerCall))
            rest = rest.dropFirst(Self.eventsPerCall)
            state = try call(
                EditorInterface.PointerEvents.self, .init(editor: editor, events: piece, processGestures: processGestures)
            ).state
        } while !rest.isEmpty
        return state
    }

    /// Drops what is in progress.
    @discardableResult
    public func cancelPointer(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.PointerCancel.self, .init(editor: editor)).state
    }

    /// Says what a kind of pointer does from now on.
    @discardableResult
    public func setTool(
        _ tool: EditorInterface.Tool, for kind: EditorInterface.PointerKind, in editor: String
    ) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SetTool.self, .init(editor: editor, kind: kind, tool: tool)).state
    }
}

extension EditorInterface.PointerEvent {
    /// The strokes as a pointer draws them: each down at its first sample and up at its last. A stroke of one sample is a tap; one without
    /// samples is left out. Forces and times that a stroke lacks stay unknown.
    public static func events(of strokes: [InkInterface.NewStroke], kind: EditorInterface.PointerKind = .pen) -> [Self] {
        strokes.flatMap { stroke in
            var samples = zip(stroke.x, stroke.y).enumerated().map { index, place in
                Self(
                    phase: .move, x: place.0, y: place.1, time: stroke.time.flatMap { index < $0.count ? $0[index] : nil },
                    force: stroke.force.flatMap { index < $0.count ? $0[index] : nil }, kind: kind)
            }
            if samples.count == 1 { samples += samples }
            if !samples.isEmpty { (samples[0].phase, samples[samples.count - 1].phase) = (.down, .up) }
            return samples
        }
    }
}
