import Editing
import Foundation
import InkTestSupport
import Testing

@testable import InkExport

@Suite("DOCX") struct WordTests {
    private static let office = "/usr/bin/soffice"

    /// The output of a program.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        String(decoding: try ChildProgram.run([program] + arguments).output, as: UTF8.self)
    }

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "inkd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// The letter's main part.
    private func body() throws -> String {
        let letter = try Letter()
        let document = WordDocument(source: ExportSource(letter.snapshot), options: ExportOptions())
        let part = try document.parts(letter.root).first { $0.name == "word/document.xml" }
        return String(decoding: part?.bytes ?? [], as: UTF8.self)
    }

    @Test("marks on words become what word processors have")
    func marks() throws {
        let body = try body()
        #expect(body.contains(#"<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">all,</w:t>"#))
        #expect(body.contains(#"<w:rPr><w:strike/></w:rPr><w:t xml:space="preserve">9.</w:t>"#))
        #expect(body.components(separatedBy: "<w:bdr ").count == 4)
    }

    @Test("drawings, diagrams and pictures are shown in their size")
    func pictures() throws {
        let body = try body()
        #expect(body.components(separatedBy: "<pic:pic>").count == 4)
        // 20 × 10 mm.
        #expect(body.contains(#"<wp:extent cx="720000" cy="360000"/>"#))
    }

    @Test("the archive is whole, and has no dates of its own")
    func archive() throws {
        let bytes = try Letter().export(.docx)
        #expect(bytes.starts(with: Array("PK".utf8)))
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "letter.docx")
        try Data(bytes).write(to: file)
        // 1980-01-01 00:00 as the archive's own clock counts: the earliest that it knows.
        #expect(Array(bytes[10..<14]) == [0, 0, 0x21, 0])
    }

    @Test("a word processor finds the text that there is", .enabled("needs LibreOffice") { FileManager.default.fileExists(atPath: office) })
    func opens() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "letter.docx")
        try Data(Letter().export(.docx)).write(to: file)
        let profile = "-env:UserInstallation=\(folder.appending(path: "profile").absoluteString)"
        let result = folder.appending(path: "letter.txt")
        // should it hang, it is started again
        for _ in 0..<3 where !FileManager.default.fileExists(atPath: result.path) {
            _ = try run(
                "/usr/bin/timeout",
                ["-k", "5", "120", Self.office, profile, "--headless", "--convert-to", "txt:Text (encoded):UTF8"]
                    + ["--outdir", folder.path, file.path])
        }
        let text = try String(contentsOf: result, encoding: .utf8)
        let lines = text.split(whereSeparator: { $0.isNewline || $0 == "\u{FEFF}" }).map(String.init).filter { !$0.isEmpty }
        #expect(lines == (try Letter().text(.text)).split(whereSeparator: \.isNewline).map(String.init))
    }
}
