internal import Glibc
public import Recognition
internal import System

/// The folders where models lie: the system's, which is only read, and one's own, where models are installed at run time.
///
/// A value without state: everything is read from the folders. Reading and writing block, so this is no work for a loop.
public struct ModelStore: Sendable, Hashable {
    /// The folder of models from the system's packages.
    public let systemFolder: String
    /// The folder of installed models; made with the first one.
    public let ownFolder: String

    /// The largest model that is taken.
    public static let sizeLimit = 256 << 20

    /// A store in these folders.
    public init(systemFolder: String, ownFolder: String) {
        self.systemFolder = systemFolder
        self.ownFolder = ownFolder
    }

    /// The models of both folders, and the files that cannot be used.
    public func scan() -> (catalog: ModelCatalog, problems: [ModelProblem]) {
        let own = ModelFolder(path: ownFolder, origin: .own).scan()
        let system = ModelFolder(path: systemFolder, origin: .system).scan()
        return (ModelCatalog(own.models + system.models), own.problems + system.problems)
    }

    /// The models in a folder, or the one that a file is, and the files that cannot be used.
    public static func look(at path: String) -> (models: [InstalledModel], problems: [ModelProblem]) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return ModelFolder(path: path, origin: .own).scan() }
        do throws(ModelStoreError) {
            return ([try ModelFolder.model(at: path, origin: .own)], [])
        } catch {
            return ([], [ModelProblem(path: path, error: error)])
        }
    }

    /// Removes the files of interrupted uploads.
    public func removeLeftovers() {
        for name in (try? Folder.names(in: ownFolder)) ?? [] where name.hasPrefix(ModelUpload.prefix) { unlink(ownFolder + "/" + name) }
    }

    /// Begins to take in a model of so many bytes.
    ///
    /// - Throws: `tooLarge`, `unusable`.
    public func upload(size: Int) throws(ModelStoreError) -> ModelUpload { try ModelUpload(into: self, size: size) }

    /// Whether a model would be read with in place of one of the system's: it has the same tag, or is of a kind of which one is enough.
    func replacesSystem(_ model: InstalledModel) -> Bool {
        ModelFolder(path: systemFolder, origin: .system).scan().models.contains { system in
            system.tag == model.tag || system.card.kind == model.card.kind && model.card.kind.isUnique
        }
    }

    /// Removes one's own model of just this tag. Whoever reads it goes on with it.
    ///
    /// - Throws: `noModel`, `systemModel`, `unusable`.
    public func remove(_ tag: LanguageTag) throws(ModelStoreError) {
        let catalog = scan().catalog
        guard let model = catalog.model(tag) else { throw .noModel(tag: tag.description, available: catalog.tags) }
        guard model.origin == .own else { throw .systemModel(tag: tag.description) }
        guard unlink(model.path) == 0 else { throw .unusable(path: model.path, operation: "remove", code: errno) }
    }
}

/// A model that is being taken in. Nobody sees it before it is whole and checked; without `finish()` nothing is left of it.
public final class ModelUpload {
    /// The announced number of bytes.
    public let size: Int
    /// The number of bytes received.
    public private(set) var received = 0

    static let prefix = ".upload-"

    private let store: ModelStore
    private let file: AtomicFile

    private var folder: String { store.ownFolder }

    init(into store: ModelStore, size: Int) throws(ModelStoreError) {
        let folder = store.ownFolder
        guard size <= ModelStore.sizeLimit else { throw .tooLarge(size: size, limit: ModelStore.sizeLimit) }
        guard size > 0 else { throw .wrongSize(promised: size, received: 0) }
        self.store = store
        self.size = size
        do throws(SystemError) {
            try Folder.make(folder, permissions: 0o755)
            file = try AtomicFile(in: folder, prefix: Self.prefix)
        } catch {
            throw .unusable(path: folder, operation: error.operation, code: error.code)
        }
    }

    /// Takes in the next bytes.
    ///
    /// - Throws: `wrongSize` if they are more than were promised, `unusable` if the disk is full. The upload is good for nothing then.
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

    /// Checks the whole model, has it read a sample ink, and puts it in its place, where it replaces one's own model of the same tag.
    ///
    /// - Parameter replacingSystem: it may also take the place of a model of the system's, for all users of that.
    /// - Throws: `wrongSize`, `invalidModel`, `invalidScores`, `invalidTag`, `replacesSystem`, `unusable`.
    public func finish(replacingSystem: Bool = true) throws(ModelStoreError) -> InstalledModel {
        guard received == size else { throw .wrongSize(promised: size, received: received) }
        let model = try ModelFolder.model(at: file.temporary, origin: .own)
        guard replacingSystem || !store.replacesSystem(model) else { throw .replacesSystem(tag: model.tag.description) }
        try ModelCheck.check(file.temporary, model.card.kind)
        let place = "\(folder)/\(model.tag).safetensors"
        do throws(SystemError) {
            try file.setPermissions(0o644)
            // on the disk before its name is: a crash leaves the old model or the new one
            try file.commit(to: place)
        } catch {
            throw .unusable(path: place, operation: "write", code: error.code)
        }
        return try ModelFolder.model(at: place, origin: .own)
    }
}

/// A failure to find, install or remove a model.
public enum ModelStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is no BCP 47 tag.
    case invalidTag(String, reason: String)
    /// No model fits the tag; `available` are the tags of those there are.
    case noModel(tag: String, available: [String])
    /// The file is no model, or a damaged one.
    case invalidModel(RecognitionError)
    /// The model's scores for a sample ink are not finite numbers.
    case invalidScores
    /// The file has more bytes than a model may.
    case tooLarge(size: Int, limit: Int)
    /// More or fewer bytes came than were promised.
    case wrongSize(promised: Int, received: Int)
    /// The model belongs to the system's packages.
    case systemModel(tag: String)
    /// The model would take the place of one of the system's, which was not permitted.
    case replacesSystem(tag: String)
    /// The folder cannot be used; `code` is the system's error number.
    case unusable(path: String, operation: String, code: Int32)

    /// The error and its remedy.
    public var description: String {
        switch self {
        case .invalidTag(let tag, let reason): "\"\(tag)\" is no language tag (BCP 47): \(reason)"
        case .noModel(let tag, let available):
            "there is no model for \(tag); there are "
                + (available.isEmpty ? "none: install one with `inkctl models install`" : available.joined(separator: ", "))
        case .invalidModel(let error): error.description
        case .invalidScores: "the model's scores for a sample ink are not finite numbers: its weights are damaged; take another file"
        case .tooLarge(let size, let limit): "a model of \(size) bytes is too large: at most \(limit) bytes are taken"
        case .wrongSize(let promised, let received): "\(received) bytes came where \(promised) were promised: send the whole file again"
        case .systemModel(let tag): "the model \(tag) came with inkd's packages: remove it with the package manager"
        case .replacesSystem(let tag):
            "the model \(tag) would take the place of one that came with inkd's packages, for every user: have an administrator install it"
        case .unusable(let path, let operation, let code):
            "cannot \(operation) \(path): " + (strerror(code).map { String(cString: $0) } ?? "error \(code)")
        }
    }
}
