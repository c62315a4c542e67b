internal import FoundationEssentials
internal import Glibc
internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import ModelStore

/// The service org.inkd.Models: finds, installs and removes models. A separate thread accesses the files. Loop thread only.
final class ModelServer: ModelsService {
    private let loop: EventLoop
    private let shared: SharedState
    private let clients: ClientHub
    private let workspaces: WorkspaceDirectory
    private var thread: ModelThread?
    /// Models that clients are uploading, by number.
    private(set) var uploads: [Int: Upload] = [:]
    private var lastUpload = 0
    private let authority: PolicyAuthority
    private let publisher: ModelPublisher

    init(loop: EventLoop, shared: SharedState, clients: ClientHub, workspaces: WorkspaceDirectory) {
        self.loop = loop
        self.shared = shared
        self.clients = clients
        self.workspaces = workspaces
        authority = PolicyAuthority(loop: loop, logger: shared.logger)
        publisher = ModelPublisher(shared: shared, clients: clients)
    }

    // MARK: Installed models

    /// Finds the installed models, and starts the thread that reads and writes their files.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func start() throws(DaemonError) {
        let settings = shared.settings
        let store = ModelStore(systemFolder: settings.models, ownFolder: settings.state + "/models")
        thread = try ModelThread(store: store)
        store.removeLeftovers()
        let (catalog, problems) = store.scan()
        let logger = shared.logger
        for problem in problems { logger.warning("a model was ignored: \(problem)") }
        logger.info("models: \(catalog.tags.isEmpty ? "none" : catalog.tags.joined(separator: ", "))")
        use(catalog)
        publisher.note(problems, of: .everybody)
        for user in store.users {
            let (models, problems) = store.models(of: user)
            for problem in problems { logger.warning("a model was ignored: \(problem)") }
            shared.models.use(models, of: user)
            publisher.note(problems, of: .user(user))
        }
    }

    /// Ends the thread after its queued work; incomplete uploads are dropped.
    func stop() {
        uploads = [:]
        authority.close()
        thread?.finish()
        thread = nil
    }

    /// Selects the editors' default language again after the settings have changed. A missing model is reported by `scan`.
    func chooseLanguage() { _ = shared.models.use(shared.models.catalog, language: shared.settings.language) }

    /// Scans the folders of models again: the system's packages add and remove languages while inkd runs.
    func scan() {
        let models = LoopBound(self, on: loop)
        thread?.scan { found in models.post { $0.found(found) } }
    }

    private func found(_ found: FoundModels) {
        let old = shared.models.catalog
        take(found)
        let catalog = shared.models.catalog
        guard catalog != old else { return }
        shared.logger.info("models: \(catalog.tags.isEmpty ? "none" : catalog.tags.joined(separator: ", "))")
        configureEditors()
    }

    /// Makes all editors use the current models and settings.
    func configureEditors() { for workspace in workspaces.all { workspace.configureEditors() } }

    private func use(_ catalog: ModelCatalog) {
        if let problem = shared.models.use(catalog, language: shared.settings.language) {
            shared.logger.notice("text is recognized without a particular language: \(problem)")
        }
    }

    /// Adopts models that have changed on disk, and reconfigures all editors.
    private func use(_ found: FoundModels) {
        take(found)
        configureEditors()
    }

    /// Adopts the models that were found, and notifies the clients that watch models.
    private func take(_ found: FoundModels) {
        publisher.publishChanges {
            switch found {
            case .everybody(let catalog, _): use(catalog)
            case .user(let user, let models, _): shared.models.use(models, of: user)
            }
        }
        switch found {
        case .everybody(_, let problems): publisher.note(problems, of: .everybody)
        case .user(let user, _, let problems): publisher.note(problems, of: .user(user))
        }
    }

    /// Handles the start of the recognizer. `problem` describes why the configured text network could not be loaded.
    func recognizerStarted(_ problem: String?) {
        if let problem { publisher.publishFailure(problem, file: shared.settings.model, for: .everybody) }
    }

    func watch(_ parameters: ModelsInterface.Watch.Parameters, for caller: Caller, to stream: ReplyStream<ModelsInterface.Watch>) {
        clients.begin(.models, caller)
        if let client = clients[caller.id] { publisher.publishPresent(to: client) }
    }

    private func catalog(of caller: Caller) -> ModelCatalog { shared.models.catalog(of: caller.user) }

    func list(_ parameters: ModelsInterface.List.Parameters, for caller: Caller) -> ModelsInterface.List.Reply {
        .init(models: catalog(of: caller).models.map { message($0, for: caller.user) })
    }

    func resolve(_ parameters: ModelsInterface.Resolve.Parameters, for caller: Caller) throws -> ModelsInterface.Resolve.Reply {
        do throws(ModelStoreError) {
            return .init(model: message(try catalog(of: caller).resolve(parameters.tag), for: caller.user))
        } catch {
            throw error.refusal
        }
    }

    func isInstalled(
        _ parameters: ModelsInterface.IsInstalled.Parameters, for caller: Caller
    ) throws -> ModelsInterface.IsInstalled.Reply {
        let tag = try tag(parameters.tag)
        return .init(installed: catalog(of: caller).model(tag) != nil)
    }

    /// Returns a model as org.inkd.Models describes it for a user.
    private func message(_ model: InstalledModel, for user: UInt32) -> ModelsInterface.Model { publisher.message(model, for: user) }

    private func tag(_ text: String) throws -> LanguageTag {
        do throws(ModelStoreError) { return try LanguageTag(text) } catch { throw error.refusal }
    }

    // MARK: Permissions

    /// Returns the scope in which a client may install or remove models: for all users, or only for the client's own user.
    /// - Parameter everybody: whether the client requests the scope of all users; nil for the largest scope without authentication.
    /// - Throws: `PermissionDenied` if the client may not use the requested scope.
    private func scope(_ everybody: Bool?, for caller: Caller) async throws -> ModelScope {
        if everybody == false { return .user(caller.user) }
        if shared.access.isAdministrator(caller.user) { return .everybody }
        if let process = clients[caller.id]?.process,
            await authority.permits(.installModels, to: process, isInteractive: everybody == true)
        {
            return .everybody
        }
        guard everybody == nil else { throw ServiceInterface.PermissionDenied() }
        return .user(caller.user)
    }

    // MARK: Removing

    func remove(_ parameters: ModelsInterface.Remove.Parameters, for caller: Caller) async throws -> ModelsInterface.Remove.Reply {
        let tag = try tag(parameters.tag)
        let models = shared.models
        let own = parameters.everybody == true ? nil : models.own(of: caller.user).first { $0.tag == tag }
        let common = parameters.everybody == false ? nil : models.catalog.model(tag)
        guard let model = own ?? common else { throw ModelsInterface.NoModel(tag: tag.description, available: catalog(of: caller).tags) }
        guard model.origin != .system else { throw ModelsInterface.SystemModel(tag: tag.description) }
        var scope = ModelScope.user(caller.user)
        if own == nil {
            scope = try await self.scope(parameters.everybody, for: caller)
            guard scope == .everybody else { throw ServiceInterface.PermissionDenied() }
        }
        // this model is used by the recognizer as long as it runs; any other removed model is replaced at once by the next best
        guard model.path != shared.settings.model else { throw ModelsInterface.InUse(tag: tag.description) }
        let outcome = try await running().remove(tag, of: scope)
        use(outcome.found)
        if let problem = outcome.problem { throw problem.refusal }
        shared.notice(.notice, causedBy: caller.user, "the model \(tag) was removed\(scope.note)")
        return .init()
    }

    // MARK: Installing

    func install(
        _ parameters: ModelsInterface.Install.Parameters, for caller: Caller, to stream: ReplyStream<ModelsInterface.Install>
    ) async throws {
        let scope = try await self.scope(parameters.everybody, for: caller)
        let same = uploads.values.count { $0.user == caller.user }
        guard uploads.count < Upload.limit, same < Upload.limitOfUser else { throw ModelsInterface.Busy() }
        try checkRoom(for: parameters.size, scope)
        let thread = try running()
        // systemd creates the folder for the service; if it is missing and cannot be created, the later write reports the error
        mkdir(shared.settings.state, 0o700)
        // while the client was authenticated it may have disconnected, and it is the only one that could cancel the upload
        guard clients[caller.id] != nil else { return }
        lastUpload += 1
        let number = lastUpload
        uploads[number] = Upload(client: caller.id, user: caller.user, scope: scope, size: parameters.size)
        do throws(ModelStoreError) {
            try await thread.begin(number, size: parameters.size, for: scope)
        } catch {
            uploads[number] = nil
            throw error.refusal
        }
        // the upload was dropped because its client has disconnected
        guard uploads[number] != nil else { return }
        clients.begin(.install(number), caller)
        publish(number, .receiving, received: 0)
    }

    /// Returns the bytes of a user's own models, including models that are being uploaded.
    func bytes(of user: UInt32) -> Int {
        let coming = uploads.values.reduce(0) { $0 + ($1.scope == .user(user) ? $1.size : 0) }
        return shared.models.own(of: user).reduce(coming) { $0 + $1.size }
    }

    /// Checks the limits of installed models.
    /// - Throws: `Unusable` if the maximum number of models is installed, `QuotaExceeded` if the user's models exceed `quotas.models`.
    private func checkRoom(for size: Int, _ scope: ModelScope) throws {
        let models: [InstalledModel]
        let limit: Int
        switch scope {
        case .everybody: (models, limit) = (shared.models.catalog.models.filter { $0.origin == .own }, Upload.limitOfModels)
        case .user(let user): (models, limit) = (shared.models.own(of: user), Upload.limitOfUsersModels)
        }
        guard models.count < limit else { throw ModelsInterface.Unusable(reason: "\(limit) models are installed: remove some") }
        guard case .user(let user) = scope, size > 0, size <= ModelStore.sizeLimit else { return }
        try shared.settings.quotas.check(.models, used: bytes(of: user) + size)
    }

    func write(_ parameters: ModelsInterface.Write.Parameters, for caller: Caller) async throws -> ModelsInterface.Write.Reply {
        let number = parameters.upload
        guard let upload = uploads[number], upload.user == caller.user else { throw ModelsInterface.NoSuchUpload(upload: number) }
        guard let data = Data(base64Encoded: parameters.data) else { throw ModelsInterface.InvalidData(upload: number) }
        guard data.count <= ModelsInterface.Write.limit else {
            throw ModelsInterface.TooLarge(size: data.count, limit: ModelsInterface.Write.limit)
        }
        guard data.count <= upload.size - upload.accepted else {
            throw ModelsInterface.TooLarge(size: upload.accepted + data.count, limit: upload.size)
        }
        let thread = try running()
        uploads[number]?.accepted += data.count
        let received: Int?
        do throws(ModelStoreError) {
            received = try await thread.write([UInt8](data), to: number)
        } catch {
            fail(number, error)
            throw error.refusal
        }
        guard let received else { throw ModelsInterface.NoSuchUpload(upload: number) }
        if received == upload.size { verify(number, upload) } else { publish(number, .receiving, received: received) }
        return .init(received: received)
    }

    /// Verifies a complete upload and moves it into place.
    private func verify(_ number: Int, _ upload: Upload) {
        publish(number, .verifying, received: upload.size)
        let models = LoopBound(self, on: loop)
        thread?.finish(number, for: upload.scope) { result, found in
            models.post { $0.verified(number, upload, result, found) }
        }
    }

    private func verified(
        _ number: Int, _ upload: Upload, _ result: Result<InstalledModel?, ModelStoreError>, _ found: FoundModels
    ) {
        use(found)
        switch result {
        case .success(let model?):
            shared.notice(
                .notice, causedBy: upload.user, "the model \(model.tag) was installed\(upload.scope.note) (\(model.size) bytes)")
            publish(number, .installed, received: model.size, model)
        case .success(nil): break
        case .failure(let problem): fail(number, problem)
        }
    }

    /// Drops the uploads of a disconnected client.
    func clientLeft(_ client: ClientID) {
        for number in uploads.filter({ $0.value.client == client }).keys { drop(number) }
    }

    private func drop(_ number: Int) {
        if uploads.removeValue(forKey: number) != nil { thread?.drop(number) }
    }

    /// Ends an install with an error.
    private func fail(_ number: Int, _ problem: ModelStoreError) {
        guard let upload = uploads[number] else { return }
        drop(number)
        clients.fail(problem.refusal, to: upload.client)
        publisher.publishFailure("\(problem)", for: upload.scope)
    }

    /// Sends the progress of an install. If a model is passed, the stream ends.
    private func publish(_ number: Int, _ progress: ModelsInterface.Progress, received: Int, _ model: InstalledModel? = nil) {
        guard let upload = uploads[number], let client = clients[upload.client] else { return }
        let isLast = progress == .installed
        if isLast { uploads[number] = nil }
        // of the numbers of bytes received only the newest counts
        let kind: MessageClass = progress == .receiving && received > 0 ? .partial(key: 0) : .final
        clients.stream(ModelsInterface.Install.self, to: client, as: kind, isLast: isLast) { _ in
            .init(upload: number, progress: progress, received: received, model: model.map { message($0, for: upload.user) })
        }
    }

    private func running() throws(ModelsInterface.Unusable) -> ModelThread {
        guard let thread else { throw .init(reason: "the daemon is stopping; try again after its next start") }
        return thread
    }
}

extension ModelScope {
    /// The users for whom the model is installed, as a part of a line in the journal.
    fileprivate var note: String {
        switch self {
        case .everybody: " for all users"
        case .user(let user): " for user \(user) only"
        }
    }
}
