import Editing
import Foundation
import Ink
import Testing

@testable import InkStore

@Suite("A damaged package")
struct DamageTests {
    let place: Workplace
    let space: PackageSpace
    var saved: String { place.root + "/notes.inkpkg" }
    var folder: String { place.temporary + "/notes-files" }

    init() throws {
        place = try Workplace()
        space = try place.space()
        let package = try space.open("notes", .createNew).package
        _ = try package.createPart(Samples.items)
        // the last table of the file: all of its bytes count
        try package.setMetadata(ParameterSet(["a": .string("b")]))
        try package.save()
        try package.close()
    }

    /// Opens the package, which has to be refused as damaged, and returns why.
    private func reason(_ option: OpenOption = .existing) -> String? {
        do throws(PackageError) {
            try space.open("notes", option).package.close()
        } catch .damaged("notes", let reason) {
            return reason
        } catch {
            return "\(error)"
        }
        return nil
    }

    @Test("is refused if it is something else, and stays as it is")
    func foreign() throws {
        let files: [[UInt8]] = [[], Array("notes".utf8), [UInt8](repeating: 0, count: 4096), Array(place.bytes(saved).dropFirst())]
        for file in files {
            try place.write(file, saved)
            #expect(reason() != nil)
            #expect(place.bytes(saved) == file && place.files(place.root) == ["notes.inkpkg"] && place.files(place.temporary).isEmpty)
        }
        try space.open("notes", .truncateExisting).package.close(discardingChanges: true)
    }

    @Test("is refused wherever it was cut off")
    func truncated() throws {
        let bytes = place.bytes(saved)
        for count in stride(from: 0, to: bytes.count, by: 1021) {
            try place.write(bytes.prefix(count), saved)
            #expect(reason() != nil, "\(count) of \(bytes.count)")
        }
    }

    @Test("is refused with its format if a newer program wrote it, and with its mark if another did")
    func header() throws {
        // "Database file format", sqlite.org/fileformat2.html: the user version is at 60, the application id at 68, both big-endian
        let bytes = place.bytes(saved)
        for (offset, value, error) in [
            (63, 4 as UInt8, PackageError.newerFormat("notes", found: 4, known: 3)),
            (60, 1, .newerFormat("notes", found: 1 << 24 + 3, known: 3)),
            (63, 0, .damaged("notes", reason: "its format 0 does not exist")),
            (68, 0, .damaged("notes", reason: "it was not written by inkd (its application_id is \(0x6E6B70))")),
        ] {
            var changed = bytes
            changed[offset] = value
            try place.write(changed, saved)
            #expect(throws: error) { try space.open("notes") }
        }
        #expect("\(PackageError.newerFormat("notes", found: 3, known: 2))".contains("newer program"))
    }

    @Test("is refused if it has other tables, or anything that acts by itself")
    func schema() throws {
        let bytes = place.bytes(saved)
        for sql in [
            "CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM part; END", "CREATE VIEW v AS SELECT 1", "DROP TABLE reading",
            "CREATE TABLE more (a)", "CREATE INDEX i ON item (line)", "ALTER TABLE part ADD COLUMN more TEXT",
        ] {
            try place.write(bytes, saved)
            try run(sql)
            #expect(reason() == "its tables are not a package's", "\(sql)")
        }
    }

    @Test("is opened without the things in it that are damaged, which are named and kept")
    func rows() throws {
        let changes = [
            ("UPDATE item SET body = x'00' WHERE kind = 1 AND id = 3", "stroke 3 of part 1 is damaged: "),
            ("UPDATE item SET body = x'01' WHERE kind = 2 AND id = 1", "block 1 of part 1 is damaged: its bytes end too early"),
            ("UPDATE item SET id = 5 WHERE kind = 1 AND id = 3", "stroke 5 of part 1 is damaged: it has the ID of stroke 3"),
            ("UPDATE item SET line = NULL WHERE kind = 1 AND id = 3", "stroke 3 of part 1 is damaged: line is not an integer"),
            ("UPDATE item SET kind = 9 WHERE kind = 1 AND id = 3", "item 3 of part 1 is damaged: it is of kind 9"),
            ("UPDATE item SET id = -1 WHERE kind = 1 AND id = 3", "stroke -1 of part 1 is damaged: id is -1"),
            ("UPDATE item SET body = CAST(body || x'00' AS BLOB) WHERE kind = 4", "decoration 4 of part 1 is damaged: "),
            ("INSERT INTO reading (part, line, text, body) VALUES (1, -7, '', x'')", "a reading of part 1 is damaged: line is -7"),
            ("UPDATE part SET nextBlock = -1", "the next IDs of part 1 are damaged: nextBlock is -1"),
        ]
        let bytes = place.bytes(saved)
        for (sql, message) in changes {
            try place.write(bytes, saved)
            try run(sql)
            let package = try space.open("notes").package
            let content = try package.load(package.part(at: 0).id)
            #expect(content.unreadable.count == 1 && content.unreadable.first?.hasPrefix(message) == true, "\(sql): \(content.unreadable)")
            #expect(content.items.count >= Samples.items.count - 1 && Set(content.items).isSubset(of: Samples.items))
            let copy = try package.clonePart(package.part(at: 0).id, of: package)
            #expect(try package.load(copy.id).unreadable.count == 1)
            try package.close(discardingChanges: true)
        }
    }

    @Test("is refused if its parts or metadata make no sense")
    func parts() throws {
        let bytes = place.bytes(saved)
        for sql in ["UPDATE part SET type = 'text'", "UPDATE part SET id = -1", "UPDATE part SET width = 1"] {
            try place.write(bytes, saved)
            try run(sql)
            #expect(reason() != nil, "\(sql)")
        }
        for (path, value) in [("a", "1"), ("", "1"), ("/a/b", "1"), ("/c", "2"), ("/c", "x'00'"), ("/", "1"), ("/~2", "1"), ("/a~", "1")] {
            try place.write(bytes, saved)
            try run("INSERT INTO metadata (part, path, value) VALUES (0, '\(path)', \(value))")
            let package = try space.open("notes").package
            #expect { try package.metadata() } throws: { if case PackageError.damaged = $0 { true } else { false } }
            try package.close()
        }
    }

    @Test("is read by an SQLite that trusts nothing in it, and is the only one to do so")
    func settings() throws {
        let package = try space.open("notes").package
        let settings = [
            "trusted_schema": "0", "cell_size_check": "1", "locking_mode": "exclusive", "journal_mode": "wal", "synchronous": "1",
            "mmap_size": "0",
        ]
        for (name, value) in settings { #expect(try Tampering.setting(name, of: package) == value, "\(name)") }
    }

    @Test("is no folder, and no link to a file")
    func kinds() throws {
        try FileManager.default.moveItem(atPath: saved, toPath: place.path + "/elsewhere")
        try FileManager.default.createSymbolicLink(atPath: saved, withDestinationPath: place.path + "/elsewhere")
        #expect(throws: PackageError.notFound("notes")) { try space.open("notes") }
        try FileManager.default.removeItem(atPath: saved)
        try FileManager.default.createDirectory(atPath: saved, withIntermediateDirectories: false)
        #expect(throws: PackageError.notFound("notes")) { try space.open("notes") }
        let package = try space.open("notes", .create).package
        #expect { try package.save() } throws: { if case PackageError.unusable = $0 { true } else { false } }
    }

    @Test("working copy is set aside, said, and kept until the package is deleted")
    func workingCopy() throws {
        for number in 1...2 {
            try leaveDamagedWorkingCopy()
            let opened = try space.open("notes")
            #expect(!opened.isRecovered && opened.package.parts.count == 1)
            #expect(opened.setAside == "\(folder)/damaged-\(number).sqlite")
            #expect(place.bytes(opened.setAside ?? "") == Array("damaged".utf8))
            try opened.package.close()
        }
        try FileManager.default.removeItem(atPath: saved)
        try leaveDamagedWorkingCopy()
        #expect(reason()?.contains("it was saved as \(folder)/damaged-3.sqlite") == true)
        #expect(throws: PackageError.notFound("notes")) { try space.open("notes") }
        try leaveDamagedWorkingCopy()
        let new = try space.open("notes", .create)
        #expect(new.setAside == "\(folder)/damaged-4.sqlite" && new.package.parts.isEmpty)
        try new.package.close(discardingChanges: true)
        try space.delete("notes")
        #expect(place.files(place.temporary).isEmpty)
    }

    @Test("working copy of a newer program is left alone")
    func newerWorkingCopy() throws {
        try leaveDamagedWorkingCopy()
        var bytes = place.bytes(saved)
        bytes[63] = 4
        try place.write(bytes, folder + "/working.sqlite")
        #expect(throws: PackageError.newerFormat("notes", found: 4, known: 3)) { try space.open("notes") }
        #expect(place.files(folder) == ["working.sqlite"])
    }

    private func leaveDamagedWorkingCopy() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try place.write("damaged".utf8, folder + "/working.sqlite")
    }

    /// Changes the saved file with SQL.
    private func run(_ sql: String) throws { try Tampering.run(sql, saved) }
}
