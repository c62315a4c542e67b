internal import Editing
internal import Glibc

extension Package {
    /// Returns the searchable content of a part; empty for a part that no longer exists.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`.
    public func searchableContent(of id: PartID) throws(PackageError) -> SearchableContent {
        guard let part = parts.first(where: { $0.id == id }) else { return SearchableContent() }
        return part.searchableContent(in: try load(id))
    }
}

extension PartInfo {
    /// Returns the searchable content of a part: the same lines, words and drawings as an editor of the part has.
    fileprivate func searchableContent(in content: PartContent) -> SearchableContent {
        var configuration = EditorConfiguration()
        if let view { configuration.unitsPerMillimeter = view.unitsPerMillimeter }
        let editor = InkEditor(Document(type: type, items: content.items), readings: content.readings, configuration: configuration)
        return SearchableContent(lines: editor.searchableLines, drawings: editor.searchableDrawings)
    }
}

extension PackageSpace {
    /// Returns a text that identifies the state of a package's files; nil if the package does not exist. It changes whenever the size,
    /// inode or modification time of a file changes.
    public func stamp(of name: String) -> String? {
        guard let name = try? PackageName(name) else { return nil }
        let files = PackageFiles(name, in: self)
        // the working copy, if one exists, is the current state of the package
        let paths = Files.exists(files.working) ? [files.working, files.working + "-wal"] : [files.saved]
        let stamps = paths.compactMap(Self.stamp(ofFile:))
        return stamps.isEmpty ? nil : stamps.joined(separator: " ")
    }

    private static func stamp(ofFile path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return "\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }

    /// Reads the searchable content of a package that is not open, part by part. Calls `body` for no part if the package's metadata exclude
    /// it from searches. Does not change the package, except that a working copy left behind may be recovered or migrated.
    ///
    /// - Returns: the parts, and the stamp of the state that was read.
    /// - Throws: `invalidName`, `notFound`, `inUse`, `damaged`, `newerFormat`, `unusable`, and the errors of `body`.
    public func readText(
        of name: String, _ body: (_ part: PartInfo, _ content: SearchableContent) throws -> Void
    ) throws -> (parts: [PartInfo], stamp: String) {
        let files = PackageFiles(try PackageName(name), in: self)
        let lock = try PackageLock(files.lock, name: name)
        defer { lock.release() }
        let isLeft = Files.exists(files.working)
        guard isLeft || Files.exists(files.saved) else { throw PackageError.notFound(name) }
        // read a copy of the saved file, because opening a database can change its file
        let copy = "\(temporary)/.reading.sqlite"
        let copies = PackageFiles.companions.map { copy + $0 }
        defer { if !isLeft { for file in copies { try? Files.remove(file) } } }
        if !isLeft {
            for file in copies { try Files.remove(file) }
            try Files.copy(files.saved, to: copy)
        }
        let database = try PackageDatabase(name, path: isLeft ? files.working : copy)
        let parts: [PartInfo]
        do {
            parts = try database.read { try Package.readParts($0, of: name).parts }
            let place = database.ofPart
            let isSearched = try database.read { try ParameterSet.isSearched($0, place) }
            for part in parts where isSearched {
                let content = try database.read { try PartContent($0, of: part.id, place) }
                try body(part, part.searchableContent(in: content))
            }
        } catch {
            database.close()
            throw error
        }
        database.close()
        guard let stamp = stamp(of: name) else { throw PackageError.notFound(name) }
        return (parts, stamp)
    }
}
