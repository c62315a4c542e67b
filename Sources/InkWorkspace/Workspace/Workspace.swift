internal import Ink
package import InkProtocol
internal import Logging
package import System

/// The state of one user's clients, on its own thread: editors, packages, exports, undo. Neither the loop nor other users wait for this
/// thread, even if the content is large.
///
/// The loop forwards calls (as bytes) and pen events to the workspace, and sends its replies and streams.
package actor Workspace {
    /// The user whose clients use the workspace.
    package nonisolated let user: UInt32
    nonisolated let executor: ThreadExecutor
    /// The executor for the tasks of calls, on the workspace's own thread.
    private let tasks: TaskThread
    nonisolated let shared: SharedState
    private let host: any WorkspaceHost
    private let service: ServiceIntrospection
    private(set) lazy var contents = WorkspaceContents(self)

    /// The executor of the workspace's own thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Throws: `DaemonError.system` if no thread can be started.
    package init(of user: UInt32, shared: SharedState, host: any WorkspaceHost, service: ServiceIntrospection) throws(DaemonError) {
        self.user = user
        self.shared = shared
        self.host = host
        self.service = service
        executor = try granted(try ThreadExecutor(name: "workspace", niceness: 10))
        tasks = TaskThread(executor)
    }

    deinit { shared.packages.letGo(of: user) }

    var editors: EditorRegistry { contents.editors }
    var devices: DeviceEditorRegistry { contents.devices }
    var ink: InkServer { contents.ink }

    /// Runs work on the workspace's thread, in order with earlier requests.
    nonisolated func post(_ work: @escaping @Sendable (isolated Workspace) -> Void) {
        executor.post { self.assumeIsolated { work($0) } }
    }

    /// The loop, as editors report to it.
    nonisolated var observer: any EditorObserver { host }

    /// The input methods that text is for.
    nonisolated var inputMethods: any InputMethods { host }

    /// Drops the state of a client that has disconnected.
    func clientLeft(_ client: ClientID) {
        contents.editorHub.clientLeft(client)
        contents.ink.clientLeft(client)
        shared.editors.removeWatch(of: client)
        shared.packages.parkUnused(of: user, without: client)
    }

    /// Returns the devices' editors in this workspace that another user's client may see.
    func editorStates(for caller: Caller) -> [(id: EditorID, state: EditorInterface.State)] {
        contents.editorHub.permitted(for: caller).filter { editors[$0.id]?.handle.origin != nil }
    }

    // MARK: Calls

    /// Answers a client's message, and forwards the outcome to the loop.
    package nonisolated func answer(_ message: [UInt8], from caller: Caller) {
        let message = MessageBox(message)
        post { $0.begin(message, from: caller) }
    }

    /// Starts a call's task, which stays on the workspace's own thread. Without the executor preference, it would continue on
    /// libdispatch's thread pool after each wait for another thread.
    private func begin(_ message: MessageBox, from caller: Caller) {
        Task(executorPreference: tasks) {
            let outcome = await self.carryOut(message, from: caller)
            self.host.answered(outcome, to: caller.id)
        }
    }

    /// Returns the outcome of a call, which is parsed only once its memory has been acquired.
    private func carryOut(_ message: MessageBox, from caller: Caller) async -> CallOutcome {
        do {
            if let denied = try denial(of: message.bytes, to: caller) { return denied }
            let footprint = JSONFootprint(of: message.bytes).memory
            // the memory of small calls is not counted, and they do not wait
            let oneway = footprint > ContentMemory.smallest ? try CallEnvelope(decoding: message.bytes).oneway : false
            if footprint > ContentMemory.smallest, !oneway, caller.isGone { return .none }
            let memory = shared.usage.memory.lease(for: oneway ? nil : caller.id, of: caller.user)
            do {
                try await memory.grow(by: footprint)
            } catch is CancellationError {
                return .none
            } catch {
                return oneway ? .none : .reply(Reply.failure(error, to: caller.user, shared))
            }
            let call = try Call(decoding: message.bytes)
            message.bytes = []
            return await carryOut(call, from: caller, with: memory)
        } catch {
            return .reply(Reply.failure(Self.refusal(of: message.bytes, error), to: caller.user, shared))
        }
    }

    private func carryOut(_ call: Call, from caller: Caller, with memory: MemoryLease) async -> CallOutcome {
        let outcome: CallOutcome
        caller.callBegan(memory, isOneway: call.oneway)
        do {
            outcome = try await answer(call, from: caller)
        } catch is CancellationError {
            // no client is left to read the answer
            outcome = .none
        } catch {
            outcome = call.oneway ? .none : .reply(Reply.failure(error, to: caller.user, shared))
        }
        caller.callEnded()
        guard case .reply(let bytes, _) = outcome, memory.bytes > 0 else { return outcome }
        // only the reply's memory is held until the client has fetched the reply
        memory.shrink(to: bytes.count > ContentMemory.smallest ? bytes.count : 0)
        return .reply(bytes, memory)
    }

    /// Returns the outcome of a call that its user may not make; nil if it is permitted. The parameters are not parsed.
    /// - Throws: `ProtocolError` for a message that is not a call.
    private func denial(of message: [UInt8], to caller: Caller) throws(ProtocolError) -> CallOutcome? {
        // the messages of users who may call everything are parsed only once
        guard !shared.access.isMember(caller.user) else { return nil }
        let envelope = try CallEnvelope(decoding: message)
        guard envelope.interface != ServiceInterface.interfaceName, !Access.forEverybody.contains(envelope.method) else { return nil }
        if envelope.oneway { return CallOutcome.none }
        let isKnown = Interfaces.descriptions[envelope.interface] != nil
        let error: any VarlinkError = isKnown ? ServiceInterface.PermissionDenied() : service.refusal(ofMethod: envelope.method)
        return .reply(Reply.failure(error, to: caller.user, shared))
    }

    /// Returns the error for a message that is not a call. If only the parameters are invalid, for example because of a number that JSON
    /// does not allow, the error is Varlink's standard `InvalidParameter`.
    private static func refusal(of message: [UInt8], _ error: any Error) -> any VarlinkError {
        if case ProtocolError.malformedJSON(let offset, let reason) = error, message.prefix(offset).contains(Array("\"parameters\"".utf8)) {
            return ServiceInterface.InvalidParameter(parameter: "parameters, byte \(offset) of the message: \(reason)")
        }
        return ClientInterface.InvalidMessage(reason: "\(error)")
    }

    private func answer(_ call: Call, from caller: Caller) async throws -> CallOutcome {
        let interface = call.interface
        if interface == ServiceInterface.interfaceName { return call.oneway ? .none : .reply(try service.dispatch(call)) }
        guard Interfaces.descriptions[interface] != nil else { throw service.refusal(of: call) }
        if call.more { try shared.usage.checkStreams(of: caller.user, shared.settings.quotas) }
        let reply: [UInt8]?
        switch interface {
        case EditorInterface.interfaceName, InkInterface.interfaceName, BlocksInterface.interfaceName:
            // the ink of another user's device is in another workspace
            let handle = call.parameters["editor"]?.string.flatMap { shared.editors[$0] }
            if let handle, handle.origin != nil, handle.permits(caller.user, shared.access), handle.workspace !== self {
                reply = try await handle.workspace.dispatch(call, to: interface, for: caller)
            } else {
                reply = try await dispatch(call, to: interface, for: caller)
            }
        case PackagesInterface.interfaceName, PracticeInterface.interfaceName, RecognizerInterface.interfaceName,
            SearchInterface.interfaceName, TextInputInterface.interfaceName, TransfersInterface.interfaceName:
            reply = try await dispatch(call, to: interface, for: caller)
        default: reply = try await host.dispatch(call, for: caller)
        }
        if call.oneway { return .none }
        return reply.map { .reply($0) } ?? .streaming
    }

    /// Returns the reply of a service of this workspace; nil for a stream that has begun.
    func dispatch(_ call: Call, to interface: String, for caller: Caller) async throws -> [UInt8]? {
        let sink = caller.sink
        switch interface {
        case EditorInterface.interfaceName: return try await contents.editorHub.dispatch(call, for: caller, to: sink)
        case InkInterface.interfaceName: return try await contents.ink.dispatch(call, for: caller, to: sink)
        case BlocksInterface.interfaceName: return try await contents.blocks.dispatch(call, for: caller, to: sink)
        case PackagesInterface.interfaceName: return try await contents.packages.dispatch(call, for: caller, to: sink)
        case PracticeInterface.interfaceName: return try await contents.practice.dispatch(call, for: caller, to: sink)
        case RecognizerInterface.interfaceName: return try await contents.recognition.dispatch(call, for: caller, to: sink)
        case SearchInterface.interfaceName: return try await contents.search.dispatch(call, for: caller, to: sink)
        case TextInputInterface.interfaceName: return try await contents.text.dispatch(call, for: caller, to: sink)
        case TransfersInterface.interfaceName: return try await contents.transfers.dispatch(call, for: caller, to: sink)
        default: throw ServiceInterface.InterfaceNotFound(interface: interface)
        }
    }

    /// Barrier: returns after all earlier work.
    package func takeTurn() {}

    // MARK: Settings

    /// Stores the mode of the user's pens.
    func beginKeepingPen(_ mode: PenMode) {
        editors.keepPen(mode)
        Task(executorPreference: tasks) { await self.saveSettings() }
    }

    private func saveSettings() async {
        do {
            try await editors.kept.save()
        } catch {
            shared.notice(.warning, causedBy: user, "cannot store a setting of user \(user): \(error)")
        }
    }

    // MARK: Shutdown

    /// Whether no editor is left: the workspace can be released.
    var isUnused: Bool { editors.all.isEmpty }

    /// Stores every editor's changes, because the daemon ends.
    func close() {
        for editor in editors.all { devices.remove(editor, keepsUnnamed: true) }
        editors.kept.flush()
    }
}

// unchecked: used by one thread after the other, never at the same time
/// The bytes of a call, retained only until they are parsed.
private final class MessageBox: @unchecked Sendable {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The services of a workspace.
final class WorkspaceContents {
    let editors: EditorRegistry
    let devices: DeviceEditorRegistry
    let editorHub: EditorServer
    let ink: InkServer
    let formulas: FormulaResults
    let blocks: BlocksServer
    let packages: PackageServer
    let practice: PracticeServer
    let recognition: RecognitionServer
    let search: SearchServer
    let text: TextInputServer
    let transfers: TransferServer

    init(_ workspace: Workspace) {
        let shared = workspace.shared
        let work = ContentWork(named: "content")
        editors = EditorRegistry(
            workspace: workspace, shared: shared, kept: UserSettings(of: workspace.user, shared: shared, work: work))
        devices = DeviceEditorRegistry(workspace: workspace, editors: editors)
        let longEdits = LongEdits(editors: editors, work: work)
        editorHub = EditorServer(workspace: workspace, shared: shared, editors: editors, longEdits: longEdits, work: work)
        ink = InkServer(workspace: workspace, editors: editors, work: work, longEdits: longEdits)
        formulas = FormulaResults(workspace: workspace, editors: editors, work: work)
        blocks = BlocksServer(shared: shared, editors: editors, work: work, longEdits: longEdits)
        packages = PackageServer(shared: shared, work: work)
        practice = PracticeServer(shared: shared, work: work)
        recognition = RecognitionServer(shared: shared, work: work)
        search = SearchServer(shared: shared, work: work)
        text = TextInputServer(shared: shared, host: workspace.inputMethods)
        transfers = TransferServer(shared: shared, work: work)
    }
}

/// A service of a workspace whose replies grow with content: long ones are encoded on the workspace's second thread.
protocol ContentService: VarlinkService where Caller == InkWorkspace.Caller {
    var work: ContentWork { get }
}

extension ContentService {
    /// Maximum number of bytes of a reply that is encoded immediately: encoding it is faster than changing threads twice.
    private static var shortReply: Int { 8 << 10 }

    func encode<M: VarlinkMethod>(_ method: M.Type, _ reply: M.Reply, for caller: Caller) async throws -> [UInt8] {
        if let bytes = try Reply.encode(method, reply, limit: Self.shortReply) { return bytes }
        return try await work.run(for: caller) { try Reply.encode(method, reply, capacity: max(64 << 10, caller.reservedBytes)) }
    }
}

/// A workspace's second thread, for work that grows with content and needs only a copy, so that the user's pens can continue to write.
/// The thread starts when it is first needed.
package final class ContentWork {
    private let makeThread: () throws(SystemError) -> WorkThread<Void>
    private var thread: WorkThread<Void>?

    /// Creates the object; the thread gets this name when it is started.
    package init(named name: String) { makeThread = { () throws(SystemError) in try WorkThread(named: name) {} } }

    deinit { thread?.stop() }

    /// Runs work after all earlier requests, and waits for the result.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let thread = try started()
        return try await withCheckedThrowingContinuation { continuation in
            thread.perform { _ in continuation.resume(with: Result { try work() }) }
        }
    }

    /// Runs work after all earlier requests, and waits for the result; skipped if the client has disconnected by then.
    /// - Throws: `CancellationError` if the work was skipped.
    func run<Value: Sendable>(for caller: Caller, _ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await run {
            try caller.requireAwaited()
            return try work()
        }
    }

    /// Runs work after all earlier requests, without waiting.
    /// - Throws: `SystemError` if the system has no more threads or descriptors.
    package func perform(_ work: @escaping @Sendable () -> Void) throws(SystemError) { try started().perform { _ in work() } }

    /// Ends the thread after all earlier requests.
    package func leave() { thread?.leave() }

    private func started() throws(SystemError) -> WorkThread<Void> {
        if let thread { return thread }
        let started = try makeThread()
        thread = started
        return started
    }
}
