internal import Editing
internal import Ink
internal import InkProtocol
internal import System

/// Lines of a field that has lost the focus, waiting to be recognized.
struct LateLines {
    let field: LateField
    var places: Set<LinePlace> = []
    var timer: ThreadExecutor.Timer?
}

/// Recognizes lines that were finished in a field when it lost the focus, and sends them to its session. Belongs to a workspace.
///
/// The ink is only in the recognizer's queue: the editor discards it, so that later strokes begin new lines.
final class LateReadings {
    private unowned let workspace: Workspace
    private let reader: EditorReader

    init(workspace: Workspace, reader: EditorReader) {
        self.workspace = workspace
        self.reader = reader
    }

    /// For the last few lines that are not completely committed, sends the existing readings and requests the missing ones. Lines that
    /// are still being recognized for another field are dropped.
    func read(_ editor: EditorSession, for field: LateField) {
        drop(editor)
        let kept = editor.reading.kept?.strokes ?? []
        let lines = editor.ink.lines.sorted { $0.id < $1.id }.filter { !kept.isSuperset(of: editor.ink.strokes(of: $0.id)) }
        var late = LateLines(field: field)
        for line in lines.suffix(EditorReader.linesOfTurn) {
            if line.isCurrent {
                var read = line
                (read.isFinal, read.stablePrefix) = (true, line.text.unicodeScalars.count)
                send(.init(read, of: editor), for: field, of: editor)
                continue
            }
            guard let snapshot = editor.ink.snapshot(of: line.id) else { continue }
            let place = reader.request(snapshot, of: editor, by: editor.handle.owner) { [weak workspace] place, snapshot, reading in
                workspace?.post { workspace in
                    guard let editor = workspace.editors[place.editor] else { return }
                    workspace.editors.lateReadings.lineWasRead(place, snapshot, reading, of: editor)
                }
            }
            if let place { late.places.insert(place) }
        }
        guard !late.places.isEmpty else { return }
        let id = editor.handle.id
        late.timer = workspace.executor.schedule(at: field.until) { [weak workspace] in
            workspace?.assumeIsolated { workspace in
                if let editor = workspace.editors[id], editor.reading.late?.field == field { workspace.editors.lateReadings.drop(editor) }
            }
        }
        editor.reading.late = late
    }

    /// Removes the editor's lines from the recognizer's queue, except for late ones, because the recognizer may be busy for a while.
    func withdrawOthers(of editor: EditorSession) {
        let late = editor.reading.late?.places ?? []
        let places = editor.ink.lines.map { LinePlace(editor: editor.handle.id, generation: editor.reading.generation, line: $0.id) }
        reader.withdraw(places.filter { !late.contains($0) })
    }

    /// Drops late lines that have not been recognized.
    func drop(_ editor: EditorSession) {
        guard let late = editor.reading.late else { return }
        editor.reading.late = nil
        late.timer?.cancel()
        reader.withdraw(late.places)
    }

    private func lineWasRead(_ place: LinePlace, _ snapshot: LineSnapshot, _ reading: LineReading, of editor: EditorSession) {
        guard let late = editor.reading.late, late.places.contains(place) else { return }
        editor.reading.late?.places.remove(place)
        if late.places.count == 1 { drop(editor) }
        guard let transcript = try? reading.get() else { return }
        send(.init(transcript, of: snapshot, in: editor.name), for: late.field, of: editor)
    }

    private func send(_ reading: TextInputInterface.Reading, for field: LateField, of editor: EditorSession) {
        guard let origin = editor.handle.origin, !reading.text.isEmpty else { return }
        let event = TextInputInterface.Event(sequence: 0, change: .lateReading, reading: reading, field: field.target.field)
        workspace.inputMethods.sendText(event, to: .lateField(field), on: origin.seat, of: editor.handle.id)
    }
}

extension TextInputInterface.Reading {
    /// Creates the last reading of a line that its editor has discarded.
    fileprivate init(_ transcript: Transcript, of snapshot: LineSnapshot, in editor: String) {
        let strokes = snapshot.strokes.map { Int(clamping: $0.id.value) }
        self.init(
            editor: editor, line: Int(clamping: snapshot.line.value), text: transcript.text, final: true,
            stablePrefix: transcript.text.unicodeScalars.count,
            words: transcript.words.map { word in
                let own = Set(word.ranges.compactMap { strokes.indices.contains($0.stroke) ? strokes[$0.stroke] : nil })
                return .init(
                    text: word.text, candidates: word.candidates.map(\.text), strokes: own.sorted(), confidence: word.confidence)
            },
            candidates: transcript.candidates.map(\.text), strokes: strokes.sorted())
    }
}
