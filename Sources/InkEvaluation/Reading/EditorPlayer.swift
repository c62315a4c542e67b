internal import Editing
package import Ink
internal import Reading
package import Recognition

/// The types of parts that ink is written into for a measurement.
package enum WrittenPart: String, CaseIterable, Sendable {
    /// Lines of writing.
    case text = "Text"
    /// Writing and drawing, as on a sheet of paper.
    case rawContent = "Raw Content"
    /// Paragraphs, formulas and drawings.
    case textDocument = "Text Document"
}

/// Writes ink into an editor like a pen, and answers the editor's requests like the daemon's recognizer, but immediately and without a
/// daemon: the same ink always gives the same text.
package struct EditorPlayer {
    private let text: Recognizer
    private let gestures: GestureRecognizer?
    private let shapes: ShapeRecognizer?

    /// Creates a player with an editor's recognizers.
    /// - Parameters:
    ///   - gestures: nil to recognize no gestures.
    ///   - shapes: nil to recognize no figures.
    package init(text: Recognizer, gestures: GestureRecognizer?, shapes: ShapeRecognizer?) {
        self.text = text
        self.gestures = gestures
        self.shapes = shapes
    }

    /// Returns the text of a part after all ink is written and read, and the kinds of the gestures that strokes were recognized as.
    /// - Parameters:
    ///   - strokes: in millimeters and microseconds, ordered by time.
    ///   - hasGestures: whether strokes over words may be gestures. Lines are then read after each stroke, as during live writing.
    package func text(writing strokes: [Stroke], into part: WrittenPart, hasGestures: Bool) -> (text: String, taken: [String]) {
        let type = PartType(rawValue: part.rawValue) ?? .text
        var configuration = EditorConfiguration(Configuration(), type: type)
        configuration.gestures.isEnabled = hasGestures && gestures != nil
        var editor = InkEditor(type: type, configuration: configuration)
        var taken: [String] = []
        for stroke in strokes {
            guard let first = stroke.points.first, let last = stroke.points.last else { continue }
            taken += pause(&editor, until: first.time)
            for (index, point) in stroke.points.enumerated() { send(index == 0 ? .down : .move, point, to: &editor) }
            send(.up, last, to: &editor)
            if configuration.gestures.isEnabled { taken += answer(&editor) }
        }
        _ = editor.finish()
        taken += answer(&editor)
        return (editor.text, taken)
    }

    /// Advances the editor to its next deadline if the pen rests until then.
    private func pause(_ editor: inout InkEditor, until time: Instant) -> [String] {
        guard let deadline = editor.nextDeadline, deadline <= time else { return [] }
        _ = editor.tick(at: deadline)
        return editor.configuration.gestures.isEnabled ? answer(&editor) : []
    }

    private func send(_ phase: PointerPhase, _ point: InkPoint, to editor: inout InkEditor) {
        var event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(0), time: point.time)
        event.x = point.x
        event.y = point.y
        event.force = point.force
        _ = editor.pointer(event)
    }

    /// Answers all requests of the editor: gestures before lines, as the daemon does. Returns the kinds of the gestures.
    private func answer(_ editor: inout InkEditor) -> [String] {
        var taken: [String] = []
        while true {
            if let gestures {
                for request in editor.takeGestureRequests() {
                    guard let gesture = request.gesture(with: gestures), editor.apply(gesture) != nil else { continue }
                    taken.append(gesture.kind.rawValue)
                }
            }
            let figures = editor.takeFigureRequests()
            if let shapes {
                for request in figures {
                    if let figure = try? request.figure(with: shapes) { _ = editor.apply(figure, revision: request.revision) }
                }
            }
            let lines = editor.takeRequests()
            guard !lines.isEmpty || !figures.isEmpty else { return taken }
            for line in lines {
                let transcript = try? text.recognize(line.strokes, hints: line.hints(RecognitionHints(), viewWidth: nil))
                _ = editor.apply(transcript, to: line.line, revision: line.revision, isFinal: line.isFinal)
            }
        }
    }
}
