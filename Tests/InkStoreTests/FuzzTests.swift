import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkStore

@Suite("Whatever is in a file")
struct FuzzTests {
    @Test(
        "a package is opened, read and changed, or refused with a reason",
        arguments: ["notes.inkpkg", "working.sqlite", "working.sqlite-wal"])
    func packages(file: String) throws {
        let place = try Workplace()
        let space = try place.space()
        let folder = place.temporary + "/notes-files"
        do {
            let package = try space.open("notes", .createNew).package
            let part = try package.createPart(Samples.items)
            try package.setReadings([LineID(1): Samples.reading("a"), LineID(2): Samples.reading("b")], in: part)
            try package.setMetadata(ParameterSet(["a": .set(ParameterSet(["b": .string("c"), "d": .number(1)]))]), of: part)
            if file == "notes.inkpkg" { try package.save() }
            if file == "working.sqlite" { try package.saveToTemp() }
            try FileManager.default.copyItem(atPath: folder, toPath: place.path + "/left")
        }
        let path = (file == "notes.inkpkg" ? place.root : place.path + "/left") + "/" + file
        let bytes = place.bytes(path)
        var (opened, refused) = (0, 0)
        try Fuzz.run(seconds: 1.5, seed: 1) { dice in
            try FileManager.default.removeItem(atPath: place.temporary)
            try FileManager.default.createDirectory(atPath: place.temporary, withIntermediateDirectories: false)
            if file != "notes.inkpkg" { try FileManager.default.copyItem(atPath: place.path + "/left", toPath: folder) }
            try place.write(Self.damaged(bytes, &dice), file == "notes.inkpkg" ? path : folder + "/" + file)
            do throws(PackageError) {
                try Self.use(try space.open("notes").package)
                opened += 1
            } catch {
                refused += 1
            }
        }
        // a damaged log just ends earlier
        #expect(opened > 0 && (refused > 0 || file == "working.sqlite-wal"), "\(opened) opened, \(refused) refused")
    }

    /// Reads everything, and writes a change.
    private static func use(_ package: Package) throws(PackageError) {
        for part in package.parts {
            _ = try package.load(part.id)
            _ = try package.metadata(of: part.id)
            _ = try package.clonePart(part.id, of: package)
            try package.append(Samples.adding(Samples.items) + Samples.removing([Samples.stroke(17)]), to: part.id)
        }
        _ = try package.metadata()
        try package.saveToTemp()
        try package.close(discardingChanges: true)
    }

    /// A few bytes changed: anywhere, or at the begin, where all depends on them; sometimes a whole page or the end.
    private static func damaged(_ bytes: [UInt8], _ dice: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &dice) {
            guard !bytes.isEmpty else { break }
            let end = Bool.random(using: &dice) ? bytes.count : min(bytes.count, 200)
            let place = Int.random(in: 0..<end, using: &dice)
            switch Int.random(in: 0..<20, using: &dice) {
            case 0: bytes.removeLast(Int.random(in: 0...bytes.count, using: &dice))
            case 1: for index in place..<min(bytes.count, place + 4096) { bytes[index] = 0 }
            case 2...9: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
            default: bytes[place] = UInt8.random(in: 0...255, using: &dice)
            }
        }
        return bytes
    }

    @Test("a block or a reading is read as it would be written, or refused")
    func bytes() {
        var dice = SeededGenerator(seed: 2)
        var writers = Samples.blocks.map { block in
            var writer = ByteWriter()
            block.write(to: &writer)
            return writer
        }
        var writer = ByteWriter()
        Samples.reading("é").write(to: &writer)
        writers.append(writer)
        var taken = 0
        for round in 0..<20_000 {
            let original = writers[round % writers.count].bytes
            let bytes = round < writers.count ? original : Self.damaged(original, &dice)
            var again = ByteWriter()
            if let block = try? AddedBlock(id: BlockID(1), bytes) {
                block.write(to: &again)
            } else if let reading = try? SavedReading(bytes) {
                reading.write(to: &again)
            } else {
                continue
            }
            taken += 1
            #expect(again.bytes == bytes && !again.isUnreadable)
        }
        #expect(taken > 100)
    }
}
