internal import InkProtocol
internal import Logging
internal import System

/// The workspaces, made on demand and dropped when unused. Loop thread only.
final class WorkspaceDirectory {
    private unowned let hubs: Hubs
    private var workspaces: [UInt32: Workspace] = [:]
    /// Answers users who may use the public calls only, all on one thread.
    private var lobby: Workspace?

    /// Bytes of a call of a user who may use the public calls only.
    private static let lobbyLimit = 64 << 10
    /// Microseconds for which a workspace may go on at the end.
    private static let patience: UInt64 = 10_000_000

    init(_ hubs: Hubs) { self.hubs = hubs }

    /// The workspace of a user.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func workspace(of user: UInt32) throws(DaemonError) -> Workspace {
        if let workspace = workspaces[user] { return workspace }
        let workspace = try Workspace(of: user, shared: hubs.shared, daemon: hubs.daemon, service: hubs.service)
        workspaces[user] = workspace
        // before any call of the user's
        workspace.post { $0.editors.applyPenSettings() }
        return workspace
    }

    var all: [Workspace] { Array(workspaces.values) }

    /// Has a call answered in the workspace of its user.
    func answer(_ message: [UInt8], from caller: Caller) {
        do {
            guard !hubs.shared.access.isMember(caller.user) else {
                return try workspace(of: caller.user).answer(message, from: caller)
            }
            guard message.count <= Self.lobbyLimit else { return refuse(ServiceInterface.PermissionDenied(), caller) }
            let lobby = try lobby ?? Workspace(of: .max, shared: hubs.shared, daemon: hubs.daemon, service: hubs.service)
            self.lobby = lobby
            lobby.answer(message, from: caller)
        } catch {
            hubs.shared.notice(.warning, causedBy: caller.user, "a call was refused: \(error)")
            refuse(ClientInterface.Failed(reason: "\(error)"), caller)
        }
    }

    private func refuse(_ error: some VarlinkError, _ caller: Caller) {
        let bytes = (try? Reply.encode(error)) ?? []
        // on another turn, so that a client with many calls does not take this one
        hubs.daemon.post { $0.answered(.reply(bytes), to: caller.id) }
    }

    /// The client is gone: its state is dropped, and its user's workspace if it is unused.
    func clientLeft(_ caller: Caller) {
        caller.leave()
        hubs.shared.usage.memory.clientLeft(caller.id)
        for workspace in workspaces.values { workspace.post { $0.clientLeft(caller.id) } }
        guard let workspace = workspaces[caller.user], !isUsed(caller.user) else { return }
        let daemon = hubs.daemon
        workspace.post { workspace in
            guard workspace.isUnused else { return }
            daemon.post { $0.hubs.clients.workspaces.drop(workspace) }
        }
    }

    private func isUsed(_ user: UInt32) -> Bool { hubs.clients.all.contains { $0.peer.user == user } }

    private func drop(_ workspace: Workspace) {
        guard workspaces[workspace.user] === workspace, !isUsed(workspace.user), !hubs.devices.editors.uses(workspace) else { return }
        workspaces[workspace.user] = nil
    }

    /// Sessions have ended or begun: the state of users without one is dropped, except on disk.
    func sessionsChanged() {
        for workspace in workspaces.values
        where !hubs.shared.access.isMember(workspace.user) && workspace.user != hubs.ownUser && !hubs.devices.editors.uses(workspace) {
            workspaces[workspace.user] = nil
            hubs.users.forget(workspace.user)
            workspace.post { $0.close() }
        }
    }

    /// Has every workspace store its editors' changes, and waits for that.
    func close() {
        for workspace in workspaces.values {
            guard let isClosed = try? EventCounter() else { continue }
            workspace.post { workspace in
                workspace.close()
                isClosed.add()
            }
            _ = isClosed.wait(until: MonotonicClock.microseconds + Self.patience)
        }
        workspaces = [:]
        lobby = nil
    }
}
