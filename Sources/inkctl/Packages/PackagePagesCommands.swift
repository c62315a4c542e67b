internal import ArgumentParser
internal import Compression
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl packages import-pages`.
struct PackagesImportPagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-pages",
        abstract: "Import a Xournal++ document, one part per page.",
        discussion: """
            Strokes retain their pens, colors and widths; pictures and typed text retain their \
            positions. White-out removes the ink below it. The LaTeX of formulas is stored. \
            Damaged or unsupported content is omitted and reported. A package that does not exist \
            is created. All pages are recognized at once, and the text is shown.

            Examples:
              inkctl packages import-pages notes --from lecture.xopp
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Option(help: ArgumentHelp("File to import; - is standard input.", valueName: "file"), completion: .file())
    var from: String

    @OptionGroup var daemon: DaemonOptions

    /// The maximum size of a file in bytes; the daemon limits the size of a transfer.
    private static let largest = 256 << 20

    func run() throws {
        // the file stays compressed in transit
        let bytes = try ContentFile.bytes(at: from, atMost: Self.largest)
        let kind = FileKind(of: bytes)
        let kinds = [
            "a document of Xournal++", "a document of Xournal++, or an OpenDocument", "a file packed by gzip", "a ZIP archive", "XML",
        ]
        guard [.text, .unknown].contains(kind) || kinds.contains(kind.name) else {
            throw InkctlError.otherKind(path: from, kind: kind, wanted: "a document of Xournal++")
        }
        let connection = try daemon.connect()
        let (reply, texts) = try PackageSession.perform(package, .create, changes: true, on: connection) {
            let reply = try connection.importPages(bytes, into: package)
            return (reply, try reply.parts.map { try Self.read($0.id, of: package, on: connection) })
        }
        for text in texts where !text.isEmpty { try StandardOutput.writeLines(of: text) }
        StandardError.say("\(DisplayText.count(reply.parts.count, "page")) imported.")
        for sentence in reply.lost { StandardError.say("Omitted: \(DisplayText.escaped(sentence))") }
    }

    /// Returns the text of a part, after all of the part is recognized.
    static func read(_ part: Int, of package: String, on connection: InkConnection) throws -> String {
        try ContentOptions.edit(part, of: package, on: connection) { editor in
            try connection.waitForIdle(editor, timeout: .seconds(600)).text ?? ""
        }
    }
}

/// `inkctl packages export-pages`.
struct PackagesExportPagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-pages",
        abstract: "Export a package as a Xournal++ document, one page per part.",
        discussion: """
            The recognized text is on a separate layer, which Xournal++ can search. Only you can \
            read the file (mode 0600).

            Examples:
              inkctl packages export-pages notes --to notes.xopp
              inkctl packages export-pages notes --to notes.xopp --force    replace it
            """)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String

    @Option(help: ArgumentHelp("File to write.", valueName: "file"), completion: .file())
    var to: String

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var status = stat()
        guard force || lstat(to, &status) != 0 else { throw CorpusError.exists(path: to) }
        let connection = try daemon.connect()
        let (bytes, count) = try PackageSession.perform(package, changes: false, on: connection) {
            let parts = try connection.parts(of: package)
            // opening an editor makes inkd recognize the part; a part that another program uses is recognized in that program's editor
            for part in parts {
                do {
                    _ = try PackagesImportPagesCommand.read(part.id, of: package, on: connection)
                } catch let error as ClientError where error.refusal(as: PackagesInterface.PartInUse.self) != nil {
                    continue
                }
            }
            return (try connection.exportPages(of: package), parts.count)
        }
        try ContentFile.write(bytes, to: to, mode: 0o600, overwrites: force)
        try StandardOutput.writeLine(
            "\(DisplayText.escaped(package)): \(DisplayText.count(count, "page")) written, \(DisplayText.size(bytes.count))")
    }
}
