public import Editing
public import Ink

/// The ID of a part. IDs are never reused within a package.
public struct PartID: Sendable, Hashable, Comparable {
    /// The underlying number.
    public var value: Int64

    /// Creates the identifier with this number.
    public init(_ value: Int64) { self.value = value }

    /// Whether part `a` was created before part `b`.
    public static func < (a: Self, b: Self) -> Bool { a.value < b.value }
}

/// The surface that a part was written on.
public struct PartView: Sendable, Hashable, CustomStringConvertible {
    /// The width in the unit of the ink.
    public var width: Double
    /// The height in the unit of the ink.
    public var height: Double
    /// Units of the ink per millimeter: 1, except for devices of unknown size.
    public var unitsPerMillimeter: Double

    /// Creates a surface of this size.
    public init(width: Double, height: Double, unitsPerMillimeter: Double = 1) {
        self.width = width
        self.height = height
        self.unitsPerMillimeter = unitsPerMillimeter
    }

    /// The view as text, such as `210.0 × 297.0, 1.0 per millimeter`.
    public var description: String { "\(width) × \(height), \(unitsPerMillimeter) per millimeter" }

    /// Whether width, height and unitsPerMillimeter are finite and above 0.
    var isValid: Bool { [width, height, unitsPerMillimeter].allSatisfy { $0.isFinite && $0 > 0 } }
}

/// The metadata of a part, available without loading it.
public struct PartInfo: Sendable, Hashable, Identifiable {
    /// The part's identifier.
    public let id: PartID
    /// The part's type; never changes.
    public let type: PartType
    /// The BCP 47 tag of the recognition language; nil until it is set. It can be set once.
    public internal(set) var language: String?
    /// The part's view; nil until it is set. It can be set once.
    public internal(set) var view: PartView?
}

/// The content of a part.
public struct PartContent: Sendable, Hashable {
    /// The items, ordered by kind, then by ID.
    public var items: [DocumentItem] = []
    /// The stored readings of lines that have not changed since they were read.
    public var readings: [LineID: SavedReading] = [:]
    /// The next unused IDs: no present or removed item of the part has them.
    public var next = NextNames()
    /// Sentences about the damaged items, which are left out. They stay in the package until they are changed or deleted.
    public var unreadable: [String] = []
}

/// The first ID of each kind that no present or removed item of a part has.
public struct NextNames: Sendable, Hashable {
    /// The next ID for a stroke.
    public var stroke = StrokeID(1)
    /// The next ID for a line.
    public var line = LineID(1)
    /// The next ID for a block with content other than strokes.
    public var block = BlockID(1)
    /// The next ID for a decoration.
    public var decoration = DecorationID(1)
}

extension Package {
    /// Returns the part at an index, counted from 0.
    ///
    /// - Throws: `noPartAtIndex`.
    public func part(at index: Int) throws(PackageError) -> PartInfo {
        guard parts.indices.contains(index) else { throw .noPartAtIndex(index, count: parts.count) }
        return parts[index]
    }

    /// Returns the part with this identifier.
    ///
    /// - Throws: `noPart`.
    public func part(_ id: PartID) throws(PackageError) -> PartInfo { parts[try index(of: id)] }

    /// Creates an empty part after all existing parts.
    ///
    /// - Throws: `closed`, `unusable`.
    public func createPart(_ type: PartType) throws(PackageError) -> PartInfo {
        let id = try change { database in
            try database.execute("INSERT INTO part (position, type) VALUES (?, ?)", [parts.count, type.rawValue])
            let id = PartID(database.lastInsertedRow)
            try PartRow.seal(database, id)
            return id
        }
        let part = PartInfo(id: id, type: type)
        parts.append(part)
        return part
    }

    /// Creates a copy of a part, of this package or another, with its metadata. The copy is after all existing parts. To move a part to
    /// another package, clone it there and remove it here.
    ///
    /// - Throws: `noPart`, `closed`, `damaged`, `unusable`.
    public func clonePart(_ id: PartID, of source: Package) throws(PackageError) -> PartInfo {
        let original = try source.part(id)
        let copy: PartID
        if source === self {
            let place = try source.open.ofPart
            copy = try change { try Self.copy(id, place, from: $0, to: $0, position: parts.count) }
        } else {
            let place = try source.open.ofPart
            copy = try source.open.read { from in
                try change { try Self.copy(id, place, from: from, to: $0, position: parts.count) }
            }
        }
        let part = PartInfo(id: copy, type: original.type, language: original.language, view: original.view)
        parts.append(part)
        unindexed.insert(copy)
        return part
    }

    /// Moves a part to an index. The other parts keep their order.
    ///
    /// - Throws: `noPart`, `noPartAtIndex`, `closed`, `unusable`.
    public func movePart(_ id: PartID, to index: Int) throws(PackageError) {
        let present = try self.index(of: id)
        guard parts.indices.contains(index) else { throw .noPartAtIndex(index, count: parts.count) }
        var moved = parts
        moved.insert(moved.remove(at: present), at: index)
        try change { database in
            for (position, part) in moved.enumerated() {
                try PartRow.update(database, part.id, "position = ?", [position])
            }
        }
        parts = moved
    }

    /// Removes a part with its content.
    ///
    /// - Throws: `noPart`, `closed`, `unusable`.
    public func removePart(_ id: PartID) throws(PackageError) {
        let index = try index(of: id)
        try change { database in
            for table in Self.contents { try database.execute("DELETE FROM \(table.name) WHERE part = ?", [id.value]) }
            try database.execute("DELETE FROM part WHERE id = ?", [id.value])
        }
        parts.remove(at: index)
        unindexed.insert(id)
    }

    /// Sets a part's recognition language. It can be set once; setting the same value again changes nothing.
    ///
    /// - Throws: `noPart`, `languageFixed`, `invalidValue`, `closed`, `unusable`.
    public func setLanguage(_ language: String, of id: PartID) throws(PackageError) {
        let index = try index(of: id)
        if let present = parts[index].language {
            guard present == language else { throw .languageFixed(present) }
            return
        }
        // longer texts are not valid tags: RFC 5646, section 4.4, recommends 35 bytes
        guard (1...255).contains(language.utf8.count), !language.utf8.contains(0) else {
            throw .invalidValue(field: "the language of a part", value: "\"\(language.prefix(40))\"", remedy: "give it a BCP 47 tag")
        }
        try change(isWork: false) { try PartRow.update($0, id, "language = ?", [language]) }
        parts[index].language = language
    }

    /// Sets the surface of a part. It can be set once; setting the same value again changes nothing.
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
        try change(isWork: false) { database in
            try PartRow.update(
                database, id, "width = ?, height = ?, unitsPerMillimetre = ?", [view.width, view.height, view.unitsPerMillimeter])
        }
        parts[index].view = view
    }

    /// - Throws: `noPart`.
    func index(of id: PartID) throws(PackageError) -> Int {
        guard let index = parts.firstIndex(where: { $0.id == id }) else { throw .noPart(id) }
        return index
    }

    /// The tables that contain the content of parts.
    static let contents: [RowChecksum.Table] = [.item, .reading, .metadata]

    /// Copies a part's rows unchanged. Damaged rows are copied, too, so that no data is lost, and the copies are marked as damaged.
    private static func copy(_ id: PartID, _ place: String, from source: Database, to target: Database, position: Int) throws -> PartID {
        let columns = "type, language, width, height, unitsPerMillimetre, nextStroke, nextLine, nextBlock, nextDecoration"
        let isWhole = "checksum = \(RowChecksum.sql(.part))"
        var rows: [[DatabaseValue]] = []
        try Columns.forEach(source, "SELECT \(columns), \(isWhole) FROM part WHERE id = ?", [id.value]) { rows.append($0.values) }
        guard var part = rows.first else { throw PackageError.noPart(id) }
        let isPartWhole = part.popLast() == .integer(1)
        try target.execute(
            "INSERT INTO part (position, \(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [position.databaseValue] + part)
        let copy = PartID(target.lastInsertedRow)
        try PartRow.seal(target, copy, isWhole: isPartWhole)
        for table in contents {
            let insertion = try target.statement(insertion(table))
            let sql = "SELECT \(table.columns), checksum = \(RowChecksum.sql(table)) FROM \(table.name) WHERE \(place)"
            try Columns.forEach(source, sql, [id.value]) { row in
                var values = row.values
                let isWhole = values.popLast() == .integer(1)
                values[0] = copy.value.databaseValue
                try insertion.execute(values)
                if !isWhole { try mark(target, table, values) }
            }
        }
        return copy
    }

    /// Marks a row as damaged.
    private static func mark(_ database: Database, _ table: RowChecksum.Table, _ values: [DatabaseValue]) throws {
        let columns = table.columns.split(separator: ", ").map { "\($0) IS ?" }.joined(separator: " AND ")
        try database.execute(
            "UPDATE \(table.name) SET checksum = \(RowChecksum.damaged) WHERE \(columns)", values)
    }
}

/// Changes of a part's row that update its checksum. A damaged row stays marked as damaged.
enum PartRow {
    /// Verifies that a row has not changed since it was written. Its columns are those of `RowChecksum.Table` and the checksum.
    static func verify(_ row: Columns) throws(Damage) { try row.verify(.part, 0...10, stored: 11) }

    /// Changes a part's row.
    /// - Parameter changes: the SQL between SET and WHERE.
    static func update(_ database: Database, _ id: PartID, _ changes: String, _ arguments: [any DatabaseConvertible]) throws {
        let sql = "SELECT checksum = \(RowChecksum.sql(.part)) FROM part WHERE id = ?"
        let isWhole = try database.integer(sql, [id.value]) == 1
        try database.execute("UPDATE part SET \(changes) WHERE id = ?", arguments + [id.value])
        try seal(database, id, isWhole: isWhole)
    }

    /// Writes the checksum of a part's row, or marks the row as damaged if `isWhole` is false.
    static func seal(_ database: Database, _ id: PartID, isWhole: Bool = true) throws {
        let checksum = isWhole ? RowChecksum.sql(.part) : "\(RowChecksum.damaged)"
        try database.execute("UPDATE part SET checksum = \(checksum) WHERE id = ?", [id.value])
    }
}
