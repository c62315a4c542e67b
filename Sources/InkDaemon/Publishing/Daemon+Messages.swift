internal import Editing
internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkStore
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
            activeWidth: session.geometry.activeSize?.width, activeHeight: session.geometry.activeSize?.height,
            pressure: description.axes[Axis.pressure] != nil || description.axes[Axis.mtPressure] != nil,
            tilt: description.axes[Axis.tiltX] != nil && description.axes[Axis.tiltY] != nil,
            eraser: description.keys.contains(Key.toolRubber),
            seat: identity.seat, pairedWith: partner.map { Int($0.id.value) }, editor: session.editor?.name)
    }

    /// - Parameter hasText: its text goes along, which takes the longer the more was written.
    func state(of editor: EditorSession, hasText: Bool = true) -> EditorInterface.State {
        let ink = editor.ink
        let place = editor.place
        return .init(
            editor: editor.name, device: editor.device.map { Int($0.value) },
            package: place.flatMap { $0.package.isUnnamed ? nil : $0.package.name }, part: place.map { Int($0.part.value) },
            type: place == nil && editor.device == nil ? nil : ink.document.type.rawValue, revision: Int(clamping: ink.revision),
            canUndo: ink.canUndo, canRedo: ink.canRedo, undoCount: ink.undoCount, redoCount: ink.redoCount, empty: ink.isEmpty,
            idle: editor.isIdle, strokes: ink.strokeCount, text: hasText ? ink.text : nil)
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
