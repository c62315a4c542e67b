internal import Editing
internal import Evdev
internal import Ink
internal import InkProtocol
internal import Tablet

/// The daemon's state in the words of the interfaces.
extension Daemon {
    func message(_ session: DeviceSession) -> DevicesInterface.Device {
        let identity = session.identity
        let description = session.description
        let partner = devices.values.first { $0 !== session && $0.surface != nil && $0.surface === session.surface }
        return .init(
            id: Int(session.id.value), name: identity.name, kind: identity.role == .pen ? .pen : .touch, bus: Int(identity.bus),
            vendor: Int(identity.hardware.vendor), product: Int(identity.hardware.product), display: identity.isDisplay,
            virtual: identity.isVirtual, replay: identity.isReplay, width: session.geometry.width, height: session.geometry.height,
            pressure: description.axes[Axis.pressure] != nil || description.axes[Axis.mtPressure] != nil,
            tilt: description.axes[Axis.tiltX] != nil && description.axes[Axis.tiltY] != nil,
            eraser: description.keys.contains(Key.toolRubber),
            seat: identity.seat, pairedWith: partner.map { Int($0.id.value) }, editor: session.editorName)
    }

    /// nil for a device without an editor.
    func state(of session: DeviceSession) -> EditorInterface.State? {
        guard let name = session.editorName, let editor = session.editor else { return nil }
        return .init(
            editor: name, device: Int(session.id.value), revision: Int(clamping: editor.revision), canUndo: editor.canUndo,
            canRedo: editor.canRedo,
            empty: editor.isEmpty, idle: editor.isIdle, strokes: editor.strokes.count, text: editor.text)
    }

    func message(_ line: LineState) -> EditorInterface.Line {
        .init(
            id: Int(clamping: line.id.value), text: line.text, candidates: line.candidates.map(\.text), final: line.isFinal,
            stablePrefix: line.stablePrefix, confidence: line.confidence, box: .init(line.box),
            words: line.words.map { word in
                .init(
                    text: word.text, box: word.box.map { .init($0) }, ranges: word.ranges.map(message),
                    candidates: word.candidates.map { .init(text: $0.text, score: $0.score) }, baseline: word.baseline,
                    xHeight: word.xHeight, graphemes: word.graphemes.map { .init(text: $0.text, ranges: $0.ranges.map(message)) },
                    confidence: word.confidence)
            })
    }

    private func message(_ range: WordRange) -> EditorInterface.Range {
        .init(stroke: Int(clamping: range.stroke.value), first: range.first, last: range.last)
    }
}
