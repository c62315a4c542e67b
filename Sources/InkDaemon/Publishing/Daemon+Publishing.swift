internal import Editing
internal import Ink
internal import InkProtocol
internal import Logging

/// What watching clients are told.
extension Daemon {
    /// Tells everybody who watches devices.
    func publish(_ change: DevicesInterface.Change, _ session: DeviceSession) {
        for client in clients.values where client.watch != nil { publish(change, session, to: client) }
    }

    /// Tells one client, if it watches devices.
    func publish(_ change: DevicesInterface.Change, _ session: DeviceSession, to client: Client) {
        guard case .devices = client.watch, mayUse(session, client) else { return }
        stream(DevicesInterface.Watch.self, to: client, as: .boundary) { .init(sequence: $0, change: change, device: message(session)) }
    }

    /// Tells what a session's pointers did, since its events were last cleared. Allocates nothing while clients keep up.
    func publishPointers(_ session: DeviceSession) {
        for client in clients.values {
            guard case .pointers(let device) = client.watch, device == nil || device == session.id, mayUse(session, client) else {
                continue
            }
            PointerEventWriter.write(
                session.events.span, of: session.id, sequence: Int64(client.sequence), clock: clock.now, into: &scratch)
            client.sequence += 1
            send(scratch, as: PointerEventWriter.messageClass(of: session.events.span), to: client)
        }
    }

    /// Tells everybody who watches editors.
    func publish(
        _ change: EditorInterface.Change, _ editor: EditorSession, line: LineState?, gesture: EditorInterface.Gesture? = nil,
        error: EditorInterface.Problem? = nil
    ) {
        guard clients.values.contains(where: { watches($0, editor) }) else { return }
        // what happens with every stroke may not cost more the more was written
        var state = state(of: editor, hasText: change != .contentChanged && change != .recognition)
        if change == .contentChanged { state.idle = false }
        let blocks = change == .contentChanged ? changedBlocks(of: editor) : nil
        for client in clients.values where watches(client, editor) {
            publish(change, editor, state, line: line, blocks: blocks, gesture: gesture, error: error, to: client)
        }
    }

    /// Tells one client, which watches this editor.
    func publish(
        _ change: EditorInterface.Change, _ editor: EditorSession, _ state: EditorInterface.State, line: LineState?,
        blocks: [String]? = nil,
        gesture: EditorInterface.Gesture? = nil, error: EditorInterface.Problem? = nil, to client: Client
    ) {
        // an unfinished reading is worth nothing once there is a newer one of the same line
        let kind = line.map { $0.isFinal ? MessageClass.final : .partial(key: editor.id.value << 32 ^ $0.id.value) } ?? .boundary
        var isOne = false
        if case .editors(editor.id) = client.watch { isOne = true }
        stream(EditorInterface.Watch.self, to: client, as: kind, isLast: change == .closed && isOne) {
            .init(sequence: $0, change: change, state: state, line: line.map(message), blocks: blocks, gesture: gesture, error: error)
        }
    }

    /// Whether the client watches this editor, and may.
    private func watches(_ client: Client, _ editor: EditorSession) -> Bool {
        guard case .editors(let one) = client.watch, one == nil || one == editor.id else { return false }
        return mayUse(editor, client)
    }

    /// The root, and in parts that have others the blocks below it, as long as they are few enough to be looked through.
    private func changedBlocks(of editor: EditorSession) -> [String] {
        let type = editor.ink.document.type
        guard type == .diagram || type == .textDocument, editor.ink.strokeCount <= Self.fewStrokes else { return ["root"] }
        return editor.ink.root.names
    }

    /// With more strokes than this a change names the root alone.
    private static let fewStrokes = 500

    /// Tells that an editor is gone. Watches of it alone end: their connections are free for other calls.
    func publishClosed(_ editor: EditorSession) {
        publish(.closed, editor, line: nil)
        for client in clients.values {
            guard case .editors(editor.id) = client.watch else { continue }
            // one that may not be told now would take the next answer for this one
            guard mayUse(editor, client) else {
                drop(client)
                continue
            }
            client.watch = nil
            goOnNextTurn(client)
        }
    }

    func stream<M: StreamingVarlinkMethod>(
        _ method: M.Type, to client: Client, as kind: MessageClass, isLast: Bool = false, _ reply: (Int) -> M.Reply
    ) {
        do {
            let message = try Reply.encode(method, reply(client.sequence), continues: !isLast)
            client.sequence += 1
            send(message, as: kind, to: client)
        } catch {
            logger.error("a message was not sent: \(error)")
        }
    }
}
