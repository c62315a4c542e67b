internal import Glibc
package import InkProtocol
package import InkWorkspace
internal import Logging
internal import System

/// The parts of the loop that follow connections.
protocol ClientObserver: AnyObject {
    /// Handles the end of a connection.
    func clientLeft(_ client: Client)
    /// Handles the beginning of a stream.
    /// - Parameter count: the number of clients that have streams now.
    func streamBegan(count: Int)
}

/// The connections of clients. Admits clients, passes their calls to workspaces, and sends the replies. Loop thread only.
package final class ClientHub {
    private let loop: EventLoop
    private let shared: SharedState
    /// The interface through which workspaces use connections.
    private unowned let connections: any ClientConnections
    private let workspaces: WorkspaceDirectory
    private let devices: DeviceRegistry
    private let clock: LoopClock
    private let status: ServiceStatus
    weak var observer: (any ClientObserver)?
    private let listener: ClientListener
    private var clients: [ClientID: Client] = [:]
    private var lastClient: UInt64 = 0
    /// The numbers of messages missed by disconnected clients.
    private var missed = MissedByGone()
    /// Flushes the queues after all more urgent work.
    private var flushTimer: EventSource?

    /// - Parameter connections: the interface through which workspaces use connections.
    init(
        loop: EventLoop, shared: SharedState, connections: any ClientConnections, workspaces: WorkspaceDirectory, devices: DeviceRegistry,
        clock: LoopClock, status: ServiceStatus
    ) {
        self.loop = loop
        self.shared = shared
        self.connections = connections
        self.workspaces = workspaces
        self.devices = devices
        self.clock = clock
        self.status = status
        listener = ClientListener(loop: loop, shared: shared)
    }

    /// Opens the socket.
    func start(at path: String) throws(DaemonError) {
        flushTimer = try loop.timer { [unowned self] in flushQueues() }
        try listener.open(at: path) { [unowned self] in admit($0) }
    }

    /// Closes the socket. Then closes each connection once its queued messages have been sent.
    func stop() {
        listener.close()
        flushTimer = nil
        let end = MonotonicClock.microseconds + Self.farewell
        for client in all {
            while !client.queue.isEmpty, client.flush(), MonotonicClock.microseconds < end {
                client.connection.waitForRoom(milliseconds: 100)
            }
            drop(client)
        }
    }

    /// Microseconds for which clients may still read their queued messages when the daemon ends.
    private static let farewell: UInt64 = 2_000_000

    var all: [Client] { Array(clients.values) }

    var count: Int { clients.count }

    subscript(id: ClientID) -> Client? { clients[id] }

    // MARK: Connecting and disconnecting

    private func admit(_ descriptor: Int32) {
        guard let peer = Peer(of: descriptor) else {
            close(descriptor)
            return
        }
        let settings = shared.settings
        do throws(ClientInterface.QuotaExceeded) {
            try refuseCrowd(peer.user, settings)
        } catch {
            // the limit is logged once until a client disconnects, and at a limited rate, because a program can connect any number of times
            listener.logLimit(
                "a client of user \(peer.user) was refused: \(error.quota) is reached, with \(clients.count) clients connected",
                causedBy: peer.user)
            if let message = try? Reply.encode(error) {
                _ = message.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
            }
            close(descriptor)
            return
        }
        lastClient += 1
        let id = ClientID(value: lastClient)
        let connection = ClientConnection(descriptor)
        let caller = Caller(id: id, user: peer.user, connections: connections)
        let client = Client(caller: caller, peer: peer, connection: connection, queueLimit: settings.clientsQueue << 10)
        do {
            connection.source = try loop.watch(descriptor, events: .readable) { [unowned self] ready in serve(id, ready) }
            clients[id] = client
            workspaces.clientCame(caller)
            status.update()
        } catch {
            shared.notices.log(.warning, about: .daemon, "a client was refused: \(error)")
        }
    }

    /// Rejects a client if its user has too many connections. Also rejects it if the remaining connections are reserved, for root and for
    /// the users of seats.
    private func refuseCrowd(_ user: UInt32, _ settings: Settings) throws(ClientInterface.QuotaExceeded) {
        let maximum = settings.clientsMaximum
        let same = clients.values.count { $0.peer.user == user }
        let ofUser = connectionLimit(settings)
        guard same < ofUser else {
            throw .init(
                quota: "quotas.connections", used: same, limit: ofUser, remedy: "close connections you do not need")
        }
        let isPreferred = shared.access.isPrivileged(user) || devices.seats.contains { shared.access.owner(of: $0) == user }
        let places = isPreferred ? maximum : maximum - min(maximum - 1, max(1, maximum / 8))
        guard clients.count < places else {
            throw .init(
                quota: "clients.maximum", used: clients.count, limit: places,
                remedy: "wait until other clients disconnect, or ask an administrator to raise clients.maximum")
        }
    }

    /// Ends a connection, if it exists.
    package func disconnect(_ id: ClientID) { if let client = clients[id] { drop(client) } }

    /// Ends a connection.
    func drop(_ client: Client) {
        // out of the loop before the descriptor is closed, though a callback in progress retains the source
        client.connection.source?.disable()
        client.connection.source = nil
        client.disconnectTimer = nil
        (client.memory, client.fetchTimer) = (nil, nil)
        guard clients.removeValue(forKey: client.id) != nil else { return }
        missed.note(client)
        if client.watch != nil { shared.usage.streamEnded(of: client.peer.user) }
        observer?.clientLeft(client)
        workspaces.clientLeft(client.caller)
        guard !status.isStopping else { return }
        listener.resume()
        status.update()
    }

    /// Returns the pending bytes of clients, and the messages that they missed.
    /// - Parameter user: the owner of the clients; nil for all users.
    func statistics(of user: UInt32?) -> DevicesInterface.QueueStatistics {
        var missed = user.map { self.missed.byUser[$0] ?? MissedMessages() } ?? self.missed.all
        var (count, watches, bytes) = (0, 0, 0)
        for client in clients.values where user == nil || client.peer.user == user {
            count += 1
            watches += client.watch == nil ? 0 : 1
            bytes += client.queue.pendingBytes
            missed.add(MissedMessages(client))
        }
        return .init(
            clients: count, watches: watches, bytes: bytes, leftOut: missed.leftOut, disconnected: missed.disconnected,
            posted: user == nil ? loop.waitingWork : nil)
    }

    /// Number of motion messages that clients missed.
    var missedMotion: Int { clients.values.reduce(missed.motion) { $0 + $1.queue.droppedMotion } }

    /// The number of connections of each user.
    var connectionCounts: [UInt32: Int] { clients.values.reduce(into: [:]) { $0[$1.peer.user, default: 0] += 1 } }

    /// Returns the maximum number of connections of one user.
    func connectionLimit(_ settings: Settings) -> Int { min(settings.quotas.connections, max(1, settings.clientsMaximum / 2)) }

    // MARK: Calls

    private func serve(_ id: ClientID, _ ready: Readiness) {
        guard let client = clients[id] else { return }
        if ready.contains(.writable) {
            guard flush(client) else { return }
            // a call may have waited until the client read the replies to earlier calls
            takeCall(of: client)
            guard clients[id] != nil else { return }
        }
        // hangUp means that the peer closed both directions; a half-closed peer (as `socat` at the end of its input) still reads
        guard ready.isDisjoint(with: [.hangUp, .failed]) || ready.contains(.readable) else { return drop(client) }
        guard ready.contains(.readable) else { return }
        guard client.connection.receive() else { return drop(client) }
        takeCall(of: client)
        if client.connection.isSilent, ready.contains(.hangUp) { drop(client) }
    }

    /// Passes the client's next call, if complete, to the workspace of its user.
    private func takeCall(of client: Client) {
        if client.takesCalls, let frame = client.connection.framer.nextFrame() {
            client.call = .underWay
            switch frame {
            case .message(let bytes): workspaces.answer(bytes, from: client.caller)
            case .oversized(bytes: let count):
                answered(.reply(Self.encoded(ClientInterface.MessageTooLarge(size: count, limit: MessageFramer.callLimit))), to: client.id)
                return
            }
        }
        if client.connection.framer.discarded > Self.longestRefusal {
            let count = client.connection.framer.discarded
            return end(client, with: ClientInterface.MessageTooLarge(size: count, limit: MessageFramer.callLimit))
        }
        // calls after a watch are never answered, but the size of unread calls must be limited
        if client.watch != nil, client.connection.framer.pendingBytes > MessageFramer.callLimit {
            shared.logger.debug("a client of user \(client.peer.user) was disconnected: it sent further calls after a watch")
            return drop(client)
        }
        // a half-closed client without outstanding replies is done; for other clients, update the events to wait for
        if client.connection.isSilent, !client.isOwedReplies { drop(client) } else { _ = flush(client) }
    }

    private static func encoded(_ error: some VarlinkError) -> [UInt8] { (try? Reply.encode(error)) ?? [] }

    /// Forwards the outcome of a client's call, and handles the next one.
    package func answered(_ outcome: CallOutcome, to id: ClientID) {
        guard let client = clients[id] else { return }
        let hasEnded = client.call == .streamEnded
        client.call = .idle
        switch outcome {
        case .reply(let bytes, let memory): send(bytes, memory, to: client)
        case .none: break
        case .streaming:
            if client.watch == nil, !hasEnded { begin(.workspace, client.caller) }
            observer?.streamBegan(count: all.count { $0.watch != nil })
        }
        guard clients[id] != nil else { return }
        takeCall(of: client)
    }

    // MARK: Streams

    /// Records the stream that a client's call begins.
    func begin(_ watch: Watch, _ caller: Caller) {
        clock.synchronize()
        guard let client = clients[caller.id] else { return }
        client.watch = watch
        client.watchedSeats = [:]
        shared.usage.streamBegan(of: caller.user)
    }

    /// Returns the clients whose streams are of a kind.
    func watching(_ isOfKind: (Watch) -> Bool) -> [Client] { clients.values.filter { $0.watch.map(isOfKind) == true } }

    /// Calls `body` with every client that has a stream. Allocates nothing.
    func forEachWatching(_ body: (Client, Watch) -> Void) {
        for client in clients.values { if let watch = client.watch { body(client, watch) } }
    }

    /// Sends a reply of a stream, with the stream's next sequence number.
    ///
    /// If the reply cannot be encoded, the stream ends with an error.
    /// - Parameter isLast: whether the reply ends the stream. The connection then accepts other calls.
    func stream<M: StreamingVarlinkMethod>(
        _ method: M.Type, to client: Client, as kind: MessageClass, isLast: Bool = false, _ reply: (Int) -> M.Reply
    ) {
        do {
            let message = try Reply.encode(method, reply(client.sequence), continues: !isLast)
            client.sequence += 1
            if isLast { finishStream(message, to: client.id) } else { send(message, as: kind, to: client) }
        } catch {
            fail(error, to: client.id)
        }
    }

    /// Ends a stream with an error; the connection accepts other calls afterwards.
    package func fail(_ error: any Error, to id: ClientID) {
        guard let client = clients[id] else { return }
        finishStream(Reply.failure(error, to: client.peer.user, shared), to: id)
    }

    /// Sends one of several replies of a stream.
    package func sendStream(_ bytes: [UInt8], as kind: MessageClass, to id: ClientID) {
        if let client = clients[id] { send(bytes, as: kind, to: client) }
    }

    /// Sends the last reply of a stream: the connection accepts other calls from now on.
    package func finishStream(_ bytes: [UInt8], to id: ClientID) {
        guard let client = clients[id] else { return }
        if client.watch != nil { shared.usage.streamEnded(of: client.peer.user) }
        client.watch = nil
        client.sequence = 1
        if client.call == .underWay { client.call = .streamEnded }
        send(bytes, as: .final, to: client)
        if clients[id] != nil { takeCall(of: client) }
    }

    /// Queues a message, and sends as many bytes as the client accepts: immediately if urgent, otherwise after more urgent work.
    func send(_ bytes: [UInt8], as kind: MessageClass, to client: Client, isUrgent: Bool = true) {
        guard !client.isFinishing else { return }
        if case .overflow = client.queue.append(bytes, as: kind) {
            client.isTooSlow = true
            let user = client.peer.user
            shared.notice(.notice, causedBy: user, "a client of user \(user) was disconnected: it reads too slowly")
            return end(client, with: ClientInterface.TooSlow(limit: client.queue.hardLimit))
        }
        if isUrgent { _ = flush(client) } else { flushTimer?.fire(at: loop.now) }
    }

    /// Sends a reply, whose memory stays reserved until the client has fetched it.
    private func send(_ bytes: [UInt8], _ memory: MemoryLease?, to client: Client) {
        let id = client.id
        if let memory, memory.bytes > 0 {
            client.memory = memory
            // while the client does not fetch the reply, other clients cannot use the reserved memory
            client.fetchTimer = try? loop.timer { [unowned self] in if let client = clients[id] { endUnlessFetching(client) } }
            client.fetchTimer?.fire(at: loop.now &+ Client.fetchingTime)
        }
        send(bytes, as: .final, to: client)
    }

    /// Disconnects a client that has not fetched a part of a large reply since the last check.
    private func endUnlessFetching(_ client: Client) {
        guard client.memory != nil, !client.isFinishing else { return }
        guard client.queue.pendingBytes == client.unfetched else {
            client.unfetched = client.queue.pendingBytes
            client.fetchTimer?.fire(at: loop.now &+ Client.fetchingTime)
            return
        }
        client.isTooSlow = true
        end(client, with: ClientInterface.TooSlow(limit: client.queue.hardLimit))
    }

    private func flushQueues() { for client in all where !client.queue.isEmpty { _ = flush(client) } }

    /// Ends the connection after a last error. The client has some time to read the error.
    private func end(_ client: Client, with error: some VarlinkError) {
        client.queue.finish(with: Self.encoded(error))
        let id = client.id
        client.disconnectTimer = try? loop.timer { [unowned self] in if let client = clients[id] { drop(client) } }
        client.disconnectTimer?.fire(at: loop.now &+ Client.patience)
        _ = flush(client)
    }

    /// Maximum number of bytes of an overlong message that are discarded before the client is disconnected.
    private static let longestRefusal = 16 << 20

    /// Sends as much as the client accepts; false if it is gone now.
    private func flush(_ client: Client) -> Bool {
        guard client.flush(), !(client.isFinishing && client.queue.isEmpty) else {
            drop(client)
            return false
        }
        return true
    }
}
