package import Ink
internal import InkProtocol
internal import InkStore
internal import Synchronization
internal import System
package import Tablet

/// The ID of an editor. IDs are unique, and never reused.
package struct EditorID: Hashable, Sendable {
    /// The number of the editor.
    package let value: UInt64
}

/// The device that an editor belongs to.
package struct DeviceOrigin: Sendable {
    /// The ID of the device.
    package let device: DeviceID
    /// The name of the device's seat.
    package let seat: String
    let hardware: HardwareID
    /// Whether the editor's events are played from a recording; nothing is stored then.
    let isReplay: Bool
    /// Whether the editor writes into the fields of input methods; such editors are not visible to clients.
    package let isText: Bool
    /// Units per millimeter of a device that does not report its size; nil for one that does.
    let unitsPerMillimeter: Double?

    /// Creates the origin of a device's editor.
    package init(device: DeviceID, seat: String, hardware: HardwareID, isReplay: Bool, isText: Bool, unitsPerMillimeter: Double?) {
        self.device = device
        self.seat = seat
        self.hardware = hardware
        self.isReplay = isReplay
        self.isText = isText
        self.unitsPerMillimeter = unitsPerMillimeter
    }
}

/// An editor's entry in the directory: its name, its owner, and access to it. The ink itself belongs to a workspace.
package final class EditorHandle: Sendable {
    /// State that can be read without asking the workspace.
    package struct Status: Sendable {
        /// Whether nothing is being written, recognized or examined.
        var isIdle = true
        var strokeCount = 0
        /// Whether a client has opened a part in the editor.
        package var hasNamedPart = false
        /// Whether fingers write, according to the editor's tools.
        package var fingersWrite = false
    }

    private struct State {
        var workspace: Workspace
        var owner: UInt32?
        var status = Status()
        var pause: EditorInterface.Pause?
    }

    /// Separate box so that the event-forwarding closure does not retain the handle (retain cycle).
    private final class Shared: Sendable {
        let state: Mutex<State>

        init(_ state: State) { self.state = Mutex(state) }
    }

    /// The ID of the editor.
    package let id: EditorID
    /// The editor's name on the socket.
    package let name: String
    /// nil for an editor that a client created.
    package let origin: DeviceOrigin?
    /// The user whose client created the editor; nil for a device's editor.
    let creator: UInt32?
    /// Pointer events on their way from the loop.
    let feed = PointerFeed()
    /// Number of pointer-ups among the forwarded events.
    let upsPushed = Atomic(0)
    private let shared: Shared
    /// The closure that processes forwarded events. It is created once, so that forwarding events allocates nothing.
    private let drain: @Sendable () -> Void

    init(id: EditorID, name: String, origin: DeviceOrigin?, creator: UInt32?, owner: UInt32?, workspace: Workspace) {
        self.id = id
        self.name = name
        self.origin = origin
        self.creator = creator
        let shared = Shared(State(workspace: workspace, owner: owner))
        self.shared = shared
        drain = { [feed] in
            let workspace = shared.state.withLock { $0.workspace }
            // if the device has become another user's meanwhile, its events are dropped
            guard workspace.executor.isIsolatingCurrentContext() == true else { return }
            workspace.assumeIsolated { $0.devices.takeEvents(of: id, feed) }
        }
    }

    /// The workspace that has the editor's ink now.
    package var workspace: Workspace { shared.state.withLock { $0.workspace } }

    /// The user whose handwriting is in the editor: the user of the seat's last active session, or the creator; nil if unknown.
    var owner: UInt32? { creator ?? shared.state.withLock { $0.owner } }

    /// Moves the editor to the user who has the device now, and to that user's workspace.
    func move(to workspace: Workspace, owner: UInt32?) {
        let isSame = shared.state.withLock { state in
            defer { (state.workspace, state.owner) = (workspace, owner) }
            return state.workspace === workspace
        }
        guard !isSame else { return }
        // remaining events are dropped; otherwise they would be the first events of the new workspace, and delay all later events by one
        // batch
        feed.discard()
        upsPushed.store(0, ordering: .relaxed)
    }

    /// The status that the workspace has reported last.
    package var status: Status { shared.state.withLock { $0.status } }

    /// The reason why the editor's device is not read; nil if it is read, and for editors without a device.
    var pause: EditorInterface.Pause? {
        get { shared.state.withLock { $0.pause } }
        set { shared.state.withLock { $0.pause = newValue } }
    }

    /// Number of events that the editor has not processed yet.
    package var waitingEvents: Int { feed.count }

    /// Whether nothing is being written, recognized or examined, and no event is pending.
    package var isIdle: Bool { feed.isEmpty && status.isIdle }

    func update(_ status: Status) { shared.state.withLock { $0.status = status } }

    /// Number of pointer-ups among the forwarded events.
    package var pointerUps: Int { upsPushed.load(ordering: .relaxed) }

    // two functions with concrete types, because a generic one would not be specialized for callers in other modules
    /// Forwards events of a device to the editor, in order with earlier requests. Allocates nothing for a steady pen.
    package func push(_ events: [PointerEvent]) { forward(events) }

    /// Forwards one event of a device to the editor.
    package func push(_ event: PointerEvent) { forward(CollectionOfOne(event)) }

    private func forward(_ events: some Collection<PointerEvent>) {
        for event in events where event.phase == .up { upsPushed.add(1, ordering: .relaxed) }
        if feed.push(events) { workspace.executor.post(drain) }
    }

    /// Runs work on the editor in its workspace, after all events pushed before; skipped if the editor is closed by then.
    func perform(_ work: @escaping @Sendable (isolated Workspace, EditorSession) -> Void) {
        feed.seal()
        let id = id
        workspace.post { workspace in
            if let editor = workspace.editors[id] { work(workspace, editor) }
        }
    }

    /// Returns whether the user may see and use the editor. A device's editor is available to users who may use the device; any other
    /// editor, to the user who created it. Editors that write into fields are available only to their input method.
    func permits(_ user: UInt32, _ access: Access) -> Bool {
        guard let origin else { return creator == user }
        return !origin.isText && access.permits(user, seat: origin.seat)
    }
}

/// A client's watch of one editor, or of all editors that the client may see.
final class EditorWatch: Sendable {
    let client: ClientID
    let user: UInt32
    /// nil for all editors.
    let editor: EditorID?
    /// Marks that the client knows; nil for a client without marks.
    let since: Set<String>?
    private let stream: ReplyStream<EditorInterface.Watch>
    private let sink: ClientSink
    private let sequence = Mutex(1)

    init(_ caller: Caller, editor: EditorID?, since: Set<String>?, stream: ReplyStream<EditorInterface.Watch>) {
        client = caller.id
        user = caller.user
        sink = caller.sink
        self.editor = editor
        self.since = since
        self.stream = stream
    }

    /// Sends an event with its number. Numbers are assigned under a lock, so that they agree with the order of sending.
    func send(as kind: MessageClass, isLast: Bool = false, _ event: (Int) -> EditorInterface.Watch.Reply) {
        sequence.withLock { sequence in
            let reply = event(sequence)
            sequence += 1
            if isLast { stream.finish(reply) } else { stream.send(reply, as: kind) }
        }
    }

    /// Ends the connection, because the client has no right to know why its watch ends.
    func disconnect() { sink.disconnect() }
}

/// The editors of all workspaces, and the clients that watch them.
package final class EditorDirectory: Sendable {
    private struct State {
        var lastID: UInt64 = 0
        var handles: [String: EditorHandle] = [:]
        var watches: [ClientID: EditorWatch] = [:]
    }

    private let state = Mutex(State())

    /// Adds a handle for a new editor, with a number that was never used before.
    /// - Parameter name: returns the name for the number; ignored if `fixed` is given.
    /// - Returns: nil if `fixed` is taken.
    func add(
        fixed: String? = nil, named name: (EditorID) -> String, origin: DeviceOrigin? = nil, creator: UInt32? = nil, owner: UInt32? = nil,
        in workspace: Workspace
    ) -> EditorHandle? {
        state.withLock { state in
            state.lastID += 1
            let id = EditorID(value: state.lastID)
            let handle = EditorHandle(id: id, name: fixed ?? name(id), origin: origin, creator: creator, owner: owner, workspace: workspace)
            guard state.handles[handle.name] == nil else { return nil }
            state.handles[handle.name] = handle
            return handle
        }
    }

    func remove(_ handle: EditorHandle) { state.withLock { $0.handles[handle.name] = nil } }

    subscript(name: String) -> EditorHandle? { state.withLock { $0.handles[name] } }

    /// All editors, in order of creation.
    var all: [EditorHandle] { state.withLock { Array($0.handles.values) }.sorted { $0.id.value < $1.id.value } }

    /// Returns the editors for which `fits` returns true, in no particular order.
    func editors(where fits: (EditorHandle) -> Bool) -> [EditorHandle] { state.withLock { $0.handles.values.filter(fits) } }

    /// The number of editors that users' clients have created.
    package var created: [UInt32: Int] {
        state.withLock {
            $0.handles.values.reduce(into: [:]) { counts, handle in if let user = handle.creator { counts[user, default: 0] += 1 } }
        }
    }

    /// Returns the workspaces that have editors of devices, except for one.
    func workspaces(besides own: Workspace) -> [Workspace] {
        var found: [Workspace] = []
        for handle in all where handle.origin != nil {
            let workspace = handle.workspace
            if workspace !== own, !found.contains(where: { $0 === workspace }) { found.append(workspace) }
        }
        return found
    }

    func add(_ watch: EditorWatch) { state.withLock { $0.watches[watch.client] = watch } }

    @discardableResult
    func removeWatch(of client: ClientID) -> EditorWatch? { state.withLock { $0.watches.removeValue(forKey: client) } }

    /// Returns the watches of this editor and the watches of all editors, whether or not their users may see it.
    func watches(of editor: EditorID) -> [EditorWatch] {
        state.withLock { state in
            state.watches.isEmpty ? [] : state.watches.values.filter { $0.editor == nil || $0.editor == editor }
        }
    }
}

/// A part of an open package.
struct PartPlace: Hashable, Sendable {
    let package: PackageKey
    let part: PartID
}
