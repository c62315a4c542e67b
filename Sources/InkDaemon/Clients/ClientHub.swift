internal import Glibc
internal import InkProtocol
internal import Logging
internal import System

/// The connections: who is let in, the bytes of calls on their way to workspaces, and of replies on their way out. Loop thread only.
final class ClientHub {
    private unowned let hubs: Hubs
    private let listener: ClientListener
    private var clients: [ClientID: Client] = [:]
    private var lastClient: UInt64 = 0
    /// Of clients that have gone: of all users, and of those that were heard of last.
    private var missed = MissedMessages()
    private var missedByUser = UserTable<MissedMessages>(limit: 64)
    /// Messages of movement that clients did not get which have gone.
    private var missedMotionOfGone = 0
    /// Has queues emptied after everything that is more urgent.
    private var flushTimer: EventSource?
    let workspaces: WorkspaceDirectory

    init(_ hubs: Hubs) {
        self.hubs = hubs
        listener = ClientListener(loop: hubs.loop, shared: hubs.shared)
        workspaces = WorkspaceDirectory(hubs)
    }

    /// Opens the socket.
    func start(at path: String) throws(DaemonError) {
        flushTimer = try hubs.loop.timer { [unowned self] in flushQueues() }
        try listener.open(at: path) { [unowned self] in admit($0) }
    }

    /// Closes the socket, then the connections once their queued messages are sent.
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

    /// Microseconds in which clients may read their queued messages at the end.
    private static let farewell: UInt64 = 2_000_000

    var all: [Client] { Array(clients.values) }

    var count: Int { clients.count }

    subscript(id: ClientID) -> Client? { clients[id] }

    // MARK: Coming and going

    private func admit(_ descriptor: Int32) {
        guard let peer = Peer(of: descriptor) else {
            close(descriptor)
            return
        }
        let settings = hubs.shared.settings
        do throws(ClientInterface.QuotaExceeded) {
            try refuseCrowd(peer.user, settings)
        } catch {
            // said once until there is room again, and seldom however often that is: anybody can connect as often as they like
            listener.logLimit(
                "clients are turned away: \(clients.count) are served, user \(peer.user): \(error.quota)", causedBy: peer.user)
            if let message = try? Reply.encode(error) {
                _ = message.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
            }
            close(descriptor)
            return
        }
        lastClient += 1
        let id = ClientID(value: lastClient)
        let connection = ClientConnection(descriptor)
        let caller = Caller(id: id, user: peer.user, sink: ClientSink(id, hubs.daemon))
        let client = Client(caller: caller, peer: peer, connection: connection, queueLimit: settings.clientsQueue << 10)
        do {
            connection.source = try hubs.loop.watch(descriptor, events: .readable) { [unowned self] ready in serve(id, ready) }
            clients[id] = client
            hubs.updateStatus()
        } catch {
            hubs.shared.notices.log(.warning, about: .daemon, "a client was turned away: \(error)")
        }
    }

    /// One user alone cannot take all the places, and users together not those that are kept for root and for who sits at a seat.
    private func refuseCrowd(_ user: UInt32, _ settings: Settings) throws(ClientInterface.QuotaExceeded) {
        let maximum = settings.clientsMaximum
        let same = clients.values.count { $0.peer.user == user }
        let ofUser = connectionLimit(settings)
        guard same < ofUser else {
            throw .init(
                quota: "quotas.connections", used: same, limit: ofUser, remedy: "close connections you do not need")
        }
        let isPreferred = hubs.shared.access.isPrivileged(user) || hubs.devices.seats.contains { hubs.shared.access.owner(of: $0) == user }
        let places = isPreferred ? maximum : maximum - min(maximum - 1, max(1, maximum / 8))
        guard clients.count < places else {
            throw .init(
                quota: "clients.maximum", used: clients.count, limit: places,
                remedy: "wait until other clients have gone, or have an administrator raise clients.maximum")
        }
    }

    /// Ends a connection.
    func drop(_ client: Client) {
        // out of the loop before the descriptor is closed, though a callback in progress keeps the source
        client.connection.source?.disable()
        client.connection.source = nil
        client.disconnectTimer = nil
        (client.memory, client.fetchTimer) = (nil, nil)
        guard clients.removeValue(forKey: client.id) != nil else { return }
        note(MissedMessages(client), of: client.peer.user)
        missedMotionOfGone += client.queue.droppedMotion
        if client.watch != nil { hubs.shared.usage.streamEnded(of: client.peer.user) }
        hubs.clientLeft(client)
        workspaces.clientLeft(client.caller)
        guard !hubs.isStopping else { return }
        listener.resume()
        hubs.updateStatus()
    }

    private func note(_ missed: MissedMessages, of user: UInt32) {
        guard missed != MissedMessages() else { return }
        self.missed.add(missed)
        missedByUser.update(user, from: MissedMessages()) { $0.add(missed) }
    }

    /// The bytes that wait for clients, and the messages that they missed.
    /// - Parameter user: whose clients; nil for everybody's.
    func statistics(of user: UInt32?) -> DevicesInterface.QueueStatistics {
        var missed = user.map { missedByUser[$0] ?? MissedMessages() } ?? missed
        var (count, watches, bytes) = (0, 0, 0)
        for client in clients.values where user == nil || client.peer.user == user {
            count += 1
            watches += client.watch == nil ? 0 : 1
            bytes += client.queue.pendingBytes
            missed.add(MissedMessages(client))
        }
        return .init(
            clients: count, watches: watches, bytes: bytes, leftOut: missed.leftOut, disconnected: missed.disconnected,
            posted: user == nil ? hubs.loop.waitingWork : nil)
    }

    /// Messages of movement that clients did not get.
    var missedMotion: Int { clients.values.reduce(missedMotionOfGone) { $0 + $1.queue.droppedMotion } }

    /// The number of connections of each user.
    var connections: [UInt32: Int] { clients.values.reduce(into: [:]) { $0[$1.peer.user, default: 0] += 1 } }

    /// The largest number of connections of one user.
    func connectionLimit(_ settings: Settings) -> Int { min(settings.quotas.connections, max(1, settings.clientsMaximum / 2)) }

    // MARK: Calls

    private func serve(_ id: ClientID, _ ready: Readiness) {
        guard let client = clients[id] else { return }
        if ready.contains(.writable) {
            guard flush(client) else { return }
            // calls may have waited until the client had read the answers to earlier ones
            takeCall(of: client)
            guard clients[id] != nil else { return }
        }
        // a peer that closed altogether hangs up; one that only sends no more (as `socat` does at the end of its input) still reads
        guard ready.isDisjoint(with: [.hangUp, .failed]) || ready.contains(.readable) else { return drop(client) }
        guard ready.contains(.readable) else { return }
        guard client.connection.receive() else { return drop(client) }
        takeCall(of: client)
        if client.connection.isSilent, ready.contains(.hangUp) { drop(client) }
    }

    /// Hands the client's next call, if it is complete, to the workspace of its user.
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
        // calls behind a watch are never answered, but they may not pile up without bound
        if client.watch != nil, client.connection.framer.pendingBytes > MessageFramer.callLimit {
            hubs.shared.logger.debug("a client of user \(client.peer.user) was disconnected: it goes on calling behind a watch")
            return drop(client)
        }
        // one that sends no more and has been answered is done; for others what is waited for may have changed
        if client.connection.isSilent, !client.isOwedReplies { drop(client) } else { _ = flush(client) }
    }

    private static func encoded(_ error: some VarlinkError) -> [UInt8] { (try? Reply.encode(error)) ?? [] }

    /// Passes on the outcome of a client's call, and takes the next one.
    func answered(_ outcome: CallOutcome, to id: ClientID) {
        guard let client = clients[id] else { return }
        let hasEnded = client.call == .streamEnded
        client.call = .idle
        switch outcome {
        case .reply(let bytes, let memory): send(bytes, memory, to: client)
        case .none: break
        case .streaming:
            if client.watch == nil, !hasEnded { begin(.workspace, client.caller) }
            hubs.replays.watchesChanged(all.count { $0.watch != nil })
        }
        guard clients[id] != nil else { return }
        takeCall(of: client)
    }

    // MARK: Streams

    /// Notes the stream that a client's call begins.
    func begin(_ watch: Watch, _ caller: Caller) {
        hubs.synchroniseClock()
        guard let client = clients[caller.id] else { return }
        client.watch = watch
        client.watchedSeats = [:]
        hubs.shared.usage.streamBegan(of: caller.user)
    }

    /// The clients whose streams are of a kind.
    func watching(_ isOfKind: (Watch) -> Bool) -> [Client] { clients.values.filter { $0.watch.map(isOfKind) == true } }

    /// Calls `body` with every client that has a stream. Allocates nothing.
    func forEachWatching(_ body: (Client, Watch) -> Void) {
        for client in clients.values { if let watch = client.watch { body(client, watch) } }
    }

    /// Sends one of several replies, with its number.
    ///
    /// One that cannot be encoded ends the stream with an error.
    /// - Parameter isLast: the connection takes other calls after it.
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

    /// Ends a stream with an error; the connection takes other calls after it.
    func fail(_ error: any Error, to id: ClientID) {
        guard let client = clients[id] else { return }
        finishStream(Reply.failure(error, to: client.peer.user, hubs.shared), to: id)
    }

    /// Sends one of several replies of a stream.
    func sendStream(_ bytes: [UInt8], as kind: MessageClass, to id: ClientID) {
        if let client = clients[id] { send(bytes, as: kind, to: client) }
    }

    /// Sends the last reply of a stream: the connection takes other calls from now on.
    func finishStream(_ bytes: [UInt8], to id: ClientID) {
        guard let client = clients[id] else { return }
        if client.watch != nil { hubs.shared.usage.streamEnded(of: client.peer.user) }
        client.watch = nil
        client.sequence = 1
        if client.call == .underWay { client.call = .streamEnded }
        send(bytes, as: .final, to: client)
        if clients[id] != nil { takeCall(of: client) }
    }

    /// Queues a message and sends as much as the client takes: at once, or when nothing more urgent is to be done.
    func send(_ bytes: [UInt8], as kind: MessageClass, to client: Client, isUrgent: Bool = true) {
        guard !client.isFinishing else { return }
        if case .overflow = client.queue.append(bytes, as: kind) {
            client.isTooSlow = true
            let user = client.peer.user
            hubs.shared.notice(.notice, causedBy: user, "a client of user \(user) does not keep up and was disconnected")
            return end(client, with: ClientInterface.TooSlow(limit: client.queue.hardLimit))
        }
        if isUrgent { _ = flush(client) } else { flushTimer?.fire(at: hubs.loop.now) }
    }

    /// Sends a reply, which has its memory until the client has fetched it.
    private func send(_ bytes: [UInt8], _ memory: MemoryLease?, to client: Client) {
        let id = client.id
        if let memory, memory.bytes > 0 {
            client.memory = memory
            // what one client leaves lying others cannot use
            client.fetchTimer = try? hubs.loop.timer { [unowned self] in if let client = clients[id] { endUnlessFetching(client) } }
            client.fetchTimer?.fire(at: hubs.loop.now &+ Client.fetchingTime)
        }
        send(bytes, as: .final, to: client)
    }

    /// Ends the connection of a client that has fetched nothing of a large reply for a while.
    private func endUnlessFetching(_ client: Client) {
        guard client.memory != nil, !client.isFinishing else { return }
        guard client.queue.pendingBytes == client.unfetched else {
            client.unfetched = client.queue.pendingBytes
            client.fetchTimer?.fire(at: hubs.loop.now &+ Client.fetchingTime)
            return
        }
        client.isTooSlow = true
        end(client, with: ClientInterface.TooSlow(limit: client.queue.hardLimit))
    }

    private func flushQueues() { for client in all where !client.queue.isEmpty { _ = flush(client) } }

    /// Ends the connection after a last error, for which the client has some time.
    private func end(_ client: Client, with error: some VarlinkError) {
        client.queue.finish(with: Self.encoded(error))
        let id = client.id
        client.disconnectTimer = try? hubs.loop.timer { [unowned self] in if let client = clients[id] { drop(client) } }
        client.disconnectTimer?.fire(at: hubs.loop.now &+ Client.patience)
        _ = flush(client)
    }

    /// Bytes of a message that is too long until its client is not listened to any more.
    private static let longestRefusal = 16 << 20

    /// Sends as much as the client takes; false if it is gone now.
    private func flush(_ client: Client) -> Bool {
        guard client.flush(), !(client.isFinishing && client.queue.isEmpty) else {
            drop(client)
            return false
        }
        return true
    }
}
