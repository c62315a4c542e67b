public import Editing
internal import Ink

extension Package {
    /// Writes changes of a part's items in one transaction. Deletes the readings of the changed lines.
    ///
    /// - Throws: `noPart`, `invalidValue`, `closed`, `damaged`, `unusable`.
    public func append(_ changes: [DocumentChange], to id: PartID) throws(PackageError) {
        _ = try index(of: id)
        guard !changes.isEmpty else { return }
        var rows: [ItemRow] = []
        var names = UsedNames()
        for change in changes {
            rows.append(try ItemRow(change))
            try names.take(change)
        }
        let (part, lines) = (id.value, names.lines)
        unindexed.insert(id)
        try change { database in
            let insertion = try database.statement(Self.insertion(.item))
            let deletion = try database.statement("DELETE FROM item WHERE part = ? AND kind = ? AND id = ?")
            for row in rows {
                if let body = row.body {
                    try insertion.execute([part, row.kind.rawValue, row.id, row.line, body])
                } else {
                    try deletion.execute([part, row.kind.rawValue, row.id])
                }
            }
            let forgetting = try database.statement("DELETE FROM reading WHERE part = ? AND line = ?")
            for line in lines { try forgetting.execute([part, line]) }
            try names.retire(in: database, part: part)
        }
    }

    /// Stores readings of lines; nil deletes a line's reading. A reading stays valid until its line changes.
    ///
    /// - Throws: `noPart`, `invalidValue`, `closed`, `damaged`, `unusable`.
    public func setReadings(_ readings: [LineID: SavedReading?], in id: PartID) throws(PackageError) {
        _ = try index(of: id)
        guard !readings.isEmpty else { return }
        var rows: [(line: Int64, text: String, body: [UInt8]?)] = []
        for (line, reading) in readings.sorted(by: { $0.key < $1.key }) {
            let number = try ItemRow.integer(line.value, "the number of a line")
            var writer = ByteWriter()
            reading?.write(to: &writer)
            guard !writer.isUnreadable, writer.bytes.count <= PackageDatabase.largestRow else {
                throw .invalidValue(
                    field: "the reading of line \(line.value)", value: "this value", remedy: "give it finite numbers, and not too many")
            }
            rows.append((number, reading?.candidates.first?.text ?? "", reading == nil ? nil : writer.bytes))
        }
        unindexed.insert(id)
        try change(isWork: false) { database in
            let insertion = try database.statement(Self.insertion(.reading))
            let deletion = try database.statement("DELETE FROM reading WHERE part = ? AND line = ?")
            for row in rows {
                if let body = row.body {
                    try insertion.execute([id.value, row.line, row.text, body])
                } else {
                    try deletion.execute([id.value, row.line])
                }
            }
        }
    }

    /// Reads the content of a part. Damaged items are left out and listed; they are not removed.
    ///
    /// - Throws: `noPart`, `closed`; `damaged` if the file as a whole cannot be read; `unusable`.
    public func load(_ id: PartID) throws(PackageError) -> PartContent {
        _ = try index(of: id)
        let place = try open.ofPart
        return try open.read { try PartContent($0, of: id, place) }
    }

    /// Returns the SQL that inserts a row with its checksum into a table, replacing a row with the same key.
    static func insertion(_ table: RowChecksum.Table) -> String {
        let places = (1...table.columns.split(separator: ",").count).map { "?\($0)" }.joined(separator: ", ")
        return """
            INSERT OR REPLACE INTO \(table.name) (\(table.columns), checksum) \
            VALUES (\(places), rowChecksum(\(table.rawValue), \(places)))
            """
    }
}

extension PartContent {
    /// Reads all rows of a part, and lists the damaged ones.
    /// - Parameter place: the SQL condition for the part's rows: see `PackageDatabase.ofPart`.
    init(_ database: Database, of part: PartID, _ place: String) throws {
        let id = part.value
        try NextNames.read(database, part: id, into: &self)
        try Columns.forEach(database, "SELECT kind, id, line, body, part, checksum FROM item WHERE \(place)", [id]) { row in
            next.passItem(row)
            do throws(Damage) {
                let item = try DocumentItem(row)
                try row.verify(.item, [4, 0, 1, 2, 3], stored: 5)
                items.append(item)
            } catch {
                unreadable.append("\(row.itemName) of part \(id) is damaged: \(error.reason)")
            }
        }
        try Columns.forEach(database, "SELECT part, line, text, body, checksum FROM reading WHERE \(place)", [id]) { row in
            do throws(Damage) {
                let (line, reading) = (LineID(try row.number(1)), try SavedReading(try row.bytes(3)))
                try row.verify(.reading, 0...3, stored: 4)
                readings[line] = reading
            } catch {
                unreadable.append("a reading of part \(id) is damaged: \(error.reason)")
            }
        }
    }
}

/// The lines and IDs in a list of changes. The readings of the lines are out of date, and IDs that are no longer in use must not be reused.
struct UsedNames {
    /// The lines that strokes or typeset words were added to or removed from.
    private(set) var lines: Set<Int64> = []
    /// The largest ID of a removed stroke or word; 0 if no ID was removed.
    private var stroke: UInt64 = 0
    /// The largest ID of a line that a change has removed an item from; 0 if no ID was removed.
    private var line: UInt64 = 0
    /// The largest ID of a removed block; 0 if no ID was removed.
    private var block: UInt64 = 0
    /// The largest ID of a removed decoration; 0 if no ID was removed.
    private var decoration: UInt64 = 0

    /// - Throws: `invalidValue`.
    mutating func take(_ change: DocumentChange) throws(PackageError) {
        let (old, new) = (change.before?.line, change.after?.line)
        for case let line? in [old, new] { lines.insert(try ItemRow.integer(line.value, "the number of a line")) }
        if let old, old != new { line = max(line, old.value) }
        guard change.after == nil else { return }
        switch change.key {
        case .stroke(let id), .word(let id): stroke = max(stroke, id.value)
        case .block(let id): block = max(block, id.value)
        case .decoration(let id): decoration = max(decoration, id.value)
        case .choice, .boundary: break
        }
    }

    /// Stores the IDs that are no longer in use. IDs in use need not be stored, because they are found when the part is loaded.
    func retire(in database: Database, part: Int64) throws {
        let names = [stroke, line, block, decoration]
        guard names.contains(where: { $0 > 0 }) else { return }
        let changes = """
            nextStroke = max(nextStroke, ?), nextLine = max(nextLine, ?), nextBlock = max(nextBlock, ?), \
            nextDecoration = max(nextDecoration, ?)
            """
        try PartRow.update(database, PartID(part), changes, names.map { Int64(clamping: $0.nextName) })
    }
}

extension NextNames {
    /// Reads the stored next IDs of a part.
    static func read(_ database: Database, part: Int64, into content: inout PartContent) throws {
        let sql = "SELECT \(RowChecksum.Table.part.columns), checksum FROM part WHERE id = ?"
        try Columns.forEach(database, sql, [part]) { row in
            do throws(Damage) {
                content.next = NextNames(
                    stroke: StrokeID(try row.number(7)), line: LineID(try row.number(8)), block: BlockID(try row.number(9)),
                    decoration: DecorationID(try row.number(10)))
            } catch {
                content.unreadable.append("the next IDs of part \(part) are damaged: \(error.reason)")
                return
            }
            do throws(Damage) {
                try PartRow.verify(row)
            } catch {
                content.unreadable.append("the properties of part \(part) are damaged: \(error.reason)")
            }
        }
    }

    /// Advances the next IDs beyond the IDs of an item, which may be damaged. The row's columns are kind, id, line, body.
    mutating func passItem(_ row: Columns) {
        guard let kind = (try? row.integer(0)).flatMap(ItemKind.init), let id = try? row.number(1) else { return }
        switch kind {
        case .stroke, .word:
            stroke.value = max(stroke.value, id.nextName)
            if let line = try? row.number(2) { self.line.value = max(self.line.value, line.nextName) }
        case .block: block.value = max(block.value, id.nextName)
        case .decoration: decoration.value = max(decoration.value, id.nextName)
        case .choice, .boundary: break
        }
    }
}

extension DocumentItem {
    /// The line of a stroke or a typeset word.
    fileprivate var line: LineID? {
        switch self {
        case .stroke(let placed): placed.line
        case .word(let word): word.line
        case .block, .choice, .decoration, .boundary: nil
        }
    }
}

extension UInt64 {
    /// The ID after this one; 0 for 0, which means that no ID was removed.
    fileprivate var nextName: UInt64 { self == 0 ? 0 : self &+ 1 }
}
