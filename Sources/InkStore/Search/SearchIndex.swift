internal import CSQLite
internal import Editing
internal import Ink

/// An error of a search index.
public enum SearchIndexError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is not an index of this version, or is damaged. After the file is removed, the index can be rebuilt.
    case damaged(path: String, reason: String)
    /// The file cannot be used.
    case unusable(path: String, reason: String)

    /// The error and its fix.
    public var description: String {
        switch self {
        case .damaged(let path, let reason): "the search index \(path) is damaged (\(reason)): remove it, and it is created again"
        case .unusable(let path, let reason): "cannot use the search index \(path): \(reason)"
        }
    }
}

/// An index of the words and drawings of one user's packages: all candidates of the words, and the looks of the drawings. It is a separate
/// file that can be rebuilt from the packages at any time.
///
/// Each package has a *stamp*, a text that identifies the state of the files that was indexed. The stamp is empty while the package is
/// being written. An index belongs to one thread, and every call blocks.
public final class SearchIndex {
    let path: String
    private let database: Database
    /// Whether words were removed that the file may still contain: see `purge()`. True at first, because the process that last had the index
    /// open may have been killed before its purge.
    private var hasRemoved = true

    /// The suffixes of the files that belong to an index.
    private static let companions = PackageFiles.companions

    /// Opens an index, or creates an empty one.
    ///
    /// - Throws: `damaged`, `unusable`.
    public init(path: String) throws(SearchIndexError) {
        self.path = path
        database = try Self.mapping(path) {
            // create the file here: SQLite would create one that other users can read
            if !Files.exists(path) { try Files.create(path) }
            let database = try Database(path: path)
            do {
                try database.run(Self.pragmas)
                try database.write { database in
                    if try database.integer("SELECT count(*) FROM sqlite_schema") == 0 { try SearchSchema.create(database) }
                }
                try database.read { try SearchSchema.check($0) }
                return database
            } catch {
                database.close()
                throw error
            }
        }
    }

    /// Removes the file of an index that is not open.
    ///
    /// - Throws: `unusable`.
    public static func remove(_ path: String) throws(SearchIndexError) {
        do throws(PackageError) {
            for companion in companions { try Files.remove(path + companion) }
        } catch {
            throw .unusable(path: path, reason: "\(error)")
        }
    }

    /// Returns the size of an index on disk, in bytes.
    public static func size(_ path: String) -> Int { companions.reduce(0) { $0 + (Files.allocatedSize(path + $1) ?? 0) } }

    /// The settings of the connection. `secure_delete`: deleted content must not remain in the file.
    private static let pragmas = """
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; \
        PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 100; PRAGMA journal_size_limit = 524288
        """

    func read<T>(_ body: (Database) throws -> T) throws(SearchIndexError) -> T { try Self.mapping(path) { try database.read(body) } }

    func write<T>(_ body: (Database) throws -> T) throws(SearchIndexError) -> T { try Self.mapping(path) { try database.write(body) } }

    private static func mapping<T>(_ path: String, _ body: () throws -> T) throws(SearchIndexError) -> T {
        do {
            return try body()
        } catch let error as SearchIndexError {
            throw error
        } catch let error as Damage {
            throw .damaged(path: path, reason: error.reason)
        } catch let error as DatabaseError {
            switch error.code {
            case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_FORMAT, SQLITE_MISMATCH:
                throw .damaged(path: path, reason: error.message)
            default: throw .unusable(path: path, reason: error.message)
            }
        } catch {
            throw .unusable(path: path, reason: "\(error)")
        }
    }
}

// MARK: Packages

extension SearchIndex {
    /// Returns the stamps of the indexed packages. The stamp is empty for a package that is being written, or was being written when the
    /// daemon last stopped.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func stamps() throws(SearchIndexError) -> [String: String] {
        try read { database -> [String: String] in
            var stamps: [String: String] = [:]
            try Columns.forEach(database, "SELECT name, stamp FROM package", []) { row in
                let (name, stamp) = (try row.text(0), try row.text(1))
                stamps[name] = stamp
            }
            return stamps
        }
    }

    /// Adds a package, or removes its content from the index. The caller adds the package's parts afterwards.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func begin(_ package: String) throws(SearchIndexError) {
        hasRemoved = true
        try write { database in
            try Self.forget(package, in: database)
            try database.execute("INSERT INTO package (name, stamp) VALUES (?, '')", [package])
        }
    }

    /// Sets the stamp of an indexed package. Does nothing for a package that is not indexed.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func setStamp(_ stamp: String, of package: String) throws(SearchIndexError) {
        try write { try $0.execute("UPDATE package SET stamp = ? WHERE name = ?", [stamp, package]) }
    }

    /// Changes the name of a package, and erases its earlier name from the file.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func rename(_ package: String, to new: String) throws(SearchIndexError) {
        hasRemoved = true
        try write { database in
            try Self.forget(new, in: database)
            try database.execute("UPDATE package SET name = ? WHERE name = ?", [new, package])
        }
        try purge()
    }

    /// Removes packages, and erases their words from the file.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func forget(_ packages: some Collection<String>) throws(SearchIndexError) {
        guard !packages.isEmpty else { return }
        hasRemoved = true
        try write { database in for package in packages { try Self.forget(package, in: database) } }
        try purge()
    }

    /// Removes a part of a package, and erases its words from the file.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func remove(_ part: PartID, of package: String) throws(SearchIndexError) {
        hasRemoved = true
        try write { database in
            guard let package = try Self.number(of: package, in: database) else { return }
            try Self.removeLines(in: database, where: "package = ? AND part = ?", [package, part.value])
            try database.execute("DELETE FROM drawing WHERE package = ? AND part = ?", [package, part.value])
            try database.execute("DELETE FROM part WHERE package = ? AND part = ?", [package, part.value])
        }
        try purge()
    }

    /// Erases removed words from the file. FTS5 retains them until it merges their segment, and the write-ahead log contains old versions
    /// of pages.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func purge() throws(SearchIndexError) {
        guard hasRemoved else { return }
        try write { try $0.execute("INSERT INTO reading (reading) VALUES ('optimize')") }
        try Self.mapping(path) { try database.checkpoint() }
        hasRemoved = false
    }

    /// Replaces the list of a package's parts, which are in order.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func setParts(_ parts: [PartInfo], of package: String) throws(SearchIndexError) {
        try write { database in
            guard let package = try Self.number(of: package, in: database) else { return }
            try database.execute("DELETE FROM part WHERE package = ?", [package])
            for (position, part) in parts.enumerated() {
                try database.execute(
                    "INSERT INTO part (package, part, position, type) VALUES (?, ?, ?, ?)",
                    [package, part.id.value, position, part.type.rawValue])
            }
        }
    }

    private static func forget(_ name: String, in database: Database) throws {
        guard let package = try number(of: name, in: database) else { return }
        try removeLines(in: database, where: "package = ?", [package])
        try database.execute("DELETE FROM drawing WHERE package = ?", [package])
        try database.execute("DELETE FROM part WHERE package = ?", [package])
        try database.execute("DELETE FROM package WHERE id = ?", [package])
    }

    static func number(of package: String, in database: Database) throws -> Int64? {
        try database.integer("SELECT id FROM package WHERE name = ?", [package])
    }
}

// MARK: Text

extension SearchIndex {
    /// Replaces the text of lines and blocks. A value of nil removes the line or block. Does nothing for a package that is not indexed.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func put(_ lines: [TextPlace: SearchableLine?], part: PartID, of package: String) throws(SearchIndexError) {
        hasRemoved = true
        try write { database in
            guard let package = try Self.number(of: package, in: database) else { return }
            try database.execute("UPDATE package SET stamp = '' WHERE id = ? AND stamp <> ''", [package])
            for (place, line) in lines {
                guard let number = place.number else { continue }
                try Self.removeLines(in: database, where: "package = ? AND part = ? AND place = ?", [package, part.value, number])
                if let line { try Self.insert(line, number, in: database, package, part) }
            }
        }
    }

    /// Replaces the content of a part.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func replace(_ part: PartID, of package: String, with content: SearchableContent) throws(SearchIndexError) {
        hasRemoved = true
        try write { database in
            guard let package = try Self.number(of: package, in: database) else { return }
            try Self.removeLines(in: database, where: "package = ? AND part = ?", [package, part.value])
            for line in content.lines {
                guard let number = line.place.number else { continue }
                try Self.insert(line, number, in: database, package, part)
            }
            try database.execute("DELETE FROM drawing WHERE package = ? AND part = ?", [package, part.value])
            try Self.insert(content.drawings, in: database, package, part)
        }
    }

    private static func insert(_ line: SearchableLine, _ number: Int64, in database: Database, _ package: Int64, _ part: PartID) throws {
        let isEmpty = line.isRead && line.words.isEmpty
        guard !isEmpty else { return }
        try database.statement("INSERT INTO line (package, part, place, text, isRead) VALUES (?, ?, ?, ?, ?)")
            .execute([package, part.value, number, line.text, line.isRead ? 1 : 0])
        let id = database.lastInsertedRow
        let insertion = try database.statement(
            """
            INSERT INTO word (line, position, readings, terms, ranges, x, y, width, height, isTypeset) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        let indexing = try database.statement("INSERT INTO reading (rowid, terms, reversed) VALUES (?, ?, ?)")
        for word in line.words {
            let row = SearchRow(word)
            guard !row.terms.isEmpty else { continue }
            let box = word.box.flatMap { [$0.x, $0.y, $0.width, $0.height].allSatisfy(\.isFinite) ? $0 : nil }
            try insertion.execute([
                id, word.position, row.readings, row.terms, row.ranges, box?.x, box?.y, box?.width, box?.height, word.isTypeset ? 1 : 0,
            ])
            try indexing.execute([database.lastInsertedRow, row.terms, SearchRow.reversed(row.terms)])
        }
    }

    /// Removes lines with their words. The FTS5 table is contentless (it stores no text), so each deletion must list the terms of the word.
    private static func removeLines(in database: Database, where condition: String, _ arguments: [any DatabaseConvertible]) throws {
        let words = "SELECT word.id, word.terms FROM line JOIN word ON word.line = line.id WHERE \(condition)"
        var rows: [(id: Int64, terms: String)] = []
        try Columns.forEach(database, words, arguments) { rows.append((try $0.integer(0), try $0.text(1))) }
        let forgetting = try database.statement("INSERT INTO reading (reading, rowid, terms, reversed) VALUES ('delete', ?, ?, ?)")
        let removal = try database.statement("DELETE FROM word WHERE id = ?")
        for row in rows {
            try forgetting.execute([row.id, row.terms, SearchRow.reversed(row.terms)])
            try removal.execute([row.id])
        }
        try database.statement("DELETE FROM line WHERE \(condition)").execute(arguments)
    }
}

/// The tables of an index.
private enum SearchSchema {
    /// `inks`: marks the file as a search index.
    static let applicationID: Int64 = 0x696E_6B73
    /// The version of the tables, of the comparison of words and of the computation of looks. An index of another version is rebuilt.
    static let version: Int64 = 2

    /// In `line`, `place` is the ID of a line, or a negative number for a block. In `word`, `readings` has a line for each candidate: see
    /// `SearchRow`. The FTS5 table stores only the index of terms; the texts are in `word`. Reversed terms serve searches in which the
    /// differing letter is in the first half. In `drawing`, `strokes` are stroke IDs separated by spaces.
    private static let tables = """
        CREATE TABLE package (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL) STRICT;
        CREATE TABLE part (package INTEGER NOT NULL, part INTEGER NOT NULL, position INTEGER NOT NULL, type TEXT NOT NULL, \
        PRIMARY KEY (package, part)) STRICT, WITHOUT ROWID;
        CREATE TABLE line (id INTEGER PRIMARY KEY, package INTEGER NOT NULL, part INTEGER NOT NULL, place INTEGER NOT NULL, \
        text TEXT NOT NULL, isRead INTEGER NOT NULL, UNIQUE (package, part, place)) STRICT;
        CREATE INDEX unread ON line (package) WHERE isRead = 0;
        CREATE TABLE word (id INTEGER PRIMARY KEY, line INTEGER NOT NULL, position INTEGER NOT NULL, readings TEXT NOT NULL, \
        terms TEXT NOT NULL, ranges TEXT NOT NULL, x REAL, y REAL, width REAL, height REAL, isTypeset INTEGER NOT NULL) STRICT;
        CREATE INDEX wordsOfLine ON word (line);
        CREATE VIRTUAL TABLE reading USING fts5 (terms, reversed, content = '', detail = column, tokenize = 'ascii');
        CREATE VIRTUAL TABLE vocabulary USING fts5vocab (reading, col);
        CREATE TABLE drawing (id INTEGER PRIMARY KEY, package INTEGER NOT NULL, part INTEGER NOT NULL, strokes TEXT NOT NULL, \
        x REAL NOT NULL, y REAL NOT NULL, width REAL NOT NULL, height REAL NOT NULL, look BLOB NOT NULL) STRICT;
        CREATE INDEX drawingsOfPart ON drawing (package, part);
        """

    static func create(_ database: Database) throws {
        try database.run(tables)
        try database.run("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    }

    /// - Throws: `Damage`, or an error of SQLite.
    static func check(_ database: Database) throws {
        let application = try database.integer("PRAGMA application_id") ?? 0
        let found = try database.integer("PRAGMA user_version") ?? 0
        guard application == applicationID, found == version else { throw Damage("it is version \(found) of \(application)") }
        let problem = try database.texts("PRAGMA quick_check(1)").first ?? nil
        guard problem == "ok" else { throw Damage(problem ?? "the check failed") }
    }
}
