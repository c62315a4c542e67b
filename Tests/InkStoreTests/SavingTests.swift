import Editing
import Foundation
import Ink
import Testing

@testable import InkStore

@Suite("Saving a package")
struct SavingTests {
    let place: Workplace
    let space: PackageSpace

    init() throws {
        place = try Workplace()
        space = try place.space()
    }

    @Test("a package with changes is closed only when they are saved or given up")
    func unsaved() throws {
        let package = try space.open("notes", .createNew).package
        #expect(throws: PackageError.unsavedChanges("notes")) { try package.close() }
        try package.save()
        #expect(!package.hasUnsavedChanges)
        let part = try package.createPart([Samples.stroke(1)])
        #expect(package.hasUnsavedChanges)
        #expect(throws: PackageError.unsavedChanges("notes")) { try package.close() }
        try package.close(discardingChanges: true)
        let again = try space.open("notes").package
        #expect(again.parts.isEmpty)
        #expect(throws: PackageError.noPart(part)) { try again.load(part) }
        try again.close()
    }

    @Test("nothing can be done with a package that was closed")
    func closed() throws {
        let package = try space.open("notes", .createNew).package
        let part = try package.createPart([])
        try package.close(discardingChanges: true)
        let attempts: [() throws -> Void] = [
            { try package.save() }, { try package.saveToTemp() }, { try package.close() }, { _ = try package.createPart(.text) },
            { _ = try package.load(part) }, { try package.append(Samples.adding(Samples.items), to: part) },
            { try package.setMetadata(ParameterSet()) }, { _ = try package.metadata(of: part) }, { try package.removePart(part) },
        ]
        for attempt in attempts { #expect(throws: PackageError.closed("notes")) { try attempt() } }
        #expect(place.files(place.temporary).isEmpty)
    }

    @Test("everything is in the saved file, which is compact and complete by itself")
    func compact() throws {
        let package = try space.open("notes", .createNew).package
        let strokes = (1...400).map { Samples.stroke(UInt64($0)) }
        let part = try package.createPart(strokes)
        try package.save()
        let large = place.bytes(place.root + "/notes.inkpkg").count
        try package.append(Samples.removing(Array(strokes.dropFirst(10))), to: part)
        try package.save()
        #expect(place.bytes(place.root + "/notes.inkpkg").count < large / 2)
        #expect(place.files(place.root) == [".notes.lock", "notes.inkpkg"])
        try FileManager.default.copyItem(atPath: place.root + "/notes.inkpkg", toPath: place.root + "/shared.inkpkg")
        #expect(try space.open("shared").package.load(part).items == Array(strokes.prefix(10)))
    }

    @Test("a package that cannot be saved is as it was, and so is what was saved")
    func failing() throws {
        let package = try space.open("notes", .createNew).package
        try package.save()
        let saved = place.bytes(place.root + "/notes.inkpkg")
        _ = try package.createPart(Samples.items)
        let obstacle = place.root + "/.notes.new"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        #expect { try package.save() } throws: { if case PackageError.unusable(obstacle, _) = $0 { true } else { false } }
        #expect(package.hasUnsavedChanges && place.bytes(place.root + "/notes.inkpkg") == saved)
        try FileManager.default.removeItem(atPath: obstacle)
        try place.write([1, 2, 3], obstacle)
        try package.save()
        #expect(!package.hasUnsavedChanges && place.files(place.root) == [".notes.lock", "notes.inkpkg"])
    }

    @Test("what was not closed is recovered, with everything that was written")
    func recovered() throws {
        do {
            let package = try space.open("notes", .createNew).package
            _ = try package.createPart([Samples.stroke(1)])
            try package.save()
            _ = try package.createPart(Samples.items)
            try package.saveToTemp()
            #expect(place.bytes(place.temporary + "/notes-files/working.sqlite-wal").isEmpty)
        }
        for _ in 0..<2 {
            let opened = try space.open("notes")
            #expect(opened.isRecovered && opened.package.hasUnsavedChanges && opened.setAside == nil)
            #expect(try opened.package.load(opened.package.part(at: 1).id).items == Samples.items)
        }
        let package = try space.open("notes").package
        try package.close(discardingChanges: true)
        let saved = try space.open("notes")
        #expect(!saved.isRecovered && saved.package.parts.count == 1)
    }

    @Test("what was left in an orderly way is there again, unsaved, and not recovered; after a crash it is")
    func left() throws {
        let package = try space.open("notes", .createNew).package
        _ = try package.createPart(Samples.items)
        try package.leave()
        #expect(throws: PackageError.closed("notes")) { try package.leave() }
        do {
            let again = try space.open("notes")
            #expect(!again.isRecovered && again.package.hasUnsavedChanges)
            #expect(try again.package.load(again.package.part(at: 0).id).items == Samples.items)
        }
        #expect(try space.open("notes").isRecovered, "dropped without being left")
        try space.noteLeaving("notes")
        let last = try space.open("notes")
        #expect(!last.isRecovered)
        try last.package.save()
        try last.package.close()
        #expect(place.files(place.temporary).isEmpty)
    }

    @Test("what is found out again need not be saved")
    func derived() throws {
        let package = try space.open("notes", .createNew).package
        let part = try package.createPart(.text).id
        try package.save()
        try package.setLanguage("de", of: part)
        try package.setView(PartView(width: 210, height: 297), of: part)
        #expect(!package.hasUnsavedChanges)
        try package.close()
    }

    @Test("a working copy that was never complete is no working copy")
    func unfinished() throws {
        let folder = place.temporary + "/notes-files"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for file in ["unfinished.sqlite", "unfinished.sqlite-journal", "working.sqlite-wal"] {
            try place.write([1, 2, 3], folder + "/" + file)
        }
        #expect(throws: PackageError.notFound("notes")) { try space.open("notes") }
        let opened = try space.open("notes", .create)
        #expect(!opened.isRecovered && opened.setAside == nil)
        try opened.package.save()
        try opened.package.close()
        #expect(place.files(place.temporary).isEmpty)
    }
}
