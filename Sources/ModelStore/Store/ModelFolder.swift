internal import Glibc
public import Recognition
internal import System

/// A model file in one of the folders.
public struct InstalledModel: Sendable, Hashable {
    /// The origin of an installed model.
    public enum Origin: String, Sendable, Hashable {
        /// Installed by the system's packages. `ModelStore` cannot remove such a model.
        case system
        /// Installed by an administrator at run time, for all users.
        case own
        /// Installed by a user at run time, for that user alone.
        case personal
    }

    /// The model's language tag.
    public let tag: LanguageTag
    /// The model's description.
    public let card: ModelCard
    /// The path of the model's file.
    public let path: String
    /// The model's origin.
    public let origin: Origin
    /// The size of the file in bytes.
    public let size: Int
    /// The identity of the file, to distinguish it from another file of the same name: its inode and modification time.
    public let version: Version
    /// The network that reads a language's script, if the text model does not; set by `ModelCatalog`.
    public internal(set) var network: Companion?
    /// The language data for words of Latin letters in lines that the text model does not read; nil if no such model is installed.
    public internal(set) var foreignLanguage: Companion?

    /// Another file that the model needs.
    public struct Companion: Sendable, Hashable {
        /// The path of the file.
        public let path: String
        /// See `InstalledModel.version`.
        let version: Version

        init(_ model: InstalledModel) { (path, version) = (model.path, model.version) }
    }

    /// The tag of the network that the model needs, such as `mul-Cyrl`; nil for language data of the text model.
    var networkTag: LanguageTag? { card.script.map { LanguageTag(subtags: ["mul", $0], privateUse: []) } }

    /// Whether the network that the model needs is installed.
    var isUsable: Bool { networkTag == nil || network != nil }

    /// Whether the model reads text of a language; for languages written in separate characters, character models are included.
    public var isLanguage: Bool {
        switch card.kind {
        case .language, .text: true
        case .characters: ["ja", "ko", "zh"].contains(tag.language)
        default: false
        }
    }

    /// The identity of a file: see `InstalledModel.version`.
    public struct Version: Sendable, Hashable {
        let file: UInt64
        let seconds: Int
        let nanoseconds: Int
    }
}

/// A folder of model files. A scan also reports the files that cannot be used.
struct ModelFolder {
    let path: String
    let origin: InstalledModel.Origin

    /// The maximum depth of subfolders that are searched.
    static let depthLimit = 4
    /// The maximum number of files that are read; others are skipped.
    static let fileLimit = 1000

    /// Returns the folder's models, ordered by path, and the damaged ones; both are empty if the folder does not exist.
    func scan() -> (models: [InstalledModel], problems: [ModelProblem]) {
        var (models, problems) = ([InstalledModel](), [ModelProblem]())
        for file in files(below: path, depth: 0).prefix(Self.fileLimit) {
            do throws(ModelStoreError) {
                models.append(try Self.model(at: file, origin: origin))
            } catch {
                problems.append(ModelProblem(path: file, error: error))
            }
        }
        return (models, problems)
    }

    /// Reads the model card of the file at a path, without the tensors.
    static func model(at path: String, origin: InstalledModel.Origin) throws(ModelStoreError) -> InstalledModel {
        let card: ModelCard
        do {
            card = try ModelCard(path: path)
        } catch {
            throw .invalidModel(error)
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unusable(path: path, operation: "read", code: errno) }
        return InstalledModel(
            tag: try LanguageTag(card.language), card: card, path: path, origin: origin, size: Int(status.st_size),
            version: .init(file: UInt64(status.st_ino), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec))
    }

    /// Returns all `*.safetensors` below a folder, sorted, except those whose name begins with a dot.
    private func files(below folder: String, depth: Int) -> [String] {
        guard depth < Self.depthLimit, let entries = try? Folder.names(in: folder) else { return [] }
        var (names, folders) = ([String](), [String]())
        for name in entries where !name.hasPrefix(".") {
            var status = stat()
            guard stat(folder + "/" + name, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { folders.append(name) }
            if status.st_mode & S_IFMT == S_IFREG, name.hasSuffix(".safetensors") { names.append(name) }
        }
        return names.map { folder + "/" + $0 } + folders.flatMap { files(below: folder + "/" + $0, depth: depth + 1) }
    }
}

/// A file that has the name of a model and cannot be used.
public struct ModelProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The error.
    public let error: ModelStoreError

    /// The file and its problem.
    public var description: String { "\(path): \(error)" }
}
