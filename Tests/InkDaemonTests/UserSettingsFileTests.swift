import Editing
import Foundation
import Glibc
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Files of users' settings")
struct UserSettingsFileTests {
    private static func values(_ keys: [String: ConfigurationValue]) throws -> Editing.Configuration {
        var values = Editing.Configuration()
        for (key, value) in keys { try values.set(key, to: value) }
        return values
    }

    private static func content(_ text: String) -> UserSettingsFile.Content { UserSettingsFile.content(of: Array(text.utf8)) }

    @Test("values of every kind come back as they were put, of each user their own, for the daemon alone")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let state = folder.path + "/state"
        let one = try Self.values([
            "pen.styles": .text("a \"b\": pen #000000; c: marker #ffdd00"), "undo.limit": .number(7), "eraser.radius": .number(0.5),
            "gesture.enable": .flag(false), "tablet.areas": .text("056a:0357 = rotation 90"),
        ])
        let two = try Self.values(["eraser.mode": .text("pixel")])
        for (user, values) in [(1000, one), (1001, two)] as [(UInt32, Editing.Configuration)] {
            let file = UserSettingsFile(of: user, state: state)
            #expect(file.read().values == Editing.Configuration() && file.read().problems.isEmpty)
            file.put(values)
            try file.flush()
        }
        for (user, values) in [(1000, one), (1001, two)] as [(UInt32, Editing.Configuration)] {
            let content = UserSettingsFile(of: user, state: state).read()
            #expect(content.values == values && content.problems.isEmpty)
        }
        #expect(try Folder.names(in: state + "/settings") == ["1000.yaml", "1001.yaml"], "nothing is left beside them")
        let mode = try FileManager.default.attributesOfItem(atPath: state + "/settings/1000.yaml")[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("the last of several is written, and with no value there is no file")
    func flushing() throws {
        let folder = try TemporaryFolder()
        let file = UserSettingsFile(of: 1, state: folder.path)
        file.put(try Self.values(["undo.limit": .number(1)]))
        file.put(try Self.values(["undo.limit": .number(2)]))
        try file.flush()
        try file.flush()
        #expect(file.read().values.number("undo.limit") == 2)
        file.put(Editing.Configuration())
        try file.flush()
        #expect(try Folder.names(in: folder.path + "/settings").isEmpty)
        file.put(Editing.Configuration())
        try file.flush()
    }

    @Test("what could not be written is written the next time, and the old file stays until then")
    func failing() throws {
        let folder = try TemporaryFolder()
        let file = UserSettingsFile(of: 1, state: folder.path)
        file.put(try Self.values(["undo.limit": .number(1)]))
        try file.flush()
        // nothing can be written where a folder lies in the way
        let obstacle = folder.path + "/settings/1.yaml.part"
        try Folder.make(obstacle)
        file.put(try Self.values(["undo.limit": .number(2)]))
        #expect(throws: SystemError.self) { try file.flush() }
        #expect(UserSettingsFile(of: 1, state: folder.path).read().values.number("undo.limit") == 1)
        #expect(rmdir(obstacle) == 0)
        try file.flush()
        #expect(UserSettingsFile(of: 1, state: folder.path).read().values.number("undo.limit") == 2)
    }

    @Test("unknown keys and values that a key does not take are left out, and named without the value")
    func problems() {
        let content = Self.content(
            "undo.limit: 5\ncolour.of.secret: hunter2\neraser.mode: hunter2\nundo: {limit: 3}\npen.colour: [hunter2]\nink.limit: 1.5\n")
        #expect(content.values.values == ["undo.limit": .number(5)])
        #expect(content.problems.count == 5)
        #expect(content.problems.contains("unknown key \"colour.of.secret\""))
        #expect(content.problems.contains("\"eraser.mode\" has an invalid value"))
        #expect(!content.problems.joined().contains("hunter2"))
        let many = Self.content((0..<1000).map { "k\($0): 1\n" }.joined())
        #expect(many.problems.count == 8, "the journal is not filled")
        let long = Self.content(String(repeating: "k", count: 500) + "\u{1b}: 1")
        #expect(long.problems.joined().utf8.count < 200 && !long.problems.joined().contains("\u{1b}"))
    }

    @Test("what is no mapping has no settings", arguments: ["- a", "text", "{", "a: b: c"])
    func noMapping(text: String) {
        let content = Self.content(text)
        #expect(content.values == Editing.Configuration() && content.problems.count == 1)
    }

    @Test("an empty file is no problem", arguments: ["", "# a remark\n", "{}\n", "~\n"])
    func empty(text: String) {
        let content = Self.content(text)
        #expect(content.values == Editing.Configuration() && content.problems.isEmpty)
    }

    @Test("bytes that are no text, a file that is too large, and a link are not read")
    func unreadable() throws {
        #expect(UserSettingsFile.content(of: [0xff, 0xfe, 0x3a]).problems == ["it is not YAML"])
        let folder = try TemporaryFolder()
        try Folder.make(folder.path + "/settings")
        let path = folder.path + "/settings/1.yaml"
        let file = UserSettingsFile(of: 1, state: folder.path)
        let text = "undo.limit: 5\n#" + String(repeating: "x", count: UserSettingsFile.limit)
        try WholeFile.write(Array(text.utf8), to: path)
        #expect(file.read().problems == ["it cannot be read: it has more than 65536 bytes"])
        #expect(unlink(path) == 0)
        let other = folder.path + "/other"
        try WholeFile.write(Array("undo.limit: 5\n".utf8), to: other)
        #expect(symlink(other, path) == 0)
        let content = file.read()
        #expect(content.values == Editing.Configuration() && content.problems.count == 1)
        // whoever keeps something has a file again
        file.put(try Self.values(["undo.limit": .number(6)]))
        try file.flush()
        #expect(file.read().values.number("undo.limit") == 6)
        #expect(try WholeFile.read(other) == Array("undo.limit: 5\n".utf8))
    }
}
