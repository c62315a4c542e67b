internal import Editing
internal import GRDB
internal import Ink

/// Names that changes use, for the two things that follow from them: readings of changed lines are stale, and names that are used no
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

    /// Writes down what was given up. Names that are in use need not be: they are found when the part is loaded.
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
    /// Reads what was written down of a part.
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
