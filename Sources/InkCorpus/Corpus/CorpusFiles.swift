internal import Glibc
internal import System

/// The files of a corpus.
package enum CorpusFiles {
    private struct Identity: Hashable {
        var device: dev_t
        var number: ino_t
    }

    /// Returns the files without duplicates. A folder is replaced by all ink files in it and below it, sorted by name.
    ///
    /// Symbolic links to folders and hidden files are skipped.
    /// - Throws: `unreadable`; `noInkFiles` for a folder without ink files.
    package static func all(at paths: [String]) throws(CorpusError) -> [String] {
        var known: Set<Identity> = []
        var files: [String] = []
        for path in paths {
            guard path != "-" else {
                files.append(path)
                continue
            }
            let found = try isFolder(path) ? self.files(below: path) : [path]
            if found.isEmpty { throw .noInkFiles(folder: path) }
            for file in found {
                let status = try status(file)
                if known.insert(Identity(device: status.st_dev, number: status.st_ino)).inserted { files.append(file) }
            }
        }
        return files
    }

    private static func files(below folder: String) throws(CorpusError) -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try Folder.names(in: folder)
        } catch {
            throw .unreadable(path: folder, code: error.code)
        }
        var files: [String] = []
        for name in names where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if SmallFiles.target(path) == nil, try isFolder(path) {
                files += try self.files(below: path)
            } else if InkRows.endings.contains(where: name.hasSuffix) {
                files.append(path)
            }
        }
        return files
    }

    private static func isFolder(_ path: String) throws(CorpusError) -> Bool { try status(path).st_mode & S_IFMT == S_IFDIR }

    private static func status(_ path: String) throws(CorpusError) -> stat {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(path: path, code: errno) }
        return status
    }
}
