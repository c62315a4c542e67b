internal import Glibc
internal import InkProtocol
internal import Logging

extension Daemon {
    /// Opens the socket.
    func listen() throws(DaemonError) {
        let listener = try Listener(path: socketPath)
        let descriptor = listener.descriptor
        self.listener = consume listener
        keptSources.append(try loop.watch(descriptor, events: .readable) { [unowned self] _ in assumeIsolated { $0.acceptClients() } })
    }

    /// Notices when another user's session becomes active.
    func watchSeats() throws(DaemonError) {
        guard let descriptor = access.fileDescriptor else {
            logger.notice("logind cannot be asked: only root, our own user and access.users may use the devices")
            return
        }
        keptSources.append(try loop.watch(descriptor, events: .readable) { [unowned self] _ in assumeIsolated { $0.seatsChanged() } })
    }

    /// What one user wrote is not for the next: an editor forgets everything when its seat gets another user.
    func seatsChanged() {
        access.refresh()
        for session in devices.values {
            guard let owner = access.owner(of: session.identity.seat), owner != session.owner else { continue }
            let isFirst = session.owner == nil
            if !isFirst { forgetInk(of: session) }
            session.owner = owner
            if let editor = session.editor { configure(editor) }
            openUnnamedPackage(for: session)
        }
        for (name, seat) in textSeats {
            // what was known was of another session
            seat.isLockKnown = false
            if lock?.watch(name) != true { seat.isLockKnown = true }
            change(seat) {}
        }
    }

    private func acceptClients() {
        // a few at a time: however many come, pens get their turn
        for _ in 0..<16 {
            guard let descriptor = listener?.accept() else { return }
            guard let peer = Peer(of: descriptor) else {
                close(descriptor)
                continue
            }
            // one user alone cannot take all the places
            let same = clients.values.count { $0.peer == peer }
            guard clients.count < settings.clientsMaximum, same < max(1, settings.clientsMaximum / 2) else {
                // said once until there is room again: anybody can connect as often as they like
                if !isCrowded {
                    logger.warning(
                        "clients are turned away: \(clients.count) are served, \(same) of user \(peer.user) (clients.maximum)")
                }
                isCrowded = true
                close(descriptor)
                continue
            }
            lastClient += 1
            let id = ClientID(value: lastClient)
            let client = Client(id: id, peer: peer, descriptor: descriptor, queueLimit: settings.clientsQueue << 10)
            do {
                client.source = try loop.watch(descriptor, events: .readable) { [unowned self] ready in
                    assumeIsolated { $0.serve(id, ready) }
                }
                clients[id] = client
                tellStatus()
            } catch {
                logger.warning("a client was turned away: \(error)")
            }
        }
    }

    private func serve(_ id: ClientID, _ ready: Readiness) {
        guard let client = clients[id] else { return }
        if ready.contains(.writable) {
            guard flush(client) else { return }
            // calls may have waited until the client had read the answers to earlier ones
            if client.watch == nil { answerCalls(of: client) }
            guard clients[id] != nil else { return }
        }
        // a peer that closed altogether hangs up; one that only sends no more (as `socat` does at the end of its input) still reads
        guard ready.isDisjoint(with: [.hangUp, .failed]) || ready.contains(.readable) else { return drop(client) }
        if ready.contains(.readable) {
            guard client.receive() else { return drop(client) }
            answerCalls(of: client)
            if client.isSilent, ready.contains(.hangUp) { drop(client) }
        }
    }

    /// Answers the calls that are complete, one after the other; stops at one that is answered later or goes on for ever.
    func answerCalls(of client: Client) {
        do throws(ProtocolError) {
            var answered = 0
            while client.takesCalls, client.watch == nil, let message = try client.framer.next() {
                try answer(Call(decoding: message), of: client)
                answered += 1
                if answered >= Client.callsPerTurn, !client.awaitsReply { goOnNextTurn(client) }
            }
            // calls behind a watch are never answered, but they may not pile up without bound
            if client.watch != nil, client.framer.pendingBytes > client.framer.limit { throw .messageTooLarge(limit: client.framer.limit) }
            guard clients[client.id] != nil else { return }
            // one that sends no more and has been answered is done; for others what is waited for may have changed
            if client.isSilent, !client.isOwedReplies { drop(client) } else { _ = flush(client) }
        } catch {
            logger.debug("a client of user \(client.peer.user) was disconnected: \(error)")
            drop(client)
        }
    }

    /// Lets pens and other clients have their turn before more of this client's calls are answered.
    func goOnNextTurn(_ client: Client) {
        client.awaitsReply = true
        let id = client.id
        loop.post { [self] in
            assumeIsolated { daemon in
                guard let client = daemon.clients[id] else { return }
                client.awaitsReply = false
                daemon.answerCalls(of: client)
            }
        }
    }

    /// Queues a message and sends what the client takes.
    func send(_ bytes: [UInt8], as kind: MessageClass, to client: Client) {
        guard !client.isFinishing else { return }
        if case .overflow = client.queue.append(bytes, as: kind) {
            logger.notice("a client of user \(client.peer.user) does not keep up and was disconnected")
            client.isFinishing = true
            if let message = try? Reply.encode(ClientInterface.TooSlow(limit: client.queue.hardLimit)) {
                client.queue.finish(with: message)
            }
            let id = client.id
            client.lastCall = try? loop.timer { [unowned self] in
                assumeIsolated { if let client = $0.clients[id] { $0.drop(client) } }
            }
            client.lastCall?.fire(at: loop.now &+ Client.patience)
        }
        _ = flush(client)
    }

    /// Sends what the client takes; false if it is gone now.
    private func flush(_ client: Client) -> Bool {
        guard client.flush(), !(client.isFinishing && client.queue.isEmpty) else {
            drop(client)
            return false
        }
        return true
    }

    /// Closes the connection after sending what the client takes without waiting.
    func finish(_ client: Client) {
        client.isFinishing = true
        if flush(client) { drop(client) }
    }

    func drop(_ client: Client) {
        // out of the loop before the descriptor is closed, though a callback in progress keeps the source
        client.source?.rest()
        client.source = nil
        client.lastCall = nil
        if case .install(let upload) = client.watch { giveUp(upload) }
        if case .adaptation = client.watch { learner?.stop() }
        for editor in editors.values { editor.waiting[client.id] = nil }
        guard clients.removeValue(forKey: client.id) != nil, !isStopping else { return }
        if case .inputMethod(let seat) = client.watch { detach(client, from: seat) }
        isCrowded = false
        tellStatus()
    }

    /// Whether the client may know of the device and use it.
    func mayUse(_ session: DeviceSession, _ client: Client) -> Bool {
        access.permits(client.peer.user, seat: session.identity.seat)
    }

    /// Whether the client may know of the editor and use it: a device's if it may use the device, another if it is its user's own.
    func mayUse(_ editor: EditorSession, _ client: Client) -> Bool {
        // what is written into fields is their input method's alone
        if isText(editor) { return false }
        if let device = editor.device { return devices[device].map { mayUse($0, client) } ?? false }
        return editor.creator == client.peer.user
    }
}
