internal import CSQLite
internal import Editing
internal import Ink

/// An error of an index of words.
public enum SearchIndexError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is no index of this version, or a damaged one: remove the file, and have it made anew.
    case damaged(path: String, reason: String)
    /// The file cannot be used.
    case unusable(path: String, reason: String)

    /// The error and its remedy.
    public var description: String {
        switch self {
        case .damaged(let path, let reason): "the index of words \(path) is damaged (\(reason)): remove it, and it is made anew"
        case .unusable(let path, let reason): "cannot use the index of words \(path): \(reason)"
        }
    }
}

/// One user's index of words and drawings: everything that the words of their packages may say, and how the drawings look, in a file of its own
/// that can be made anew from the packages at any time.
///
/// A package has a *stamp* in it, which says what state of its files the index is of. It has none while the package is written into. Belongs to
/// one thread; every call blocks.
public final class SearchIndex {
    let path: String
    private let database: Database
    /// Words were removed that may still be in the file.
    private var hasRemoved = false

    /// The files that belong to an index.
    private static let companions = PackageFiles.companions

    /// Opens an index, or makes an empty one.
    ///
    /// - Throws: `damaged`, `unusable`.
    public init(path: String) throws(SearchIndexError) {
        self.path = path
        database = try Self.mapping(path) {
            // SQLite would make one that others can read
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

    /// Bytes that an index takes on the disk.
    public static func size(_ path: String) -> Int { companions.reduce(0) { $0 + (Files.allocatedSize(path + $1) ?? 0) } }

    /// What was deleted shall not be found in the file.
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
    /// The stamps of the packages that it has; empty for those that are written into, or were when a run ended.
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

    /// Takes a package in, or forgets what it knows of one: what is in its parts comes next.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func begin(_ package: String) throws(SearchIndexError) {
        hasRemoved = true
        try write { database in
            try Self.forget(package, in: database)
            try database.execute("INSERT INTO package (name, stamp) VALUES (?, '')", [package])
        }
    }

    /// Sets the stamp of a package that it has; nothing for one that it has not.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func setStamp(_ stamp: String, of package: String) throws(SearchIndexError) {
        try write { try $0.execute("UPDATE package SET stamp = ? WHERE name = ?", [stamp, package]) }
    }

    /// A package has another name from now on.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func rename(_ package: String, to new: String) throws(SearchIndexError) {
        try write { database in
            try Self.forget(new, in: database)
            try database.execute("UPDATE package SET name = ? WHERE name = ?", [new, package])
        }
    }

    /// Forgets packages, whose words are not in the file any more then.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func forget(_ packages: some Collection<String>) throws(SearchIndexError) {
        guard !packages.isEmpty else { return }
        hasRemoved = true
        try write { database in for package in packages { try Self.forget(package, in: database) } }
        try purge()
    }

    /// Forgets a part of a package, whose words are not in the file any more then.
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

    /// Makes sure that words that were removed are not in the file any more: FTS5 keeps those of a segment until it is merged with others, and the
    /// log has pages as they were.
    ///
    /// - Throws: `damaged`, `unusable`.
    public func purge() throws(SearchIndexError) {
        guard hasRemoved else { return }
        try write { try $0.execute("INSERT INTO reading (reading) VALUES ('optimize')") }
        try Self.mapping(path) { try database.checkpoint() }
        hasRemoved = false
    }

    /// Notes which parts a package has, in their order.
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
    /// Puts lines in place of those that were there; nil for those that are gone. Nothing for a package that it has not.
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

    /// Puts everything in a part in place of what was there.
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

    /// FTS5 keeps no text here, so that it has to be told which terms a word had.
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
    /// `inks`: marks the file as an index of words.
    static let applicationID: Int64 = 0x696E_6B73
    /// Of the tables, of how words are compared, and of how a look is made; an index of another version is made anew.
    static let version: Int64 = 2

    /// `place` is the number of a line, or below 0 of a block. `readings` has a line for each candidate: see `SearchRow`. FTS5 keeps the index of terms
    /// alone, the texts are in `word`; terms from their ends are for those of which the beginning has the one letter that is another. `strokes` of a drawing
    /// are their numbers with spaces between.
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

    /// - Throws: `Damage`, or SQLite's errors.
    static func check(_ database: Database) throws {
        let application = try database.integer("PRAGMA application_id") ?? 0
        let found = try database.integer("PRAGMA user_version") ?? 0
        guard application == applicationID, found == version else { throw Damage("it is version \(found) of \(application)") }
        let problem = try database.texts("PRAGMA quick_check(1)").first ?? nil
        guard problem == "ok" else { throw Damage(problem ?? "nothing can be checked") }
    }
}
