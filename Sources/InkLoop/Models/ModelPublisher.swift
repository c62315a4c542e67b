internal import InkProtocol
internal import InkWorkspace
internal import ModelStore

/// Notifies the clients that watch models of added models, removed models, and unusable files. Loop thread only.
final class ModelPublisher {
    private let shared: SharedState
    private let clients: ClientHub
    /// The unusable files that the last scan of each scope found.
    private var problems: [ModelScope: [ModelProblem]] = [:]

    init(shared: SharedState, clients: ClientHub) {
        self.shared = shared
        self.clients = clients
    }

    private var watching: [Client] { clients.watching { if case .models = $0 { true } else { false } } }

    /// Sends the models of a client's user and the unusable files to a client that began to watch.
    func publishPresent(to client: Client) {
        let user = client.peer.user
        for model in shared.models.catalog(of: user).models { publish(.present, model, to: client) }
        for problem in (problems[.everybody] ?? []) + (problems[.user(user)] ?? []) {
            publishFailure("\(problem.error)", file: problem.path, to: client)
        }
        if let problem = shared.models.problem { publishFailure(problem, file: shared.settings.model, to: client) }
    }

    /// Changes the models by calling `change`, and notifies each client of the changes for its user.
    func publishChanges(_ change: () -> Void) {
        let clients = watching.map { ($0, shared.models.catalog(of: $0.peer.user)) }
        change()
        for (client, old) in clients {
            let new = shared.models.catalog(of: client.peer.user)
            for model in old.models where new.model(model.tag) == nil { publish(.removed, model, to: client) }
            for model in new.models {
                guard let before = old.model(model.tag) else {
                    publish(.added, model, to: client)
                    continue
                }
                if before != model { publish(.replaced, model, to: client) }
            }
        }
    }

    /// Stores the list of unusable files, and notifies clients of new ones.
    func note(_ found: [ModelProblem], of scope: ModelScope) {
        let known = Set((problems[scope] ?? []).map(\.path))
        problems[scope] = found
        for problem in found where !known.contains(problem.path) {
            publishFailure("\(problem.error)", file: problem.path, for: scope)
        }
    }

    /// Notifies the affected clients of an unusable file.
    /// - Parameter file: the file's path; nil for an uploaded file.
    func publishFailure(_ reason: String, file: String? = nil, for scope: ModelScope) {
        for client in watching where scope == .everybody || scope == .user(client.peer.user) {
            publishFailure(reason, file: file, to: client)
        }
    }

    private func publishFailure(_ reason: String, file: String?, to client: Client) {
        // only the file name, because clients cannot access the folder
        let name = file?.split(separator: "/").last.map(String.init)
        clients.stream(ModelsInterface.Watch.self, to: client, as: .final) {
            .init(sequence: $0, change: .failed, file: name, reason: reason)
        }
    }

    /// Returns a model as org.inkd.Models describes it for a user.
    func message(_ model: InstalledModel, for user: UInt32) -> ModelsInterface.Model {
        .init(model, inUse: shared.models.isInUse(model) || model.path == shared.settings.model, user: user)
    }

    private func publish(_ change: ModelsInterface.Change, _ model: InstalledModel, to client: Client) {
        clients.stream(ModelsInterface.Watch.self, to: client, as: .final) {
            .init(sequence: $0, change: change, model: message(model, for: client.peer.user))
        }
    }
}
