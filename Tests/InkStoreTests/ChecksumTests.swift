import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkStore

@Suite("The checksums of a package")
struct ChecksumTests {
    let place: Workplace
    let space: PackageSpace
    var saved: String { place.root + "/notes.inkpkg" }

    private static let parameters = ParameterSet(["a": .set(ParameterSet(["b": .string("c"), "d": .number(1)])), "e": .boolean(true)])

    /// A package with one of everything.
    init() throws {
        place = try Workplace()
        space = try place.space()
        let package = try space.open("notes", .createNew).package
        let first = try package.createPart(Samples.items)
        try package.setReadings([LineID(1): Samples.reading("a"), LineID(2): Samples.reading("b")], in: first)
        try package.setMetadata(Self.parameters)
        try package.setMetadata(Self.parameters, of: first)
        try package.setLanguage("en", of: first)
        try package.setView(PartView(width: 210, height: 297), of: first)
        _ = try package.clonePart(first, of: package)
        try package.save()
        try package.close()
    }

    /// Everything in a package, to be compared.
    private struct Contents: Equatable {
        var parts: [PartInfo]
        var parameters: [ParameterSet]
        var contents: [PartContent]

        init(_ package: Package) throws {
            parts = package.parts
            parameters = try [package.metadata()] + parts.map { try package.metadata(of: $0.id) }
            contents = try parts.map { try package.load($0.id) }
        }
    }

    private func contents() throws -> Contents {
        let package = try space.open("notes").package
        defer { try? package.close(discardingChanges: true) }
        return try Contents(package)
    }

    @Test("CRC-32C is that of RFC 3720")
    func algorithm() {
        // appendix B.4: 32 bytes of zeros, of ones, and ascending; what a checksum begins with is left away by comparing differences
        func raw(_ bytes: [UInt8]) -> UInt32 {
            ~bytes.reduce(UInt32.max) { state, byte in
                (0..<8).reduce(state ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0x82F6_3B78 ^ value >> 1 : value >> 1 }
            }
        }
        #expect(raw([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA && raw([UInt8](0..<32)) == 0x46DD_794E)
        var checksum = RowChecksum(.item)
        checksum.add(Int64(7))
        checksum.addNull()
        #expect(checksum.value == Int64(raw([2, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0])))
    }

    @Test("a bit that is changed anywhere in the file is found, or changes nothing", .timeLimit(.minutes(MachineSpeed.limit)))
    func flippedBits() throws {
        let whole = try contents()
        #expect(whole.contents.allSatisfy { $0.unreadable.isEmpty } && whole.parts.count == 2)
        let bytes = place.bytes(saved)
        // a prime number of bits, so that every bit of a byte has its turn
        let step = Int(ProcessInfo.processInfo.environment["INKD_FLIP_STEP"] ?? "") ?? 487
        var (refused, named, harmless) = (0, 0, 0)
        for bit in stride(from: 0, to: bytes.count * 8, by: step) {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            try place.write(changed, saved)
            do {
                let package = try space.open("notes").package
                defer { try? package.close(discardingChanges: true) }
                let check = try package.check()
                if !check.damage.isEmpty {
                    named += 1
                    // what can still be read is there
                    #expect(package.parts.count == 2, "bit \(bit)")
                    for part in package.parts {
                        let items = try package.load(part.id).items
                        #expect(items.count >= Samples.items.count - 1 && Set(items).isSubset(of: Samples.items), "bit \(bit)")
                    }
                } else {
                    #expect(try Contents(package) == whole, "bit \(bit)")
                    harmless += 1
                }
            } catch is PackageError {
                refused += 1
            }
            #expect(place.files(place.temporary).isEmpty, "bit \(bit)")
        }
        #expect(named > 0 && refused > 0 && harmless > 0, "\(named) named, \(refused) refused, \(harmless) harmless")
    }

    @Test("what was changed is named, with its part, and the rest is read; a copy of it stays damaged, and so does one that is edited")
    func named() throws {
        let bytes = place.bytes(saved)
        for (sql, message) in [
            ("UPDATE item SET line = 2 WHERE part = 1 AND kind = 1 AND id = 1", "stroke 1 of part 1 is damaged: its checksum"),
            ("UPDATE reading SET text = 'z' WHERE part = 1 AND line = 1", "a reading of part 1 is damaged: its checksum"),
            ("UPDATE part SET language = 'em' WHERE id = 1", "the properties of part 1 are damaged: its checksum"),
            ("UPDATE part SET nextStroke = 1000 WHERE id = 1", "the properties of part 1 are damaged: its checksum"),
        ] {
            try place.write(bytes, saved)
            try Tampering.run(sql, saved)
            let package = try space.open("notes").package
            let check = try package.check()
            #expect(check.damage.count == 1 && check.damage.first?.hasPrefix(message) == true && check.parts == 2, "\(sql): \(check)")
            #expect(package.damage.count == (sql.contains("part SET") ? 1 : 0))
            let part = try package.part(at: 0)
            #expect(try package.load(part.id).unreadable.count == 1)
            _ = try package.clonePart(part.id, of: package)
            try package.movePart(part.id, to: 1)
            #expect(try package.check().damage.count == 2, "\(sql)")
            try package.save()
            try package.close()
            #expect(try space.check("notes").damage.count == 2)
        }
        try place.write(bytes, saved)
        try Tampering.run("UPDATE metadata SET value = 2.0 WHERE part = 1 AND path = '/a/d'", saved)
        let package = try space.open("notes").package
        #expect(try package.metadata() == Self.parameters)
        #expect { try package.metadata(of: package.parts[0].id) } throws: {
            "\($0)".contains("the metadata of part 1 are damaged: its checksum")
        }
        #expect(try package.check().damage == ["the metadata of part 1 are damaged: its checksum is wrong"])
        try package.close()
    }

    @Test("rows of parts that there are not are found when the package is opened")
    func strays() throws {
        try Tampering.run("UPDATE item SET part = 9 WHERE part = 2 AND kind = 4", saved)
        let package = try space.open("notes").package
        #expect(package.damage == ["item rows belong to part 9, which does not exist"])
        #expect(try package.check().damage == package.damage)
        try package.close()
    }

    @Test("a package of the format without them is opened, with all that is in it, and has them from then on")
    func migration() throws {
        let whole = try contents()
        for table in ["part", "item", "reading", "metadata"] { try Tampering.run("ALTER TABLE \(table) DROP COLUMN checksum", saved) }
        try Tampering.run("PRAGMA user_version = 1", saved)
        let old = place.bytes(saved)
        #expect(try contents() == whole && place.bytes(saved) == old, "opening leaves the file as it is")
        let package = try space.open("notes").package
        #expect(!package.hasUnsavedChanges)
        #expect(try package.check() == PackageCheck.expecting(parts: 2, things: 2 * (Samples.items.count + 2)))
        try package.save()
        try package.close()
        #expect(try contents() == whole && place.bytes(saved)[63] == 3)
        #expect(try space.check("notes").damage.isEmpty)
        try place.write(old, saved)
        #expect(try space.check("notes").damage.isEmpty && place.bytes(saved) == old)
    }

    @Test("a file from elsewhere is checked without becoming a package")
    func files() throws {
        let bytes = place.bytes(saved)
        let check = try space.check(file: "(file)") { add in for byte in bytes { try add([byte]) } }
        #expect(check.damage.isEmpty && check.parts == 2)
        #expect { try space.check(file: "(file)") { try $0(Array(bytes.dropLast(5000))) } } throws: { error in
            if case PackageError.damaged("(file)", _) = error { true } else { false }
        }
        #expect(place.files(place.root) == ["notes.inkpkg"] && place.files(place.temporary).isEmpty)
        #expect(throws: PackageError.notFound("none")) { try space.check("none") }
    }
}

extension PackageCheck {
    /// What a package without damage has.
    fileprivate static func expecting(parts: Int, things: Int) -> PackageCheck {
        var check = PackageCheck()
        (check.parts, check.things) = (parts, things)
        return check
    }
}
