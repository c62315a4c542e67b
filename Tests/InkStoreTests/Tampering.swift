import GRDB

@testable import InkStore

/// Changes to files as another program would make them.
enum Tampering {
    static func run(_ sql: String, _ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// The value of a setting of SQLite on a package's connection.
    static func setting(_ name: String, of package: Package) throws -> String? {
        try package.open.read { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }
}
