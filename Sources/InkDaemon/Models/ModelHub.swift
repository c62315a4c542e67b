internal import Foundation
internal import Glibc
internal import InkProtocol
internal import Logging
internal import ModelStore

/// org.inkd.Models: finding, installing and removing models. Their files are touched on a thread of their own. Loop thread only.
final class ModelHub: ModelsService {
    private unowned let hubs: Hubs
    private var thread: ModelThread?
    /// Models that clients are uploading, by number.
    private(set) var uploads: [Int: Upload] = [:]
    private var lastUpload = 0
    private let notices: UserNotices

    init(_ hubs: Hubs) {
        self.hubs = hubs
        notices = UserNotices(about: "models", hubs)
    }

    // MARK: Models that are installed

    /// Finds the models there are, and starts the thread that reads and writes their files.
    /// - Throws: `DaemonError.system` if no thread can be started.
    func start() throws(DaemonError) {
        let settings = hubs.settings
        let store = ModelStore(systemFolder: settings.models, ownFolder: settings.state + "/models")
        thread = try ModelThread(store: store)
        store.removeLeftovers()
        let (catalog, problems) = store.scan()
        let logger = hubs.shared.logger
        for problem in problems { logger.warning("a model is not used: \(problem)") }
        logger.info("models: \(catalog.tags.isEmpty ? "none" : catalog.tags.joined(separator: ", "))")
        use(catalog)
    }

    /// Ends the thread after its queued work; incomplete uploads are dropped.
    func stop() {
        uploads = [:]
        thread?.finish()
        thread = nil
    }

    /// Chooses the language again that editors read in where nothing else is set: the settings have changed.
    func chooseLanguage() { use(hubs.shared.models.catalog) }

    private func use(_ catalog: ModelCatalog) {
        if let problem = hubs.shared.models.use(catalog, language: hubs.settings.language) {
            hubs.shared.logger.notice("text is read in no language in particular: \(problem)")
        }
    }

    /// The models on disk have changed; editors follow.
    private func catalogChanged(_ catalog: ModelCatalog) {
        use(catalog)
        hubs.modelsChanged()
    }

    private var catalog: ModelCatalog { hubs.shared.models.catalog }

    func list(_ parameters: ModelsInterface.List.Parameters, for caller: Caller) -> ModelsInterface.List.Reply {
        .init(models: catalog.models.map(message))
    }

    func resolve(_ parameters: ModelsInterface.Resolve.Parameters, for caller: Caller) throws -> ModelsInterface.Resolve.Reply {
        do throws(ModelStoreError) {
            return .init(model: message(try catalog.resolve(parameters.tag)))
        } catch {
            throw error.refusal
        }
    }

    func isInstalled(
        _ parameters: ModelsInterface.IsInstalled.Parameters, for caller: Caller
    ) throws -> ModelsInterface.IsInstalled.Reply {
        let tag = try tag(parameters.tag)
        return .init(installed: catalog.model(tag) != nil)
    }

    /// Whether editors or requests read with the model, or it is the settings' own.
    private func isInUse(_ model: InstalledModel) -> Bool {
        hubs.shared.models.isInUse(model) || model.path == hubs.settings.model
    }

    private func message(_ model: InstalledModel) -> ModelsInterface.Model { .init(model, inUse: isInUse(model)) }

    private func tag(_ text: String) throws -> LanguageTag {
        do throws(ModelStoreError) { return try LanguageTag(text) } catch { throw error.refusal }
    }

    // MARK: Removing

    func remove(_ parameters: ModelsInterface.Remove.Parameters, for caller: Caller) async throws -> ModelsInterface.Remove.Reply {
        let tag = try tag(parameters.tag)
        let access = hubs.shared.access
        guard access.permitsManaging(caller.user) else { throw ServiceInterface.PermissionDenied() }
        guard let model = catalog.model(tag) else { throw ModelsInterface.NoModel(tag: tag.description, available: catalog.tags) }
        guard model.origin == .own else { throw ModelsInterface.SystemModel(tag: tag.description) }
        // the system's model takes its place at once
        let isReplaceable = access.isTrusted(caller.user) && catalog.replacesSystem(tag)
        guard isReplaceable || !isInUse(model) else { throw ModelsInterface.InUse(tag: tag.description) }
        let outcome = try await running().remove(tag)
        catalogChanged(outcome.catalog)
        if let problem = outcome.problem { throw problem.refusal }
        notices.log("the model \(tag) was removed", of: caller.user)
        return .init()
    }

    // MARK: Installing

    func install(
        _ parameters: ModelsInterface.Install.Parameters, for caller: Caller, to stream: ReplyStream<ModelsInterface.Install>
    ) async throws {
        guard hubs.shared.access.permitsManaging(caller.user) else { throw ServiceInterface.PermissionDenied() }
        let same = uploads.values.count { $0.user == caller.user }
        guard uploads.count < Upload.limit, same < Upload.limitOfUser else { throw ModelsInterface.Busy() }
        guard catalog.models.count(where: { $0.origin == .own }) < Upload.limitOfModels else {
            throw ModelsInterface.Unusable(reason: "\(Upload.limitOfModels) models are installed: remove some")
        }
        let thread = try running()
        // systemd makes it for the service; where it cannot be made, writing into it says so
        mkdir(hubs.settings.state, 0o700)
        lastUpload += 1
        let number = lastUpload
        uploads[number] = Upload(client: caller.id, user: caller.user, size: parameters.size)
        do throws(ModelStoreError) {
            try await thread.begin(number, size: parameters.size)
        } catch {
            uploads[number] = nil
            throw error.refusal
        }
        // nobody reads the stream if the client has gone meanwhile
        guard uploads[number] != nil else { return }
        hubs.clients.begin(.install(number), caller)
        publish(number, .receiving, received: 0)
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

    /// Has a complete upload verified and put into its place.
    private func verify(_ number: Int, _ upload: Upload) {
        publish(number, .verifying, received: upload.size)
        let (daemon, user) = (hubs.daemon, upload.user)
        thread?.finish(number, replacingSystem: hubs.shared.access.isTrusted(user)) { result, catalog in
            daemon.post { $0.hubs.models.verified(number, of: user, result, catalog) }
        }
    }

    private func verified(
        _ number: Int, of user: UInt32, _ result: Result<InstalledModel?, ModelStoreError>, _ catalog: ModelCatalog
    ) {
        catalogChanged(catalog)
        switch result {
        case .success(let model?):
            notices.log("the model \(model.tag) was installed (\(model.size) bytes)", of: user)
            publish(number, .installed, received: model.size, model)
        case .success(nil): break
        case .failure(let problem): fail(number, problem)
        }
    }

    /// The client is gone, and its upload with it.
    func clientLeft(_ client: ClientID) {
        for number in uploads.filter({ $0.value.client == client }).keys { drop(number) }
    }

    private func drop(_ number: Int) {
        if uploads.removeValue(forKey: number) != nil { thread?.drop(number) }
    }

    /// Ends an install with an error.
    private func fail(_ number: Int, _ problem: ModelStoreError) {
        guard let client = uploads[number]?.client else { return }
        drop(number)
        hubs.clients.fail(problem.refusal, to: client)
    }

    /// Sends the progress of an install; `installed` ends it.
    private func publish(_ number: Int, _ progress: ModelsInterface.Progress, received: Int, _ model: InstalledModel? = nil) {
        guard let upload = uploads[number], let client = hubs.clients[upload.client] else { return }
        let isLast = progress == .installed
        if isLast { uploads[number] = nil }
        // of the bytes received only the newest number counts
        let kind: MessageClass = progress == .receiving && received > 0 ? .partial(key: 0) : .final
        hubs.clients.stream(ModelsInterface.Install.self, to: client, as: kind, isLast: isLast) { _ in
            .init(upload: number, progress: progress, received: received, model: model.map(message))
        }
    }

    private func running() throws(ModelsInterface.Unusable) -> ModelThread {
        guard let thread else { throw .init(reason: "the daemon is ending; try again when it has started") }
        return thread
    }
}
