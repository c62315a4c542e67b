import Glibc
public import InkProtocol

/// A connection to inkd. Its calls block. It is used by one thread at a time, and closed when it is released.
///
/// A watch takes ownership of its connection: open one for each watch and another for calls.
public final class InkConnection {
    /// The path of inkd's socket, unless the environment variable `INKD_SOCKET` is set to another.
    public static let defaultPath = "/run/inkd/org.inkd"
    /// Maximum number of bytes of a reply. It is larger than the daemon's limit for calls, because clients trust the daemon, and all ink of
    /// a page is one message.
    static let answerLimit = 64 << 20

    private let socket: StreamSocket
    private var framer = MessageFramer(limit: InkConnection.answerLimit)
    private var isReady = true

    /// Connects to the socket at `path`; if that is nil, to `INKD_SOCKET`; if that is not set, to `defaultPath`.
    ///
    /// - Parameter waits: whether to wait while the daemon's backlog is full, instead of throwing `cannotConnect` with `EAGAIN`.
    /// - Throws: `cannotConnect`, `pathTooLong`.
    public init(path: String? = nil, waits: Bool = true) throws(ClientError) {
        let path = path ?? getenv("INKD_SOCKET").map { String(cString: $0) } ?? Self.defaultPath
        socket = try StreamSocket(path: path, waits: waits)
    }

    /// Takes ownership of a connected stream socket.
    public init(adopting descriptor: Int32) { socket = StreamSocket(descriptor: descriptor) }

    /// The socket, for `poll`. The caller neither reads from it nor closes it.
    public var fileDescriptor: Int32 { socket.descriptor }

    /// Calls a method, and waits for its reply. Waits without a limit if `timeout` is nil.
    ///
    /// - Throws: `refused` with the daemon's error, after which the connection remains usable. After a timeout or a failure of the
    ///   connection, it cannot be used for further calls.
    public func call<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> M.Reply {
        let deadline = Self.deadline(timeout)
        try send(method, parameters, more: false, until: deadline)
        guard let reply = try receive(until: deadline) else { throw .timedOut }
        isReady = true
        return try Self.result(of: method, reply)
    }

    /// Calls a streaming method; the returned watch delivers its replies and takes ownership of this connection.
    public func watch<M: StreamingVarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters) throws(ClientError) -> Watch<M> {
        try send(method, parameters, more: true, until: nil)
        return Watch(connection: self)
    }

    private func send<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, more: Bool, until deadline: SuspendingClock.Instant?
    ) throws(ClientError) {
        guard isReady else { throw .connectionInUse }
        try write(method, parameters, more: more, until: deadline)
    }

    /// Writes a call, even if earlier calls are unanswered.
    func write<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, oneway: Bool = false, more: Bool = false, until deadline: SuspendingClock.Instant?
    ) throws(ClientError) {
        let message: [UInt8]
        do {
            message = try Call.encode(method, parameters, oneway: oneway, more: more)
        } catch {
            throw .badCall(error)
        }
        // the daemon would close the connection because of a larger message
        guard message.count - 1 <= MessageFramer.callLimit else { throw .badCall(.messageTooLarge(limit: MessageFramer.callLimit)) }
        isReady = false
        try socket.send(message, until: deadline)
    }

    /// Receives the next reply; nil if the deadline passes first.
    func receive(until deadline: SuspendingClock.Instant?) throws(ClientError) -> Reply? {
        while true {
            do {
                if let message = try framer.next() { return try Reply(decoding: message) }
            } catch {
                throw .badAnswer(error)
            }
            guard try socket.receive(until: deadline, { framer.append($0) }) else { return nil }
        }
    }

    static func result<M: VarlinkMethod>(of method: M.Type, _ reply: Reply) throws(ClientError) -> M.Reply {
        if let name = reply.error { throw .refused(name: name, parameters: reply.parameters) }
        do {
            return try reply.parameters(as: M.Reply.self)
        } catch {
            throw .badAnswer(error)
        }
    }

    static func deadline(_ timeout: Duration?) -> SuspendingClock.Instant? { timeout.map { SuspendingClock.now.advanced(by: $0) } }
}

/// The methods of org.varlink.service, org.inkd.Devices and org.inkd.Pointer. All throw the errors of `call` or `watch`.
extension InkConnection {
    /// Returns the service's identity, and its interfaces.
    public func information() throws(ClientError) -> ServiceInterface.GetInfo.Reply {
        try call(ServiceInterface.GetInfo.self, .init())
    }

    /// Returns the text of an interface in the Varlink interface language. Refused with `InterfaceNotFound`.
    public func description(of interface: String) throws(ClientError) -> String {
        try call(ServiceInterface.GetInterfaceDescription.self, .init(interface: interface)).description
    }

    /// Returns all devices.
    public func devices() throws(ClientError) -> [DevicesInterface.Device] {
        try call(DevicesInterface.List.self, .init()).devices
    }

    /// Returns the seats whose hardware the user may use or on which the user has a session. Each seat has the reason why its devices are
    /// not read. Empty if inkd does not report seats.
    public func seats() throws(ClientError) -> [DevicesInterface.Seat] {
        try call(DevicesInterface.List.self, .init()).seats ?? []
    }

    /// Returns the daemon's statistics about the devices that the user may use, and about the user's own resources. Refused with
    /// `PermissionDenied`.
    public func statistics() throws(ClientError) -> DevicesInterface.Statistics.Reply {
        try call(DevicesInterface.Statistics.self, .init())
    }

    /// Watches devices: reports the existing devices first, then each change.
    public func watchDevices() throws(ClientError) -> Watch<DevicesInterface.Watch> {
        try watch(DevicesInterface.Watch.self, .init())
    }

    /// Watches pointer events of all devices, or of one. Earlier events are not reported. Refused with `NoSuchDevice`.
    public func watchPointer(device: Int? = nil) throws(ClientError) -> Watch<PointerInterface.Watch> {
        try watch(PointerInterface.Watch.self, .init(device: device))
    }
}

/// The configuration of the engine and of editors. All throw the errors of `call`, and may be refused with `NoSuchEditor`, `NoSuchKey`.
extension InkConnection {
    /// Returns the keys and values of an editor, or of the engine if `editor` is nil.
    public func configuration(of editor: String? = nil) throws(ClientError) -> [EditorInterface.Setting] {
        try call(EditorInterface.GetConfiguration.self, .init(editor: editor)).settings
    }

    /// Sets a key of an editor, or of the engine if `editor` is nil. Refused with `InvalidValue`.
    ///
    /// - Parameter persist: whether the value is stored for the user across restarts of inkd. Only for the engine.
    public func setConfiguration(
        _ key: String, to value: EditorInterface.Value.Content, of editor: String? = nil, persist: Bool = false
    ) throws(ClientError) {
        _ = try call(
            EditorInterface.SetConfiguration.self, .init(editor: editor, key: key, value: .init(value), persist: persist ? true : nil))
    }

    /// Resets a key. A key of an editor then has the engine's value. A key of the engine has the user's stored value, the value in the
    /// daemon's settings, or the built-in default.
    ///
    /// - Parameter persist: whether the user's stored value is removed as well. Only for the engine.
    public func unsetConfiguration(_ key: String, of editor: String? = nil, persist: Bool = false) throws(ClientError) {
        _ = try call(EditorInterface.UnsetConfiguration.self, .init(editor: editor, key: key, persist: persist ? true : nil))
    }
}

/// The replies of a streaming method, one by one. A watch owns its connection, which is closed when the watch is released.
public final class Watch<Method: StreamingVarlinkMethod> {
    private let connection: InkConnection
    private var isOver = false

    init(connection: InkConnection) { self.connection = connection }

    /// The socket, for `poll`. When it is readable, call `nextIfAvailable()` until it returns nil.
    public var fileDescriptor: Int32 { connection.fileDescriptor }

    /// Whether the stream has ended: no more replies will come.
    public var isFinished: Bool { isOver }

    /// Waits for the next reply, without a limit if `timeout` is nil. Returns nil if the stream has ended.
    ///
    /// - Throws: `timedOut`, after which `next` may be called again; `refused` with the daemon's error; others if the connection fails.
    public func next(timeout: Duration? = nil) throws(ClientError) -> Method.Reply? {
        guard !isOver else { return nil }
        guard let reply = try receive(until: InkConnection.deadline(timeout)) else { throw .timedOut }
        return reply
    }

    /// Returns the next reply if one has arrived. Otherwise, or if the stream has ended, returns nil without waiting.
    ///
    /// - Throws: `refused` with the daemon's error; others if the connection fails.
    public func nextIfAvailable() throws(ClientError) -> Method.Reply? {
        guard !isOver else { return nil }
        return try receive(until: InkConnection.deadline(.zero))
    }

    /// Returns the next reply like `nextIfAvailable()`, but without decoding it: it includes fields that this library does not know.
    ///
    /// - Throws: The errors of `nextIfAvailable()`.
    public func nextUntypedIfAvailable() throws(ClientError) -> JSONValue? {
        guard !isOver else { return nil }
        return try receive(until: InkConnection.deadline(.zero)) { reply throws(ClientError) in
            if let name = reply.error { throw .refused(name: name, parameters: reply.parameters) }
            return reply.parameters
        }
    }

    private func receive(until deadline: SuspendingClock.Instant?) throws(ClientError) -> Method.Reply? {
        try receive(until: deadline) { reply throws(ClientError) in try InkConnection.result(of: Method.self, reply) }
    }

    private func receive<Result>(
        until deadline: SuspendingClock.Instant?, _ result: (Reply) throws(ClientError) -> Result
    ) throws(ClientError) -> Result? {
        do {
            guard let reply = try connection.receive(until: deadline) else { return nil }
            isOver = !reply.continues
            return try result(reply)
        } catch {
            isOver = true
            throw error
        }
    }
}
