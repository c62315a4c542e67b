public import Editing
internal import GRDB
public import Ink

/// Names a part for as long as its package exists; never used twice there.
public struct PartID: Sendable, Hashable, Comparable {
    /// The number behind it.
    public var value: Int64

    /// The part with this number.
    public init(_ value: Int64) { self.value = value }

    /// Made earlier than.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// The surface that a part was written on.
public struct PartView: Sendable, Hashable, CustomStringConvertible {
    /// In the unit of the ink.
    public var width: Double
    /// In the unit of the ink.
    public var height: Double
    /// Units of the ink per millimetre: 1, but for devices of unknown size.
    public var unitsPerMillimetre: Double

    /// A surface of this size.
    public init(width: Double, height: Double, unitsPerMillimetre: Double = 1) {
        self.width = width
        self.height = height
        self.unitsPerMillimetre = unitsPerMillimetre
    }

    /// As `210 × 297, 1 to the millimetre`.
    public var description: String { "\(width) × \(height), \(unitsPerMillimetre) to the millimetre" }

    /// All three are finite and above 0.
    var isValid: Bool { [width, height, unitsPerMillimetre].allSatisfy { $0.isFinite && $0 > 0 } }
}

/// The metadata of a part, which is known without loading it.
public struct PartInfo: Sendable, Hashable, Identifiable {
    /// Its name.
    public let id: PartID
    /// Its type; never changes.
    public let type: PartType
    /// BCP 47 tag of the language it is read in; nil until it is set, and fixed then.
    public internal(set) var language: String?
    /// Its view; nil until it is set, and fixed then.
    public internal(set) var view: PartView?
}

/// The content of a part.
public struct PartContent: Sendable, Hashable {
    /// Strokes, blocks, choices, decorations, each kind in the order of its names.
    public var items: [DocumentItem] = []
    /// The readings of lines that have not changed since.
    public var readings: [LineID: SavedReading] = [:]
    /// Names that nothing in the part has or had.
    public var next = NextNames()
    /// The damaged items that were left out, as sentences; they stay in the package until they are changed or deleted.
    public var unreadable: [String] = []
}

/// The first names that nothing in a part has, nor had while it was in the package.
public struct NextNames: Sendable, Hashable {
    /// For a stroke.
    public var stroke = StrokeID(1)
    /// For a line.
    public var line = LineID(1)
    /// For a block with content other than strokes.
    public var block = BlockID(1)
    /// For a decoration.
    public var decoration = DecorationID(1)
}

extension Package {
    /// The part at an index, counted from 0.
    ///
    /// - Throws: `noPartAtIndex`.
    public func part(at index: Int) throws(PackageError) -> PartInfo {
        guard parts.indices.contains(index) else { throw .noPartAtIndex(index, count: parts.count) }
        return parts[index]
    }

    /// The part of this name.
    ///
    /// - Throws: `noPart`.
    public func part(_ id: PartID) throws(PackageError) -> PartInfo { parts[try index(of: id)] }

    /// Makes an empty part behind all others.
    ///
    /// - Throws: `closed`, `unusable`.
    public func createPart(_ type: PartType) throws(PackageError) -> PartInfo {
        let id = try change { database in
            try database.execute(
                sql: "INSERT INTO part (position, type) VALUES (?, ?)", arguments: [parts.count, type.rawValue])
            return PartID(database.lastInsertedRowID)
        }
        let part = PartInfo(id: id, type: type)
        parts.append(part)
        return part
    }

    /// Makes a copy of a part of this package or of another, with its metadata, behind all others. To move a part to another package,
    /// clone it there and remove it here.
    ///
    /// - Throws: `noPart`, `closed`, `damaged`, `unusable`.
    public func clonePart(_ id: PartID, of source: Package) throws(PackageError) -> PartInfo {
        let original = try source.part(id)
        let copy: PartID
        if source === self {
            copy = try change { try Self.copy(id, from: $0, to: $0, position: parts.count) }
        } else {
            copy = try source.open.read { from in
                try change { try Self.copy(id, from: from, to: $0, position: parts.count) }
            }
        }
        let part = PartInfo(id: copy, type: original.type, language: original.language, view: original.view)
        parts.append(part)
        return part
    }

    /// Moves a part so that its index is `index`; the others keep their order.
    ///
    /// - Throws: `noPart`, `noPartAtIndex`, `closed`, `unusable`.
    public func movePart(_ id: PartID, to index: Int) throws(PackageError) {
        let present = try self.index(of: id)
        guard parts.indices.contains(index) else { throw .noPartAtIndex(index, count: parts.count) }
        var moved = parts
        moved.insert(moved.remove(at: present), at: index)
        try change { database in
            for (position, part) in moved.enumerated() {
                try database.execute(sql: "UPDATE part SET position = ? WHERE id = ?", arguments: [position, part.id.value])
            }
        }
        parts = moved
    }

    /// Removes a part with all that is in it.
    ///
    /// - Throws: `noPart`, `closed`, `unusable`.
    public func removePart(_ id: PartID) throws(PackageError) {
        let index = try index(of: id)
        try change { database in
            for table in Self.contents { try database.execute(sql: "DELETE FROM \(table.name) WHERE part = ?", arguments: [id.value]) }
            try database.execute(sql: "DELETE FROM part WHERE id = ?", arguments: [id.value])
        }
        parts.remove(at: index)
    }

    /// Sets the language in which a part is read. It can be set once; setting it to the same again changes nothing.
    ///
    /// - Throws: `noPart`, `languageFixed`, `invalidValue`, `closed`, `unusable`.
    public func setLanguage(_ language: String, of id: PartID) throws(PackageError) {
        let index = try index(of: id)
        if let present = parts[index].language {
            guard present == language else { throw .languageFixed(present) }
            return
        }
        // longer ones are no tags: RFC 5646, section 4.4, has 35 bytes for what is of use
        guard (1...255).contains(language.utf8.count), !language.utf8.contains(0) else {
            throw .invalidValue(field: "the language of a part", value: "\"\(language.prefix(40))\"", remedy: "give it a BCP 47 tag")
        }
        try change { try $0.execute(sql: "UPDATE part SET language = ? WHERE id = ?", arguments: [language, id.value]) }
        parts[index].language = language
    }

    /// Sets the surface of a part. It can be set once; setting it to the same again changes nothing.
    ///
    /// - Throws: `noPart`, `viewFixed`, `invalidValue`, `closed`, `unusable`.
    public func setView(_ view: PartView, of id: PartID) throws(PackageError) {
        let index = try index(of: id)
        if let present = parts[index].view {
            guard present == view else { throw .viewFixed(present) }
            return
        }
        guard view.isValid else {
            throw .invalidValue(field: "the view of a part", value: "\(view)", remedy: "give it numbers above 0")
        }
        try change { database in
            try database.execute(
                sql: "UPDATE part SET width = ?, height = ?, unitsPerMillimetre = ? WHERE id = ?",
                arguments: [view.width, view.height, view.unitsPerMillimetre, id.value])
        }
        parts[index].view = view
    }

    /// - Throws: `noPart`.
    func index(of id: PartID) throws(PackageError) -> Int {
        guard let index = parts.firstIndex(where: { $0.id == id }) else { throw .noPart(id) }
        return index
    }

    /// The tables of parts' content, and their columns besides `part`.
    private static let contents = [
        (name: "item", columns: "kind, id, line, body", places: "?, ?, ?, ?"),
        (name: "reading", columns: "line, text, body", places: "?, ?, ?"),
        (name: "metadata", columns: "path, value", places: "?, ?"),
    ]

    /// Copies a part's rows unread, damaged ones too: so none is lost that a later program might read.
    private static func copy(_ id: PartID, from source: Database, to target: Database, position: Int) throws -> PartID {
        let columns = "type, language, width, height, unitsPerMillimetre, nextStroke, nextLine, nextBlock, nextDecoration"
        let rows = try Row.fetchCursor(source, sql: "SELECT \(columns) FROM part WHERE id = ?", arguments: [id.value])
        guard let part = try rows.next().map({ Array($0.databaseValues) }) else { throw PackageError.noPart(id) }
        try target.execute(
            sql: "INSERT INTO part (position, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [position] + StatementArguments(part))
        let copy = target.lastInsertedRowID
        for table in contents {
            let sql = "INSERT INTO \(table.name) (part, \(table.columns)) VALUES (?, \(table.places))"
            let insertion = try target.cachedStatement(sql: sql)
            let rows = try Row.fetchCursor(
                source, sql: "SELECT \(table.columns) FROM \(table.name) WHERE part = ?", arguments: [id.value])
            while let row = try rows.next() {
                try insertion.execute(arguments: [copy] + StatementArguments(Array(row.databaseValues)))
            }
        }
        return PartID(copy)
    }
}
