import GRDB

@testable import InkStore

/// Changes to files that only somebody else would make.
enum Tampering {
    static func run(_ sql: String, _ path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// What a package's connection has been told about a setting of SQLite.
    static func setting(_ name: String, of package: Package) throws -> String? {
        try package.open.read { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }
}
