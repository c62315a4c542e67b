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

    /// Keeps what lines were read as, until they change; nil drops what there is.
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
