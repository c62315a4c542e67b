public import Editing
internal import Foundation
internal import GRDB
internal import Ink

extension Package {
    /// Writes changes of a part's items down, all or none. What was read of the lines that change is dropped.
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
        try change { database in
            let insertion = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO item (part, kind, id, line, body) VALUES (?, ?, ?, ?, ?)")
            let deletion = try database.cachedStatement(sql: "DELETE FROM item WHERE part = ? AND kind = ? AND id = ?")
            for row in rows {
                if let body = row.body {
                    try insertion.execute(arguments: [part, row.kind.rawValue, row.id, row.line, Data(body)])
                } else {
                    try deletion.execute(arguments: [part, row.kind.rawValue, row.id])
                }
            }
            let forgetting = try database.cachedStatement(sql: "DELETE FROM reading WHERE part = ? AND line = ?")
            for line in lines { try forgetting.execute(arguments: [part, line]) }
            try names.retire(in: database, part: part)
        }
    }

    /// Stores the readings of lines, until the lines change; nil deletes a line's.
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
                    field: "the reading of line \(line.value)", value: "what it is", remedy: "give it finite numbers, and not too many")
            }
            rows.append((number, reading?.candidates.first?.text ?? "", reading == nil ? nil : writer.bytes))
        }
        try change { database in
            let insertion = try database.cachedStatement(sql: "INSERT OR REPLACE INTO reading (part, line, text, body) VALUES (?, ?, ?, ?)")
            let deletion = try database.cachedStatement(sql: "DELETE FROM reading WHERE part = ? AND line = ?")
            for row in rows {
                if let body = row.body {
                    try insertion.execute(arguments: [id.value, row.line, row.text, Data(body)])
                } else {
                    try deletion.execute(arguments: [id.value, row.line])
                }
            }
        }
    }

    /// Reads all that is in a part. What is damaged is left out and named; it is not removed.
    ///
    /// - Throws: `noPart`, `closed`; `damaged` if the file as a whole cannot be read; `unusable`.
    public func load(_ id: PartID) throws(PackageError) -> PartContent {
        _ = try index(of: id)
        return try open.read { database in
            var content = PartContent()
            try NextNames.read(database, part: id.value, into: &content)
            try Columns.forEach(database, "SELECT kind, id, line, body FROM item WHERE part = ?", [id.value]) { row in
                content.next.passItem(row)
                do throws(Damage) {
                    content.items.append(try DocumentItem(row))
                } catch {
                    content.unreadable.append("\(row.itemName) of part \(id.value) is damaged: \(error.reason)")
                }
            }
            try Columns.forEach(database, "SELECT line, body FROM reading WHERE part = ?", [id.value]) { row in
                do throws(Damage) {
                    content.readings[LineID(try row.number(0))] = try SavedReading(try row.bytes(1))
                } catch {
                    content.unreadable.append("a reading of part \(id.value) is damaged: \(error.reason)")
                }
            }
            return content
        }
    }
}

/// Names that changes use, for two consequences: readings of changed lines are stale, and names that are used no
/// longer must not be given again.
struct UsedNames {
    /// Lines that strokes came to or left.
    private(set) var lines: Set<Int64> = []
    /// The largest names that were given up.
    private var stroke: UInt64 = 0
    private var line: UInt64 = 0
    private var block: UInt64 = 0
    private var decoration: UInt64 = 0

    /// - Throws: `invalidValue`.
    mutating func take(_ change: DocumentChange) throws(PackageError) {
        let (old, new) = (change.before?.line, change.after?.line)
        for case let line? in [old, new] { lines.insert(try ItemRow.integer(line.value, "the number of a line")) }
        if let old, old != new { line = max(line, old.value) }
        guard change.after == nil else { return }
        switch change.key {
        case .stroke(let id): stroke = max(stroke, id.value)
        case .block(let id): block = max(block, id.value)
        case .decoration(let id): decoration = max(decoration, id.value)
        case .choice: break
        }
    }

    /// Records retired names. Names that are in use need no record: they are found when the part is loaded.
    func retire(in database: Database, part: Int64) throws {
        let names = [stroke, line, block, decoration]
        guard names.contains(where: { $0 > 0 }) else { return }
        let statement = try database.cachedStatement(
            sql: """
                UPDATE part SET nextStroke = max(nextStroke, ?), nextLine = max(nextLine, ?), nextBlock = max(nextBlock, ?), \
                nextDecoration = max(nextDecoration, ?) WHERE id = ?
                """)
        try statement.execute(arguments: StatementArguments(names.map { Int64(clamping: $0.nextName) } + [part]))
    }
}

extension NextNames {
    /// Reads the recorded names of a part.
    static func read(_ database: Database, part: Int64, into content: inout PartContent) throws {
        let sql = "SELECT nextStroke, nextLine, nextBlock, nextDecoration FROM part WHERE id = ?"
        try Columns.forEach(database, sql, [part]) { row in
            do throws(Damage) {
                content.next = NextNames(
                    stroke: StrokeID(try row.number(0)), line: LineID(try row.number(1)), block: BlockID(try row.number(2)),
                    decoration: DecorationID(try row.number(3)))
            } catch {
                content.unreadable.append("the next names of part \(part) are damaged: \(error.reason)")
            }
        }
    }

    /// Goes beyond the names of an item, damaged or not, whose row has the columns kind, id, line, body.
    mutating func passItem(_ row: Columns) {
        guard let kind = (try? row.integer(0)).flatMap(ItemKind.init), let id = try? row.number(1) else { return }
        switch kind {
        case .stroke:
            stroke.value = max(stroke.value, id.nextName)
            if let line = try? row.number(2) { self.line.value = max(self.line.value, line.nextName) }
        case .block: block.value = max(block.value, id.nextName)
        case .decoration: decoration.value = max(decoration.value, id.nextName)
        case .choice: break
        }
    }
}

extension DocumentItem {
    /// The line of a stroke.
    fileprivate var line: LineID? { if case .stroke(let placed) = self { placed.line } else { nil } }
}

extension UInt64 {
    /// The number after this one; 0 for 0, which is no name that was used.
    fileprivate var nextName: UInt64 { self == 0 ? 0 : self &+ 1 }
}
