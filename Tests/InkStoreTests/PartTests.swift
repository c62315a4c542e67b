import Editing
import Foundation
import Ink
import Testing

@testable import InkStore

@Suite("Parts of a package")
struct PartTests {
    let place: Workplace
    let package: Package

    init() throws {
        place = try Workplace()
        package = try place.space().open("notes", .createNew).package
    }

    @Test("have their type from the start, and indexes from 0")
    func create() throws {
        for type in PartType.allCases { _ = try package.createPart(type) }
        #expect(package.parts.map(\.type) == PartType.allCases)
        #expect(try package.part(at: 0).type == .text && package.part(at: 5).type == .textDocument)
        for index in [-1, 6, .max] {
            #expect(throws: PackageError.noPartAtIndex(index, count: 6)) { try package.part(at: index) }
        }
        try reopen { #expect($0.parts == package.parts) }
    }

    @Test("are moved, and removed for good: no other part gets their name")
    func moveAndRemove() throws {
        let ids = try PartType.allCases.prefix(4).map { try package.createPart($0).id }
        try package.movePart(ids[0], to: 2)
        #expect(package.parts.map(\.id) == [ids[1], ids[2], ids[0], ids[3]])
        try package.movePart(ids[3], to: 0)
        #expect(package.parts.map(\.id) == [ids[3], ids[1], ids[2], ids[0]])
        #expect(throws: PackageError.noPartAtIndex(4, count: 4)) { try package.movePart(ids[0], to: 4) }
        try package.append(Samples.adding([Samples.stroke(1)]), to: ids[3])
        try package.removePart(ids[3])
        #expect(throws: PackageError.noPart(ids[3])) { try package.load(ids[3]) }
        #expect(throws: PackageError.noPart(ids[3])) { try package.removePart(ids[3]) }
        let new = try package.createPart(.text).id
        #expect(!ids.contains(new))
        #expect(try package.load(new).items.isEmpty)
        try reopen { #expect($0.parts == package.parts) }
    }

    @Test("are cloned with all that is in them, within a package and to another", arguments: [true, false])
    func clone(isSame: Bool) throws {
        let part = try package.createPart(Samples.items)
        try package.append(Samples.removing([Samples.stroke(300)]), to: part)
        try package.setReadings([LineID(1): Samples.reading("a")], in: part)
        try package.setLanguage("de", of: part)
        try package.setView(PartView(width: 210, height: 297), of: part)
        try package.setMetadata(ParameterSet(["a": .set(ParameterSet(["b": .boolean(true)]))]), of: part)
        _ = try package.createPart([Samples.stroke(7)])
        let target = isSame ? package : try place.space().open("other", .createNew).package
        let copy = try target.clonePart(part, of: package)
        #expect(copy == target.parts.last && copy.type == .rawContent && copy.language == "de" && copy.view?.height == 297)
        #expect(try target.load(copy.id) == package.load(part))
        #expect(try target.metadata(of: copy.id) == package.metadata(of: part))
        try package.removePart(part)
        #expect(try target.load(copy.id).items.count == Samples.items.count - 1)
        #expect(throws: PackageError.noPart(part)) { try target.clonePart(part, of: package) }
    }

    @Test("have a language and a view that are set once")
    func fixed() throws {
        let part = try package.createPart(.text).id
        #expect(try package.part(part).language == nil && package.part(part).view == nil)
        let view = PartView(width: 1023, height: 767.5, unitsPerMillimeter: 3)
        for _ in 0..<2 {
            try package.setLanguage("fr-CA", of: part)
            try package.setView(view, of: part)
        }
        #expect(throws: PackageError.languageFixed("fr-CA")) { try package.setLanguage("fr", of: part) }
        #expect(throws: PackageError.viewFixed(view)) { try package.setView(PartView(width: 1, height: 1), of: part) }
        try reopen { package in
            let info = try package.part(part)
            #expect(info.language == "fr-CA" && info.view == view)
            #expect(throws: PackageError.languageFixed("fr-CA")) { try package.setLanguage("", of: part) }
        }
    }

    @Test("take no view without a size, and no language that is none")
    func invalid() throws {
        let part = try package.createPart(.text).id
        let views = [(0, 1, 1), (1, -1, 1), (1, 1, .nan), (.infinity, 1, 1)].map { PartView(width: $0, height: $1, unitsPerMillimeter: $2) }
        for view in views {
            #expect { try package.setView(view, of: part) } throws: { if case PackageError.invalidValue = $0 { true } else { false } }
        }
        for language in ["", "a\0", String(repeating: "a", count: 256)] {
            #expect {
                try package.setLanguage(language, of: part)
            } throws: { if case PackageError.invalidValue = $0 { true } else { false } }
        }
        #expect(try package.part(part) == PartInfo(id: part, type: .text))
    }

    /// Calls `body` with the package as the next process will see it.
    private func reopen(_ body: (Package) throws -> Void) throws {
        try package.save()
        try FileManager.default.copyItem(atPath: place.root + "/notes.inkpkg", toPath: place.root + "/copy.inkpkg")
        let copy = try place.space().open("copy").package
        try body(copy)
        try copy.close(discardingChanges: true)
    }
}

@Suite("Metadata")
struct MetadataTests {
    let place: Workplace
    let package: Package

    init() throws {
        place = try Workplace()
        package = try place.space().open("notes", .createNew).package
    }

    private static let all = ParameterSet([
        "text": .string("Grüße\n"), "none": .string(""), "one": .number(1), "half": .number(-0.5),
        "tiny": .number(.leastNonzeroMagnitude), "yes": .boolean(true), "no": .boolean(false), "empty": .set(ParameterSet()),
        "a/b~c~1": .set(ParameterSet(["~0/": .number(.pi), "a": .string("/")])),
        "math.solver.angle-unit": .string("deg"), "a": .set(ParameterSet(["b": .set(ParameterSet(["c": .number(1e300)]))])),
        "é": .number(2),
        "\u{301}x": .number(3), "/\u{301}": .set(ParameterSet(["~\u{301}": .number(4)])),
    ])

    @Test("of packages and parts are set, read, replaced and saved, each its own")
    func roundTrip() throws {
        let part = try package.createPart(.text).id
        #expect(try package.metadata() == ParameterSet() && package.metadata(of: part) == ParameterSet())
        try package.setMetadata(Self.all)
        try package.setMetadata(ParameterSet(["x": .boolean(false)]), of: part)
        var copy = try package.metadata()
        #expect(copy == Self.all)
        copy.values["text"] = nil
        #expect(try package.metadata() == Self.all, "a copy is no reference")
        try package.setMetadata(copy)
        try package.save()
        try package.close()
        let again = try place.space().open("notes").package
        #expect(try again.metadata() == copy && again.metadata(of: part).values == ["x": .boolean(false)])
        try again.setMetadata(ParameterSet())
        #expect(try again.metadata() == ParameterSet() && again.hasUnsavedChanges)
    }

    @Test("that cannot be kept are refused, and what was there stays")
    func refused() throws {
        try package.setMetadata(Self.all)
        var deep = ParameterSet()
        for _ in 0..<9 { deep = ParameterSet(["a": .set(deep)]) }
        let many = ParameterSet(Dictionary(uniqueKeysWithValues: (0...1000).map { ("\($0)", ParameterValue.boolean(true)) }))
        let sets = [
            ParameterSet(["": .boolean(true)]), ParameterSet(["a\0": .boolean(true)]),
            ParameterSet([String(repeating: "k", count: 201): .number(1)]),
            ParameterSet(["a": .number(.nan)]), ParameterSet(["a": .number(-.infinity)]), ParameterSet(["a": .string("\0")]),
            ParameterSet(["a": .string(String(repeating: "t", count: (1 << 20) + 1))]), deep, many,
        ]
        for set in sets {
            #expect { try package.setMetadata(set) } throws: { if case PackageError.invalidValue = $0 { true } else { false } }
        }
        #expect(try package.metadata() == Self.all)
    }
}
