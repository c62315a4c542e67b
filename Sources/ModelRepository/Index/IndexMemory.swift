internal import Glibc
internal import System
internal import Varlink

/// The highest version seen of each repository, which prevents rollback to an old index with a valid signature.
///
/// A repository is identified by a key and a name, wherever it is fetched from.
public struct IndexMemory: Sendable {
    /// The file of the versions, a JSON object.
    public let path: String

    /// Creates a memory that is stored in this file. The file need not exist; its folder is created with the first entry.
    public init(path: String) { self.path = path }

    /// Stores the index's version.
    ///
    /// - Throws: `rolledBack` if a later version was seen; `system`, `invalidConfiguration` if the memory cannot be used.
    func accept(_ index: RepositoryIndex, by key: MinisignKey) throws(RepositoryError) {
        var versions = try read()
        let repository = "\(key.identifier) \(index.name)"
        let seen = versions[repository] ?? 0
        guard index.version >= seen else { throw .rolledBack(name: index.name, version: index.version, seen: seen, file: path) }
        guard index.version > seen else { return }
        versions[repository] = index.version
        let text = JSONValue.object(versions.mapValues { .int(Int64($0)) }).description + "\n"
        do throws(SystemError) {
            try Folders.make(containing: path)
            try WholeFile.write(Array(text.utf8), to: path)
        } catch {
            throw .system(error)
        }
    }

    private func read() throws(RepositoryError) -> [String: Int] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try WholeFile.read(path, limit: 1 << 20)
        } catch {
            if error.code == ENOENT { return [:] }
            throw .system(error)
        }
        guard case .object(let members)? = try? JSONValue(parsing: bytes) else {
            throw .invalidConfiguration(file: path, reason: "it is not a JSON object; remove it to create a new one")
        }
        return members.compactMapValues { $0.int.map { Int($0) } }
    }
}
