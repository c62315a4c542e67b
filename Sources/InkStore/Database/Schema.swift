/// The tables of a package, as `sqlite3 NAME.inkpkg .schema` shows them.
enum Schema {
    /// `inkp`: marks the file as a package.
    static let applicationID: Int64 = 0x696E_6B70
    /// Of the tables and of what is in them; grows when an older program could not read them.
    static let version: Int64 = 1

    /// Everything in SQLite's own list of what a database has, so that a file with anything else in it (triggers, views) is refused.
    static let statements = [part, item, reading, metadata]

    /// SQLite's own table, which keeps a part's number from being given again.
    static let sequence = "CREATE TABLE sqlite_sequence(name,seq)"

    /// In the order of `position`. The next… are above the names of what was removed; what is there counts besides.
    private static let part = """
        CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, position INTEGER NOT NULL, type TEXT NOT NULL, language TEXT, \
        width REAL, height REAL, unitsPerMillimetre REAL, nextStroke INTEGER NOT NULL DEFAULT 1, nextLine INTEGER NOT NULL DEFAULT 1, \
        nextBlock INTEGER NOT NULL DEFAULT 1, nextDecoration INTEGER NOT NULL DEFAULT 1) STRICT
        """

    /// Kinds are those of `ItemKind`; only strokes have a line. One table for all kinds, whose rows lie in the order in which a
    /// document is written down: what is added with a stroke goes to one page, and a part is loaded in one sweep.
    private static let item = """
        CREATE TABLE item (part INTEGER NOT NULL, kind INTEGER NOT NULL /* 1 stroke, 2 block, 3 choice, 4 decoration */, \
        id INTEGER NOT NULL, line INTEGER, body BLOB NOT NULL, PRIMARY KEY (part, kind, id)) STRICT, WITHOUT ROWID
        """

    /// `text` is the best reading, for people and searches; `body` has all of it.
    private static let reading = """
        CREATE TABLE reading (part INTEGER NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL, body BLOB NOT NULL, \
        PRIMARY KEY (part, line)) STRICT, WITHOUT ROWID
        """

    /// Of a part, or of the package where `part` is 0. `path` is a JSON pointer (RFC 6901). A text is a string, a real a number, an
    /// integer a truth value, and null a set, whose members have longer paths.
    private static let metadata = """
        CREATE TABLE metadata (part INTEGER NOT NULL, path TEXT NOT NULL, value ANY, PRIMARY KEY (part, path)) STRICT, WITHOUT ROWID
        """
}

/// Kinds of items, by the number that says so in the table; their order is that of `ItemKey`.
enum ItemKind: Int64 {
    case stroke = 1
    case block = 2
    case choice = 3
    case decoration = 4
}
