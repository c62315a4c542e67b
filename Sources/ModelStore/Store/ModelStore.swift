internal import Recognition
internal import Glibc
internal import System

/// The folders where models lie: the system's, which is only read, and one's own, where models are installed at run time.
///
/// A value without state: what there is is read from the folders. Reading and writing block, so this is no work for a loop.
public struct ModelStore: Sendable, Hashable {
    /// Where the system's packages put models.
    public let systemFolder: String
    /// Where models are installed; made when the first one is.
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

    /// Removes what uploads left behind that were cut off.
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
