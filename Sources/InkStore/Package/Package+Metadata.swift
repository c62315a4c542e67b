internal import GRDB

extension Package {
    /// A copy of the package's metadata, to be edited and assigned back.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`.
    public func metadata() throws(PackageError) -> ParameterSet { try metadata(0) }

    /// A copy of a part's metadata, to be edited and assigned back.
    ///
    /// - Throws: `noPart`, `closed`, `damaged`, `unusable`.
    public func metadata(of id: PartID) throws(PackageError) -> ParameterSet {
        _ = try index(of: id)
        return try metadata(id.value)
    }

    /// Replaces the package's metadata.
    ///
    /// - Throws: `invalidValue`, `closed`, `unusable`.
    public func setMetadata(_ metadata: ParameterSet) throws(PackageError) { try setMetadata(metadata, 0) }

    /// Replaces a part's metadata.
    ///
    /// - Throws: `noPart`, `invalidValue`, `closed`, `unusable`.
    public func setMetadata(_ metadata: ParameterSet, of id: PartID) throws(PackageError) {
        _ = try index(of: id)
        try setMetadata(metadata, id.value)
    }

    private func metadata(_ part: Int64) throws(PackageError) -> ParameterSet {
        let name = name
        return try open.read { database in
            var set = ParameterSet()
            // a set's path is a prefix of its members' and comes before them
            try Columns.forEach(database, "SELECT path, value FROM metadata WHERE part = ? ORDER BY path", [part]) { row in
                do throws(Damage) {
                    try set.put(try row.parameter(1), at: try ParameterPath.keys(try row.text(0)))
                } catch {
                    throw PackageError.damaged(name, reason: "its metadata are damaged: \(error.reason)")
                }
            }
            return set
        }
    }

    private func setMetadata(_ metadata: ParameterSet, _ part: Int64) throws(PackageError) {
        let rows = try metadata.rows()
        try change { database in
            try database.execute(sql: "DELETE FROM metadata WHERE part = ?", arguments: [part])
            let statement = try database.cachedStatement(sql: "INSERT INTO metadata (part, path, value) VALUES (?, ?, ?)")
            for row in rows { try statement.execute(arguments: [part, row.path, row.value.databaseValue]) }
        }
    }
}

extension ParameterValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .string(let text): text.databaseValue
        case .number(let number): number.databaseValue
        case .boolean(let isTrue): (isTrue ? 1 : 0).databaseValue
        case .set: .null
        }
    }
}

extension Columns {
    fileprivate func parameter(_ index: Int32) throws(Damage) -> ParameterValue {
        if isNull(index) { return .set(ParameterSet()) }
        if isText(index) { return .string(try text(index)) }
        if isReal(index) { return .number(try real(index)) }
        let number = try integer(index)
        guard number == 0 || number == 1 else { throw Damage("it has \(number) where 0 or 1 should be") }
        return .boolean(number == 1)
    }
}
