import Glibc
public import InkProtocol

/// A connection to inkd. Blocking; for one thread at a time. Closed when it goes away.
///
/// A watch takes its connection over: open one for each watch and another for calls.
public final class InkConnection {
    /// The path of inkd's socket unless the environment variable `INKD_SOCKET` names another.
    public static let defaultPath = "/run/inkd/org.inkd"
    /// Bytes an answer may have. The daemon is trusted with more than it trusts its clients with: a page of ink is one message.
    static let answerLimit = 64 << 20

    private let socket: StreamSocket
    private var framer = MessageFramer(limit: InkConnection.answerLimit)
    private var isReady = true

    /// Connects to the socket at `path`; without it to `INKD_SOCKET`, or else to `defaultPath`.
    ///
    /// - Parameter waits: Waits while the daemon has too many connections to accept. Otherwise that is `cannotConnect` with `EAGAIN`.
    /// - Throws: `cannotConnect`, `pathTooLong`.
    public init(path: String? = nil, waits: Bool = true) throws(ClientError) {
        let path = path ?? getenv("INKD_SOCKET").map { String(cString: $0) } ?? Self.defaultPath
        socket = try StreamSocket(path: path, waits: waits)
    }

    /// Speaks over a connected stream socket, and closes it in the end.
    public init(adopting descriptor: Int32) { socket = StreamSocket(descriptor: descriptor) }

    /// The socket, to wait for with `poll`. Neither read it nor close it.
    public var fileDescriptor: Int32 { socket.descriptor }

    /// Calls a method and waits for its reply, for ever if `timeout` is nil.
    ///
    /// - Throws: `refused` with the daemon's error; the connection is good afterwards. After any other error it is not.
    public func call<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> M.Reply {
        let deadline = Self.deadline(timeout)
        try send(method, parameters, more: false, until: deadline)
        guard let reply = try receive(until: deadline) else { throw .timedOut }
        isReady = true
        return try Self.result(of: method, reply)
    }

    /// Calls a streaming method; its replies come out of the watch, which takes this connection over.
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

    /// Writes a call, whether or not earlier ones have been answered.
    func write<M: VarlinkMethod>(
        _ method: M.Type, _ parameters: M.Parameters, more: Bool, until deadline: SuspendingClock.Instant?
    ) throws(ClientError) {
        let message: [UInt8]
        do {
            message = try Call.encode(method, parameters, more: more)
        } catch {
            throw .badCall(error)
        }
        // the daemon would end the connection
        guard message.count - 1 <= MessageFramer.callLimit else { throw .badCall(.messageTooLarge(limit: MessageFramer.callLimit)) }
        isReady = false
        try socket.send(message, until: deadline)
    }

    /// The next reply; nil if none comes before the deadline.
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

/// The methods of org.varlink.service, org.inkd.Devices and org.inkd.Pointer. All throw as `call` and `watch` do.
extension InkConnection {
    /// The service's identity, and its interfaces.
    public func information() throws(ClientError) -> ServiceInterface.GetInfo.Reply {
        try call(ServiceInterface.GetInfo.self, .init())
    }

    /// The text of an interface. Refused with `InterfaceNotFound`.
    public func description(of interface: String) throws(ClientError) -> String {
        try call(ServiceInterface.GetInterfaceDescription.self, .init(interface: interface)).description
    }

    /// All devices.
    public func devices() throws(ClientError) -> [DevicesInterface.Device] {
        try call(DevicesInterface.List.self, .init()).devices
    }

    /// The seats of hardware that the user may use or has a session on, and why their devices are not read; none with an inkd that does not say.
    public func seats() throws(ClientError) -> [DevicesInterface.Seat] {
        try call(DevicesInterface.List.self, .init()).seats ?? []
    }

    /// The daemon's measurements of itself: of devices that the user may use, and the user's own shares. Refused with `PermissionDenied`.
    public func statistics() throws(ClientError) -> DevicesInterface.Statistics.Reply {
        try call(DevicesInterface.Statistics.self, .init())
    }

    /// The devices there are, then each change.
    public func watchDevices() throws(ClientError) -> Watch<DevicesInterface.Watch> {
        try watch(DevicesInterface.Watch.self, .init())
    }

    /// Pointer events from now on, on all devices or on one. Refused with `NoSuchDevice`.
    public func watchPointer(device: Int? = nil) throws(ClientError) -> Watch<PointerInterface.Watch> {
        try watch(PointerInterface.Watch.self, .init(device: device))
    }
}

/// The configuration of the engine and of editors. All throw as `call` does, and are refused with `NoSuchEditor`, `NoSuchKey`.
extension InkConnection {
    /// Every key and its value: an editor's, or the engine's.
    public func configuration(of editor: String? = nil) throws(ClientError) -> [EditorInterface.Setting] {
        try call(EditorInterface.GetConfiguration.self, .init(editor: editor)).settings
    }

    /// Sets a key of an editor, or of the engine. Refused with `InvalidValue`.
    ///
    /// - Parameter persist: kept for the user over a restart of inkd; of the engine alone.
    public func setConfiguration(
        _ key: String, to value: EditorInterface.Value.Content, of editor: String? = nil, persist: Bool = false
    ) throws(ClientError) {
        _ = try call(
            EditorInterface.SetConfiguration.self, .init(editor: editor, key: key, value: .init(value), persist: persist ? true : nil))
    }

    /// Has a key of an editor follow the engine again, or one of the engine what is kept for the user, the daemon's settings or the
    /// built-in default.
    ///
    /// - Parameter persist: what is kept for the user is forgotten, too; of the engine alone.
    public func unsetConfiguration(_ key: String, of editor: String? = nil, persist: Bool = false) throws(ClientError) {
        _ = try call(EditorInterface.UnsetConfiguration.self, .init(editor: editor, key: key, persist: persist ? true : nil))
    }
}

/// The replies of a streaming method, one by one. Lives as long as the connection it took over.
public final class Watch<Method: StreamingVarlinkMethod> {
    private let connection: InkConnection
    private var isOver = false

    init(connection: InkConnection) { self.connection = connection }

    /// The socket, to wait for with `poll`. When it is readable, call `nextIfAvailable()` until it gives nil.
    public var fileDescriptor: Int32 { connection.fileDescriptor }

    /// The stream has ended: no reply comes any more.
    public var isFinished: Bool { isOver }

    /// Waits for the next reply, for ever if `timeout` is nil. nil when the stream has ended.
    ///
    /// - Throws: `timedOut`, after which one may ask again; `refused` with the daemon's error; others if the connection fails.
    public func next(timeout: Duration? = nil) throws(ClientError) -> Method.Reply? {
        guard !isOver else { return nil }
        guard let reply = try receive(until: InkConnection.deadline(timeout)) else { throw .timedOut }
        return reply
    }

    /// The next reply if one has come; nil, without waiting, if none has or the stream has ended.
    ///
    /// - Throws: `refused` with the daemon's error; others if the connection fails.
    public func nextIfAvailable() throws(ClientError) -> Method.Reply? {
        guard !isOver else { return nil }
        return try receive(until: InkConnection.deadline(.zero))
    }

    /// As `nextIfAvailable()`, but the reply as it came, with fields that this library does not know.
    ///
    /// - Throws: As `nextIfAvailable()`.
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
