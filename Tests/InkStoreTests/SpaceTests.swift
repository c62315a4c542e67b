import Editing
import Foundation
import Testing

@testable import InkStore

@Suite("A space of packages")
struct SpaceTests {
    let place: Workplace
    let space: PackageSpace

    init() throws {
        place = try Workplace()
        space = try place.space()
    }

    @Test("existing opens what is there and nothing else")
    func existing() throws {
        #expect(throws: PackageError.notFound("notes")) { try space.open("notes") }
        #expect(place.files(place.root).isEmpty && place.files(place.temporary).isEmpty)
        try save("notes", parts: 2)
        let opened = try space.open("notes")
        #expect(opened.package.parts.count == 2 && !opened.isRecovered && opened.setAside == nil && !opened.package.hasUnsavedChanges)
        try opened.package.close()
    }

    @Test("create opens what is there, and makes it where it is not")
    func create() throws {
        let made = try space.open("notes", .create).package
        #expect(made.parts.isEmpty && made.hasUnsavedChanges)
        _ = try made.createPart(.math)
        try made.save()
        try made.close()
        let opened = try space.open("notes", .create).package
        #expect(opened.parts.map(\.type) == [.math])
        try opened.close()
    }

    @Test("createNew makes a package only where there is none")
    func createNew() throws {
        let made = try space.open("notes", .createNew).package
        try made.save()
        try made.close()
        #expect(throws: PackageError.exists("notes")) { try space.open("notes", .createNew) }
        // one that was never saved, of a run that ended, is there too
        do { _ = try space.open("other", .createNew) }
        #expect(throws: PackageError.exists("other")) { try space.open("other", .createNew) }
    }

    @Test("truncateExisting makes a new package; what was saved stays until the new one is saved")
    func truncate() throws {
        try save("notes", parts: 2)
        let empty = try space.open("notes", .truncateExisting).package
        #expect(empty.parts.isEmpty && empty.hasUnsavedChanges)
        try empty.close(discardingChanges: true)
        #expect(try partCount("notes") == 2)
        let emptied = try space.open("notes", .truncateExisting).package
        try emptied.save()
        try emptied.close()
        #expect(try partCount("notes") == 0)
    }

    @Test("a package is open once, and can be deleted only when it is closed")
    func inUse() throws {
        try save("notes", parts: 1)
        let package = try space.open("notes").package
        for option in OpenOption.allCases {
            #expect(throws: PackageError.inUse("notes")) { try space.open("notes", option) }
        }
        // the lock does not depend on where working copies are
        let elsewhere = try PackageSpace(root: place.root, temporary: place.path + "/other")
        #expect(throws: PackageError.inUse("notes")) { try elsewhere.open("notes") }
        #expect(throws: PackageError.inUse("notes")) { try space.delete("notes") }
        try package.close()
        try space.delete("notes")
        #expect(throws: PackageError.notFound("notes")) { try space.delete("notes") }
        #expect(place.files(place.root).isEmpty && place.files(place.temporary).isEmpty)
    }

    @Test("nothing but the saved file is left after closing, and only its owner can read anything")
    func files() throws {
        let package = try space.open("notes", .createNew).package
        _ = try package.createPart(Samples.items)
        try package.save()
        #expect(place.files(place.temporary + "/notes-files") == ["working.sqlite", "working.sqlite-wal"])
        for folder in [place.root, place.temporary, place.temporary + "/notes-files"] { #expect(place.mode(folder) == 0o700) }
        for file in ["notes.inkpkg", ".notes.lock"] { #expect(place.mode(place.root + "/" + file) == 0o600, "\(file)") }
        for file in ["working.sqlite", "working.sqlite-wal"] {
            #expect(place.mode(place.temporary + "/notes-files/" + file) == 0o600, "\(file)")
        }
        try package.close()
        #expect(place.files(place.root) == ["notes.inkpkg"] && place.files(place.temporary).isEmpty)
    }

    @Test("working copies lie beside the packages unless another folder is given")
    func besides() throws {
        let space = try PackageSpace(root: place.root)
        let package = try space.open("notes", .createNew).package
        #expect(place.files(place.root) == [".notes.lock", "notes-files"])
        try package.close(discardingChanges: true)
        #expect(place.files(place.root).isEmpty)
    }

    @Test("a folder that cannot be written to is refused", arguments: ["/proc/inkd", "/dev/null/inkd", "/proc"])
    func unwritable(folder: String) {
        for (root, temporary) in [(place.root, folder), (folder, place.temporary)] {
            #expect {
                try PackageSpace(root: root, temporary: temporary)
            } throws: { error in
                if case PackageError.unusable(folder, _) = error { "\(error)".contains(folder) } else { false }
            }
        }
    }

    @Test("the list has what is saved and what was left behind, and nothing else")
    func list() throws {
        try save("b", parts: 1)
        do { _ = try space.open("a", .createNew) }
        try place.write([1, 2, 3], place.root + "/.hidden.inkpkg")
        try place.write([1, 2, 3], place.root + "/note.txt")
        try FileManager.default.createDirectory(atPath: place.root + "/folder.inkpkg", withIntermediateDirectories: false)
        let list = try space.list()
        #expect(list.map(\.name) == ["a", "b"])
        #expect(list.map(\.isSaved) == [false, true] && list.map(\.hasWorkingCopy) == [true, false])
        #expect(list.allSatisfy { $0.size > 0 })
    }

    private func save(_ name: String, parts: Int) throws {
        let package = try space.open(name, .createNew).package
        for _ in 0..<parts { _ = try package.createPart(.text) }
        try package.save()
        try package.close()
    }

    private func partCount(_ name: String) throws -> Int {
        let package = try space.open(name).package
        try package.close()
        return package.parts.count
    }
}

@Suite("Names of packages")
struct NameTests {
    @Test(
        "are what a file can be called",
        arguments: ["a", "notes 2026", "x.inkpkg", "Grüße", "日記", "-rf", "a..b", "a\u{600}", String(repeating: "n", count: 100)])
    func good(name: String) throws {
        let place = try Workplace()
        let space = try place.space()
        let package = try space.open(name, .createNew).package
        try package.save()
        try package.close()
        #expect(try space.list().map(\.name) == [name])
        try space.delete(name)
    }

    @Test(
        "that are none are refused with what to do",
        arguments: [
            ("", "empty"), (".", "dot"), ("..", "dot"), (".x", "dot"), (".\u{301}x", "dot"), ("a/b", "slash"), ("../x", "dot"),
            ("a\0b", "control"),
            ("a\nb", "control"), ("a\u{2028}b", "control"), ("\u{7F}", "control"), (String(repeating: "n", count: 101), "101 characters"),
            (String(repeating: "日", count: 80), "240 bytes"), ("e" + String(repeating: "\u{301}", count: 200), "401 bytes"),
        ])
    func bad(name: String, reason: String) throws {
        let space = try Workplace().space()
        for attempt in [{ _ = try space.open(name, .create) }, { try space.delete(name) }] {
            #expect(
                performing: attempt,
                throws: { error in
                    guard case PackageError.invalidName(let shown, let text) = error else { return false }
                    return text.contains(reason) && text.contains("; ") && !shown.unicodeScalars.contains { $0.value < 32 }
                })
        }
    }
}
