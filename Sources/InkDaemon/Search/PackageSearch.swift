internal import Editing
internal import InkStore

/// Keeps a user's index of words and drawings as their packages are, and searches it. Belongs to the packages thread.
///
/// The index has a stamp for each package: the state of the files that it is of. What has another stamp is read anew by the next search, whatever
/// changed it: another program, a crash between package and index, a copy that was put in its place. While a package is open it has no
/// stamp, and `Package.unindexed` says which parts the index is behind with.
final class PackageSearch {
    private unowned let shelf: PackageShelf
    private var index: SearchIndex?
    /// Packages that could not be read, with their stamps then: they are tried again when they are others.
    private var unreadable: [String: String] = [:]

    init(_ shelf: PackageShelf) { self.shelf = shelf }

    /// Hides the file from lists of packages, of which none begins with a point.
    private static let file = "/.search.sqlite"

    // MARK: Following

    /// A package is about to be opened.
    /// - Returns: whether the index is as the package is.
    func isCurrent(_ name: String, in space: PackageSpace) -> Bool {
        guard let stamp = space.stamp(of: name) else { return false }
        return (try? onIndex { try $0.stamps()[name] }) == stamp
    }

    /// A package was opened: from now on the index follows what is written into it.
    func opened(_ package: Package, isCurrent: Bool) {
        let name = package.name
        guard package.isSearched else { return keepOut(package) }
        if isCurrent, (try? onIndex({ try $0.setStamp("", of: name) })) != nil { return }
        beginAnew(package)
    }

    /// A package was closed, and its files have all that was written. If the index has all of that as well, it gets their stamp.
    func closed(_ package: Package) {
        guard package.unindexed.isEmpty, let stamp = try? shelf.space(isUnnamed: false).stamp(of: package.name) else { return saved() }
        try? onIndex { index in
            try index.setParts(package.parts, of: package.name)
            try index.setStamp(stamp, of: package.name)
            try index.purge()
        }
    }

    /// A package was saved: what was erased in it shall not be found in a file any more.
    func saved() { try? onIndex { try $0.purge() } }

    /// The metadata of a package are others.
    /// - Parameter wasSearched: before.
    func metadataChanged(of package: Package, wasSearched: Bool) {
        guard package.isSearched != wasSearched else { return }
        if package.isSearched { beginAnew(package) } else { keepOut(package) }
    }

    /// Keeps nothing of an open package, now and later.
    private func keepOut(_ package: Package) {
        package.unindexed = []
        try? onIndex { index in
            try index.begin(package.name)
            try index.purge()
        }
    }

    /// A package has another name. Nobody has it open.
    func renamed(_ name: String, to new: String) { try? onIndex { try $0.rename(name, to: new) } }

    /// A package was deleted, or closed with what was written since it was saved left out: the next search reads what is left.
    func deleted(_ name: String) { try? onIndex { try $0.forget([name]) } }

    /// A part of an open package was removed.
    func removed(_ part: PartID, of package: Package) {
        package.unindexed.remove(part)
        try? onIndex { try $0.remove(part, of: package.name) }
    }

    /// Lines were written, with their readings. Where the index is behind with the part already it is read as a whole later.
    func wrote(_ lines: [TextPlace: SearchableLine?], part: PartID, of package: Package, wasIndexed: Bool) {
        guard package.isSearched else {
            package.unindexed.remove(part)
            return
        }
        guard wasIndexed, let before = index else { return }
        let isPut = (try? onIndex { try $0.put(lines, part: part, of: package.name) }) != nil
        // one that was made anew has no more than these lines
        if isPut, index === before { package.unindexed.remove(part) }
    }

    /// Gives back the descriptors of the index, until it is used again. Only while no package is open: it follows those.
    func rest() { index = nil }

    // MARK: Searching

    /// Brings the index nearer to what the packages are: by one part, or one package that is not open.
    /// - Returns: whether anything is left to do.
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

    /// The hits, and the packages that could not be searched.
    /// - Throws: `SearchIndexError`, `PackageError`
    func find(_ query: SearchQuery) throws -> (result: SearchResult, unreadable: [String]) {
        var result = try onIndex { try $0.find(query) }
        for index in result.hits.indices { updatePlace(of: &result.hits[index]) }
        return (result, try unreadablePackages)
    }

    /// The drawings that look like a sketch, and the packages that could not be searched.
    /// - Throws: `SearchIndexError`, `PackageError`
    func find(_ query: DrawingQuery) throws -> (result: DrawingResult, unreadable: [String]) {
        var result = try onIndex { try $0.find(query) }
        for index in result.hits.indices { updatePlace(of: &result.hits[index]) }
        return (result, try unreadablePackages)
    }

    /// Says where the part of a hit is now, if its package is open: the order of parts may be another one than the index has.
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
            // a file that cannot be read any more has nothing to be found; its editor is told of the damage
            return SearchableContent()
        }
    }

    /// Reads a package that is not open.
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

    /// Has all of an open package read, by and by.
    private func beginAnew(_ package: Package) {
        guard package.isSearched else { return keepOut(package) }
        package.unindexed.formUnion(package.parts.map(\.id))
        try? onIndex { try $0.begin(package.name) }
    }

    // MARK: The file

    /// Works with the index; a damaged one is made anew, with nothing in it.
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
        // it may be that of an earlier state, or empty
        for package in shelf.openPackages {
            if package.isSearched { package.unindexed.formUnion(package.parts.map(\.id)) }
            try index.begin(package.name)
        }
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
