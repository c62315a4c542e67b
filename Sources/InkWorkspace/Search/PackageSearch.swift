internal import Editing
internal import InkStore

/// Keeps a user's index of words and drawings up to date with the packages, and searches it. Belongs to the packages thread.
///
/// The index has a stamp for each package: the state of the indexed files. A package with another stamp is read anew by the next search,
/// whatever changed it: another program, a crash between package and index, a copy put in its place. An open package has no stamp;
/// `Package.unindexed` names the parts that the index lacks.
final class PackageSearch {
    private unowned let shelf: PackageRegistry
    private var index: SearchIndex?
    /// Packages that could not be read, with their stamps at that time. A package is read again when its stamp changes.
    private var unreadable: [String: String] = [:]

    init(_ shelf: PackageRegistry) { self.shelf = shelf }

    /// The name of the index's file. It begins with a period, unlike the names of packages, so that lists of packages omit it.
    private static let file = "/.search.sqlite"

    // MARK: Following changes of packages

    /// Checks the index before a package is opened.
    /// - Returns: whether the index is up to date with the package.
    func isCurrent(_ name: String, in space: PackageSpace) -> Bool {
        guard let stamp = space.stamp(of: name) else { return false }
        return (try? onIndex { try $0.stamps()[name] }) == stamp
    }

    /// Handles an opened package: from now on the index receives the package's changes.
    func opened(_ package: Package, isCurrent: Bool) {
        let name = package.name
        guard package.isSearched else { return keepOut(package) }
        if isCurrent, (try? onIndex({ try $0.setStamp("", of: name) })) != nil { return }
        beginAnew(package)
    }

    /// Handles a closed package, whose files contain all of its changes. If the index also contains all changes, the stamp of the files is
    /// stored in it.
    func closed(_ package: Package) {
        guard package.unindexed.isEmpty, let stamp = try? shelf.space(isUnnamed: false).stamp(of: package.name) else { return saved() }
        try? onIndex { index in
            try index.setParts(package.parts, of: package.name)
            try index.setStamp(stamp, of: package.name)
            try index.purge()
        }
    }

    /// Purges the index after a package was saved, because the package's deleted content must not remain in any file.
    func saved() { try? onIndex { try $0.purge() } }

    /// Handles a change of a package's metadata.
    /// - Parameter wasSearched: whether the package was searched before the change.
    func metadataChanged(of package: Package, wasSearched: Bool) {
        guard package.isSearched != wasSearched else { return }
        if package.isSearched { beginAnew(package) } else { keepOut(package) }
    }

    /// Removes an open package from the index, now and for later changes.
    private func keepOut(_ package: Package) {
        package.unindexed = []
        try? onIndex { index in
            try index.begin(package.name)
            try index.purge()
        }
    }

    /// Renames a package, which is not open.
    func renamed(_ name: String, to new: String) { try? onIndex { try $0.rename(name, to: new) } }

    /// Removes a package from the index that is about to be deleted, or to be closed without saving. The next search indexes the files that
    /// are left. Called before the files are removed: if the daemon is killed in between, no word of a deleted package stays in the index.
    func willDiscard(_ name: String) {
        do {
            try onIndex { try $0.forget([name]) }
        } catch {
            // an index that cannot be changed is removed: it can be created again, and discarded words must not stay in it
            index = nil
            if let file = try? path { try? SearchIndex.remove(file) }
        }
    }

    /// Removes a part of an open package.
    func removed(_ part: PartID, of package: Package) {
        package.unindexed.remove(part)
        try? onIndex { try $0.remove(part, of: package.name) }
    }

    /// Indexes written lines, with their readings. If the index already lacks the part, the whole part is read later.
    func wrote(_ lines: [TextPlace: SearchableLine?], part: PartID, of package: Package, wasIndexed: Bool) {
        guard package.isSearched else {
            package.unindexed.remove(part)
            return
        }
        guard wasIndexed, let before = index else { return }
        let isPut = (try? onIndex { try $0.put(lines, part: part, of: package.name) }) != nil
        // an index that was recreated has only these lines
        if isPut, index === before { package.unindexed.remove(part) }
    }

    /// Closes the descriptors of the index until it is used again. Called only while no package is open, because the index follows the
    /// changes of open packages.
    func rest() { index = nil }

    // MARK: Searching

    /// Updates the index by one part, or by one package that is not open.
    /// - Returns: whether there is more to do.
    /// - Throws: `SearchIndexError`, `PackageError`
    func catchUp() throws -> Bool {
        let space = try shelf.space(isUnnamed: false)
        let open = shelf.openPackages
        let packages = try space.list().map(\.name)
        let stamps = try onIndex { try $0.stamps() }
        let gone = Set(stamps.keys).subtracting(packages)
        if !gone.isEmpty { try onIndex { try $0.forget(gone) } }
        for package in open {
            if stamps[package.name] == nil { beginAnew(package) }
            guard package.isSearched, let part = package.unindexed.min() else { continue }
            let content = try Self.content(of: part, of: package)
            try onIndex { try $0.replace(part, of: package.name, with: content) }
            package.unindexed.remove(part)
            return true
        }
        let taken = Set(open.map(\.name))
        for name in packages where !taken.contains(name) {
            guard let stamp = space.stamp(of: name), stamps[name] != stamp, unreadable[name] != stamp else { continue }
            try takeIn(name, stamp, of: space)
            return true
        }
        return false
    }

    /// Returns the hits, and the packages that could not be searched.
    /// - Throws: `SearchIndexError`, `PackageError`
    func find(_ query: SearchQuery) throws -> (result: SearchResult, unreadable: [String]) {
        var result = try onIndex { try $0.find(query) }
        for index in result.hits.indices { updatePlace(of: &result.hits[index]) }
        return (result, try unreadablePackages)
    }

    /// Returns the drawings that look like a sketch, and the packages that could not be searched.
    /// - Throws: `SearchIndexError`, `PackageError`
    func find(_ query: DrawingQuery) throws -> (result: DrawingResult, unreadable: [String]) {
        var result = try onIndex { try $0.find(query) }
        for index in result.hits.indices { updatePlace(of: &result.hits[index]) }
        return (result, try unreadablePackages)
    }

    /// Updates the position of a hit's part, if its package is open: the order of parts may differ from that in the index.
    private func updatePlace(of hit: inout some PlacedHit) {
        guard let parts = shelf.openPackages.first(where: { $0.name == hit.package })?.parts,
            let index = parts.firstIndex(where: { $0.id == hit.part })
        else { return }
        (hit.index, hit.type) = (index, parts[index].type.rawValue)
    }

    private var unreadablePackages: [String] {
        get throws {
            let space = try shelf.space(isUnnamed: false)
            return unreadable.filter { space.stamp(of: $0.key) == $0.value }.keys.sorted()
        }
    }

    private static func content(of part: PartID, of package: Package) throws -> SearchableContent {
        do throws(PackageError) {
            return try package.searchableContent(of: part)
        } catch .damaged(_, reason: _) {
            // an unreadable file has no content to search; its editor reports the damage
            return SearchableContent()
        }
    }

    /// Indexes a package that is not open.
    private func takeIn(_ name: String, _ stamp: String, of space: PackageSpace) throws {
        try onIndex { try $0.begin(name) }
        do {
            let text = try space.readText(of: name) { part, content in
                try onIndex { try $0.replace(part.id, of: name, with: content) }
            }
            try onIndex { index in
                try index.setParts(text.parts, of: name)
                try index.setStamp(text.stamp, of: name)
            }
            unreadable[name] = nil
        } catch is PackageError {
            unreadable[name] = space.stamp(of: name) ?? stamp
        }
    }

    /// Schedules all parts of an open package to be read, one after the other.
    private func beginAnew(_ package: Package) {
        guard package.isSearched else { return keepOut(package) }
        package.unindexed.formUnion(package.parts.map(\.id))
        try? onIndex { try $0.begin(package.name) }
    }

    // MARK: The file

    /// Calls `work` with the index; if the index is damaged, recreates it empty.
    /// - Throws: `SearchIndexError`, `PackageError`
    @discardableResult
    private func onIndex<Value>(_ work: (SearchIndex) throws -> Value) throws -> Value {
        do {
            return try work(try openIndex())
        } catch SearchIndexError.damaged(path: _, reason: _) {
            index = nil
            try SearchIndex.remove(try path)
            return try work(try openIndex())
        }
    }

    private var path: String { get throws(PackageError) { try shelf.space(isUnnamed: false).root + Self.file } }

    private func openIndex() throws -> SearchIndex {
        if let index { return index }
        let index = try SearchIndex(path: try path)
        self.index = index
        // the index may be of an earlier state, or empty
        for package in shelf.openPackages {
            if package.isSearched { package.unindexed.formUnion(package.parts.map(\.id)) }
            try index.begin(package.name)
        }
        // packages that were deleted while no daemon ran
        let present = Set(try shelf.space(isUnnamed: false).list().map(\.name))
        try index.forget(try index.stamps().keys.filter { !present.contains($0) })
        return index
    }
}

/// A hit in a part of a package.
private protocol PlacedHit {
    var package: String { get }
    var part: PartID { get }
    var index: Int { get set }
    var type: String { get set }
}

extension SearchHit: PlacedHit {}
extension DrawingHit: PlacedHit {}
