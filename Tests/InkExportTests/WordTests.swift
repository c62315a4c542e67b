import Editing
import Foundation
import Ink
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
        // both words and the space between them
        #expect(body.components(separatedBy: "<w:bdr ").count == 2 && body.contains(">Bye now</w:t>"))
    }

    /// A page as people write them.
    private func page() throws -> (root: Block, snapshot: DocumentSnapshot) {
        var sheet = Sheet()
        func words(_ line: String) -> [Sheet.Word] { line.split(separator: " ").map { .init(text: String($0)) } }
        var root = Block(id: "root", type: .container)
        var heading = try sheet.text("h", y: 10, [words("Notes")])
        heading.lines[0].words[0].decorations = [.underline]
        root.children.append(heading)
        root.children.append(
            try sheet.text(
                "p", y: 30,
                [
                    "the quick brown fox jumps over a lazy dog", "and runs away from the dog", "- milk", "- bread", "1. one",
                    "2. two or three",
                ].map(words)))
        return (root, sheet.snapshot(.textDocument, root))
    }

    @Test("lines that run on are one paragraph, and there are headings and lists")
    func flow() throws {
        let (root, snapshot) = try page()
        let parts = try WordDocument(source: ExportSource(snapshot), options: ExportOptions()).parts(root)
        func part(_ name: String) -> String { String(decoding: parts.first { $0.name == name }?.bytes ?? [], as: UTF8.self) }
        let body = part("word/document.xml")
        #expect(body.contains(#"<w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t xml:space="preserve">Notes</w:t>"#))
        #expect(body.contains(">the quick brown fox jumps over a lazy dog and runs away from the dog</w:t>"))
        #expect(body.components(separatedBy: "<w:numPr>").count == 5 && body.contains(">two or three</w:t>"))
        let numbering = part("word/numbering.xml")
        #expect(numbering.contains(#"<w:numFmt w:val="bullet"/>"#) && numbering.contains(#"<w:lvlText w:val="%1."/>"#))
        #expect(part("docProps/core.xml").contains("<dc:title>Notes</dc:title>"))
    }

    @Test("a word processor has the paragraphs, the headings and the lists", .enabled("needs LibreOffice") { Tools.has(office) })
    func converted() throws {
        let (root, snapshot) = try page()
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "page.docx")
        try Data(Export.data(of: root, in: snapshot, as: .docx)).write(to: file)
        let profile = "-env:UserInstallation=\(folder.appending(path: "profile").absoluteString)"
        let result = folder.appending(path: "page.html")
        for _ in 0..<3 where !FileManager.default.fileExists(atPath: result.path) {
            _ = try run(
                "/usr/bin/timeout",
                ["-k", "5", "120", Self.office, profile, "--headless", "--convert-to", "html", "--outdir", folder.path, file.path])
        }
        let html = try String(contentsOf: result, encoding: .utf8).replacing(/\s+/, with: " ")
        #expect(html.contains(/<h1[^>]*>.*Notes.*<\/h1>/) && html.contains("<ul>") && html.contains(/<ol[ >]/))
        #expect(html.contains("lazy dog and runs"))
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
