internal import Editing
internal import Ink
internal import InkProtocol

/// Sends readings of pens' text, and gestures about it, to input methods. Belongs to a workspace.
final class FieldReadings {
    private unowned let workspace: Workspace

    init(workspace: Workspace) { self.workspace = workspace }

    /// Sends readings of a pen's text: the recognized line, and an empty reading for each removed line.
    func publish(_ editor: EditorSession, read line: LineState?) {
        if var line {
            editor.reading.publishedLines.insert(line.id)
            if let ended = editor.reading.ended, ended == (line.id, line.revision) { line.isFinal = true }
            send(.init(line, of: editor), of: editor)
        }
        for id in editor.reading.publishedLines where editor.ink.line(id) == nil {
            editor.reading.publishedLines.remove(id)
            send(
                .init(
                    editor: editor.name, line: Int(clamping: id.value), text: "", final: true, stablePrefix: 0, words: [], candidates: [],
                    strokes: []), of: editor)
        }
    }

    /// Handles the start of a stroke: if it begins another word, the reading of the words before it becomes final without a pause.
    func strokeBegins(_ event: PointerEvent, in editor: EditorSession) {
        // characters do not end this way, because the parts of a character are side by side, like words
        guard editor.reading.lineContent == .words else { return }
        guard let id = editor.ink.line(endedByStrokeAt: event.x, event.y, now: event.time), let line = editor.ink.line(id), !line.isFinal
        else { return }
        editor.reading.ended = (id, line.revision)
        if line.isCurrent, editor.reading.publishedLines.contains(id) { publish(editor, read: line) }
    }

    /// Sends the present readings of a removed pen's lines as final.
    func publishLast(of editor: EditorSession) {
        for line in editor.ink.lines where !line.isFinal && editor.reading.publishedLines.contains(line.id) {
            var last = line
            last.isFinal = true
            send(.init(last, of: editor), of: editor)
        }
    }

    /// Sends a gesture about the text of the field.
    func send(_ gesture: FieldGesture, of editor: EditorSession) {
        // the loop, which knows the screen, converts the area
        let area = gesture.box.map { TextInputInterface.Area(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        send(
            .gesture,
            gesture: .init(
                kind: gesture.kind, words: gesture.words, taken: gesture.isCommitted, area: area,
                editor: gesture.stroke.map { _ in editor.name }, strokes: gesture.stroke.map { [Int(clamping: $0.value)] }), of: editor)
    }

    /// Requests undoing the last word in the field, because the editor has no ink left to undo.
    func askForUndo(of editor: EditorSession) { send(.action, action: .undo, of: editor) }

    private func send(_ reading: TextInputInterface.Reading, of editor: EditorSession) { send(.reading, reading: reading, of: editor) }

    /// Sends an event to the input method that the text is for.
    private func send(
        _ change: TextInputInterface.Change, reading: TextInputInterface.Reading? = nil, gesture: TextInputInterface.Gesture? = nil,
        action: TextInputInterface.Action? = nil, of editor: EditorSession
    ) {
        guard let origin = editor.handle.origin, let target = editor.surface.target else { return }
        let event = TextInputInterface.Event(
            sequence: 0, change: change, reading: reading, gesture: gesture, action: action, field: target.field)
        workspace.inputMethods.sendText(event, to: .field(target), on: origin.seat, of: editor.handle.id)
    }
}

extension TextInputInterface.Reading {
    /// Creates the present reading of a line.
    init(_ line: LineState, of editor: EditorSession) {
        self.init(
            editor: editor.name, line: Int(clamping: line.id.value), text: line.text, final: line.isFinal,
            // until the pen rests, strokes that look like a character may be a part of another character
            stablePrefix: line.isFinal || editor.reading.lineContent == .words ? line.stablePrefix : 0,
            words: line.words.map { word in
                .init(
                    text: word.text, candidates: word.candidates.map(\.text), strokes: word.strokes.map { Int(clamping: $0.value) },
                    confidence: word.confidence)
            },
            candidates: line.candidates.map(\.text),
            strokes: editor.ink.strokes(of: line.id).map { Int(clamping: $0.value) })
    }
}
