@testable import InkStore

/// Changes to files as another program would make them.
enum Tampering {
    static func run(_ sql: String, _ path: String) throws {
        let database = try Database(path: path)
        defer { database.close() }
        try database.run(sql)
    }

    /// The value of a setting of SQLite on a package's connection.
    static func setting(_ name: String, of package: Package) throws -> String? {
        try package.open.read { database in
            switch try database.value("PRAGMA \(name)") {
            case .text(let text): text
            case .integer(let integer): "\(integer)"
            default: nil
            }
        }
    }
}
