import Foundation
import InkCorpus
import Testing

@Suite("Files of ink")
struct InkFileTests {
    private static func withFile<T>(_ bytes: [UInt8], _ body: (String) throws -> T) throws -> T {
        let file = FileManager.default.temporaryDirectory.appending(path: "inkctl-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path())
    }

    private static func lines(_ bytes: [UInt8]) throws -> [String] {
        try withFile(bytes) { path in
            let file = try InkFile(path: path)
            var lines: [String] = []
            while let line = try file.nextLine() { lines.append("\(file.lineNumber) \(line)") }
            #expect(bytes.isEmpty || file.fractionRead == 1)
            return lines
        }
    }

    /// "one\ntwo\n" as gzip writes it.
    private static let packed: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xcb, 0xcf, 0x4b, 0xe5, 0x2a, 0x29, 0xcf, 0xe7, 0x02, 0x00, 0xe6, 0x0b,
        0xba, 0x12, 0x08, 0x00, 0x00, 0x00,
    ]

    @Test("lines come with their numbers, empty ones left out; the last need not be ended")
    func plain() throws {
        #expect(try Self.lines(Array("one\n\n  \ntwo\nthree".utf8)) == ["1 one", "4 two", "5 three"])
        #expect(try Self.lines([]) == [])
        #expect(try Self.lines(Array("\n".utf8)) == [])
    }

    @Test("a line longer than what is read at once is whole")
    func long() throws {
        let long = String(repeating: "x", count: 700_000)
        #expect(try Self.lines(Array("\(long)\nb\n".utf8)) == ["1 \(long)", "2 b"])
    }

    @Test("a file packed by gzip is read as what is in it")
    func gzip() throws {
        #expect(try Self.lines(Self.packed) == ["1 one", "2 two"])
    }

    @Test("a damaged packed file is no short one")
    func damaged() throws {
        #expect(throws: CorpusError.self) { try Self.lines(Array(Self.packed.dropLast(6))) }
    }

    @Test("a packed file may be left before its end")
    func left() throws {
        try Self.withFile(Self.packed) { path in
            let file = try InkFile(path: path)
            #expect(try file.nextLine() == "one")
        }
    }

    @Test("a file that is not there is named")
    func missing() {
        #expect(throws: CorpusError.unreadable(path: "/nonexistent/ink", code: ENOENT)) { try InkFile(path: "/nonexistent/ink") }
    }

    @Test("a file is written whole, over an old one too, and says so where it cannot be")
    func files() throws {
        let path = NSTemporaryDirectory() + "inkctl-\(UInt32.random(in: .min ... .max)).txt"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for text in ["one\ntwo", "three"] {
            try ContentFile.write(Array(text.utf8), to: path)
            #expect(try ContentFile.text(at: path) == text)
        }
        #expect(throws: CorpusError.notWritten(path: "/nowhere/x", code: ENOENT)) { try ContentFile.write([1], to: "/nowhere/x") }
        #expect(throws: CorpusError.unreadable(path: "/nowhere/x", code: ENOENT)) { try ContentFile.text(at: "/nowhere/x") }
    }

    @Test("small files and folders are read, and what is not there is not")
    func smallFiles() {
        #expect(SmallFiles.text("/proc/self/comm")?.isEmpty == false)
        #expect(SmallFiles.text("/nowhere") == nil && SmallFiles.names(in: "/nowhere") == nil && SmallFiles.target("/nowhere") == nil)
        #expect(SmallFiles.names(in: "/proc/self")?.contains("comm") == true)
        #expect(SmallFiles.target("/proc/self/exe")?.hasPrefix("/") == true)
    }
}
