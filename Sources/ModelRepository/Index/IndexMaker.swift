internal import Glibc
internal import ModelStore
internal import Recognition
internal import System

/// Creates the index of a folder of models, for its maintainer to sign.
public enum IndexMaker {
    /// Writes `index.json` into the folder.
    ///
    /// - Parameters:
    ///   - name: the name of the repository; by default that of the existing index, or else the folder's.
    ///   - time: seconds since 1970; becomes the index's version, unless an earlier index has a higher one.
    ///   - days: the number of days until the index expires; nil if it never expires.
    /// - Returns: the index.
    /// - Throws: `invalidModel` for a file that is not a model, `invalidIndex`, `system`.
    public static func write(_ folder: String, name: String?, time: Int, days: Int? = nil) throws(RepositoryError) -> RepositoryIndex {
        let path = "\(folder)/\(RepositoryIndex.fileName)"
        let before = (try? WholeFile.read(path, limit: RepositoryIndex.sizeLimit)).flatMap { try? RepositoryIndex(parsing: $0) }
        let (models, problems) = ModelStore.look(at: folder)
        if let problem = problems.first { throw .invalidModel(file: problem.path, reason: "\(problem.error)") }
        guard !models.isEmpty else { throw .invalidIndex(reason: "there is no model file (.safetensors) in \(folder)") }
        var entries: [RepositoryIndex.Entry] = []
        for model in models { entries.append(try entry(model, in: folder)) }
        let last = folder.split(separator: "/").last.map(String.init)
        let index = RepositoryIndex(
            name: name ?? before?.name ?? last ?? "models", version: max(time, (before?.version ?? 0) + 1),
            expires: days.map { time + $0 * 86_400 },
            entries: entries)
        let bytes = try index.encoded()
        do throws(SystemError) {
            try WholeFile.write(bytes, to: path, permissions: 0o644)
        } catch {
            throw .system(error)
        }
        return index
    }

    private static func entry(_ model: InstalledModel, in folder: String) throws(RepositoryError) -> RepositoryIndex.Entry {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        let file = model.path.hasPrefix(base) ? String(model.path.dropFirst(base.count).drop { $0 == "/" }) : model.path
        let hash: String
        do throws(SystemError) {
            hash = try FileHash.sha256(of: Descriptor(readingFile: model.path))
        } catch {
            throw .system(error)
        }
        let license = model.card.metadata["licence"] ?? model.card.trainingDataLicense
        return .init(
            tag: model.tag, version: model.card.metadata["version"] ?? date(of: model.path), file: file, size: model.size, sha256: hash,
            license: license.isEmpty ? "unknown" : String(license.prefix(200)))
    }

    /// Returns the day on which a file was last changed, such as 2026-11-26.
    private static func date(of path: String) -> String {
        var status = stat()
        return stat(path, &status) == 0 ? CalendarDay.text(of: status.st_mtim.tv_sec) : "unknown"
    }
}

/// Calendar days in UTC.
enum CalendarDay {
    /// Returns the day of a time in seconds since 1970, such as 2026-11-26.
    static func text(of time: Int) -> String {
        var (time, parts) = (time_t(time), tm())
        guard gmtime_r(&time, &parts) != nil else { return "unknown" }
        let number = { (value: Int32) in value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(number(parts.tm_mon + 1))-\(number(parts.tm_mday))"
    }
}
