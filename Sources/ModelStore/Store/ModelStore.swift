internal import Glibc
public import Recognition
internal import System

/// The users that an installed model is for.
public enum ModelScope: Sendable, Hashable {
    /// All users of the machine.
    case everybody
    /// Only the user with this number.
    case user(UInt32)
}

/// The folders of models: the system's, which is read-only, and those where models are installed at run time, for all users or for one
/// user.
///
/// A value without state: everything is read from the folders. Reading and writing block, so do not call it in an event loop.
public struct ModelStore: Sendable, Hashable {
    /// The folder of models from the system's packages.
    public let systemFolder: String
    /// The folder of models installed for all users; created with the first one.
    public let ownFolder: String
    /// The parent folder of each user's own models, named by the user's number. It is beside `ownFolder`, not in it, because subfolders
    /// of `ownFolder` are searched.
    public var personalFolder: String { ownFolder + "-of-users" }

    /// The maximum size of a model in bytes.
    public static let sizeLimit = 256 << 20

    /// Creates a store in these folders.
    public init(systemFolder: String, ownFolder: String) {
        self.systemFolder = systemFolder
        self.ownFolder = ownFolder
    }

    /// Returns the models for all users, and the files that cannot be used.
    public func scan() -> (catalog: ModelCatalog, problems: [ModelProblem]) {
        let own = ModelFolder(path: ownFolder, origin: .own).scan()
        let system = ModelFolder(path: systemFolder, origin: .system).scan()
        return (ModelCatalog(own.models + system.models), own.problems + system.problems)
    }

    /// Returns the models in a folder, or the model of a single file, and the files that cannot be used.
    public static func look(at path: String) -> (models: [InstalledModel], problems: [ModelProblem]) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return ModelFolder(path: path, origin: .own).scan() }
        do throws(ModelStoreError) {
            return ([try ModelFolder.model(at: path, origin: .own)], [])
        } catch {
            return ([], [ModelProblem(path: path, error: error)])
        }
    }

    /// The numbers of the users with their own models.
    public var users: [UInt32] { ((try? Folder.names(in: personalFolder)) ?? []).compactMap { UInt32($0) }.sorted() }

    /// Returns a user's own models, and the files that cannot be used.
    public func models(of user: UInt32) -> (models: [InstalledModel], problems: [ModelProblem]) {
        let (models, problems) = folder(for: .user(user)).scan()
        return (ModelCatalog(models).models, problems)
    }

    /// Removes the files of interrupted uploads.
    public func removeLeftovers() {
        for folder in [ownFolder] + users.map({ self.folder(for: .user($0)).path }) {
            for name in (try? Folder.names(in: folder)) ?? [] where name.hasPrefix(ModelUpload.prefix) { unlink(folder + "/" + name) }
        }
    }

    /// Starts the upload of a model of this size in bytes.
    ///
    /// - Throws: `tooLarge`, `wrongSize` for a size of 0, `unusable`.
    public func upload(size: Int, for scope: ModelScope = .everybody) throws(ModelStoreError) -> ModelUpload {
        try ModelUpload(into: self, size: size, for: scope)
    }

    /// Removes the installed model with exactly this tag. Processes that have loaded the model continue to use it until they scan for
    /// models again.
    ///
    /// - Throws: `noModel`, `systemModel`, `unusable`.
    public func remove(_ tag: LanguageTag, of scope: ModelScope = .everybody) throws(ModelStoreError) {
        let catalog: ModelCatalog
        switch scope {
        case .everybody: catalog = scan().catalog
        case .user(let user): catalog = ModelCatalog(models(of: user).models)
        }
        guard let model = catalog.model(tag) else { throw .noModel(tag: tag.description, available: catalog.tags) }
        guard model.origin != .system else { throw .systemModel(tag: tag.description) }
        guard unlink(model.path) == 0 else { throw .unusable(path: model.path, operation: "remove", code: errno) }
    }

    /// Returns the folder where models are installed for these users.
    func folder(for scope: ModelScope) -> ModelFolder {
        switch scope {
        case .everybody: ModelFolder(path: ownFolder, origin: .own)
        case .user(let user): ModelFolder(path: "\(personalFolder)/\(user)", origin: .personal)
        }
    }

    /// Creates the folder where models are installed for these users, if it is missing. A user's own models are not readable by other
    /// users.
    func makeFolder(for scope: ModelScope) throws(SystemError) {
        switch scope {
        case .everybody: try Folder.make(ownFolder, permissions: 0o755)
        case .user:
            try Folder.make(personalFolder, permissions: 0o700)
            try Folder.make(folder(for: scope).path, permissions: 0o700)
        }
    }
}

/// The upload of a model. The model is not visible before it is complete and checked; without `finish()` it leaves no files.
public final class ModelUpload {
    /// The announced number of bytes.
    public let size: Int
    /// The number of bytes received.
    public private(set) var received = 0

    static let prefix = ".upload-"

    private let place: ModelFolder
    private let file: AtomicFile

    private var folder: String { place.path }

    init(into store: ModelStore, size: Int, for scope: ModelScope) throws(ModelStoreError) {
        guard size <= ModelStore.sizeLimit else { throw .tooLarge(size: size, limit: ModelStore.sizeLimit) }
        guard size > 0 else { throw .wrongSize(promised: size, received: 0) }
        place = store.folder(for: scope)
        self.size = size
        do throws(SystemError) {
            try store.makeFolder(for: scope)
            file = try AtomicFile(in: place.path, prefix: Self.prefix)
        } catch {
            throw .unusable(path: place.path, operation: error.operation, code: error.code)
        }
    }

    /// Writes the next bytes.
    ///
    /// - Throws: `wrongSize` if there are more bytes than promised, `unusable` if the disk is full. The upload cannot be used afterwards.
    public func write(_ bytes: some Sequence<UInt8>) throws(ModelStoreError) {
        let bytes = Array(bytes)
        guard bytes.count <= size - received else { throw .wrongSize(promised: size, received: received + bytes.count) }
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            throw .unusable(path: folder, operation: "write to", code: error.code)
        }
        received += bytes.count
    }

    /// Checks the complete model, recognizes sample ink with it, and installs it, replacing an installed model of the same tag.
    ///
    /// - Throws: `wrongSize`, `invalidModel`, `invalidScores`, `invalidTag`, `unusable`.
    public func finish() throws(ModelStoreError) -> InstalledModel {
        guard received == size else { throw .wrongSize(promised: size, received: received) }
        let origin = place.origin
        let model = try ModelFolder.model(at: file.temporary, origin: origin)
        try ModelCheck.check(file.temporary, model.card.kind)
        let path = "\(folder)/\(model.tag).safetensors"
        do throws(SystemError) {
            try file.setPermissions(origin == .personal ? 0o600 : 0o644)
            // synced to disk before it is renamed, so that after a crash there is either the old model or the new one
            try file.commit(to: path)
        } catch {
            throw .unusable(path: path, operation: "write", code: error.code)
        }
        return try ModelFolder.model(at: path, origin: origin)
    }
}

/// A failure to find, install or remove a model.
public enum ModelStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not a BCP 47 tag.
    case invalidTag(String, reason: String)
    /// No model matches the tag; `available` are the tags of the installed models.
    case noModel(tag: String, available: [String])
    /// The file is not a model, or is damaged.
    case invalidModel(RecognitionError)
    /// The model's scores for a sample ink are not finite numbers.
    case invalidScores
    /// The file has more bytes than a model may have.
    case tooLarge(size: Int, limit: Int)
    /// The number of bytes received differs from the announced number.
    case wrongSize(promised: Int, received: Int)
    /// The model belongs to the system's packages.
    case systemModel(tag: String)
    /// The folder cannot be used; `code` is the system's error number.
    case unusable(path: String, operation: String, code: Int32)

    /// The error and its fix.
    public var description: String {
        switch self {
        case .invalidTag(let tag, let reason): "\"\(tag)\" is not a language tag (BCP 47): \(reason)"
        case .noModel(let tag, let available):
            "no model is installed for \(tag)" + (available.isEmpty ? "" : " (installed: \(available.joined(separator: ", ")))")
                + (LanguagePackage.name(for: tag).map { ": install the package \($0)" }
                    ?? (available.isEmpty ? ": install one with `inkctl models install`" : ""))
        case .invalidModel(let error): error.description
        case .invalidScores: "the model's scores for a sample ink are not finite numbers because its weights are damaged; use another file"
        case .tooLarge(let size, let limit): "the model has \(size) bytes, more than the limit of \(limit) bytes"
        case .wrongSize(let promised, let received): "the upload has \(received) bytes instead of \(promised); send the whole file again"
        case .systemModel(let tag): "the model \(tag) belongs to a package of inkd; remove it with the package manager"
        case .unusable(let path, let operation, let code):
            "cannot \(operation) \(path): " + SystemError.reason(code)
        }
    }
}
