internal import Foundation
internal import InkProtocol
internal import Logging
internal import ModelStore

/// Installing models: one connection asks for it and is told how it goes, others bring the bytes.
extension Daemon {
    func install(_ parameters: ModelsInterface.Install.Parameters, for client: Client) throws {
        guard access.permitsManaging(client.peer.user) else { throw ServiceInterface.PermissionDenied() }
        let same = uploads.values.count { $0.user == client.peer.user }
        guard uploads.count < Upload.limit, same < Upload.limitOfUser else { throw ModelsInterface.Busy() }
        guard catalog.models.count(where: { $0.origin == .own }) < Upload.limitOfModels else {
            throw ModelsInterface.Unusable(reason: "\(Upload.limitOfModels) models are installed: remove some")
        }
        makeStateFolder()
        lastUpload += 1
        let number = lastUpload
        uploads[number] = Upload(client: client.id, user: client.peer.user, size: parameters.size)
        client.watch = .install(number)
        models?.begin(number, size: parameters.size) { [self] problem in
            loop.post { self.assumeIsolated { $0.uploadBegan(number, problem) } }
        }
    }

    private func uploadBegan(_ number: Int, _ problem: ModelStoreError?) {
        if let problem { return end(number, problem) }
        tell(number, .receiving, received: 0)
    }

    func write(_ call: Call, for client: Client) throws {
        // read where it is: a copy through a decoder would take several times as long
        guard let number = call.parameters["upload"]?.int, let text = call.parameters["data"]?.string else {
            throw ServiceInterface.InvalidParameter(parameter: "data")
        }
        let upload = Int(clamping: number)
        guard let known = uploads[upload], known.user == client.peer.user else { throw ModelsInterface.NoSuchUpload(upload: upload) }
        guard let data = Data(base64Encoded: text) else { throw ModelsInterface.InvalidData(upload: upload) }
        guard data.count <= ModelsInterface.Write.limit else {
            throw ModelsInterface.TooLarge(size: data.count, limit: ModelsInterface.Write.limit)
        }
        guard data.count <= known.size - known.accepted else {
            throw ModelsInterface.TooLarge(size: known.accepted + data.count, limit: known.size)
        }
        uploads[upload]?.accepted += data.count
        let (id, oneway) = (client.id, call.oneway)
        client.awaitsReply = true
        models?.write([UInt8](data), to: upload) { [self] result in
            loop.post { self.assumeIsolated { $0.wasWritten(upload, result, oneway: oneway, by: id) } }
        }
    }

    private func wasWritten(_ number: Int, _ result: Result<Int?, ModelStoreError>, oneway: Bool, by id: ClientID) {
        reply(to: id, oneway: oneway) {
            switch result {
            case .success(let received?): try Reply.encode(ModelsInterface.Write.self, .init(received: received))
            case .success(nil): try Reply.encode(ModelsInterface.NoSuchUpload(upload: number))
            case .failure(let problem): try Reply.encode(any: problem.refusal)
            }
        }
        guard let upload = uploads[number] else { return }
        switch result {
        case .success(upload.size):
            tell(number, .verifying, received: upload.size)
            models?.finish(number) { [self] result, catalog in
                loop.post { self.assumeIsolated { $0.uploadFinished(number, result, catalog) } }
            }
        case .success(let received?): tell(number, .receiving, received: received)
        case .success(nil): break
        case .failure(let problem): end(number, problem)
        }
    }

    private func uploadFinished(_ number: Int, _ result: Result<InstalledModel?, ModelStoreError>, _ catalog: ModelCatalog) {
        take(catalog)
        switch result {
        case .success(let model?):
            logger.notice("the model \(model.tag) was installed (\(model.size) bytes)")
            tell(number, .installed, received: model.size, model)
        case .success(nil): break
        case .failure(let problem): end(number, problem)
        }
    }

    /// The client that asked for an install is gone.
    func giveUp(_ number: Int) {
        if uploads.removeValue(forKey: number) != nil { models?.drop(number) }
    }

    /// Refuses an install, and answers the client's next calls.
    private func end(_ number: Int, _ problem: ModelStoreError) {
        let client = uploads[number].flatMap { clients[$0.client] }
        giveUp(number)
        guard let client else { return }
        client.watch = nil
        reply(to: client.id, oneway: false) { try Reply.encode(any: problem.refusal) }
    }

    private func tell(_ number: Int, _ progress: ModelsInterface.Progress, received: Int, _ model: InstalledModel? = nil) {
        guard let upload = uploads[number], let client = clients[upload.client] else { return }
        let parameters = ModelsInterface.Install.Reply(
            upload: number, progress: progress, received: received, model: model.map(message))
        guard let bytes = try? Reply.encode(ModelsInterface.Install.self, parameters, continues: progress != .installed) else {
            return drop(client)
        }
        // of how much has come only the newest word counts
        send(bytes, as: progress == .receiving && received > 0 ? .partial(key: 0) : .final, to: client)
        guard progress == .installed else { return }
        uploads[number] = nil
        client.watch = nil
        answerCalls(of: client)
    }
}
