internal import InkProtocol
internal import Logging
internal import System

/// The workspaces, created on demand and dropped when unused. Loop thread only.
final class WorkspaceDirectory {
    private unowned let hubs: Hubs
    private var workspaces: [UInt32: Workspace] = [:]
    /// Answers users who may use only the public calls, all on one thread.
    private var lobby: Workspace?

    /// Maximum bytes of a call of a user who may use only the public calls.
    private static let lobbyLimit = 64 << 10
    /// Microseconds for which a workspace may continue at shutdown.
    private static let patience: UInt64 = 10_000_000

    init(_ hubs: Hubs) { self.hubs = hubs }

    /// Returns the workspace of a user.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func workspace(of user: UInt32) throws(DaemonError) -> Workspace {
        if let workspace = workspaces[user] { return workspace }
        let workspace = try Workspace(of: user, shared: hubs.shared, daemon: hubs.daemon, service: hubs.service)
        workspaces[user] = workspace
        // before any call of the user
        workspace.post { $0.editors.applyPenSettings() }
        return workspace
    }

    var all: [Workspace] { Array(workspaces.values) }

    /// Answers a call in the workspace of its user.
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
        // on another turn, so that a client with many calls does not use up this one
        hubs.daemon.post { $0.answered(.reply(bytes), to: caller.id) }
    }

    /// Drops the state of a client that is gone, and its user's workspace if it is unused.
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

    /// Drops the state of users without a session, except on disk, after sessions have ended or begun.
    func sessionsChanged() {
        for workspace in workspaces.values
        where !hubs.shared.access.isMember(workspace.user) && workspace.user != hubs.ownUser && !hubs.devices.editors.uses(workspace) {
            workspaces[workspace.user] = nil
            hubs.users.forget(workspace.user)
            workspace.post { $0.close() }
        }
    }

    /// Makes every workspace store its editors' changes, and waits for that.
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
