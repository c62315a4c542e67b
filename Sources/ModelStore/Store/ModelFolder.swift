internal import Glibc
public import Recognition
internal import System

/// A model file in one of the folders.
public struct InstalledModel: Sendable, Hashable {
    /// The origin of an installed model.
    public enum Origin: String, Sendable, Hashable {
        /// The system's packages; it cannot be removed here.
        case system
        /// An administrator at run time, for everybody.
        case own
        /// A user at run time, for that user alone.
        case personal
    }

    /// Its language tag.
    public let tag: LanguageTag
    /// Its description.
    public let card: ModelCard
    /// The path of the model's file.
    public let path: String
    /// The model's origin.
    public let origin: Origin
    /// Bytes of the file.
    public let size: Int
    /// Tells this file from another one of the same name: its number in the file system and when it was last changed.
    public let version: Version
    /// The network that reads a language's script, where the text model does not; `ModelCatalog` finds it.
    public internal(set) var network: Companion?
    /// The language that words of Latin letters in its lines are read in, where the text model does not read them; nil if there is none.
    public internal(set) var foreignLanguage: Companion?

    /// Another file that it is read with.
    public struct Companion: Sendable, Hashable {
        /// The path of its file.
        public let path: String
        /// See `InstalledModel.version`.
        let version: Version

        init(_ model: InstalledModel) { (path, version) = (model.path, model.version) }
    }

    /// The tag of that network, such as `mul-Cyrl`; nil for data that the text model reads with.
    var networkTag: LanguageTag? { card.script.map { LanguageTag(subtags: ["mul", $0], privateUse: []) } }

    /// The network that it needs is there.
    var isUsable: Bool { networkTag == nil || network != nil }

    /// Reads text of a language: of one that is written in characters side by side, also the model of these.
    public var isLanguage: Bool {
        switch card.kind {
        case .language, .text: true
        case .characters: ["ja", "ko", "zh"].contains(tag.language)
        default: false
        }
    }

    /// See `version`.
    public struct Version: Sendable, Hashable {
        let file: UInt64
        let seconds: Int
        let nanoseconds: Int
    }
}

/// A folder of model files, and the problems of those that cannot be used.
struct ModelFolder {
    let path: String
    let origin: InstalledModel.Origin

    /// The depth of subfolders that are searched.
    static let depthLimit = 4
    /// The largest number of files that are read; more are passed over.
    static let fileLimit = 1000

    /// The models in it, in the order of their paths, and the damaged ones; both empty where there is no such folder.
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

    /// The model card of the file at a path; the tensors are not read.
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

    /// All `*.safetensors` below a folder, sorted; none whose name begins with a point.
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

/// A file that looks like a model and cannot be used.
public struct ModelProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// The error.
    public let error: ModelStoreError

    /// The file and its problem.
    public var description: String { "\(path): \(error)" }
}
