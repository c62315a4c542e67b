internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore

/// Sends events of editors to the clients that watch the editors. Belongs to a workspace.
final class EditorPublisher {
    private let shared: SharedState

    init(shared: SharedState) { self.shared = shared }

    /// Sends an event to all clients that watch the editor and are permitted to see it.
    func publish(
        _ change: EditorInterface.Change, _ editor: EditorSession, line: LineState? = nil, gesture: EditorInterface.Gesture? = nil,
        error: EditorInterface.Problem? = nil, key: String? = nil
    ) {
        editor.countEvent()
        // taken even if no client watches, so that a later event does not list these changes
        let strokes = change == .contentChanged ? editor.edit { $0.takeStrokeChanges() } : nil
        let watches = shared.editors.watches(of: editor.handle.id).filter { editor.handle.permits($0.user, shared.access) }
        guard !watches.isEmpty else { return }
        let mark = editor.mark
        // events that are sent for every stroke omit the text, so that their cost does not grow with the amount of ink
        var state = editor.state(hasText: change != .contentChanged && change != .recognition && change != .configurationChanged)
        if change == .contentChanged { state.idle = false }
        let blocks = change == .contentChanged ? changedBlocks(of: editor) : nil
        let message = line.map { editor.message(of: $0) }
        let selection = change == .selectionChanged ? editor.ink.selection.map { Int(clamping: $0.value) } : nil
        let kind = messageClass(of: line, in: editor)
        let changes = strokes.flatMap { $0.count <= Self.mostStrokes ? EditorInterface.StrokeChanges($0) : nil }
        for watch in watches {
            watch.send(as: kind) {
                .init(
                    sequence: $0, change: change, state: state, line: message, blocks: blocks, strokes: changes, gesture: gesture,
                    error: error,
                    selection: selection, key: key, mark: mark)
            }
        }
    }

    /// Notifies clients that watch a device's editor whether its device is read, with the reason if not.
    /// - Parameter owner: a user who is notified even if the device belongs to another user now.
    func publishPause(_ pause: EditorInterface.Pause?, of editor: EditorSession, alsoTo owner: UInt32?) {
        editor.countEvent()
        let watches = shared.editors.watches(of: editor.handle.id)
            .filter { $0.user == owner || editor.handle.permits($0.user, shared.access) }
        guard !watches.isEmpty else { return }
        var state = editor.state(hasText: false)
        state.paused = pause
        let mark = editor.mark
        for watch in watches {
            watch.send(as: .boundary) { .init(sequence: $0, change: pause == nil ? .resumed : .paused, state: state, mark: mark) }
        }
    }

    /// Reports an existing editor to one watch, and whether its client has missed events.
    func publishPresent(_ editor: EditorSession, to watch: EditorWatch) {
        guard editor.handle.permits(watch.user, shared.access) else { return }
        let mark = editor.mark
        let missed = watch.since.map { !$0.contains(mark) }
        let state = editor.state(hasText: missed != false)
        watch.send(as: .boundary) { .init(sequence: $0, change: .present, state: state, mark: mark, missed: missed) }
    }

    /// Reports that an editor is closed. Watches of only this editor end, so that their connections accept other calls again.
    func publishClosed(_ editor: EditorSession) {
        let watches = shared.editors.watches(of: editor.handle.id)
        guard !watches.isEmpty else { return }
        let state = editor.state()
        for watch in watches {
            let isAlone = watch.editor != nil
            if isAlone { shared.editors.removeWatch(of: watch.client) }
            guard editor.handle.permits(watch.user, shared.access) else {
                // the client may not receive this event any more, and would mistake the next reply for it
                if isAlone { watch.disconnect() }
                continue
            }
            watch.send(as: .boundary, isLast: isAlone) { .init(sequence: $0, change: .closed, state: state) }
        }
    }

    /// Returns the class of an event: final or partial for a reading of a line, boundary for any other event.
    private func messageClass(of line: LineState?, in editor: EditorSession) -> MessageClass {
        guard let line else { return .boundary }
        return line.isFinal ? .final : .partial(key: editor.handle.id.value << 32 ^ line.id.value)
    }

    /// Returns the names of the blocks that may have changed: all blocks of a small diagram or text document, otherwise only the root.
    private func changedBlocks(of editor: EditorSession) -> [String] {
        let type = editor.ink.document.type
        guard type == .diagram || type == .textDocument, editor.ink.strokeCount <= Self.fewStrokes else { return ["root"] }
        return editor.ink.root.names
    }

    /// Maximum number of changed strokes that an event lists; their numbers take at most a tenth of a client's queue.
    private static let mostStrokes = 2_000

    /// Maximum number of strokes of a part for whose changes all blocks are named.
    private static let fewStrokes = 500
}

extension EditorSession {
    /// Returns the state as org.inkd.Editor describes it.
    /// - Parameter hasText: whether to include the text, whose cost grows with the amount of ink.
    func state(hasText: Bool = true) -> EditorInterface.State {
        let place = part.place
        return .init(
            editor: name, device: handle.origin.map { Int($0.device.value) },
            package: place.flatMap { $0.package.isUnnamed ? nil : $0.package.name }, part: place.map { Int($0.part.value) },
            type: place == nil && handle.origin == nil ? nil : ink.document.type.rawValue, revision: revision,
            canUndo: ink.canUndo, canRedo: ink.canRedo, undoCount: ink.undoCount, redoCount: ink.redoCount, empty: ink.isEmpty,
            idle: isIdle, strokes: ink.strokeCount, text: hasText ? ink.text : nil, paused: handle.pause)
    }

    /// The revision of the content, incremented by every change.
    var revision: Int { Int(clamping: ink.revision) }
}

extension EditorInterface.StrokeChanges {
    fileprivate init(_ changes: Editing.StrokeChanges) {
        func numbers(_ ids: [StrokeID]) -> [Int] { ids.map { Int(clamping: $0.value) } }
        self.init(
            added: numbers(changes.added), removed: numbers(changes.removed), changed: numbers(changes.changed),
            replaced: changes.replaced.map { .init(old: numbers($0.old), new: numbers($0.new)) })
    }
}

extension EditorInterface.Line {
    init(_ line: LineState) {
        self.init(
            id: Int(clamping: line.id.value), text: line.text, candidates: line.candidates.map(\.text), final: line.isFinal,
            stablePrefix: line.stablePrefix, confidence: line.confidence, box: .init(line.box),
            words: line.words.map { word in
                .init(
                    text: word.text, box: word.box.map { .init($0) }, ranges: word.ranges.map { .init($0) },
                    candidates: word.candidates.map { .init(text: $0.text, score: $0.score) }, baseline: word.baseline,
                    xHeight: word.xHeight, graphemes: word.graphemes.map { .init(text: $0.text, ranges: $0.ranges.map { .init($0) }) },
                    confidence: word.confidence, typeset: word.typeset == nil ? nil : true)
            })
    }
}

extension EditorInterface.Range {
    fileprivate init(_ range: WordRange) {
        self.init(stroke: Int(clamping: range.stroke.value), first: range.first, last: range.last)
    }
}
