internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import System

/// The workspaces, created on demand and dropped when unused. Loop thread only.
final class WorkspaceDirectory {
    private let loop: EventLoop
    private let shared: SharedState
    private unowned let host: any WorkspaceHost
    /// Answers org.varlink.service.
    private let service: ServiceIntrospection
    private let devices: DeviceRegistry
    private var workspaces: [UInt32: Workspace] = [:]
    /// The number of connections of each user.
    private var connections: [UInt32: Int] = [:]
    /// The single workspace, with one thread, of all users who may make only the public calls.
    private var lobby: Workspace?

    /// Maximum bytes of a call of a user who may use only the public calls.
    private static let lobbyLimit = 64 << 10
    /// Microseconds for which a workspace may continue at shutdown.
    private static let patience: UInt64 = 10_000_000

    init(loop: EventLoop, shared: SharedState, host: any WorkspaceHost, service: ServiceIntrospection, devices: DeviceRegistry) {
        self.loop = loop
        self.shared = shared
        self.host = host
        self.service = service
        self.devices = devices
    }

    /// Returns the workspace of a user.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func workspace(of user: UInt32) throws(DaemonError) -> Workspace {
        if let workspace = workspaces[user] { return workspace }
        let workspace = try Workspace(of: user, shared: shared, host: host, service: service)
        workspaces[user] = workspace
        // the settings must be in force before the user's first call is answered
        workspace.applyPenSettings()
        return workspace
    }

    var all: [Workspace] { Array(workspaces.values) }

    /// Answers a call in the workspace of its user.
    func answer(_ message: [UInt8], from caller: Caller) {
        do {
            guard !shared.access.isMember(caller.user) else {
                return try workspace(of: caller.user).answer(message, from: caller)
            }
            guard message.count <= Self.lobbyLimit else { return refuse(ServiceInterface.PermissionDenied(), caller) }
            let lobby = try lobby ?? Workspace(of: .max, shared: shared, host: host, service: service)
            self.lobby = lobby
            lobby.answer(message, from: caller)
        } catch {
            shared.notice(.warning, causedBy: caller.user, "a call was refused: \(error)")
            refuse(ClientInterface.Failed(reason: "\(error)"), caller)
        }
    }

    private func refuse(_ error: some VarlinkError, _ caller: Caller) {
        let bytes = (try? Reply.encode(error)) ?? []
        // reply in a later iteration of the loop, so that a client with many calls does not occupy this iteration
        host.answered(.reply(bytes), to: caller.id)
    }

    /// Notes that a user has connected.
    func clientCame(_ caller: Caller) { connections[caller.user, default: 0] += 1 }

    /// Drops the state of a client that has disconnected, and the workspace of its user if no client or device uses the workspace any more.
    func clientLeft(_ caller: Caller) {
        let rest = (connections[caller.user] ?? 1) - 1
        connections[caller.user] = rest > 0 ? rest : nil
        caller.leave()
        shared.usage.memory.clientLeft(caller.id)
        for workspace in workspaces.values { workspace.clientDisconnected(caller.id) }
        guard let workspace = workspaces[caller.user], !isUsed(caller.user) else { return }
        let directory = LoopBound(self, on: loop)
        workspace.ifUnused { directory.post { $0.drop(workspace) } }
    }

    private func isUsed(_ user: UInt32) -> Bool { connections[user] != nil }

    private func drop(_ workspace: Workspace) {
        guard workspaces[workspace.user] === workspace, !isUsed(workspace.user), !devices.uses(workspace) else { return }
        workspaces[workspace.user] = nil
    }

    /// Drops the state in memory of users without a session. Called after sessions have begun or ended.
    /// - Returns: the users whose workspaces were dropped.
    func sessionsChanged() -> [UInt32] {
        let unused = workspaces.values.filter {
            !shared.access.isMember($0.user) && $0.user != shared.access.own && !devices.uses($0)
        }
        for workspace in unused {
            workspaces[workspace.user] = nil
            workspace.end()
        }
        return unused.map(\.user)
    }

    /// Makes every workspace store the changes of its editors, and waits until they are stored.
    func close() {
        for workspace in workspaces.values {
            guard let isClosed = try? EventCounter() else { continue }
            workspace.end { isClosed.add() }
            _ = isClosed.wait(until: MonotonicClock.microseconds + Self.patience)
        }
        workspaces = [:]
        lobby = nil
    }
}
