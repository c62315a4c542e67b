/// A set of a client's named values: the metadata of a package or a part. To change the metadata, edit a copy and assign it back.
public struct ParameterSet: Sendable, Hashable {
    /// The values by their names.
    public var values: [String: ParameterValue]

    /// Creates a set of these values.
    public init(_ values: [String: ParameterValue] = [:]) { self.values = values }
}

/// A value in a parameter set.
public enum ParameterValue: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A number; finite.
    case number(Double)
    /// A Boolean.
    case boolean(Bool)
    /// A nested set.
    case set(ParameterSet)
}

extension Package {
    /// Returns a copy of the package's metadata, to be edited and assigned back.
    ///
    /// - Throws: `closed`, `damaged`, `unusable`.
    public func metadata() throws(PackageError) -> ParameterSet { try metadata(0) }

    /// Returns a copy of a part's metadata, to be edited and assigned back.
    ///
    /// - Throws: `noPart`, `closed`, `damaged`, `unusable`.
    public func metadata(of id: PartID) throws(PackageError) -> ParameterSet {
        _ = try index(of: id)
        return try metadata(id.value)
    }

    /// Replaces the package's metadata.
    ///
    /// - Throws: `invalidValue`, `closed`, `unusable`.
    public func setMetadata(_ metadata: ParameterSet) throws(PackageError) {
        try setMetadata(metadata, 0)
        isSearched = metadata.isSearched
    }

    /// Replaces a part's metadata.
    ///
    /// - Throws: `noPart`, `invalidValue`, `closed`, `unusable`.
    public func setMetadata(_ metadata: ParameterSet, of id: PartID) throws(PackageError) {
        _ = try index(of: id)
        try setMetadata(metadata, id.value)
    }

    private func metadata(_ part: Int64) throws(PackageError) -> ParameterSet {
        let name = name
        let place = try open.ofPart
        return try open.read { database in
            let (set, damage) = try ParameterSet.read(database, part: part, place)
            if let damage = damage.first { throw PackageError.damaged(name, reason: damage) }
            return set
        }
    }

    private func setMetadata(_ metadata: ParameterSet, _ part: Int64) throws(PackageError) {
        let rows = try metadata.rows()
        try change { database in
            try database.execute("DELETE FROM metadata WHERE part = ?", [part])
            let statement = try database.statement(Self.insertion(.metadata))
            for row in rows { try statement.execute([part, row.path, row.value.databaseValue]) }
        }
    }
}

extension ParameterSet {
    /// Whether the content of a package with these metadata is searchable.
    fileprivate var isSearched: Bool { values[Package.searchKey] != .boolean(false) }

    /// Whether the content of the database's package is searchable. Damaged metadata are ignored.
    static func isSearched(_ database: Database, _ place: String) throws -> Bool {
        try read(database, part: 0, place).set.isSearched
    }
}

extension ParameterValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .string(let text): .text(text)
        case .number(let number): .real(number)
        case .boolean(let isTrue): .integer(isTrue ? 1 : 0)
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

/// Paths to the values of nested sets: JSON pointers (RFC 6901).
private enum ParameterPath {
    static func text(_ keys: [String]) -> String {
        var text = String.UnicodeScalarView()
        for key in keys {
            text.append("/")
            for scalar in key.unicodeScalars {
                switch scalar {
                case "~": text += "~0".unicodeScalars
                case "/": text += "~1".unicodeScalars
                default: text.append(scalar)
                }
            }
        }
        return String(text)
    }

    /// Returns the keys of a path. The path is split by Unicode scalars, because as a character, a slash would combine with a combining
    /// mark after it.
    static func keys(_ path: String) throws(Damage) -> [String] {
        let scalars = path.unicodeScalars
        guard scalars.first == "/" else { throw Damage("\"\(path.prefix(40))\" is not a path") }
        var keys: [String] = []
        for piece in scalars.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            var (key, rest) = (String.UnicodeScalarView(), piece)
            while let scalar = rest.popFirst() {
                guard scalar == "~" else {
                    key.append(scalar)
                    continue
                }
                switch rest.popFirst() {
                case "0": key.append("~")
                case "1": key.append("/")
                default: throw Damage("\"\(path.prefix(40))\" is not a path")
                }
            }
            guard !key.isEmpty else { throw Damage("\"\(path.prefix(40))\" has an empty key") }
            keys.append(String(key))
        }
        return keys
    }
}

extension ParameterSet {
    /// Reads the metadata of a part, or of the package if `part` is 0, and describes any damage.
    /// - Parameter place: the SQL condition for the part's rows: see `PackageDatabase.ofPart`.
    static func read(_ database: Database, part: Int64, _ place: String) throws -> (set: ParameterSet, damage: [String]) {
        var (set, damage) = (ParameterSet(), [String]())
        // a set's path is a prefix of its members' paths, so the set's row comes before theirs
        let sql = "SELECT part, path, value, checksum FROM metadata WHERE \(place) ORDER BY path"
        try Columns.forEach(database, sql, [part]) { row in
            do throws(Damage) {
                let (value, keys) = (try row.parameter(2), try ParameterPath.keys(try row.text(1)))
                try row.verify(.metadata, 0...2, stored: 3)
                try set.put(value, at: keys)
            } catch {
                damage.append("\(part == 0 ? "its metadata" : "the metadata of part \(part)") are damaged: \(error.reason)")
            }
        }
        return (set, damage)
    }

    /// The limits of metadata: large enough for the state of a client, too small for files.
    private enum Limit {
        static let depth = 8
        static let values = 1000
        static let keyBytes = 200
    }

    /// Returns the values of the set and of nested sets with their paths, ordered by path.
    ///
    /// - Throws: `invalidValue`.
    func rows() throws(PackageError) -> [(path: String, value: ParameterValue)] {
        var rows: [(path: String, value: ParameterValue)] = []
        try collect(into: &rows, below: [])
        guard rows.count <= Limit.values else {
            throw .invalidValue(field: "metadata", value: "\(rows.count) values", remedy: "give it at most \(Limit.values)")
        }
        return rows
    }

    private func collect(into rows: inout [(path: String, value: ParameterValue)], below keys: [String]) throws(PackageError) {
        guard keys.count < Limit.depth else {
            throw .invalidValue(field: "metadata", value: "nested more than \(Limit.depth) deep", remedy: "nest fewer sets")
        }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            guard (1...Limit.keyBytes).contains(key.utf8.count), !key.unicodeScalars.contains("\0") else {
                throw .invalidValue(
                    field: "a key of metadata", value: "\"\(key.prefix(40))\"",
                    remedy: "give it 1 to \(Limit.keyBytes) bytes without U+0000")
            }
            try value.check(key)
            rows.append((ParameterPath.text(keys + [key]), value))
            if case .set(let set) = value { try set.collect(into: &rows, below: keys + [key]) }
        }
    }

    /// Sets a value at a path. The set that contains the value must exist.
    mutating func put(_ value: ParameterValue, at keys: [String]) throws(Damage) {
        guard let first = keys.first, keys.count <= Limit.depth else { throw Damage("a path has \(keys.count) keys") }
        guard keys.count > 1 else {
            guard values.updateValue(value, forKey: first) == nil else { throw Damage("duplicate key \"\(first)\"") }
            return
        }
        guard case .set(var set) = values[first] else { throw Damage("\"\(first)\" is not a set but has members") }
        try set.put(value, at: Array(keys.dropFirst()))
        values[first] = .set(set)
    }
}

extension ParameterValue {
    /// The maximum length of a text in bytes.
    private static let textBytes = 1 << 20

    fileprivate func check(_ key: String) throws(PackageError) {
        switch self {
        case .string(let text):
            guard text.utf8.count <= Self.textBytes, !text.utf8.contains(0) else {
                throw .invalidValue(
                    field: "the text of \"\(key)\"", value: "\(text.utf8.count) bytes long or has U+0000 in it",
                    remedy: "give it at most \(Self.textBytes) bytes, without U+0000")
            }
        case .number(let number):
            guard number.isFinite else {
                throw .invalidValue(field: "the number \"\(key)\"", value: "\(number)", remedy: "give it a finite number")
            }
        case .boolean, .set: break
        }
    }
}
