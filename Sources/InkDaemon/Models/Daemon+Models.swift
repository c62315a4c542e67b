internal import Glibc
internal import InkProtocol
internal import Logging
internal import ModelStore
internal import Recognition

/// What org.inkd.Models offers besides installing.
extension Daemon {
    /// Finds the models there are.
    func startModels() throws(DaemonError) {
        let store = ModelStore(systemFolder: settings.models, ownFolder: settings.state + "/models")
        models = try ModelThread(store: store)
        store.removeLeftovers()
        let (found, problems) = store.scan()
        catalog = found
        for problem in problems { logger.warning("a model is not used: \(problem)") }
        logger.info("models: \(catalog.tags.isEmpty ? "none" : catalog.tags.joined(separator: ", "))")
    }

    /// Makes the folder for what is kept at run time, which systemd makes for the service. Where it cannot be made, writing into it says so.
    func makeStateFolder() { mkdir(settings.state, 0o700) }

    /// The reply of a method about models that there are.
    func answerModels(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .listModels:
            return try Reply.encode(ModelsInterface.List.self, .init(models: catalog.models.map(message)))
        case .resolveModel:
            let model = try resolve(call.parameters(as: ModelsInterface.Resolve.Parameters.self).tag)
            return try Reply.encode(ModelsInterface.Resolve.self, .init(model: message(model)))
        case .isModelInstalled:
            let tag = try parsed(call.parameters(as: ModelsInterface.Resolve.Parameters.self).tag)
            return try Reply.encode(ModelsInterface.IsInstalled.self, .init(installed: catalog.model(tag) != nil))
        case .installModel:
            try install(call.parameters(as: ModelsInterface.Install.Parameters.self), for: client)
            return nil
        case .writeModel:
            try write(call, for: client)
            return nil
        case .removeModel:
            try remove(parsed(call.parameters(as: ModelsInterface.Resolve.Parameters.self).tag), oneway: call.oneway, for: client)
            return nil
        default:
            return nil
        }
    }

    /// The model for a tag. Throws `ModelsInterface.InvalidTag`, `NoModel`.
    func resolve(_ tag: String) throws -> InstalledModel {
        do throws(ModelStoreError) { return try catalog.resolve(tag) } catch { throw error.refusal }
    }

    private func parsed(_ tag: String) throws -> LanguageTag {
        do throws(ModelStoreError) { return try LanguageTag(tag) } catch { throw error.refusal }
    }

    private func remove(_ tag: LanguageTag, oneway: Bool, for client: Client) throws {
        guard access.permitsManaging(client.peer.user) else { throw ServiceInterface.PermissionDenied() }
        guard let model = catalog.model(tag) else {
            throw ModelsInterface.NoModel(tag: tag.description, available: catalog.tags)
        }
        guard model.origin == .own else { throw ModelsInterface.SystemModel(tag: tag.description) }
        guard !isInUse(model) else { throw ModelsInterface.InUse(tag: tag.description) }
        let id = client.id
        client.awaitsReply = true
        models?.remove(tag) { [self] problem, catalog in
            loop.post { self.assumeIsolated { $0.wasRemoved(tag, problem, catalog, oneway: oneway, for: id) } }
        }
    }

    private func wasRemoved(_ tag: LanguageTag, _ problem: ModelStoreError?, _ catalog: ModelCatalog, oneway: Bool, for id: ClientID) {
        if problem == nil { logger.notice("the model \(tag) was removed") }
        take(catalog)
        reply(to: id, oneway: oneway) {
            if let problem { return try Reply.encode(any: problem.refusal) }
            return try Reply.encode(ModelsInterface.Remove.self, .init())
        }
    }

    /// Goes on with other models.
    func take(_ catalog: ModelCatalog) {
        self.catalog = catalog
        chooseLanguage()
        for editor in editors.values { configure(editor) }
    }

    /// Has editors' lines read in the language of the settings, as far as there is a model for it.
    func chooseLanguage() {
        do throws(ModelStoreError) {
            editorLanguage = try catalog.language(settings.language)
        } catch {
            editorLanguage = nil
            logger.notice("text is read in no language in particular: \(error)")
        }
    }

    /// Longer values, such as a table of symbols, are not handed out: all models' together must fit in a reply.
    private static let longestMetadata = 1024

    /// Whether editors, or somebody who waits, read with the model.
    func isInUse(_ model: InstalledModel) -> Bool {
        model == editorLanguage || editors.values.contains { $0.language == model } || model.path == settings.model
            || modelUses[model] != nil
    }

    /// The model in the words of the interface.
    func message(_ model: InstalledModel) -> ModelsInterface.Model {
        .init(
            tag: model.tag.description, kind: .init(rawValue: model.card.kind.rawValue) ?? .text, format: model.card.format,
            size: model.size,
            origin: model.origin == .own ? .own : .system, inUse: isInUse(model), attribution: model.card.trainingData,
            licence: model.card.trainingDataLicence, metadata: model.card.metadata.filter { $0.value.utf8.count <= Self.longestMetadata })
    }
}
